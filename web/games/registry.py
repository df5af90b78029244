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
class MenuEntry:
    """A line of the menu: the first parts of the URLs it covers, its endpoint and its term."""

    areas: tuple[str, ...]
    endpoint: str
    term: str
    values: Mapping[str, Any] = field(default_factory=dict)  # of the endpoint


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the service sees it."""

    id: str
    root: Path  # the folder that holds its layers
    default: bool = False  # the game of a page or a request that names none
    commands: Mapping[str, str] = field(default_factory=dict)  # name on the command line -> module:object
    pages: str = ""  # module:function, called with the Flask application
    api: str = ""  # module:function, called with the API and the prefix of its URLs
    table_ui: str = ""  # module:object, a :class:`web.games.table_ui.TableUI`; default: the plain one
    catalog_display: str = ""  # module:object, a :class:`web.pages.catalogs.CatalogDisplay`
    style: str = ""  # module:function, returns the game's part of the style sheet
    home: str = ""  # module:function, returns the game's :class:`web.pages.home.Part` of the home page
    menu: tuple[MenuEntry, ...] = ()  # what the game adds to the shared entries, the most used first
    reference: tuple[MenuEntry, ...] = ()  # pages of reference beside its tables
    offline_pages: str = ""  # module:function, returns URLs of pages to cache for offline use
    preferences: str = ""  # module:object, a :class:`web.pages.preferences.Part` of the preferences page
    # Kind of document -> module:function that makes its list summary, if the declaration is not enough.
    summaries: Mapping[str, str] = field(default_factory=dict)
    # Kind of document -> endpoint of a special editor.
    editors: Mapping[str, str] = field(default_factory=dict)
    # Kind of document -> the blueprint with special pages: library, show, edit.
    document_pages: Mapping[str, str] = field(default_factory=dict)
    # Kind of background job -> module:function that runs it.
    jobs: Mapping[str, str] = field(default_factory=dict)
    # module:function(context, address, match, formatter), facts for a diary from the URL of a battle.
    diary_facts_from_url: str = ""
    # module:function(card, match, formatter), the same from the battle's card.
    diary_facts_from_card: str = ""
    # module:function(context, address) -> document as everyone sees it, path and odds, for an archive.
    archive_document_from_url: str = ""
    owner_data_endpoint: str = ""  # page for owner data that is drawn, not typed
    calculators: str = ""  # module:object, its calculators by name (:mod:`web.games.calculators`)
    # Kind of procedure -> module:function(session, formatter), the Teller of its questions in a terminal.
    tellers: Mapping[str, str] = field(default_factory=dict)
    # API blueprint -> the kind of procedures its tables play.
    table_blueprints: Mapping[str, str] = field(default_factory=dict)


@cache
def games() -> Mapping[str, Game]:
    """Return every game by its id: the default game first, then in the order of their ids."""
    files = (file for folder in web.games.__path__ for file in Path(folder).glob("*/game.toml"))
    declared = [read_declaration(file) for file in files]
    return {game.id: game for game in sorted(declared, key=lambda game: (not game.default, game.id))}


def default_game() -> Game:
    """Return the declared default game, or the only game."""
    return next(iter(games().values()))


def read_declaration(file: Path) -> Game:
    """Read the declaration of a game, ``<root>/web/games/<game>/game.toml``."""
    values = tomllib.loads(file.read_text(encoding="utf-8"))
    for name in ("menu", "reference"):
        values[name] = tuple(
            MenuEntry(**{**line, "areas": tuple(line["areas"])}) for line in values.get(name, ())
        )
    return Game(id=file.parent.name, root=file.parents[3], **values)


def diary_facts_from_card(
    game: str, card: Mapping[str, Any], match: Any, formatter: Any
) -> Mapping[str, Any]:
    """Return the facts that a diary can read from a battle card, if the game supports it."""
    name = games()[game].diary_facts_from_card
    facts: Mapping[str, Any] = resolve_name(name)(card, match, formatter) if name else {}
    return facts
