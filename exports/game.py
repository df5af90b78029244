"""What a game brings to words and paper, found by its folder under :mod:`exports.games`."""

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
from exports.kit.scribe import Scribe
from exports.kit.wish import Wish
from schemas.errors import HorahError


@dataclass(frozen=True, slots=True)
class Game:
    """A game's scribe, and what makes files out of its documents; both are imported when first used."""

    id: str
    scribe: str  # module:class, a :class:`exports.kit.scribe.Scribe`
    render: str = ""  # module:function(document, kind, catalog, wish) -> bytes
    kinds: tuple[str, ...] = ()  # what it can make of a document


@cache
def game(name: str) -> Game:
    """A game's exports."""
    found: Game = import_module(f"exports.games.{name}").GAME
    return found


def scribe(catalog: Catalog, lang: Language, told: Mapping[str, Any] | None = None) -> Scribe:
    """The scribe of the game whose catalogues these are; ``told`` is what a table has settled."""
    found: Scribe = resolve_name(game(catalog.game).scribe)(catalog, lang)
    return found.at(told) if told else found


def render(
    document: Mapping[str, Any],
    kind: str,
    *,
    catalog: Catalog,
    **wishes: Any,
) -> bytes:
    """A document that a seat may see, as the game renders it; as JSON every game's reads alike.

    Wishes are those of :class:`exports.kit.wish.Wish`; ``grey`` and ``large`` hold for any sheet.
    """
    grey, large = wishes.pop("grey", False), wishes.pop("large", False)
    wish = Wish(**{**wishes, "sheets": tuple(wishes.get("sheets") or ())})
    found = game(catalog.game)
    if kind == "json" and kind not in found.kinds:
        return as_json(document).encode()
    if kind not in found.kinds:
        raise HorahError("BAD_KIND", given=kind, kinds=(*found.kinds, "json"))
    make = resolve_name(found.render)
    if not (grey or large):
        return bytes(make(document, kind, catalog, wish))
    from exports.kit.press import Press, pressed  # the drawing library is heavy

    with pressed(Press(grey, large)):
        return bytes(make(document, kind, catalog, wish))


def spoken(error: HorahError, lang: Language, catalogs: Mapping[str, Catalog]) -> str:
    """The sentence of an error, by the scribe of the table or else of the game it comes from."""
    if error.table is not None:
        catalog, settings = error.table
        voice = scribe(catalog, lang, settings)
        if voice.knows(error.said.key):
            return voice.say(error)
    names = [error.game] if error.game else list(catalogs)
    voices = (scribe(_sound(catalogs, name), lang) for name in names)
    return next((voice.say(error) for voice in voices if voice.knows(error.said.key)), str(error))


def _sound(catalogs: Mapping[str, Catalog], name: str) -> Catalog:
    """A game's catalogues; without what is laid over them where that is refused."""
    try:
        return catalogs[name]
    except CatalogError:
        return built_in(name)
