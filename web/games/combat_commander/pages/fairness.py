"""The fairness of a battle on its page: estimated from the first second, measured once it was rehearsed."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from exports.games.combat_commander.messages import Card, MessageFormatter
from exports.games.combat_commander.rehearsal import format_even_shift
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.balance.estimate import estimate_even_shift, estimate_odds
from generator.games.combat_commander.rehearsal.balance_search import get_fair_band
from generator.games.combat_commander.rehearsal.evidence import round_odds
from web.games.combat_commander.service import rehearsals
from web.http.request_context import context

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
    job = rehearsals.find_rehearsal(context(), dict(card))
    link = "" if job is None else url_for("rehearsal_pages.show", job_id=job.id, battle=battle_id)
    if job is not None and job.done:
        result = rehearsals.summarise_job(job)
        if result["verdict"] is not None:
            source = formatter.format("fairness.measured", fights=result["fights"])
            even = format_even_shift(result["even_shift"], formatter)
            return _make_fairness(card, formatter, result["verdict"], source, even, link)
    estimate = estimate_odds(card, catalog())
    if estimate is None:
        return None
    odds = round_odds(estimate.axis, estimate.error)
    shift = estimate_even_shift(card, catalog(), estimate)
    even = ""
    if shift is not None and not _is_fair(odds["axis"]):
        even = formatter.format(f"fairness.even.{'axis' if shift > 0 else 'allied'}", vp=abs(shift))
    key = "fairness.measuring" if link else "fairness.estimated"
    return _make_fairness(card, formatter, odds, formatter.format(key, margin=odds["margin"]), even, link)


def _make_fairness(
    card: Card, formatter: MessageFormatter, odds: dict[str, int], source: str, even: str, link: str
) -> Fairness:
    axis, allied = odds["axis"], odds["allied"]
    names = {side: formatter.faction(card, side) for side in SIDES}
    key = "fairness.fair" if _is_fair(axis) else "fairness.edge"
    who = card["sides"]["axis" if axis > allied else "allied"]["faction"]
    words = formatter.format(
        "fairness.bar", axis=axis, allied=allied, axis_name=names["axis"], allied_name=names["allied"]
    )
    verdict = formatter.format(key, who=who, axis=axis, allied=allied)
    return Fairness(axis, allied, verdict, source, even, words, link)


def _is_fair(axis: int) -> bool:
    low, high = get_fair_band(catalog())
    return low <= axis <= high
