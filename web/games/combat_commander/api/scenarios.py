"""Scenarios that people write.

The secret writing link goes into the Authorization header, after Bearer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, url_for

from exports.games.combat_commander.finding_text import SEVERITY_LETTERS, change_json, finding_json, to_json
from generator.authoring import apply_fixes
from generator.games.combat_commander.authoring.authored import SCENARIO
from generator.games.combat_commander.authoring.checks import check as check_card
from generator.games.combat_commander.authoring.checks import has_errors
from generator.games.combat_commander.authoring.fixes import apply_fix
from generator.games.combat_commander.authoring.guide import ITEMS, follow
from generator.games.combat_commander.authoring.library import Query
from generator.games.combat_commander.authoring.scenario import update_points
from schemas.api.documents import DocumentVersion, WhichDocument
from schemas.games.combat_commander.api.scenarios import (
    REHEARSED,
    BegunScenario,
    Between,
    CardOnly,
    Change,
    Findings,
    Fixed,
    Fixing,
    Following,
    Handicapping,
    NewScenario,
    Part,
    Prices,
    Scenario,
    ScenarioDraft,
    ScenarioEyes,
    ScenarioPrinting,
    Search,
    Shelved,
    WholeCard,
)
from schemas.json_pointer import to_pointer
from web.api.blueprint import LINK, Blueprint
from web.api.responses import File, add_file_endpoints, wish_of
from web.games.combat_commander.request_context import catalog
from web.games.combat_commander.service import scenarios
from web.http import problems
from web.http.downloads import send_rendering
from web.http.request_context import bearer, client_owner, context, sentence
from web.service import documents

from .card_files import card_files

PATH = "/scenarios"
blueprint = Blueprint(
    "scenarios", __name__, description="Scenarios: the library, the workbench, checks, prices and fixes."
)
endpoint = blueprint.endpoint


@endpoint("", query=Search, result=Shelved(many=True))
def shelf(wish: dict[str, Any]) -> Any:
    """List the library and the scenarios that their authors published"""
    query = Query(wish.get("q"), wish.get("faction"), wish.get("year"), wish.get("size"), wish.get("map"))
    page = scenarios.list_library(context(), query, wish["page"], wish["size_of_page"])
    return [_library_line(line) for line in page.items], 200, {"X-Total-Count": str(page.total)}


@endpoint("", "POST", body=NewScenario, result=BegunScenario, status=201, errors=(404,), cost=5)
def begin(wish: dict[str, Any]) -> Any:
    """Create a scenario: new, from a card, a battle, some fields, or another scenario"""
    new = _begin(wish)
    return new, 201, {"Location": url_for("scenarios.show", scenario_id=new.id)}


def _begin(wish: dict[str, Any]) -> documents.NewDocument:
    here, owner = context(), client_owner()
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


@endpoint("/check", "POST", body=WholeCard, result=Findings, cost=2)
def check(wish: dict[str, Any]) -> Any:
    """Check a card and return all findings"""
    tables = catalog()
    findings = check_card(wish["card"], tables)
    return {
        "refused": has_errors(findings),
        "findings": [finding_json(finding, tables) for finding in findings],
    }


@endpoint("/price", "POST", body=WholeCard, result=Prices, cost=2)
def price(wish: dict[str, Any]) -> Any:
    """Price every piece; return the guide's proposals with their working, and the balance of the sides"""
    study, tables = scenarios.study(context(), scenarios.check_card(wish["card"]), ()), catalog()
    assert study.meter is not None
    return {
        "prices": to_json(study.prices, tables),
        "proposals": [{**to_json(row, tables), "follows": row.follows} for row in study.proposals],
        "strengths": to_json(study.meter.strengths, tables),
        "meter": {
            "reach": study.meter.reach,
            "measures": [{**to_json(row, tables), "balance": row.balance} for row in study.meter.measures],
        },
    }


@endpoint("/fix", "POST", body=Fixing, result=Fixed, cost=3)
def fix(wish: dict[str, Any]) -> Any:
    """Apply one of the offered fixes to a card, or all of them"""
    tables, card = catalog(), scenarios.check_card(wish["card"])
    if "severities" in wish:
        asked = frozenset(name for name, letter in SEVERITY_LETTERS.items() if letter in wish["severities"])
        card, mended = apply_fixes(tables, SCENARIO, card, asked)
        return {"card": card, "fixed": [finding_json(finding, tables) for finding in mended]}
    findings = [
        finding_json(finding, tables)
        for finding in check_card(card, tables)
        if (finding.code, to_pointer(finding.place)) == (wish["id"], wish["place"])
    ]
    return {"card": apply_fix(card, tables, wish["id"], wish["place"]), "fixed": findings[:1]}


