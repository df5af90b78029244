"""Make a PDF, text or Markdown file of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from exports.kit.render_request import RenderRequest
from exports.kit.sheet import Style, grow_style
from exports.kit.sheet_file import render_sheets
from generator.games.schwerpunkt.battle import SIDES

from .content import make_side_sheets
from .messages import MessageFormatter

STYLE = Style(
    title=20.0,
    lined=False,
    heading=13.0,
    above_heading=7.0,
    below_heading=0.0,
    text=9.4,
    after=5.0,
    cell=8.9,
    cell_head=8.9,
    narrow=True,
    pad=1.5,
    indent=1.5,
)


def render(document: Mapping[str, Any], kind: str, catalog: Catalog, request: RenderRequest) -> bytes:
    """Return a file of a document that a seat may see; ``wish.sheets`` may name one side."""
    formatter = MessageFormatter(catalog, request.lang)
    document = formatter.translate_all(document)
    sides = [side for side in SIDES if request.wants(side)] or list(SIDES)
    return render_sheets(
        make_side_sheets(document, formatter, sides),
        kind,
        request,
        catalog,
        title=document.get("battle", document)["title"],
        below=request.url or formatter.term("sheet.below"),
        styles=grow_style(STYLE),
    )
