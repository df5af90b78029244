"""Rehearsals of battles."""

from __future__ import annotations

from typing import Any

from flask import Response, url_for

from schemas.games.combat_commander.api.battles import Battle
from schemas.games.combat_commander.api.rehearsals import NewRehearsal, NewSearch, Rehearsal, Search
from web.api.blueprint import Blueprint
from web.current import context, sentence
from web.games.combat_commander.service import battles, rehearsals, scenarios, searches
from web.rate_limit import costs
from web.service import jobs
from web.storage.jobs import StoredJob

PATH = "/rehearsals"
blueprint = Blueprint(
    "rehearsals", __name__, description="Rehearsals: a battle is fought many times, and its odds measured."
)
route, arguments, response = blueprint.route, blueprint.arguments, blueprint.response


@route("", methods=["POST"])
@costs(10)
@arguments(NewRehearsal)
@response(202, Rehearsal)
@blueprint.alt_response(404, "NOT_FOUND")
def begin(wish: dict[str, Any]) -> dict[str, Any]:
    """Ask for a rehearsal of what everyone may see of a battle or of a card"""
    if "card" in wish:
        card = scenarios.received(wish["card"])
    else:
        card = battles.card(context(), wish["battle"], "everyone")
    return _shown(rehearsals.begin(context(), card, wish["times"]))


@route("/<job_id>")
@response(200, Rehearsal)
@blueprint.alt_response(404, "NOT_FOUND")
def show(job_id: str) -> dict[str, Any]:
    """How far a rehearsal is, and what its fights say so far"""
    return _shown(rehearsals.look(context(), job_id))


@route("/searches", methods=["POST"])
@costs(60)
@arguments(NewSearch)
@response(202, Search)
@blueprint.alt_response(404, "NOT_FOUND")
def search(wish: dict[str, Any]) -> dict[str, Any]:
    """Ask for a battle with the settings of another, whose odds lie near half"""
    like = battles.battle(context(), wish["battle"]).settings
    return _searched(searches.begin(context(), like, wish.get("seed")))


@route("/searches/<job_id>")
@response(200, Search)
@blueprint.alt_response(404, "NOT_FOUND")
def searched(job_id: str) -> dict[str, Any]:
    """How far a search is, and what it looked at so far"""
    return _searched(searches.look(context(), job_id))


@route("/searches/<job_id>/battle", methods=["POST"])
@costs(5)
@response(201, Battle, headers={"Location": {"schema": {"type": "string"}}})
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def found(job_id: str) -> Response:
    """Make the battle that a search found, and keep it"""
    kept = searches.made(context(), job_id)
    where = url_for("battles.show", battle_id=kept.key)
    body = battles.resource(context(), kept.key, "everyone")
    return Response(body, 201, {"Location": where}, mimetype="application/json")


def _searched(job: StoredJob) -> dict[str, Any]:
    fair = searches.fair(job)
    fault = searches.refused(context(), job)
    return {
        "id": job.id,
        "state": job.state,
        "done": job.done,
        "total": job.total,
        "ahead": jobs.ahead(context(), job),
        "tried": [{"fights": each.fights, "axis_wins": each.wins} for each in searches.tried(job)],
        "found": fair is not None,
        "refusal": sentence(fault) if fault else None,
    }


def _shown(job: StoredJob) -> dict[str, Any]:
    return {
        "id": job.id,
        "state": job.state,
        "done": job.done,
        "total": job.total,
        "ahead": jobs.ahead(context(), job),
        "result": rehearsals.document(job),
    }