@endpoint("/follow", "POST", body=Following, result=CardOnly, cost=2)
def follow_guide(wish: dict[str, Any]) -> Any:
    """Apply the proposals of the design guide to a card"""
    items = tuple(item for item in ITEMS if item in wish.get("items", ITEMS))
    tables = catalog()
    return {"card": update_points(follow(scenarios.check_card(wish["card"]), tables, items), tables)}


@endpoint("/handicap", "POST", body=Handicapping, result=CardOnly, cost=2)
def handicap(wish: dict[str, Any]) -> Any:
    """Adjust a card for players of unequal experience, or by the result of its rehearsal"""
    card = scenarios.check_card(wish["card"])
    if wish["side"] == REHEARSED:
        return {"card": scenarios.apply_even_shift(context(), card)}
    return {"card": scenarios.apply_handicap(context(), card, wish["side"])}


@endpoint("/complete", "POST", body=Part, result=CardOnly, cost=5)
def complete(wish: dict[str, Any]) -> Any:
    """Complete a card from some of its fields"""
    return {"card": scenarios.complete_card(context(), wish["part"], wish.get("seed"))}


@endpoint("/<scenario_id>", query=WhichDocument, result=Scenario, errors=(404,))
def show(wish: dict[str, Any], scenario_id: str) -> Any:
    """Return a scenario, in its current or an earlier version"""
    scenario = scenarios.find(context(), scenario_id, wish.get("version"))
    return scenario, 200, {"ETag": f'"{"library" if scenario.version is None else scenario.version}"'}


@endpoint("/<scenario_id>", "DELETE", status=204, errors=(404,), security=LINK)
def forget(scenario_id: str) -> None:
    """Delete your own scenario with all its versions"""
    _allow(scenario_id)
    documents.delete_document(context(), scenario_id)


@endpoint(
    "/<scenario_id>", "PUT", body=ScenarioDraft, result=Scenario, errors=(404, 409), security=LINK, cost=2
)
def save(wish: dict[str, Any], scenario_id: str) -> Any:
    """Save the next version; after another save, change nothing and return the differences with 409"""
    _allow(scenario_id)
    card = scenarios.check_card(wish["card"])
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
        return problems.respond(_conflict_problem(stale))


@endpoint("/<scenario_id>/versions", result=DocumentVersion(many=True), errors=(404,))
def versions(scenario_id: str) -> Any:
    """List all versions, latest first"""
    documents.find(context(), scenario_id, kind=scenarios.scenario_kind(context()))
    return documents.versions(context(), scenario_id)


@endpoint("/<scenario_id>/changes", query=Between, result=Change(many=True), errors=(404,))
def changes(wish: dict[str, Any], scenario_id: str) -> Any:
    """List the changes between two versions"""
    documents.find(context(), scenario_id, kind=scenarios.scenario_kind(context()))
    differences = documents.changes(context(), scenario_id, wish["before"], wish["after"])
    return [change_json(change, catalog()) for change in differences]


def _send(file: File, query: Mapping[str, Any], scenario_id: str) -> Response:
    scenario, seat = scenarios.find(context(), scenario_id), query["seat"]
    printed = scenarios.render_scenario(context(), scenario, seat, wish_of(file.kind, query))
    return send_rendering(printed, f"hora-h-{scenario_id[:24]}-{seat}")


add_file_endpoints(
    blueprint,
    "/<scenario_id>",
    card_files("The card as a file", ScenarioEyes, ScenarioPrinting),
    _send,
    anyone=False,
)


def _allow(scenario_id: str) -> None:
    documents.allow(context(), scenario_id, bearer(), scenarios.scenario_kind(context()))


def _library_line(line: documents.DocumentLine) -> dict[str, Any]:
    card = line.shown
    return {
        "id": line.id,
        "version": line.version,
        "title": card.get("title") or card.get("id") or "",
        "year": card["year"],
        "map": card["map"]["number"],
        "factions": {side: force["faction"] for side, force in card["sides"].items()},
        "sizes": {side: force["size"] for side, force in card["sides"].items()},
        "links": list(card.get("links", ())),
    }


def _conflict_problem(stale: documents.Stale) -> problems.Problem:
    tables = catalog()
    return problems.make_problem(
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
