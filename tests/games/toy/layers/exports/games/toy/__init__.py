"""The toy's formatter and its sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs import Catalog
from exports.game import Game
from exports.kit.render_request import RenderRequest

GAME = Game(
    "toy",
    formatter="exports.kit.messages:MessageFormatter",
    render=f"{__name__}:render",
    kinds=("pdf", "text", "markdown"),
)


def render(document: Mapping[str, Any], kind: str, catalog: Catalog, request: RenderRequest) -> bytes:
    from exports.kit.messages import MessageFormatter
    from exports.kit.sheet import Paragraph, Sheet
    from exports.kit.sheet_file import render_sheets

    formatter = MessageFormatter(catalog, request.lang)
    if "lanes" in document:
        facts = {**document, "lanes": [each["lane"] for each in document["lanes"]]}
        words = formatter.sentence("toy.scenario", facts)
    else:
        words = formatter.sentence("toy.sheet", {"wind": document["wind"], **document["points"]})
    title = formatter.term("game.toy")
    return render_sheets([Sheet("toy", title, [Paragraph(words)])], kind, request, catalog, file_title=title)
