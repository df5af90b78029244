"""The declarations of games for the service: pages, API, commands, menu.

A game declares itself in ``web/games/<game>/game.toml``. The file names objects as ``package.module:object``,
so that reading a declaration imports nothing of the game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import web.games


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the menu: the first part of the URLs it covers, its endpoint and the key of its term."""

    area: str
    endpoint: str
    word: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the service sees it."""

    id: str
    commands: Mapping[str, str] = field(default_factory=dict)  # name on the command line -> module:object
    words: Path | None = None  # file with the terms of its commands; default: among its catalogues
    pages: str = ""  # module:function, called with the Flask application
    api: str = ""  # module:function, called with the API and the prefix of its URLs
    table_ui: str = ""  # module:object, a :class:`web.games.table_ui.TableUI`; default: the plain one
    rows: str = ""  # module:object, a :class:`web.pages.catalogs.CatalogDisplay` for its catalogues
    style: str = ""  # module:function, returns the game's part of the style sheet
    home: str = ""  # module:function, returns the game's :class:`web.pages.home.Part` of the home page
    menu: tuple[Entry, ...] = ()
    along: str = ""  # module:function, returns URLs of pages to cache for offline use
    device: str = ""  # module:object, a :class:`web.pages.preferences.Part` of the preferences page
    # Kind of document -> module:function that makes its list summary, if the declaration is not enough.
    summaries: Mapping[str, str] = field(default_factory=dict)
    editors: Mapping[str, str] = field(
        default_factory=dict
    )  # kind of document -> endpoint of a special editor
    # Kind of document -> the blueprint with special pages: library, show, edit.
    own_pages: Mapping[str, str] = field(default_factory=dict)
    jobs: Mapping[str, str] = field(
        default_factory=dict
    )  # kind of background job -> module:function that runs it
    fought: str = (
        ""  # module:function(context, address, formatter), facts for a diary from the URL of a battle
    )
    on_card: str = ""  # module:function(card, match, formatter), the same from the battle's card
    aids: str = ""  # module:object, its calculators by name (:mod:`web.games.calculators`)
    apart: Mapping[str, str] = field(
        default_factory=dict
    )  # API blueprint -> the kind of procedures its tables play


@cache
def games() -> Mapping[str, Game]:
    """Return every game by its id, in the order of their ids."""
    files = (file for folder in web.games.__path__ for file in Path(folder).glob("*/game.toml"))
    found = [read_declaration(file) for file in files]
    return {game.id: game for game in sorted(found, key=lambda game: game.id)}


def read_declaration(file: Path) -> Game:
    """Read the declaration of a game; its ``words`` are a path from its folder."""
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    if "words" in found:
        found["words"] = file.parent / found["words"]
    found["menu"] = tuple(Entry(**line) for line in found.get("menu", ()))
    return Game(id=file.parent.name, **found)


def of_card(game: str, card: Mapping[str, Any], match: Any, formatter: Any) -> Mapping[str, Any]:
    """Return the facts that a diary can read from a battle card, if the game supports it."""
    place = games()[game].on_card
    found: Mapping[str, Any] = resolve_name(place)(card, match, formatter) if place else {}
    return found
