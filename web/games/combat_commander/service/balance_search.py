"""Searches for a battle with rehearsed balance, run as jobs and shown while they run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from generator.chance import check_seed, open_part
from generator.game import find_procedure
from generator.games.combat_commander.battle.balance_search import search_in_process
from generator.games.combat_commander.battle.make import make_from_seed
from generator.games.combat_commander.battle.procedure import NAME
from generator.games.combat_commander.battle.settings import read_settings
from generator.games.combat_commander.rehearsal.balance_search import (
    EvaluatedBattle,
    get_max_battles,
    make_not_found_error,
)
from generator.settings_check import check_settings
from schemas.errors import HorahError
from web.service import jobs
from web.service.context import Context
from web.service.documents import resolve_settings
from web.service.errors import Conflict, NotHere
from web.service.tokens import new_battle_seed
from web.storage.jobs import StoredJob

from ..request_context import GAME, catalog_of
from . import battles, rehearsals

KIND = "fair_battle"
REHEARSED = "rehearsed"
PROCESS_NICENESS = 10  # niceness of the process, so that requests go first


def begin_search(
    context: Context, settings: Mapping[str, Any], seed: str | None = None, owner: str = ""
) -> StoredJob:
    """Start a search; raise an error at once for settings that cannot make a battle."""
    kind, catalog = find_procedure(NAME), catalog_of(context)
    values = resolve_settings(context, kind, {**settings, "balance": REHEARSED})
    chosen = read_settings(check_settings(kind, catalog, values))
    first = check_seed(seed) if seed else new_battle_seed()
    make_from_seed(catalog, chosen, first)
    return jobs.request_job(
        context, GAME, KIND, {"settings": chosen.json(), "seed": first}, get_max_battles(catalog), owner
    )


def load_job(context: Context, job_id: str) -> StoredJob:
    job = jobs.find_job(context, job_id)
    if (job.game, job.kind) != (GAME, KIND):
        raise NotHere
    return job


def list_tried(job: StoredJob) -> list[EvaluatedBattle]:
    """Return the battles tried so far."""
    return [EvaluatedBattle(**battle) for battle in (job.result or {}).get("tried", [])]


def find_fair(job: StoredJob) -> EvaluatedBattle | None:
    """Return the balanced battle, if one was found."""
    return next((battle for battle in list_tried(job) if battle.fair), None)


def make_error(context: Context, job: StoredJob) -> HorahError | None:
    """Return the error of a finished search that found no battle."""
    if job.state != "done" or find_fair(job) is not None:
        return None
    return make_not_found_error(catalog_of(context), list_tried(job), open_part(job.body["seed"]))


def make_found_battle(context: Context, job_id: str, owner: str = "") -> battles.NewBattle:
    """Make and store the battle that a search found."""
    job = load_job(context, job_id)
    fault = make_error(context, job)
    if fault is not None:
        raise fault
    battle = find_fair(job)
    if battle is None:
        raise Conflict("SEARCH_GOES_ON", done=job.done, total=job.total)
    new = battles.store_battle(context, read_settings(job.body["settings"]), battle.seed, owner=owner)
    # The same fights again, so that the battle keeps its odds with everything that a rehearsal shows.
    rehearsals.begin_rehearsal(context, dict(new.stored.card), owner=owner)
    return new


def work(context: Context, job: StoredJob) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Try the remaining battles, continuing after the stored ones."""
    rows = [asdict(battle) for battle in list_tried(job)]
    settings = read_settings(job.body["settings"])
    search = search_in_process(
        catalog_of(context), settings, job.body["seed"], start=len(rows), calm=PROCESS_NICENESS
    )
    for battle in search:
        if battle is not None:
            rows.append(asdict(battle))
        yield len(rows), {"tried": rows}
