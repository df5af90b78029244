"""Rehearsals of battles."""

from __future__ import annotations

from typing import Any

from flask import Response, url_for

from generator.games.combat_commander.battle.state import SIDES
from schemas.games.combat_commander.api.battles import Battle
from schemas.games.combat_commander.api.rehearsals import NewRehearsal, NewSearch, Rehearsal, Search
from web.api.blueprint import Blueprint
from web.api.responses import LOCATED
from web.games.combat_commander.service import balance_search, battles, rehearsals, scenarios
from web.http.request_context import client_owner, context, sentence
from web.service import jobs
from web.storage.jobs import StoredJob

PATH = "/rehearsals"
blueprint = Blueprint(
    "rehearsals", __name__, description="Rehearsals: a battle is fought many times, and its odds measured."
)
endpoint = blueprint.endpoint


@endpoint("", "POST", body=NewRehearsal, result=Rehearsal, status=202, errors=(404,), cost=10)
def begin(wish: dict[str, Any]) -> dict[str, Any]:
    """Start a rehearsal of the public view of a battle or of a card"""
    if "card" in wish:
        card = scenarios.check_card(wish["card"])
    else:
        card = battles.view_battle_card(context(), wish["battle"], "everyone")
    commanders = {side: wish.get(f"{side}_level", wish["level"]) for side in SIDES}
    job = rehearsals.begin_rehearsal(context(), card, wish.get("times"), client_owner(), commanders)
    return _rehearsal_json(job)


@endpoint("/<job_id>", result=Rehearsal, errors=(404,))
def show(job_id: str) -> dict[str, Any]:
    """Return the progress of a rehearsal and its results so far"""
    return _rehearsal_json(rehearsals.load_job(context(), job_id))


@endpoint("/searches", "POST", body=NewSearch, result=Search, status=202, errors=(404,), cost=60)
def search(wish: dict[str, Any]) -> dict[str, Any]:
    """Search for a balanced battle with the settings of another"""
    like = battles.find_battle(context(), wish["battle"]).settings
    return _search_json(balance_search.begin_search(context(), like, wish.get("seed"), client_owner()))


@endpoint("/searches/<job_id>", result=Search, errors=(404,))
def searched(job_id: str) -> dict[str, Any]:
    """Return the progress of a search and the battles it tried so far"""
    return _search_json(balance_search.load_job(context(), job_id))


@endpoint(
    "/searches/<job_id>/battle", "POST", result=Battle, media=LOCATED, status=201, errors=(404, 409), cost=5
)
def found(job_id: str) -> Response:
    """Make the battle that a search found, and store it"""
    new = balance_search.make_found_battle(context(), job_id, client_owner())
    where = url_for("battles.show", battle_id=new.key)
    body = battles.get_battle_json(context(), new.key, "everyone")
    return Response(body, 201, {"Location": where}, mimetype="application/json")


def _search_json(job: StoredJob) -> dict[str, Any]:
    fair = balance_search.find_fair(job)
    fault = balance_search.make_error(context(), job)
    return {
        **_progress(job),
        "tried": [
            {"fights": battle.fights, "axis_wins": battle.wins} for battle in balance_search.list_tried(job)
        ],
        "found": fair is not None,
        "refusal": sentence(fault) if fault else None,
    }


def _rehearsal_json(job: StoredJob) -> dict[str, Any]:
    return {**_progress(job), "result": rehearsals.summarise_job(job)}


def _progress(job: StoredJob) -> dict[str, Any]:
    facts = {name: getattr(job, name) for name in ("id", "state", "done", "total")}
    return {**facts, "ahead": jobs.count_ahead(context(), job)}
