"""A scenario or a battle under way as a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from exports.kit.files import as_json
from exports.kit.log import line as told
from exports.kit.wish import Wish

from .content import sheets as sheets_of
from .content import title_of, wanted
from .parts import Sheet
from .scribe import Scribe
from .standing import record
from .text import markdown, text

Data = Mapping[str, Any]


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
    if kind == "text":
        return text(title, found, note).encode()
    if kind == "markdown":
        return markdown(title, found, note).encode()
    from .pdf import pdf

    return pdf(title, found, scribe, wish.paper, note, wish.url)


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
