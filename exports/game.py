"""Registry of the games' exports: each folder under :mod:`exports.games` declares messages and renderer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import resolve_name
from typing import Any

from catalogs import Catalog, CatalogError, Language
from catalogs.loader import built_in
from exports.kit.files import as_json
from exports.kit.messages import MessageFormatter
from exports.kit.render_request import RenderRequest
from exports.kit.sheet import Sheet
from schemas.errors import HorahError

TEXT_KINDS = ("text", "markdown", "forum", "by_hex", "log")


@dataclass(frozen=True, slots=True)
class Game:
    """Names of the message formatter and the renderer of a game; both are imported on first use."""

    id: str
    # module:class, a subclass of :class:`exports.kit.messages.MessageFormatter`
    formatter: str = "exports.kit.messages:MessageFormatter"
    # module:function(document, formatter) -> sheets, which the kit renders as every kind below
    sheets: str = "exports.kit.plain_sheet:make_sheets"
    render: str = ""  # module:function(document, kind, catalog, request) -> bytes, instead of ``sheets``
    # module:function(entry, formatter) -> :class:`exports.archive.facts.Facts` of a battle in an archive
    archive_facts: str = ""
    kinds: tuple[str, ...] = ("pdf", "text", "markdown")  # file kinds it can render


@cache
def load_game(name: str) -> Game:
    """Load the exports of a game."""
    declaration: Game = import_module(f"exports.games.{name}").GAME
    return declaration


def formatter(
    catalog: Catalog, lang: Language, settings: Mapping[str, Any] | None = None
) -> MessageFormatter:
    """Return the message formatter of a catalogue's game; ``settings`` are those of a table."""
    formatter: MessageFormatter = resolve_name(load_game(catalog.game).formatter)(catalog, lang)
    return formatter.for_settings(settings) if settings else formatter


def render(
    document: Mapping[str, Any],
    kind: str,
    *,
    catalog: Catalog,
    **options: Any,
) -> bytes:
    """Render a document that a seat may see; JSON looks the same for every game.

    Keyword arguments are the fields of :class:`exports.kit.render_request.RenderRequest`, plus ``grey``,
    ``large`` and ``made_at`` (the date of the file), which apply to any PDF, and ``note``, a sentence below
    a text and on every page of a PDF.
    """
    names = ("grey", "large", "note", "made_at")
    grey, large, note, made_at = (options.pop(name, "") for name in names)
    request = RenderRequest(**{**options, "sheets": tuple(options.get("sheets") or ())})
    exports = load_game(catalog.game)
    if kind == "json" and kind not in exports.kinds:
        return as_json(document).encode()
    if kind not in exports.kinds:
        raise HorahError("BAD_KIND", given=kind, kinds=(*exports.kinds, "json"))
    make = resolve_name(exports.render) if exports.render else _render_sheets
    if note and kind in TEXT_KINDS:
        return bytes(make(document, kind, catalog, request)) + f"\n{note}\n".encode()
    if not (grey or large or note or made_at):
        return bytes(make(document, kind, catalog, request))
    from exports.kit.print_options import PrintOptions, use_print_options  # the drawing library is heavy

    with use_print_options(PrintOptions(bool(grey), bool(large), note, made_at)):
        return bytes(make(document, kind, catalog, request))


def _render_sheets(document: Mapping[str, Any], kind: str, catalog: Catalog, request: RenderRequest) -> bytes:
    """Render the sheets that a game makes of a document."""
    from exports.kit.sheet_file import render_sheets

    sheets = make_sheets(document, formatter(catalog, request.lang))
    wanted = [sheet for sheet in sheets if not request.sheets or sheet.name in request.sheets]
    return render_sheets(wanted, kind, request, catalog, file_title=sheets[0].title)


def make_sheets(document: Mapping[str, Any], formatter: MessageFormatter) -> Sequence[Sheet]:
    """Return the sheets of a document, by a game that renders sheets."""
    sheets: Sequence[Sheet] = resolve_name(load_game(formatter.catalog.game).sheets)(document, formatter)
    return sheets


def format_error(error: HorahError, lang: Language, catalogs: Mapping[str, Catalog]) -> str:
    """Format an error with the messages of its table, else of its game, else of any game that knows it."""
    if error.table is not None:
        catalog, settings = error.table
        own = formatter(catalog, lang, settings)
        if own.knows(error.message.key):
            return own.say(error)
    names = [error.game] if error.game else list(catalogs)
    formatters = (formatter(_valid_catalog(catalogs, name), lang) for name in names)
    sentences = (other.say(error) for other in formatters if other.knows(error.message.key))
    return next(sentences, str(error))


def _valid_catalog(catalogs: Mapping[str, Catalog], name: str) -> Catalog:
    """Return a game's catalogue, or the built-in one if its overlay is invalid."""
    try:
        return catalogs[name]
    except CatalogError:
        return built_in(name)
