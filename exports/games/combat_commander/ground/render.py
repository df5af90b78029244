"""Render a custom battlefield as PDF, SVG, text, Markdown or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Language
from exports.kit.errors import ExportError
from exports.kit.files import as_json
from exports.kit.markdown import write_markdown
from exports.kit.sheet import Bullets, Paragraph, Sheet
from exports.kit.svg import to_svg_file
from exports.kit.text import write_text
from generator.games.combat_commander.ground.battlefield_document import SCHEMA, to_ground
from generator.games.combat_commander.ground.map_figures import measure_ground
from schemas.messages import say
from schemas.validation import problems

from ..messages import MessageFormatter
from .ground_text import house_note
from .legend import list_legend
from .map_pdf import render_whole_map
from .map_sheet import draw_ground_map

KINDS = ("pdf", "svg", "text", "markdown", "json")


def render_battlefield(
    document: Mapping[str, Any], kind: str, *, catalog: Catalog, paper: str = "a4", lang: Language = "en"
) -> bytes:
    """Render a battlefield; raise ExportError with the place of the first problem in an invalid document."""
    if kind not in KINDS:
        raise ExportError("BAD_KIND", given=kind, kinds=list(KINDS))
    for problem in problems(document, SCHEMA):
        fault = say("finding.shape", problem=problem.problem, expected=problem.expected)
        raise ExportError("BAD_CARD", where=f"{problem.place}: " if problem.place else "", fault=fault)
    if kind == "json":
        return as_json(document).encode()
    ground, formatter = to_ground(document), MessageFormatter(catalog, lang)
    title, line = formatter.battlefield(document), format_figures(ground, formatter)
    note = house_note(document, formatter)
    if kind == "pdf":
        return render_whole_map(ground, title, f"{line} · {note}", formatter, paper)
    if kind == "svg":
        return to_svg_file(draw_ground_map(ground, formatter, 24.0), f"{title}. {line}").encode()
    parts = (Paragraph(line), Paragraph(note), Bullets(list_legend(ground, formatter)))
    write = write_markdown if kind == "markdown" else write_text
    return write([Sheet("battlefield", title, parts)]).encode()


def format_figures(ground: Ground, formatter: MessageFormatter) -> str:
    """Return the figures of a map in one line."""
    measured = asdict(measure_ground(formatter.catalog, ground))
    figures = {**measured, "cover": round(measured["cover"] / 10), "sight": round(measured["sight"] / 10)}
    return formatter.format("ground.figures", **figures)
