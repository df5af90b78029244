"""Line of sight over typed terrain, and service records over several games."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from exports.games.combat_solitaire.sheets import make_sheets
from exports.kit.files import as_json
from generator.authoring import require_playable
from generator.games.combat_solitaire import service_record
from generator.games.combat_solitaire.documents import SERVICE
from generator.games.combat_solitaire.hexes import distance, trace_line
from generator.games.combat_solitaire.sight import LOW_ORDERS, Ground
from schemas.errors import HorahError
from schemas.json_input import read_json
from web.http.rate_limit import costs
from web.http.request_context import sentence

from ..request_context import catalog, formatter
from .calculators import GROUND, find_obstacle, parse_typed_terrain

blueprint = Blueprint("combat_tools", __name__, url_prefix="/combat")
MAX_TERRAIN_LENGTH = 2_000
MIN_TERRAIN_ROWS, MAX_TERRAIN_ROWS = 4, 60
EMPTY_TERRAIN_ROWS = 2  # rows offered after the filled ones
MAX_RECORD_LENGTH = 400_000


@blueprint.get("/sight")
def look() -> Response:
    """12.0-12.1: show what a line of sight passes and what blocks it, over typed terrain."""
    asked = {name: request.args.get(name, "").strip() for name in ("one", "other", "ground")}
    rows = _read_terrain_rows()
    asked["ground"] = " ".join(f"{row[0]}={row[1]}/{row[2]}" for row in rows) or asked["ground"]
    asked["ground"] = asked["ground"][:MAX_TERRAIN_LENGTH]
    low = tuple(name in request.args for name in ("one_low", "other_low"))
    sight: dict[str, Any] = {}
    refusal, status = "", 200
    if asked["one"] or asked["other"]:
        try:
            field = parse_typed_terrain(formatter(), asked["ground"])
            rows = [(hex_, ground.terrain, str(ground.level)) for hex_, ground in field.items()]
            sight = _describe_sight(asked, (low[0], low[1]), field)
        except HorahError as fault:
            refusal, status = sentence(fault), 422
    rows += [("", "", "0")] * max(EMPTY_TERRAIN_ROWS, MIN_TERRAIN_ROWS - len(rows))
    orders = formatter().words("order&", LOW_ORDERS)
    page = render_template(
        "combat/sight.html",
        asked=asked,
        low=low,
        sight=sight,
        refusal=refusal,
        terrain=GROUND.choice_names(formatter()),
        rows=rows,
        highest=catalog().figures["level_most"],
        orders=orders,
    )
    return make_response(page, status)


def _read_terrain_rows() -> list[tuple[str, str, str]]:
    """Read the terrain rows of the form: hex, terrain and level."""
    rows = []
    for n in range(MAX_TERRAIN_ROWS):
        hex_, terrain, level = (
            request.args.get(f"{name}-{n}", "").strip() for name in ("hex", "terrain", "level")
        )
        if hex_:
            rows.append((hex_, terrain, level or "0"))
    return rows


def _describe_sight(
    asked: dict[str, str], low: tuple[bool, bool], field: dict[str, Ground]
) -> dict[str, Any]:
    blocked = find_obstacle(formatter(), field, asked["one"], asked["other"], low)
    return {
        "passes": [" / ".join(place.hexes) for place in trace_line(asked["one"], asked["other"])],
        "range": distance(asked["one"], asked["other"]),
        "blocked": blocked,
        "why": formatter().term(f"sight.{blocked.why}") if blocked else "",
    }


@blueprint.post("/service")
@costs(3)
def add() -> Response:
    """Add a finished game to a service record; both are uploaded, and the new record is shown."""
    try:
        record = read_file("record") or service_record.make_blank(catalog())
        game = read_file("game")
        if game is not None:
            record = service_record.add_game(require_playable(catalog(), SERVICE, record), game)
        title = request.form.get("title", "").strip()[:120]
        record = require_playable(catalog(), SERVICE, {**record, "title": title or record.get("title", "?")})
    except HorahError as fault:
        return make_response(render_template("combat/service.html", refusal=sentence(fault)), 422)
    sheets = make_sheets(record, formatter())
    return make_response(render_template("combat/service.html", sheets=sheets, text=as_json(record)))


def read_file(name: str) -> dict[str, Any] | None:
    """Read a JSON document from an uploaded file or a form field."""
    sent = request.files.get(name)
    raw = sent.read(MAX_RECORD_LENGTH + 1) if sent and sent.filename else request.form.get(name, "").encode()
    if not raw.strip():
        return None
    try:
        document = read_json(raw[: MAX_RECORD_LENGTH + 1].decode("utf-8"))
    except ValueError:
        raise HorahError("NOT_JSON.answer") from None
    if not isinstance(document, dict) or len(raw) > MAX_RECORD_LENGTH:
        raise HorahError("NOT_JSON.answer")
    return document
