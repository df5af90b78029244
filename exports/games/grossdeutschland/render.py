"""A scenario or a battle under way as a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from exports.kit.files import as_json
from exports.kit.log import line as told
from exports.kit.setting import LADDER, Setting
from exports.kit.sheet import Sheet, Style
from exports.kit.sheet_file import render_sheets
from exports.kit.wish import Wish

from .content import sheets as sheets_of
from .content import title_of, wanted
from .scribe import Scribe
from .standing import record

Data = Mapping[str, Any]


def _style(setting: Setting) -> Style:
    """Return a style from the closest to the roomiest that people read beside the map."""
    text = 9.2 + 2.6 * setting.ease
    return Style(
        title=22.0,
        second=13.0,
        lined=False,
        under_title=2.0,
        capitals=True,
        above_heading=2 * setting.gap - 2.0,
        text=text,
        lead=setting.lead,
        gap=1.0 + 3.0 * setting.ease,
        after=2.0,
        cell=text,
        cell_head=text,
        cell_lead=1.22,
        pad=1.5 + 3.5 * setting.ease,
        indent=3.0,
        room=setting.ease,
    )


STYLES = tuple(map(_style, LADDER))


def render(document: Data, kind: str, catalog: Catalog, wish: Wish) -> bytes:
    """A document that a seat may see, of either kind."""
    if kind == "json":
        return as_json(document).encode()
    scenario = document.get("scenario", document)
    scribe = Scribe(catalog, wish.lang).of(scenario)
    if kind == "log":
        return _log(document, scribe).encode()
    title = title_of(scenario, scribe)
    found = wanted(_all(document, scenario, scribe, catalog), wish.sheets)
    note = scribe.term(f"sheet.source_{scenario['source']}")
    above = f"{scribe.term('game.grossdeutschland')} · {title}"
    return render_sheets(
        [replace(each, over=title, above=above, right=each.title) for each in found],
        kind,
        wish,
        catalog,
        title=title,
        note=note,
        below=f"{note}  {wish.url}" if wish.url else note,
        styles=STYLES,
    )


def _all(document: Data, scenario: Data, scribe: Scribe, catalog: Catalog) -> list[Sheet]:
    """The record of a play comes first; what was to be set up after it."""
    play = [record(document, scribe)] if "scenario" in document else []
    return [*play, *sheets_of(scenario, scribe, catalog)]


def _log(document: Data, scribe: Scribe) -> str:
    lines = []
    for found in document.get("log", ()):
        line = told(found, scribe)
        who = f"{line.seat}: " if line.seat else ""
        answer = f": {line.answer}" if line.answer else ""
        lines.append(f"{line.rule:<7}{who}{line.text}{answer}")
    return "\n".join(lines) + "\n"
