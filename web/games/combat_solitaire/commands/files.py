"""A game in a file. What is sealed from the player lies wrapped in it, so that no eye falls on it."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any
from zlib import compress, decompressobj
from zlib import error as Broken

from catalogs import Catalog
from exports.kit.files import as_json, write
from generator.chance import open_part
from generator.game import procedure
from generator.session import Session, resume
from generator.table import entry_from
from generator.table.seen import view_entry
from schemas.errors import HorahError
from schemas.plain import read_json
from web.output import text_of

FORMAT = "hora-h/combat-game/1"
SUFFIX = ".combat.json"
PLAYER = "player"
MOST = 10_000_000  # bytes


def path_of(given: Path | None) -> Path:
    """The file that is meant: the one named, or the only one here."""
    if given is not None:
        return given
    found = sorted(Path().glob(f"*{SUFFIX}"))
    if len(found) != 1:
        raise HorahError("WHICH_FILE", suffix=SUFFIX, found=tuple(map(str, found)))
    return found[0]


def keep(path: Path, session: Session) -> None:
    """Write a game: answers as the player may see them, and what is sealed apart."""
    entries = session.table.entries
    sealed = {
        "seed": session.seed,
        "answers": {str(entry.n): entry.answer for entry in entries if entry.secret},
    }
    document = {
        "format": FORMAT,
        "procedure": session.procedure.name,
        "catalog": session.catalog.version,
        "settings": session.procedure.write(session.settings),
        "seed": open_part(session.seed),
        "entries": [view_entry(entry, PLAYER).json() for entry in entries],
        "sealed": b64encode(compress(json.dumps(sealed, sort_keys=True).encode())).decode(),
    }
    write(path, as_json(document).encode())


def fetch(path: Path, catalog: Catalog) -> Session:
    """A game out of its file."""
    try:
        document = read_json(text_of(path))
        sealed = read_json(_unwrapped(document["sealed"]))
        entries = [_opened(each, sealed["answers"]) for each in document["entries"]]
        if document["format"] != FORMAT:
            raise ValueError(document["format"])
        kind, seed = procedure(document["procedure"], game=catalog.game), str(sealed["seed"])
        settings = kind.read(catalog, document["settings"])
    except (ValueError, KeyError, TypeError, AttributeError, Broken):
        raise HorahError("BAD_GAME_FILE", path=str(path)) from None
    return resume(kind, catalog, settings, seed, [entry_from(each) for each in entries])


def _unwrapped(wrapped: str) -> str:
    """What is sealed; of more than any game has only the beginning, which nothing can be made of."""
    return decompressobj().decompress(b64decode(wrapped), MOST).decode()


def _opened(entry: dict[str, Any], answers: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "answer": answers[str(entry["n"])]} if entry.get("secret") else entry
