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
    """A line of the menu.

    The first part of the addresses it stands for, the endpoint, its word in the terms.
    """

    area: str
    endpoint: str
    word: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the service sees it."""

    id: str
    commands: Mapping[str, str] = field(default_factory=dict)  # name on the command line -> module:object
    words: Path | None = None  # the file of words of its commands; beside its tables unless said
    pages: str = ""  # module:function, called with the Flask application
    api: str = ""  # module:function, called with the API and the prefix of its addresses
    desk: str = ""  # module:object, a :class:`web.desk.Desk`; without one its tables are plain
    rows: str = ""  # module:object, a :class:`web.pages.catalogue.Shown`; how rows of its catalogues read
    style: str = ""  # module:function, which gives the game's part of the style sheet
    home: str = ""  # module:function, which gives the game's :class:`web.pages.site.Part` of the home page
    menu: tuple[Entry, ...] = ()
    along: str = ""  # module:function, which gives addresses of pages to be taken along where there is no net
    device: str = ""  # module:object, a :class:`web.pages.device.Part`; what a device remembers of the game
    # What lists show of a kind of document -> module:function, where its declaration does not say enough.
    summaries: Mapping[str, str] = field(default_factory=dict)
    editors: Mapping[str, str] = field(
        default_factory=dict
    )  # a kind of document -> endpoint of its own editor
    # A kind of document -> the blueprint with its own pages: library, show, edit.
    own_pages: Mapping[str, str] = field(default_factory=dict)
    jobs: Mapping[str, str] = field(default_factory=dict)  # kind of long work -> module:function that does it
    fought: str = (
        ""  # module:function(context, address, scribe), what a diary can know of a battle at an address
    )
    on_card: str = ""  # module:function(card, match, scribe), the same of its card alone
    aids: str = ""  # module:object, its aids by name (:mod:`web.aids`)
    apart: Mapping[str, str] = field(default_factory=dict)  # blueprint of the API -> the kind of its tables


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


def of_card(game: str, card: Mapping[str, Any], match: Any, scribe: Any) -> Mapping[str, Any]:
    """What a diary can know of a battle by its card, where the game says so."""
    place = games()[game].on_card
    found: Mapping[str, Any] = resolve_name(place)(card, match, scribe) if place else {}
    return found
