"""Generated battlefields: draw by kind and seed, compute sight, change with tools."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from exports.games.combat_commander.messages import MessageFormatter
from generator.authoring import check_document
from generator.games.combat_commander.ground.authored import BATTLEFIELD
from generator.games.combat_commander.ground.battlefield_document import (
    generated_to_document,
)
from generator.games.combat_commander.ground.map_figures import get_printed_range
from generator.games.combat_commander.ground.tools import apply_tool, list_tools
from schemas.games.combat_commander.api.battlefields import Battlefield, GroundChanged, GroundChanges, Kinds
from schemas.games.combat_commander.api.maps import Looking, Sight
from schemas.json_pointer import to_pointer
from web.api.blueprint import Blueprint
from web.games.combat_commander.service import battlefields
from web.games.combat_commander.service.battlefields import MAX_SEED
from web.games.combat_commander.service.maps import parse_hex
from web.http.rate_limit import heavy
from web.http.request_context import language

from ..request_context import catalog
from .maps import describe_sight_between

PATH = "/battlefields"
blueprint = Blueprint("battlefields", __name__, description="House rule: battlefields of our own.")
endpoint = blueprint.endpoint


@endpoint("", result=Kinds)
def kinds() -> Any:
    """List kinds, tools, and the range of the printed maps"""
    span = get_printed_range(catalog())
    return {
        "kinds": list(catalog().battlefields),
        "largest_seed": MAX_SEED,
        "tools": [tool.id for tool in list_tools(catalog())],
        "least": asdict(span.least),
        "most": asdict(span.most),
    }


@endpoint("/changes", "POST", body=GroundChanges, result=GroundChanged, cost=3)
@heavy
def change(wish: dict[str, Any]) -> Any:
    """Change a battlefield and check it for play"""
    document = battlefields.require_drawable(catalog(), wish["document"])
    for action in wish["changes"]:
        start, end = (parse_hex(catalog(), action.get(name, "")) or "" for name in ("hex", "to"))
        document = apply_tool(catalog(), document, action["tool"], start, end)
    words = MessageFormatter(catalog(), language())
    return {
        "document": document,
        "findings": [
            {
                "severity": finding.severity,
                "code": finding.code,
                "place": to_pointer(finding.place),
                "words": words.say(finding.message),
            }
            for finding in check_document(catalog(), BATTLEFIELD, document)
        ],
    }


@endpoint("/<kind>/<int:seed>", result=Battlefield, errors=(404,), cost=3)
@heavy
def show(kind: str, seed: int) -> Any:
    """Return the battlefield of a kind and a seed"""
    battlefield = battlefields.find_generated(catalog(), kind, seed)
    return {
        "kind": battlefield.kind,
        "seed": battlefield.seed,
        "figures": asdict(battlefield.figures),
        "document": generated_to_document(battlefield),
    }


@endpoint("/<kind>/<int:seed>/sight", query=Looking, result=Sight, errors=(404,), cost=3)
@heavy
def sight(ends: dict[str, Any], kind: str, seed: int) -> Any:
    """Return what a hex sees, or whether it sees another and why"""
    battlefield = battlefields.find_generated(catalog(), kind, seed)
    field = battlefields.get_los_map(
        catalog(), battlefields.canonical_json(generated_to_document(battlefield))
    )
    return describe_sight_between(field, battlefield.ground.id, ends)
