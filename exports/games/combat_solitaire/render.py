"""A scenario, a template, a service record or a game: PDF, text, Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_solitaire import Catalog
from exports.kit.document import AUTHOR
from exports.kit.wish import Wish

from .parts import Sheet
from .scribe import Scribe
from .sheets import sheets_of
from .written import as_markdown, as_text


def render(document: Mapping[str, Any], kind: str, catalog: Catalog, wish: Wish) -> bytes:
    """One rendering of what a seat may see."""
    scribe = Scribe(catalog, wish.lang)
    found: list[Sheet] = sheets_of(document, scribe, wish.sheets)
    if kind == "text":
        return as_text(found).encode()
    if kind == "markdown":
        return as_markdown(found).encode()
    from .paper import as_pdf

    below = f"{AUTHOR} · {wish.url}" if wish.url else AUTHOR
    return as_pdf(found, wish.lang, wish.paper, scribe.term("game.combat_solitaire"), below)
