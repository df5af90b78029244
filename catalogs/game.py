"""What a game brings to the catalogues, found by its folder under :mod:`catalogs.games`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import catalogs.games
from catalogs.blanks import Blank
from catalogs.catalog import Catalog
from catalogs.faults import refuse
from catalogs.store import Store, sources
from schemas.said import say

BOX_FILE = "box.json"  # what `horah blanks --out` writes beside the folder of the game; not a table
DATA = Path(__file__).parent / "data"
SHARED = DATA / "shared"  # words that every game uses


@dataclass(frozen=True, slots=True)
class Game:
    """A game's tables: the class that types them, and where what they are held against stands."""

    id: str
    catalog: Callable[[Store], Catalog]
    checks: str  # module:object, a :class:`catalogs.checks.Checks`
    data: Path | None = None  # where its files lie; beside those of the other games unless said
    words: tuple[
        str, ...
    ] = ()  # names of its own, such as its sides: nothing outside the game speaks of them
    own: tuple[str, ...] = ()  # tables whose ids are such names
    unread: tuple[str, ...] = ()  # tables that no procedure reads: they change nothing that was played
    blanks: tuple[Blank, ...] = ()  # what only the owner's components tell
    # Folders of whole documents, such as scenarios that come with it, and the schema of each.
    documents: Mapping[str, str] = field(default_factory=dict)


@cache
def games() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(sorted(found.name for found in iter_modules(catalogs.games.__path__)))


def game(name: str) -> Game:
    """The tables of a game."""
    found: Game = import_module(f"catalogs.games.{name}").GAME
    return found


def store_for(name: str, overlay: Path | None) -> Store:
    """The files of a game: what all games share, its own, and the parts of an overlay that are for it."""
    found = game(name)
    aside = frozenset((SHARED.name, *games()))
    return Store(
        found.data or DATA / name,
        *_parts(name, overlay, aside),
        shared=SHARED,
        game=name,
        aside=aside,
        unread=frozenset(found.unread),
        whole=frozenset(found.documents),
    )


def _parts(name: str, overlay: Path | None, aside: frozenset[str]) -> list[Path]:
    """Return the folders of an overlay that are for a game: the words for all games, then its own.

    An overlay without any file is refused, and so is a file in no such folder.
    """
    if overlay is None:
        return []
    if not any(overlay.rglob("*.json")):
        raise refuse("schema", str(overlay), "", say("wrong.no_file"), say("expected.overlay"))
    files = sources(overlay, overlay=True, aside=aside)
    stray = next((source for source in files if source.name != BOX_FILE), None)
    if stray is not None:
        expected = say("expected.folders", known=tuple(sorted(aside)))
        raise refuse("schema", stray.shown, "", say("wrong.outside"), expected)
    return [overlay / each for each in (SHARED.name, name) if (overlay / each).is_dir()]
