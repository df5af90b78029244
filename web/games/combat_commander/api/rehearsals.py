"""Rehearsals of battles."""

from __future__ import annotations

from typing import Any

from schemas.games.combat_commander.api.rehearsals import NewRehearsal, Rehearsal
from web.api.blueprint import Blueprint
from web.current import context
from web.games.combat_commander.service import battles, rehearsals
from web.locks import costs
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
    """Ask for a rehearsal of what everyone may see of a battle"""
    card = battles.card(context(), wish["battle"], "everyone")
    return _shown(rehearsals.begin(context(), card, wish["times"]))


@route("/<job_id>")
@response(200, Rehearsal)
@blueprint.alt_response(404, "NOT_FOUND")
def show(job_id: str) -> dict[str, Any]:
    """How far a rehearsal is, and what its fights say so far"""
    return _shown(rehearsals.look(context(), job_id))


def _shown(job: StoredJob) -> dict[str, Any]:
    return {
        "id": job.id,
        "state": job.state,
        "done": job.done,
        "total": job.total,
        "ahead": jobs.ahead(context(), job),
        "result": rehearsals.document(job),
    }
