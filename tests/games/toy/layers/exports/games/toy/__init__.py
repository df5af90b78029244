"""The toy's scribe and its sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs import Catalog
from exports.game import Game
from exports.kit.wish import Wish

GAME = Game("toy", scribe="exports.kit.scribe:Scribe", render=f"{__name__}:render", kinds=("pdf", "text"))


def render(document: Mapping[str, Any], kind: str, catalog: Catalog, wish: Wish) -> bytes:
    from exports.kit.blocks import heading, paragraph
    from exports.kit.page import sheet
    from exports.kit.scribe import Scribe

    scribe = Scribe(catalog, wish.lang)
    if "lanes" in document:
        facts = {**document, "lanes": [each["lane"] for each in document["lanes"]]}
        words = scribe.sentence("toy.scenario", facts)
    else:
        words = scribe.sentence("toy.sheet", {"wind": document["wind"], **document["points"]})
    if kind == "text":
        return f"{words}\n".encode()
    title = scribe.term("game.toy")
    return sheet(title, wish.lang, wish.paper, lambda wide: [heading(title, wide), paragraph(words, wide)])
