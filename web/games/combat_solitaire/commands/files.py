"""Play files of the game. Sealed answers are compressed so that the player cannot read them by accident."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import compress, decompressobj
from zlib import error as Broken

from schemas.errors import HorahError
from web.cli.session_file import PlayFile

if TYPE_CHECKING:
    from catalogs import Catalog
    from generator.session import Session

FORMAT = "hora-h/combat-game/1"
PLAYER = "player"
MAX_SEALED_BYTES = 10_000_000


class SealedFile(PlayFile):
    """Play file with the answers as the player may see them, and the sealed ones apart."""

    def write(self, played: Session) -> bytes:
        from exports.kit.files import as_json
        from generator.chance import open_part
        from generator.table.visibility import view_entry

        entries = played.table.entries
        sealed = {
            "seed": played.seed,
            "answers": {str(entry.n): entry.answer for entry in entries if entry.secret},
        }
        document = {
            "format": FORMAT,
            "procedure": played.procedure.name,
            "catalog": played.catalog.version,
            "settings": played.procedure.write(played.settings),
            "seed": open_part(played.seed),
            "entries": [view_entry(entry, PLAYER).json() for entry in entries],
            "sealed": b64encode(compress(json.dumps(sealed, sort_keys=True).encode())).decode(),
        }
        return as_json(document).encode()

    def read(self, catalog: Catalog, path: Path) -> Session:
        from generator.game import find_procedure
        from generator.session import resume
        from generator.table import read_entry
        from schemas.json_input import read_json
        from web.cli.io import read_text

        try:
            document = read_json(read_text(path))
            sealed = read_json(_decompress(document["sealed"]))
            entries = [_unseal(entry, sealed["answers"]) for entry in document["entries"]]
            if document["format"] != FORMAT:
                raise ValueError(document["format"])
            kind, seed = find_procedure(document["procedure"], game=catalog.game), str(sealed["seed"])
            settings = kind.read(catalog, document["settings"])
        except (ValueError, KeyError, TypeError, AttributeError, Broken):
            raise HorahError(self.refusal, path=str(path)) from None
        return resume(kind, catalog, settings, seed, [read_entry(entry) for entry in entries])


GAME_FILE = SealedFile(
    "combat", "BAD_GAME_FILE", suffix=".combat.json", missing="WHICH_FILE", several="WHICH_FILE"
)


def _decompress(wrapped: str) -> str:
    """Decompress the sealed part, up to a limit larger than any game; a longer one is cut and so invalid."""
    return decompressobj().decompress(b64decode(wrapped), MAX_SEALED_BYTES).decode()


def _unseal(entry: dict[str, Any], answers: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "answer": answers[str(entry["n"])]} if entry.get("secret") else entry
