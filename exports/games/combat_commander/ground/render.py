"""A battlefield of one's own in; PDF, SVG, text and Markdown out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Language
from exports.kit.errors import ExportError
from exports.kit.files import as_json
from exports.kit.vector import vector
from generator.games.combat_commander.ground.battlefield_document import SCHEMA, to_ground
from generator.games.combat_commander.ground.map_figures import measure_ground
from schemas.said import say
from schemas.validation import problems

from ..scribe import Scribe
from .legend import legend_words
from .paper import whole
from .sheet import ground_map
from .words import house_note

KINDS = ("pdf", "svg", "text", "markdown", "json")
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def render_battlefield(
    document: Mapping[str, Any], kind: str, *, catalog: Catalog, paper: str = "a4", lang: Language = "en"
) -> bytes:
    """One rendering of a battlefield; a document that is none is refused with its place."""
    if kind not in KINDS:
        raise ExportError("BAD_KIND", given=kind, kinds=list(KINDS))
    for problem in problems(document, SCHEMA):
        fault = say("finding.shape", problem=problem.problem, expected=problem.expected)
        raise ExportError("BAD_CARD", where=f"{problem.place}: " if problem.place else "", fault=fault)
    if kind == "json":
        return as_json(document).encode()
    ground, scribe = to_ground(document), Scribe(catalog, lang)
    title, line = scribe.battlefield(document), figures_line(ground, scribe)
    note = house_note(document, scribe)
    if kind == "pdf":
        return whole(ground, title, f"{line} · {note}", scribe, paper)
    if kind == "svg":
        return f"{DECLARATION}{vector(ground_map(ground, scribe, 24.0), f'{title}. {line}')}\n".encode()
    told = legend_words(ground, scribe)
    if kind == "markdown":
        return "\n".join([f"# {title}", "", line, "", note, "", *(f"- {one}" for one in told), ""]).encode()
    return "\n".join([title, line, note, "", *told, ""]).encode()


def figures_line(ground: Ground, scribe: Scribe) -> str:
    """What a map is like, in one line."""
    found = asdict(measure_ground(scribe.catalog, ground))
    shown = {**found, "cover": round(found["cover"] / 10), "sight": round(found["sight"] / 10)}
    return scribe.said("ground.figures", **shown)
