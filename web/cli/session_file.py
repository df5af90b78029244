"""Play files, for every game that is played at the command line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schemas.errors import HorahError

if TYPE_CHECKING:
    from catalogs import Catalog
    from generator.session import Session as Played
    from generator.table import Prompt

REFEREE = "referee"


@dataclass(frozen=True)
class PlayFile:
    """File format of a game's plays: the record of a table.

    ``horah verify`` can check it once the play is finished. The file has the usual name, or any name with the
    suffix. ``refusal`` is the error code for any other file; ``missing`` and ``several`` are those for a
    folder without a play file or with more than one.
    """

    kind: str
    refusal: str
    usual: Path | None = None
    suffix: str = ""
    missing: str = ""
    several: str = ""

    def find(self, given: Path | None) -> Path:
        """Return the named file, the usual one, or the only one in this folder."""
        path = given or self.usual
        if path is not None:
            return path
        paths = sorted(Path().glob(f"*{self.suffix}"))
        if len(paths) == 1:
            return paths[0]
        names = tuple(map(str, paths))
        raise HorahError(self.several if paths else self.missing, names=names, suffix=self.suffix)

    def write(self, played: Played) -> bytes:
        """Return the content of the file: the procedure, the seed and every answer."""
        from generator.chance import commitment, open_part
        from generator.verify import RECORD_FORMAT

        seed = played.seed
        commitments = {"open": commitment(open_part(seed)), "whole": commitment(seed)}
        document = {
            "format": RECORD_FORMAT,
            "procedure": played.procedure.name,
            "catalog": played.catalog.version,
            "settings": played.procedure.write(played.settings),
            "seeds": [{"from": 0, "seed": seed, "commitments": commitments}],
            "finished": played.finished,
            "entries": [entry.json() for entry in played.table.entries],
        }
        return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()

    def read(self, catalog: Catalog, path: Path) -> Played:
        """Read a play from its file; raise if it is any other file."""
        from generator.chance import check_seed
        from generator.game import find_recorded_procedure
        from generator.session import resume
        from generator.settings_check import check_settings
        from generator.table import read_entry
        from generator.verify import RECORD_FORMAT

        record = read_json_file(path)
        try:
            if record["format"] != RECORD_FORMAT:
                raise KeyError
            kind = find_recorded_procedure(record["procedure"], lambda kind: kind == self.kind, catalog.game)
            settings = kind.read(catalog, check_settings(kind, catalog, record["settings"]))
            (seed,) = (check_seed(part["seed"]) for part in record["seeds"])
            played = resume(kind, catalog, settings, seed, [read_entry(entry) for entry in record["entries"]])
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            raise HorahError(self.refusal, path=str(path)) from None
        played.fill()
        return played


def read_json_file(path: Path) -> Any:
    """Read the JSON of a file."""
    from generator.table.answer_parser import parse_json
    from web.cli.io import read_text

    return parse_json(f"@{path}", read_text)


def asked(played: Played, seat: str | None) -> Prompt:
    """Return the first pending prompt, of a seat if one is named."""
    if not played.table.pending:
        raise HorahError("FINISHED")
    prompt = played.asked(seat) if seat else played.table.pending[0]
    if prompt is None:
        raise HorahError("NOT_ASKED.seat")
    return prompt


def asked_json(played: Played, seat: str = REFEREE) -> str:
    """Return all pending prompts as JSON; those that the seat may not read are outlined."""
    from generator.table.visibility import may_read, outline_prompt, view_prompt
    from web.cli.io import format_json

    prompts = [
        view_prompt(prompt, len(played.table.entries)) if may_read(prompt, seat) else outline_prompt(prompt)
        for prompt in played.table.pending
    ]
    return format_json(prompts)
