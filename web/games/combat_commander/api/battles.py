"""Quick battles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, request

from exports.games.combat_commander.lookup import roll_support
from generator.table import EVERYONE
from schemas.api.common import LogLine
from schemas.games.combat_commander.api.battles import Battle, BattlePrinting, Eyes, NewBattle
from schemas.games.combat_commander.api.lookup import Drawn, SupportRoll
from web.api.blueprint import Blueprint
from web.api.responses import LOCATED, File, add_file_endpoints, wish_of
from web.games.combat_commander.service import battles
from web.http.downloads import CACHE_ONE_HOUR, choose_cache, send_rendering
from web.http.rate_limit import pay_for_search
from web.http.request_context import client_owner, context, language
from web.service.tables.log_text import add_texts

from ..request_context import catalog
from .card_files import card_files

PATH = "/battles"
blueprint = Blueprint(
    "battles", __name__, description="Quick battles: made at once, kept at their own address."
)
endpoint = blueprint.endpoint


@endpoint("", "POST", body=NewBattle, result=Battle, media=LOCATED, status=201, errors=(404,), cost=5)
def make(wish: dict[str, Any]) -> Response:
    """Make a battle and store it"""
    new = _make(wish)
    where = f"{request.path}/{new.key}"
    body = battles.to_json(context(), new.stored, new.key, EVERYONE)
    return Response(body, 201, {"Location": where}, mimetype="application/json")


def _make(wish: dict[str, Any]) -> battles.NewBattle:
    if old := wish.get("again"):
        pay_for_search({} if old["step"] else battles.find_battle(context(), old["battle"]).settings)
        return battles.repeat_battle(context(), old["battle"], old["step"], wish.get("seed"), client_owner())
    pay_for_search(wish["settings"])
    return battles.make_battle(context(), wish["settings"], wish.get("seed"), client_owner())


@endpoint("/<battle_id>", query=Eyes, result=Battle, errors=(404,))
def show(eyes: dict[str, Any], battle_id: str) -> Response:
    """Return a battle with its card"""
    body = battles.get_battle_json(context(), battle_id, eyes["seat"])
    return Response(body, mimetype="application/json", headers={"Cache-Control": CACHE_ONE_HOUR})


@endpoint("/<battle_id>/log", query=Eyes, result=LogLine(many=True), errors=(404,))
def log(eyes: dict[str, Any], battle_id: str) -> list[dict[str, Any]]:
    """List every answer and its consequences"""
    return add_texts(catalog(), battles.view_battle_log(context(), battle_id, eyes["seat"]), language())


@endpoint("/<battle_id>/support", query=SupportRoll, result=Drawn, errors=(404,))
def support(wish: dict[str, Any], battle_id: str) -> Any:
    """A35.4, E59, E68: return the result of a roll on the Support table during this battle"""
    card = battles.view_battle_card(context(), battle_id, EVERYONE)
    return roll_support(catalog(), card, wish["side"], wish["rule"], wish["roll"], language())


def _send(file: File, query: Mapping[str, Any], battle_id: str) -> Response:
    seat, wish = query["seat"], wish_of(file.kind, query)
    printed = battles.render_battle(context(), battle_id, seat, wish)
    name = battles.find_battle(context(), battle_id).id[:8]
    return send_rendering(printed, f"hora-h-{name}-{seat}", cache=choose_cache(file.kind))


add_file_endpoints(
    blueprint, "/<battle_id>", card_files("The card as JSON", Eyes, BattlePrinting), _send, anyone=False
)
