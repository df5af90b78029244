"""Maps whose ground only their owner can record: drawn once, kept as owner data, used by tables and sight."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from catalogs.owner_data import Document, empty_document, with_rows, without_row
from generator.games.combat_commander.ground.battlefield_document import FORMAT as DOCUMENT_FORMAT
from generator.games.combat_commander.ground.battlefield_document import PARTS, make_blank
from schemas.errors import HorahError
from schemas.json_input import read_json
from schemas.limits import MAX_OWNER_DATA_BYTES
from web.http.downloads import as_attachment
from web.http.rate_limit import costs, heavy
from web.http.request_context import (
    address,
    client_owner,
    context,
    owner_data_cookie,
    sentence,
    uploaded_text,
)
from web.pages.owner_catalog import remembered_data, remembered_link
from web.pages.preferences import remember
from web.service import owner_data
from web.service.errors import NotHere

from ..request_context import GAME, catalog, formatter
from .battlefield_board import Sheet, parse_sheet, render_editor

blueprint = Blueprint("recorded_map_pages", __name__, url_prefix="/maps/record")
TABLE = "ground"
FILE_FORMAT = "hora-h/recorded-maps/1"


def list_unrecorded() -> list[int]:
    """Return the maps whose ground is not in the catalogues."""
    return [number for number in catalog().maps if str(number) not in catalog().ground]


def recorded_rows() -> dict[str, dict[str, Any]]:
    """Return the maps that the owner of this device has recorded, by number."""
    box = remembered_data(GAME) or {}
    return {str(row["id"]): dict(row) for row in box.get("rows", {}).get(TABLE, ())}


@blueprint.get("")
def index() -> str:
    """List the maps to record, with files to take them elsewhere."""
    return _index()


def _index(refusal: str = "") -> str:
    g.game = GAME
    link = remembered_link(GAME)
    sheets = catalog().maps
    return render_template(
        "maps/recordings.html",
        sheets=[(number, sheets[number].place or "") for number in list_unrecorded()],
        recorded=recorded_rows(),
        link=address("owner_data_pages.follow", link=link) if link else "",
        refusal=refusal,
    )


@blueprint.get("/<int:map_id>")
@costs(3)
@heavy
def edit(map_id: int) -> str:
    """Open the drawing board with this map, blank or as it was recorded."""
    _require(map_id)
    row = recorded_rows().get(str(map_id))
    document = make_blank(catalog()) if row is None else to_document(row)
    return render_editor(Sheet(document), link="", record=map_id, kept="kept" in request.args)


@blueprint.post("/<int:map_id>")
@costs(5)
def save(map_id: int) -> Redirect | Response:
    """Keep the map as it is on the drawing board."""
    _require(map_id)
    sheet = parse_sheet()
    spots = sheet.document.get("objectives", {})
    missing = [number for number in catalog().board.objectives if spots and str(number) not in spots]
    row = {"id": str(map_id), **{part: sheet.document[part] for part in PARTS if part in sheet.document}}
    try:
        if missing:
            raise HorahError("BATTLEFIELD.objectives", missing=missing)
        return _store([row], url_for("recorded_map_pages.edit", map_id=map_id, kept="1"))
    except HorahError as fault:
        return make_response(render_editor(sheet, sentence(fault), link="", record=map_id), 422)


@blueprint.post("/<int:map_id>/delete")
def delete(map_id: int) -> Redirect:
    """Forget the ground of a map; tables that were opened with it keep their copy."""
    link = remembered_link(GAME)
    if link:
        owner_data.change(context(), link, lambda _, box: without_row(box, TABLE, str(map_id)))
    return redirect(url_for("recorded_map_pages.index"), 303)


@blueprint.get("/maps.json")
def export() -> Response:
    """Send all recorded maps as a file."""
    document = {"format": FILE_FORMAT, "maps": list(recorded_rows().values())}
    body = json.dumps(document, ensure_ascii=False, indent=1)
    return as_attachment(Response(body, mimetype="application/json"), "hora-h-maps.json")


@blueprint.post("")
@costs(5)
def bring() -> Redirect | Response:
    """Read recorded maps from a file; maps of the same number are replaced."""
    try:
        return _store(
            read_rows(uploaded_text(max_bytes=MAX_OWNER_DATA_BYTES)), url_for("recorded_map_pages.index")
        )
    except HorahError as fault:
        return make_response(_index(sentence(fault)), 422)


def read_rows(text: str) -> list[dict[str, Any]]:
    """Return the maps of a file; the catalogues check their content."""
    try:
        document = read_json(text)
    except ValueError:
        document = None
    if not isinstance(document, dict) or document.get("format") != FILE_FORMAT:
        raise HorahError("BATTLEFIELD.recorded_file")
    rows = document.get("maps")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise HorahError("BATTLEFIELD.recorded_file")
    return rows


def to_document(row: dict[str, Any]) -> dict[str, Any]:
    """Return a recorded map as a document of the drawing board."""
    return {"format": DOCUMENT_FORMAT, "name": ""} | {part: row[part] for part in PARTS if part in row}


def _store(rows: list[dict[str, Any]], back: str) -> Redirect:
    """Keep maps in the owner data of this device, and remember its link."""

    def change(_: Any, box: Document) -> Document:
        return with_rows(box, TABLE, rows)

    link = remembered_link(GAME)
    if link:
        owner_data.change(context(), link, change, client_owner())
    else:
        link = owner_data.begin(context(), GAME, change(None, empty_document(GAME)), client_owner())
    response = redirect(back, 303)
    remember(response, owner_data_cookie(GAME), link)
    return response


def _require(map_id: int) -> None:
    g.game = GAME
    if map_id not in list_unrecorded():
        raise NotHere


def map_title(map_id: int) -> str:
    """Return the title of a map."""
    return formatter().format("ground.map", n=map_id)
