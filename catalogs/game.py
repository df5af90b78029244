"""Registry of games: each folder under :mod:`catalogs.games` declares a :class:`Game`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import catalogs.games
from catalogs.catalog import Catalog
from catalogs.errors import refuse
from catalogs.owner_fields import Blank
from catalogs.store import Store, sources
from schemas.messages import say

BOX_FILE = "box.json"  # written by `horah owner-data --out` beside the folder of the game; not a table
DATA = Path(__file__).parent / "data"
SHARED = DATA / "shared"  # terms that every game uses


@dataclass(frozen=True, slots=True)
class Game:
    """The declaration of a game's tables: the class that types them and the checks they must pass."""

    id: str
    catalog: Callable[[Store], Catalog] = Catalog
    checks: str = "catalogs.checks:DEFAULT"  # module:object, a :class:`catalogs.checks.Checks`
    words: tuple[
        str, ...
    ] = ()  # names that belong to the game, such as its sides; code outside the game must not use them
    own: tuple[str, ...] = ()  # tables whose ids are such names
    unread: tuple[str, ...] = ()  # tables that no procedure reads; they do not count towards the version
    blanks: tuple[Blank, ...] = ()  # cells and rows that only an owner of the printed game can fill in
    # Folders of whole documents, such as scenarios that come with the game, and the schema of each.
    documents: Mapping[str, str] = field(default_factory=dict)


@cache
def games() -> tuple[str, ...]:
    """Return the ids of all games."""
    return tuple(sorted(module.name for module in iter_modules(catalogs.games.__path__)))


def game(name: str) -> Game:
    """Return the declaration of a game."""
    declaration: Game = import_module(f"catalogs.games.{name}").GAME
    return declaration


def data_folder(name: str) -> Path:
    """Return the folder of a game's files: beside the folder of games that it is in."""
    folder = next(Path(home) for home in catalogs.games.__path__ if (Path(home) / name).is_dir())
    return folder.parent / "data" / name


def store_for(name: str, overlay: Path | None) -> Store:
    """Return the files of a game: the shared ones, its own, and the matching parts of an overlay."""
    declaration = game(name)
    aside = frozenset((SHARED.name, *games()))
    return Store(
        data_folder(name),
        *_parts(name, overlay, aside),
        shared=SHARED,
        game=name,
        aside=aside,
        unread=frozenset(declaration.unread),
        whole=frozenset(declaration.documents),
    )


def _parts(name: str, overlay: Path | None, aside: frozenset[str]) -> list[Path]:
    """Return the folders of an overlay that apply to a game: the shared one, then its own.

    Raise CatalogError if the overlay has no file, or a file outside these folders.
    """
    if overlay is None:
        return []
    if not any(overlay.rglob("*.json")):
        raise refuse("schema", str(overlay), "", say("wrong.no_file"), say("expected.overlay"))
    files = sources(overlay, overlay=True, aside=aside)
    stray = next((source for source in files if source.name != BOX_FILE), None)
    if stray is not None:
        expected = say("expected.folders", known=tuple(sorted(aside)))
        raise refuse("schema", stray.display_name, "", say("wrong.outside"), expected)
    return [overlay / each for each in (SHARED.name, name) if (overlay / each).is_dir()]
