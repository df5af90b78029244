"""The battlefield editor's state and view: document, earlier documents, findings, tools.

The form itself holds the document and some earlier ones, so nothing is stored before the author saves, and
the editor works without a script.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template, request
from markupsafe import Markup

from catalogs.games.combat_commander.ground import Ground
from exports.games.combat_commander.ground.hex_text import describe_hex
from exports.games.combat_commander.ground.overlay import Overlay
from exports.games.combat_commander.messages import MessageFormatter
from generator.authoring import check_document
from generator.findings import Finding
from generator.games.combat_commander.ground.authored import BATTLEFIELD
from generator.games.combat_commander.ground.battlefield_document import Document, to_ground
from generator.games.combat_commander.ground.edit import set_name
from generator.games.combat_commander.ground.map_figures import measure_ground
from generator.games.combat_commander.ground.tools import Tool, list_tools
from schemas.json_input import read_json
from schemas.limits import MAX_BATTLEFIELD_LENGTH, MAX_BATTLEFIELD_UNDO_STEPS
from web.games.combat_commander.service import battlefields
from web.http.request_context import address, clean_line, context, parse_number
from web.service import documents

from ..request_context import catalog, formatter
from . import ground_view
from .battlefields import compare_figures

MAX_NAME_LENGTH = 120
DEFAULT_TOOL = "terrain:woods"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The state of the editor: the document, earlier ones, the selected tool."""

    document: Document
    before: tuple[str, ...] = ()
    tool: str = DEFAULT_TOOL


@dataclass(frozen=True, slots=True)
class Message:
    """A finding in words, with the hexes it concerns."""

    severity: str
    words: str
    hexes: tuple[str, ...]


def parse_sheet() -> Sheet:
    """Return the sheet in the form; raise an error if it is not a battlefield."""
    form = request.form
    return Sheet(
        read_document(form.get("document", "")),
        tuple(text for text in form.getlist("before") if len(text) <= MAX_BATTLEFIELD_LENGTH)[
            -MAX_BATTLEFIELD_UNDO_STEPS:
        ],
        form.get("tool", DEFAULT_TOOL),
    )


def read_document(text: str) -> Document:
    """Parse a battlefield from a form or a file."""
    try:
        document = read_json(text) if len(text) <= MAX_BATTLEFIELD_LENGTH else None
    except ValueError:
        document = None
    return battlefields.require_drawable(catalog(), document)


def name_document(sheet: Sheet) -> Document:
    """Return the document with the name that the form gives it."""
    return set_name(sheet.document, clean_line(request.form.get("name", ""))[:MAX_NAME_LENGTH])


def render_editor(sheet: Sheet, refusal: str = "", **more: Any) -> str:
    """Render the editor; ``more`` describes a stored battlefield."""
    return render_template(
        "battlefields/edit.html", **make_editor_parts(sheet, refusal), **(more or stored_parts_from_form())
    )


def stored_parts_from_form() -> dict[str, Any]:
    """Return the addresses and the base version of the battlefield in the form, if it is stored."""
    link = request.form.get("link", "")
    if not link:
        return {"link": "", "record": parse_number(request.form.get("record", ""), 0)}
    version = parse_number(request.form.get("version", ""), 0)
    return make_stored_parts(link, documents.enter(context(), link), version, "listed" in request.form)


def make_stored_parts(link: str, document_id: str, version: int, listed: bool) -> dict[str, Any]:
    """Return template variables of a stored battlefield: its addresses and the version to save on top of."""
    return {
        "link": link,
        "version": version,
        "listed": listed,
        "reading": address("battlefield_kept.show", document_id=document_id),
        "writing": address("battlefield_kept.edit", link=link),
        "kept": "kept" in request.args,
    }


def describe_ground(ground: Ground, words: MessageFormatter) -> str:
    figures = ground_view.format_figures(measure_ground(catalog(), ground), words)
    return " · ".join(f"{name} {value}" for name, value in figures)


def make_editor_parts(sheet: Sheet, refusal: str = "") -> dict[str, Any]:
    """Return the template variables of the editor."""
    tables, words = catalog(), formatter()
    findings = check_document(tables, BATTLEFIELD, sheet.document)
    messages = [_describe_finding(finding, sheet.document, words) for finding in findings]
    faulty = any(finding.code in ("B1", "B2") for finding in findings)  # nothing else can be computed then
    ground = to_ground(sheet.document)
    frame, outlines = ground_view.outline_map(tables.board)
    over = Overlay(lit=frozenset(hex_id for message in messages for hex_id in message.hexes))
    return {
        "document": battlefields.canonical_json(sheet.document),
        "name": sheet.document["name"],
        "before": sheet.before,
        "tool": sheet.tool,
        "groups": _list_tool_groups(words),
        "samples": _draw_samples(words),
        "layers": ground_view.draw_layers(ground, words, words.term("battlefield.unnamed")),
        "under": ground_view.draw_overlay(over, tables.board)[0],
        "frame": frame,
        "spots": [(hex_id, points, describe_hex(ground, hex_id, words)) for hex_id, points in outlines],
        "findings": messages,
        "likeness": [] if faulty else compare_figures(measure_ground(tables, ground), words),
        "refusal": refusal,
    }


def _list_tool_groups(words: MessageFormatter) -> list[tuple[str, list[tuple[Tool, str]]]]:
    """Return the tools in named groups, each with its name."""
    groups: dict[str, list[tuple[Tool, str]]] = {}
    for tool in list_tools(catalog()):
        groups.setdefault(words.term(f"tool.{tool.group}"), []).append((tool, _tool_name(tool, words)))
    return list(groups.items())


def _tool_name(tool: Tool, words: MessageFormatter) -> str:
    if tool.group in ("level", "objective"):
        return tool.what
    own = f"tool.{tool.group}.{tool.what}"
    return words.term(own) if words.knows(own) else words.term(f"terrain.{tool.what}")


def _draw_samples(words: MessageFormatter) -> dict[str, Markup]:
    """Return a picture for each tool that has one."""
    return {
        tool.id: ground_view.draw_terrain_sample(words, tool.what)
        for tool in list_tools(catalog())
        if tool.what in catalog().terrain and tool.group != "exit" and tool.what != "open"
    }


def _describe_finding(finding: Finding, document: Mapping[str, Any], words: MessageFormatter) -> Message:
    return Message(finding.severity, words.say(finding.message), _list_hexes(finding, document))


def _list_hexes(finding: Finding, document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the hexes at the place of a finding."""
    value: Any = document
    for step in finding.place:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return ()
    if isinstance(value, Mapping):
        value = value.get("hex")
    if not isinstance(value, str):
        return ()
    hexes = {hex_id for hex_id, _ in ground_view.outline_map(catalog().board)[1]}
    return tuple(one for one in value.split("-") if one in hexes)
