"""The fairness of a battle on its page: estimated from the first second, measured once it was rehearsed."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from exports.games.combat_commander.messages import Card, MessageFormatter
from exports.games.combat_commander.rehearsal import format_even_shift, format_judgement
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.balance.estimate import estimate_even_shift, estimate_odds
from generator.games.combat_commander.rehearsal.balance_search import get_fair_band
from generator.games.combat_commander.rehearsal.commander_names import DEFAULT_LEVEL
from generator.games.combat_commander.rehearsal.evidence import (
    FAIR_LEVELS,
    Judgement,
    judge_fairness,
    round_odds,
)
from web.games.combat_commander.service import rehearsals
from web.http.request_context import context
from web.storage.jobs import StoredJob

from ..request_context import catalog


@dataclass(frozen=True, slots=True)
class Fairness:
    """The odds of both sides in points, where they come from, and the VP that would even them."""

    axis: int
    allied: int
    verdict: str
    source: str
    even: str
    bar_words: str
    link: str  # address of the rehearsal, if there is one


def describe_fairness(card: Card, formatter: MessageFormatter, battle_id: str) -> Fairness | None:
    """Return the fairness of a public card; None if it can be neither estimated nor measured."""
    known = rehearsals.list_known_odds(context(), dict(card))
    points = {level: odds.verdict["axis"] for level, odds in known.items() if odds.verdict}
    if points:
        judgement = judge_fairness(points, get_fair_band(catalog()))
        shown = [
            judgement.level,
            *(level for level in FAIR_LEVELS if level in known and level != judgement.level),
        ]
        source = formatter.format(
            "fairness.measured",
            fights=known[judgement.level].fights,
            levels=[
                formatter.format("fairness.fights", fights=known[level].fights, level=level)
                for level in shown
            ],
        )
        job = next((known[level].job for level in shown if known[level].job), None)
        even = (
            "" if job is None else format_even_shift(rehearsals.summarise_job(job)["even_shift"], formatter)
        )
        return _make_fairness(card, formatter, judgement, source, even, _link(job, battle_id) if job else "")
    jobs = rehearsals.list_rehearsals(context(), dict(card))
    estimate = estimate_odds(card, catalog())
    if estimate is None:
        return None
    odds = round_odds(estimate.axis, estimate.error)
    judgement = judge_fairness({DEFAULT_LEVEL: odds["axis"]}, get_fair_band(catalog()))
    shift = estimate_even_shift(card, catalog(), estimate)
    even = ""
    if shift is not None and judgement.kind == "edge":
        even = formatter.format(f"fairness.shift.{'axis' if shift > 0 else 'allied'}", vp=abs(shift))
    link = "".join(_link(job, battle_id) for job in list(jobs.values())[:1])
    key = "fairness.measuring" if link else "fairness.estimated"
    source = formatter.format(key, margin=odds["margin"])
    return _make_fairness(card, formatter, judgement, source, even, link)


def _link(job: StoredJob, battle_id: str) -> str:
    return url_for("rehearsal_pages.show", job_id=job.id, battle=battle_id)


def _make_fairness(
    card: Card, formatter: MessageFormatter, judgement: Judgement, source: str, even: str, link: str
) -> Fairness:
    axis, allied = judgement.axis, 100 - judgement.axis
    names = {side: formatter.faction(card, side) for side in SIDES}
    words = formatter.format(
        "fairness.bar", axis=axis, allied=allied, axis_name=names["axis"], allied_name=names["allied"]
    )
    factions: dict[str, str] = {side: card["sides"][side]["faction"] for side in SIDES}
    verdict = format_judgement(judgement, factions, formatter)
    return Fairness(axis, allied, verdict, source, even, words, link)
