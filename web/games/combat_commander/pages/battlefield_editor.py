"""The battlefield editor: change a battlefield hex by hex, print it, save it as a file, or open one."""

from __future__ import annotations

import gzip
from dataclasses import replace

from flask import Blueprint, Response, make_response, render_template, request

from generator.games.combat_commander.ground.battlefield_document import (
    Document,
    generated_to_document,
    make_blank,
    to_document,
    to_ground,
)
from generator.games.combat_commander.ground.tools import apply_stroke, apply_tool
from schemas.errors import HorahError
from schemas.limits import MAX_BATTLEFIELD_LENGTH, MAX_BATTLEFIELD_UNDO_STEPS
from web.games.combat_commander.service import battlefields
from web.games.combat_commander.service.maps import parse_hex
from web.http.rate_limit import costs, heavy
from web.http.request_context import parse_number, sentence

from ..request_context import catalog, formatter
from .battlefield_board import (
    Sheet,
    describe_ground,
    make_editor_parts,
    name_document,
    parse_sheet,
    read_document,
    render_editor,
)
from .battlefields import render_index, send_document, send_ground_pdf

MAX_STROKE_HEXES = 600

blueprint = Blueprint("battlefield_editor", __name__, url_prefix="/battlefields/edit")


@blueprint.get("")
@costs(3)
@heavy
def begin() -> str:
    """Start with open ground, a generated battlefield, or a printed map."""
    return render_editor(Sheet(_first()))


def _first() -> Document:
    tables = catalog()
    kind, seed = request.args.get("kind", ""), parse_number(request.args.get("seed", ""), -1)
    if kind in tables.battlefields and seed >= 0:
        return generated_to_document(battlefields.get_battlefield(tables, kind, seed))
    ground = tables.ground.get(request.args.get("map", ""))
    if ground is not None:
        return to_document(ground, formatter().format("battlefield.copy", n=ground.id))
    return make_blank(tables)


@blueprint.post("")
@costs(3)
@heavy
def change() -> Response:
    """Apply one action: draw, undo, or rename. On an error, show it and change nothing."""
    try:
        sheet = parse_sheet()
    except HorahError as fault:
        return _answer(Sheet(make_blank(catalog())), sentence(fault))
    try:
        return _answer(_done(sheet))
    except HorahError as fault:
        return _answer(sheet, sentence(fault))


def _answer(sheet: Sheet, refusal: str = "") -> Response:
    """Return the whole page, or only the changed part for a script.

    The part is compressed because it is sent for every click.
    """
    part = request.headers.get("X-Part") == "board"
    text = _part(sheet, refusal) if part else render_editor(sheet, refusal)
    response = make_response(text, 422 if refusal else 200)
    if part and request.accept_encodings.quality("gzip"):
        response.set_data(gzip.compress(text.encode(), 5))
        response.headers["Content-Encoding"] = "gzip"
    return response


def _done(sheet: Sheet) -> Sheet:
    """Return the sheet after the requested action."""
    form, tables = request.form, catalog()
    if form.get("do") == "back":
        if not sheet.before:
            raise HorahError("BATTLEFIELD.back")
        return Sheet(read_document(sheet.before[-1]), sheet.before[:-1], sheet.tool)
    document = name_document(sheet)
    if form.get("do") == "name":
        return Sheet(document, sheet.before, sheet.tool)
    if form.get("do") == "stroke":
        hexes = [parse_hex(tables, word) or "" for word in form.get("stroke", "").split()[:MAX_STROKE_HEXES]]
        after = apply_stroke(tables, document, sheet.tool, hexes)
    else:
        start = parse_hex(tables, form.get("hex", ""))
        if start is None:
            raise HorahError("BATTLEFIELD.hex")
        other = parse_hex(tables, form.get("other", "")) or ""
        after = apply_tool(tables, document, sheet.tool, start, other)
    before = (*sheet.before, battlefields.canonical_json(sheet.document))[-MAX_BATTLEFIELD_UNDO_STEPS:]
    return Sheet(after, before, sheet.tool)


@blueprint.post("/open")
@costs(3)
@heavy
def bring() -> Response:
    """Open a battlefield from a file."""
    file = request.files.get("file")
    text = file.read(4 * MAX_BATTLEFIELD_LENGTH).decode("utf-8", "replace") if file else ""
    try:
        return _answer(Sheet(read_document(text)))
    except HorahError as fault:
        return make_response(render_index(sentence(fault)), 422)


@blueprint.post("/paper")
@costs(10)
def paper() -> Response:
    """Return the current battlefield as PDF or as a file."""
    sheet = parse_sheet()
    words = formatter()
    sheet = replace(sheet, document=name_document(sheet))
    key = battlefields.digest_document(sheet.document)
    if request.form.get("do") == "json":
        return send_document(sheet.document, key)
    ground = to_ground(sheet.document)
    name = "map-full-size.pdf" if request.form.get("do") == "full" else "map.pdf"
    title = str(sheet.document["name"]) or words.term("battlefield.unnamed")
    return send_ground_pdf(ground, name, title, describe_ground(ground, words), key)


def _part(sheet: Sheet, refusal: str) -> str:
    """Render the parts that an action changes: the board and the findings below it."""
    facts = make_editor_parts(sheet, refusal)
    return "".join(render_template(f"battlefields/{name}.html", **facts) for name in ("board", "findings"))
