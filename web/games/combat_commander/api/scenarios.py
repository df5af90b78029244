"""Scenarios that people write. The writers' secret link goes into the header Authorization, after Bearer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, url_for

from exports.games.combat_commander.findings import LETTERS, change_json, finding_json, spelled
from generator.authoring import fixed
from generator.games.combat_commander.authoring.authored import SCENARIO
from generator.games.combat_commander.authoring.checks import check as check_card
from generator.games.combat_commander.authoring.checks import refused
from generator.games.combat_commander.authoring.fixes import apply_fix
from generator.games.combat_commander.authoring.guide import ITEMS, follow
from generator.games.combat_commander.authoring.library import Query
from generator.games.combat_commander.authoring.scenario import priced
from schemas.games.combat_commander.api.scenarios import (
    REHEARSED,
    BegunScenario,
    Between,
    CardOnly,
    Change,
    Draft,
    Findings,
    Fixed,
    Fixing,
    Following,
    Handicapping,
    NewScenario,
    Part,
    Prices,
    Scenario,
    ScenarioEyes,
    ScenarioPrinting,
    Search,
    Shelved,
    Version,
    Which,
    WholeCard,
)
from schemas.json_pointer import to_pointer
from web import problems
from web.api.blueprint import Blueprint
from web.api.responses import File, add_file_endpoints, wish_of
from web.current import bearer, client, context, sentence
from web.downloads import send_rendering
from web.games.combat_commander.current import catalog
from web.games.combat_commander.service import scenarios
from web.rate_limit import costs
from web.service import documents

from .card_files import card_files

PATH = "/scenarios"
blueprint = Blueprint(
    "scenarios", __name__, description="Scenarios: the library, the workbench, checks, prices and fixes."
)
route, arguments, response = blueprint.route, blueprint.arguments, blueprint.response
WRITERS: list[dict[str, list[str]]] = [{"link": []}]


@route("")
@arguments(Search, location="query")
@response(200, Shelved(many=True))
def shelf(wish: dict[str, Any]) -> Any:
    """The library, and scenarios whose authors list them"""
    query = Query(wish.get("q"), wish.get("faction"), wish.get("year"), wish.get("size"), wish.get("map"))
    found = scenarios.shelf(context(), query, wish["page"], wish["size_of_page"])
    return [_shelved(each) for each in found.items], 200, {"X-Total-Count": str(found.total)}


@route("", methods=["POST"])
@costs(5)
@arguments(NewScenario)
@response(201, BegunScenario)
@blueprint.alt_response(404, "NOT_FOUND")
def begin(wish: dict[str, Any]) -> Any:
    """Begin a scenario: from nothing, from a card, from a battle, from some fields, or from another one"""
    begun = _begin(wish)
    return begun, 201, {"Location": url_for("scenarios.show", scenario_id=begun.id)}


def _begin(wish: dict[str, Any]) -> documents.Begun:
    here, owner = context(), client()
    if new := wish.get("new"):
        return scenarios.begin_new(
            here, new["axis"], new["allied"], new["year"], new["map"], new["size"], new["title"], owner
        )
    if battle := wish.get("battle"):
        return scenarios.begin_from_battle(here, battle["id"], battle["seat"], owner=owner)
    if "part" in wish:
        return scenarios.begin_filled(here, wish["part"], wish.get("seed"), owner)
    if "copy" in wish:
        return scenarios.begin_copy(here, wish["copy"], owner)
    return scenarios.begin(here, wish["card"], owner)


@route("/check", methods=["POST"])
@costs(2)
@arguments(WholeCard)
@response(200, Findings)
def check(wish: dict[str, Any]) -> Any:
    """Everything there is to say about a card"""
    tables = catalog()
    found = check_card(wish["card"], tables)
    return {"refused": refused(found), "findings": [finding_json(finding, tables) for finding in found]}


@route("/price", methods=["POST"])
@costs(2)
@arguments(WholeCard)
@response(200, Prices)
def price(wish: dict[str, Any]) -> Any:
    """Every piece, the guide's proposals with their working, and the balance of the sides"""
    found, tables = scenarios.study(context(), scenarios.received(wish["card"]), ()), catalog()
    assert found.meter is not None
    return {
        "prices": spelled(found.prices, tables),
        "proposals": [{**spelled(each, tables), "follows": each.follows} for each in found.proposals],
        "strengths": spelled(found.meter.strengths, tables),
        "meter": {
            "reach": found.meter.reach,
            "measures": [{**spelled(each, tables), "balance": each.balance} for each in found.meter.measures],
        },
    }


@route("/fix", methods=["POST"])
@costs(3)
@arguments(Fixing)
@response(200, Fixed)
def fix(wish: dict[str, Any]) -> Any:
    """A card with one of the offered fixes, or with all of them"""
    tables, card = catalog(), scenarios.received(wish["card"])
    if "severities" in wish:
        asked = frozenset(name for name, letter in LETTERS.items() if letter in wish["severities"])
        card, mended = fixed(tables, SCENARIO, card, asked)
        return {"card": card, "fixed": [finding_json(finding, tables) for finding in mended]}
    found = [
        finding_json(finding, tables)
        for finding in check_card(card, tables)
        if (finding.code, to_pointer(finding.place)) == (wish["id"], wish["place"])
    ]
    return {"card": apply_fix(card, tables, wish["id"], wish["place"]), "fixed": found[:1]}


