"""A play kept in a file: begun, read, played on, written back whole. One for every game that is kept so."""

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

FIELDS = {"format": str, "procedure": str, "settings": dict, "seed": str, "entries": list}


@dataclass(frozen=True)
class PlayFile:
    """How a game keeps its plays: format and usual name of the file, procedure of new ones, refusal."""

    kind: str
    procedure: str
    format: str
    usual: Path
    refusal: str

    def begun(self, catalog: Catalog, values: dict[str, Any], seed: str) -> Played:
        """A play before its first answer, filled as far as dice and cups go."""
        from generator.chance import check_seed
        from generator.game import procedure
        from generator.session import begin

        kind = procedure(self.procedure, game=catalog.game)
        session = begin(kind, catalog, kind.read(catalog, values), check_seed(seed))
        session.fill()
        return session

    def written(self, session: Played) -> bytes:
        """The play as its file has it: what it is played by, and every answer."""
        document = {
            "format": self.format,
            "procedure": session.procedure.name,
            "catalog": session.catalog.version,
            "settings": session.procedure.write(session.settings),
            "seed": session.seed,
            "entries": [entry.json() for entry in session.table.entries],
        }
        return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()

    def opened(self, catalog: Catalog, path: Path) -> Played:
        """A play from its file; what is no such file is said."""
        from generator.chance import check_seed
        from generator.game import recorded_procedure
        from generator.session import resume
        from generator.settled import checked
        from generator.table import entry_from

        found = typed_json(path)
        whole = isinstance(found, dict) and all(isinstance(found.get(key), of) for key, of in FIELDS.items())
        if not whole or found["format"] != self.format:
            raise HorahError(self.refusal, path=str(path))
        kind = recorded_procedure(found["procedure"], lambda kind: kind == self.kind, catalog.game)
        settings = kind.read(catalog, checked(kind, catalog, found["settings"]))
        entries = [entry_from(each) for each in found["entries"]]
        session = resume(kind, catalog, settings, check_seed(found["seed"]), entries)
        session.fill()
        return session


def typed_json(path: Path) -> Any:
    """What a file holds, read as everything that is brought in."""
    from generator.table.typed import json_in
    from web.output import text_of

    return json_in(f"@{path}", text_of)


def asked(played: Played, seat: str | None) -> Prompt:
    """What is asked now, of a seat if one is named."""
    if not played.table.pending:
        raise HorahError("FINISHED")
    prompt = played.asked(seat) if seat else played.table.pending[0]
    if prompt is None:
        raise HorahError("NOT_ASKED.seat")
    return prompt


def asked_json(played: Played, seat: str = "referee") -> str:
    """Everything that is asked, as far as a seat may read it; a referee reads all."""
    from generator.table.seen import may_read, outline, whole

    found = [
        whole(prompt, len(played.table.entries)) if may_read(prompt, seat) else outline(prompt)
        for prompt in played.table.pending
    ]
    return json.dumps(found, ensure_ascii=False, indent=2)
