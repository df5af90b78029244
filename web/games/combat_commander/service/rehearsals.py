"""Rehearsals requested on pages and through the API, run as jobs and shown while they run.

A rehearsal uses the public card only: hidden chits are drawn again in each fight, so the odds do not reveal
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from catalogs.games.combat_commander.model import Side
from exports.kit.render_request import Odds
from generator.game import Document
from generator.games.combat_commander.balance.estimate import estimate_odds
from generator.games.combat_commander.balance.pool import find_measured
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.rehearsal.check import check_rehearsable
from generator.games.combat_commander.rehearsal.commander_names import DEFAULT_LEVEL, LEVELS, check_commanders
from generator.games.combat_commander.rehearsal.evidence import make_verdict, round_odds
from generator.games.combat_commander.rehearsal.outcome import Film, load_outcome, make_fight_seed, make_film
from generator.games.combat_commander.rehearsal.public_card import make_public_card
from generator.games.combat_commander.rehearsal.rehearse import RehearsalResult, simulate_in_processes
from generator.games.combat_commander.rehearsal.summary import summarise
from generator.table import EVERYONE
from schemas.errors import HorahError
from web.service import jobs
from web.service.context import Context
from web.service.errors import NotHere
from web.storage.jobs import StoredJob

from ..request_context import GAME, catalog_of

KIND = "rehearsal"
MAX_FIGHTS = 400
DEFAULT_FIGHTS = 100
SLOW_LEVEL, SLOW_FIGHTS = "veteran", 40  # seconds a fight, so fewer by default
PROCESS_NICENESS = 10  # niceness of the process, so that requests go first
REHEARSAL_SEED = "1"


@dataclass(frozen=True, slots=True)
class KnownOdds:
    """Fights of a card between two commanders of one level, and the job if they were fought here."""

    fights: int
    wins: int  # of the first side
    job: StoredJob | None = None

    @property
    def verdict(self) -> dict[str, Any] | None:
        """Return the odds as they may be stated; None before there are enough fights."""
        return make_verdict(self.wins, self.fights)


def begin_rehearsal(
    context: Context,
    card: Document,
    times: int | None = None,
    owner: str = "",
    commanders: Mapping[Side, str] | None = None,
) -> StoredJob:
    """Start a rehearsal of a card; raise an error at once if it cannot be rehearsed."""
    kinds = check_commanders(catalog_of(context), commanders or dict.fromkeys(SIDES, DEFAULT_LEVEL))
    if times is None:
        times = SLOW_FIGHTS if SLOW_LEVEL in kinds.values() else DEFAULT_FIGHTS
    if not 1 <= times <= MAX_FIGHTS:
        raise HorahError("BAD_TIMES", most=MAX_FIGHTS, given=times)
    check_rehearsable(make_public_card(card), catalog_of(context))
    return jobs.request_job(context, GAME, KIND, make_request(card, kinds), times, owner)


def find_rehearsal(context: Context, card: Document, level: str = DEFAULT_LEVEL) -> StoredJob | None:
    """Return the existing rehearsal of a card between two commanders of a level, if there is one."""
    return jobs.find_requested(context, GAME, KIND, make_request(card, dict.fromkeys(SIDES, level)))


def list_rehearsals(context: Context, card: Document) -> dict[str, StoredJob]:
    """Return the rehearsals of a card by level."""
    found = {level: find_rehearsal(context, card, level) for level in LEVELS}
    return {level: job for level, job in found.items() if job is not None}


def make_request(card: Document, commanders: Mapping[Side, str]) -> dict[str, Any]:
    """Return the body of the job that rehearses a card; equal bodies are one job."""
    return {"card": make_public_card(card), "seed": REHEARSAL_SEED, "commanders": dict(commanders)}


def list_known_odds(context: Context, card: Document) -> dict[str, KnownOdds]:
    """Return the odds of a card by level, from its rehearsals or the pool, whichever has more fights."""
    known = {
        level: KnownOdds(odds.fights, odds.wins)
        for level, odds in find_measured(catalog_of(context), card).items()
    }
    for level, job in list_rehearsals(context, card).items():
        outcomes = (job.result or {}).get("outcomes", [])
        if level not in known or len(outcomes) > known[level].fights:
            known[level] = KnownOdds(len(outcomes), sum(row["winner"] == SIDES[0] for row in outcomes), job)
    return {level: odds for level, odds in known.items() if odds.verdict is not None}


def get_odds(context: Context, card: Document) -> float | None:
    """Return the odds of the first side between regulars; None without enough fights for a verdict."""
    verdict = _get_verdict(context, card)
    return None if verdict is None else verdict[SIDES[0]] / 100


def describe_odds(context: Context, card: Document) -> dict[str, Any]:
    """Return the estimated odds of a card, and those that were fought; None where there are none."""
    estimate = estimate_odds(view_card(card, EVERYONE), catalog_of(context))
    known = list_known_odds(context, card)
    return {
        "estimated": estimate.json() if estimate else None,
        "rehearsed": known[DEFAULT_LEVEL].verdict if DEFAULT_LEVEL in known else None,
        "levels": {level: {**(odds.verdict or {}), "fights": odds.fights} for level, odds in known.items()},
    }


def find_rehearsed_odds(context: Context, card: Document) -> Odds | None:
    """Return the odds of a card between regulars to print; None without enough fights for a verdict."""
    verdict = _get_verdict(context, card)
    if verdict is None:
        return None
    known: Literal["measured", "fought"] = "measured" if verdict["measured"] else "fought"
    return Odds(shares={side: verdict[side] for side in SIDES}, margin=verdict["margin"], known=known)


def find_estimated_odds(context: Context, card: Document) -> Odds | None:
    """Return the estimated odds of a card to print; None if it could not be fought."""
    estimate = estimate_odds(view_card(card, EVERYONE), catalog_of(context))
    if estimate is None:
        return None
    rounded = round_odds(estimate.axis, estimate.error)
    return Odds(shares={side: rounded[side] for side in SIDES}, margin=rounded["margin"], known="estimated")


def _get_verdict(context: Context, card: Document) -> dict[str, Any] | None:
    known = list_known_odds(context, card).get(DEFAULT_LEVEL)
    return None if known is None else known.verdict


def load_job(context: Context, job_id: str) -> StoredJob:
    job = jobs.find_job(context, job_id)
    if (job.game, job.kind) != (GAME, KIND):
        raise NotHere
    return job


def summarise_job(job: StoredJob) -> Document:
    """Summarise the fights so far."""
    outcomes = (job.result or {}).get("outcomes", [])
    fought = {number: load_outcome(outcome) for number, outcome in enumerate(outcomes)}
    return summarise(RehearsalResult(job.body["seed"], job.total, fought), job.body["commanders"])


def film_fight(context: Context, job: StoredJob, number: int) -> Film:
    """Return one of the fights, step by step."""
    if not 0 <= number < max(1, job.total):
        raise NotHere
    seed = make_fight_seed(job.body["seed"], number)
    return make_film(job.body["card"], catalog_of(context), seed, job.body["commanders"])


def work(context: Context, job: StoredJob) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Run the remaining fights in a separate process, continuing after the stored outcomes."""
    rows = list((job.result or {}).get("outcomes", []))
    catalog = catalog_of(context)
    numbers = range(len(rows), job.total)
    for _, outcomes in simulate_in_processes(
        job.body["card"],
        catalog,
        job.body["seed"],
        numbers,
        1,
        job.body["commanders"],
        niceness=PROCESS_NICENESS,
    ):
        rows += [asdict(outcome) for outcome in outcomes]
        yield len(rows), {"outcomes": rows}
