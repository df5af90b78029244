"""Registry of the games' exports: each folder under :mod:`exports.games` declares messages and renderer."""

from __future__ import annotations

from collections.abc import Mapping
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
from schemas.errors import HorahError

TEXT_KINDS = ("text", "markdown", "forum", "by_hex", "log")


@dataclass(frozen=True, slots=True)
class Game:
    """Names of the message formatter and the renderer of a game; both are imported on first use."""

    id: str
    formatter: str  # module:class, a subclass of :class:`exports.kit.messages.MessageFormatter`
    render: str = ""  # module:function(document, kind, catalog, request) -> bytes
    kinds: tuple[str, ...] = ()  # file kinds it can render


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

    Keyword arguments are the fields of :class:`exports.kit.render_request.RenderRequest`, plus ``grey`` and
    ``large``, which apply to any PDF, and ``note``, a sentence below a text and on every page of a PDF.
    """
    grey, large, note = (options.pop(name, "") for name in ("grey", "large", "note"))
    request = RenderRequest(**{**options, "sheets": tuple(options.get("sheets") or ())})
    exports = load_game(catalog.game)
    if kind == "json" and kind not in exports.kinds:
        return as_json(document).encode()
    if kind not in exports.kinds:
        raise HorahError("BAD_KIND", given=kind, kinds=(*exports.kinds, "json"))
    make = resolve_name(exports.render)
    if note and kind in TEXT_KINDS:
        return bytes(make(document, kind, catalog, request)) + f"\n{note}\n".encode()
    if not (grey or large or note):
        return bytes(make(document, kind, catalog, request))
    from exports.kit.print_options import PrintOptions, use_print_options  # the drawing library is heavy

    with use_print_options(PrintOptions(bool(grey), bool(large), note)):
        return bytes(make(document, kind, catalog, request))


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
