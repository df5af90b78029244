"""Make a PDF, text or Markdown file of a scenario, a template, a service record or a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_solitaire import Catalog
from exports.kit.render_request import RenderRequest
from exports.kit.sheet import Style, grow_style
from exports.kit.sheet_file import render_sheets

from .messages import MessageFormatter
from .sheets import make_sheets

STYLE = Style(
    title=20.0,
    lined=False,
    under_title=6.0,
    heading=12.5,
    above_heading=0.0,
    text=9.5,
    gap=6.0,
    after=6.0,
    cell=9.5,
    cell_head=9.5,
    cell_lead=1.316,
    pad=2.0,
)


def render(document: Mapping[str, Any], kind: str, catalog: Catalog, request: RenderRequest) -> bytes:
    """Return one rendering of a document that a seat may see."""
    formatter = MessageFormatter(catalog, request.lang)
    sheets = make_sheets(document, formatter, request.sheets)
    return render_sheets(
        sheets,
        kind,
        request,
        catalog,
        file_title=formatter.term("game.combat_solitaire"),
        styles=grow_style(STYLE),
    )