@route("/follow", methods=["POST"])
@costs(2)
@arguments(Following)
@response(200, CardOnly)
def follow_guide(wish: dict[str, Any]) -> Any:
    """A card with what the design guide proposes"""
    items = tuple(item for item in ITEMS if item in wish.get("items", ITEMS))
    tables = catalog()
    return {"card": priced(follow(scenarios.received(wish["card"]), tables, items), tables)}


@route("/handicap", methods=["POST"])
@costs(2)
@arguments(Handicapping)
@response(200, CardOnly)
def handicap(wish: dict[str, Any]) -> Any:
    """A card for players of unequal experience, or evened by what its rehearsal found"""
    card = scenarios.received(wish["card"])
    if wish["side"] == REHEARSED:
        return {"card": scenarios.evened(context(), card)}
    return {"card": scenarios.handicap(context(), card, wish["side"])}


@route("/complete", methods=["POST"])
@costs(5)
@arguments(Part)
@response(200, CardOnly)
def complete(wish: dict[str, Any]) -> Any:
    """Fill in the rest: a whole card from some of its fields"""
    return {"card": scenarios.filled(context(), wish["part"], wish.get("seed"))}


@route("/<scenario_id>")
@arguments(Which, location="query")
@response(200, Scenario)
@blueprint.alt_response(404, "NOT_FOUND")
def show(wish: dict[str, Any], scenario_id: str) -> Any:
    """A scenario as it stands or as it stood"""
    found = scenarios.find(context(), scenario_id, wish.get("version"))
    return found, 200, {"ETag": f'"{"library" if found.version is None else found.version}"'}


@route("/<scenario_id>", methods=["DELETE"])
@response(204)
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.doc(security=WRITERS)
def forget(scenario_id: str) -> None:
    """Delete a scenario of one's own with all its versions"""
    _allow(scenario_id)
    documents.forget(context(), scenario_id)


@route("/<scenario_id>", methods=["PUT"])
@costs(2)
@arguments(Draft)
@response(200, Scenario)
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.doc(security=WRITERS)
def save(wish: dict[str, Any], scenario_id: str) -> Any:
    """Save the next version; if another came first nothing is changed, and 409 says what differs"""
    _allow(scenario_id)
    card = scenarios.received(wish["card"])
    try:
        return documents.save(
            context(),
            scenario_id,
            card,
            wish["version"],
            note=wish["note"],
            listed=wish.get("listed"),
            draft=True,
        )
    except documents.Stale as stale:
        return problems.answer(_stale(stale))


@route("/<scenario_id>/versions")
@response(200, Version(many=True))
@blueprint.alt_response(404, "NOT_FOUND")
def versions(scenario_id: str) -> Any:
    """Every version there is, the last one first"""
    documents.find(context(), scenario_id, kind=scenarios.kind(context()))
    return documents.versions(context(), scenario_id)


@route("/<scenario_id>/changes")
@arguments(Between, location="query")
@response(200, Change(many=True))
@blueprint.alt_response(404, "NOT_FOUND")
def changes(wish: dict[str, Any], scenario_id: str) -> Any:
    """What changed between two versions"""
    documents.find(context(), scenario_id, kind=scenarios.kind(context()))
    found = documents.changes(context(), scenario_id, wish["before"], wish["after"])
    return [change_json(change, catalog()) for change in found]


def _send(file: File, query: Mapping[str, Any], scenario_id: str) -> Response:
    found, seat = scenarios.find(context(), scenario_id), query["seat"]
    printed = scenarios.printed(context(), found, seat, wish_of(file.kind, query))
    return send_rendering(printed, f"hora-h-{scenario_id[:24]}-{seat}")


add_file_endpoints(
    blueprint,
    "/<scenario_id>",
    card_files("The card as a file", ScenarioEyes, ScenarioPrinting),
    _send,
    anyone=False,
)


def _allow(scenario_id: str) -> None:
    documents.allow(context(), scenario_id, bearer(), scenarios.kind(context()))


def _shelved(found: documents.Line) -> dict[str, Any]:
    card = found.shown
    return {
        "id": found.id,
        "version": found.version,
        "title": card.get("title") or card.get("id") or "",
        "year": card["year"],
        "map": card["map"]["number"],
        "factions": {side: force["faction"] for side, force in card["sides"].items()},
        "sizes": {side: force["size"] for side, force in card["sides"].items()},
        "links": list(card.get("links", ())),
    }


def _stale(stale: documents.Stale) -> problems.Problem:
    tables = catalog()
    return problems.problem(
        stale.status,
        detail=sentence(stale),
        code=stale.code,
        errors={
            "version": stale.theirs.version,
            "theirs": [change_json(change, tables) for change in stale.their_changes],
            "yours": [change_json(change, tables) for change in stale.my_changes],
            "card": stale.theirs.document,
            "merged": stale.together,
        },
    )
