"""Make a file of a scenario or a battle in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from exports.kit.files import as_json
from exports.kit.log import format_log
from exports.kit.render_request import RenderRequest
from exports.kit.sheet import Sheet, Style
from exports.kit.sheet_file import render_sheets
from exports.kit.type_scale import TYPE_SCALES, TypeScale

from .battle_status import record_sheet
from .content import battle_title, make_sheets, select_sheets
from .messages import MessageFormatter

Data = Mapping[str, Any]
RULE_WIDTH = 7  # characters of the rule in a log


def _make_style(type_scale: TypeScale) -> Style:
    """Return a style between the closest and the roomiest that people read beside the map."""
    text = 9.2 + 2.6 * type_scale.ease
    return Style(
        title=22.0,
        second=13.0,
        lined=False,
        under_title=2.0,
        capitals=True,
        above_heading=2 * type_scale.gap - 2.0,
        text=text,
        lead=type_scale.lead,
        gap=1.0 + 3.0 * type_scale.ease,
        after=2.0,
        cell=text,
        cell_head=text,
        cell_lead=1.22,
        pad=1.5 + 3.5 * type_scale.ease,
        indent=3.0,
        room=type_scale.ease,
    )


TYPE_STYLES = tuple(map(_make_style, TYPE_SCALES))
#: In the largest type a short list gets higher rows.
STYLES = (*TYPE_STYLES, *(replace(TYPE_STYLES[-1], pad=5.0 + step) for step in range(1, 10)))


def render(document: Data, kind: str, catalog: Catalog, request: RenderRequest) -> bytes:
    """Return a file of a document that a seat may see, of either kind."""
    if kind == "json":
        return as_json(document).encode()
    scenario = document.get("scenario", document)
    formatter = MessageFormatter(catalog, request.lang).for_scenario(scenario)
    if kind == "log":
        return format_log(document.get("log", ()), formatter, RULE_WIDTH).encode()
    title = battle_title(scenario, formatter)
    sheets = select_sheets(_make_all_sheets(document, scenario, formatter, catalog), request.sheets)
    note = formatter.term(f"sheet.source_{scenario['source']}")
    above = f"{formatter.term('game.grossdeutschland')} · {title}"
    return render_sheets(
        [replace(sheet, over=title, above=above, right=sheet.title) for sheet in sheets],
        kind,
        request,
        catalog,
        title=title,
        note=note,
        below=f"{note}  {request.url}" if request.url else note,
        styles=STYLES,
    )


def _make_all_sheets(
    document: Data, scenario: Data, formatter: MessageFormatter, catalog: Catalog
) -> list[Sheet]:
    """Return all sheets; the record of a play comes before its set-up."""
    play = [record_sheet(document, formatter)] if "scenario" in document else []
    return [*play, *make_sheets(scenario, formatter, catalog)]
