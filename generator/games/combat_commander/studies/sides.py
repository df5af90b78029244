"""Study of why a side wins: the same battles with one thing swapped between the sides at a time.

Every battle is fought as it is, then once for each swap, all with the same seed. A swap that moves the share
of Axis victories by more than chance names a cause; swapping everything must mirror it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.studies import Column, Counted, Counts, Finding, Study, add

from ..battle.make import make
from ..battle.settings import Settings
from ..battle.state import SIDES, opponent
from ..rehearsal.check import find_rehearsal_error
from ..rehearsal.evidence import MIN_FIGHTS_FOR_VERDICT
from ..rehearsal.outcome import simulate_fight
from ..rehearsal.state import Fight
from .battles import VARIANT

SETTINGS = Settings()
AS_IT_IS, EVERYTHING = "swap_nothing", "swap_everything"
SIGNIFICANT_ERRORS = 2  # standard errors that a departure must exceed to count
WON = Column("won", "yes_no")
TABLES = (
    Counted("axis_won", (VARIANT, WON)),
    Counted("won_by_posture", (VARIANT, Column("posture", "posture"), WON)),
    Counted("won_by_nation", (VARIANT, Column("faction", "faction"), WON)),
)
Card = dict[str, Any]


def _swap_fields(*names: str) -> Callable[[Card], None]:
    """Return a swap of some fields of the two sides of a card."""

    def swap(card: Card) -> None:
        axis, allied = (card["sides"][side] for side in SIDES)
        for name in names:
            axis[name], allied[name] = allied[name], axis[name]

    return swap


def _swap_edges(card: Card) -> None:
    """2.2: give each side the other's edge, with its own depth; objectives keep their owners."""
    edges = card["map"]["friendly_edge"]
    edges["axis"], edges["allied"] = edges["allied"], edges["axis"]
    for side in SIDES:
        card["sides"][side]["setup"]["edge"] = edges[side]


def _swap_holder(name: str) -> Callable[[Card], None]:
    def swap(card: Card) -> None:
        card[name] = opponent(card[name])

    return swap


def _swap_marker(card: Card) -> None:
    card["marker"] = -card["marker"]


def _swap_everything(card: Card) -> None:
    """Exchange the names of the sides everywhere; the battle stays the same."""
    sides = card["sides"]
    sides["axis"], sides["allied"] = sides["allied"], sides["axis"]
    for name in ("initiative", "first_turn"):
        card[name] = opponent(card[name])
    edges = card["map"]["friendly_edge"]
    edges["axis"], edges["allied"] = edges["allied"], edges["axis"]
    secret = card["objectives"]["secret"]
    secret["axis"], secret["allied"] = secret["allied"], secret["axis"]
    control = card["objectives"]["control"]
    card["objectives"]["control"] = {
        number: opponent(owner) if owner in SIDES else owner for number, owner in control.items()
    }
    for works in card["fortifications"]:
        works["side"] = opponent(works["side"])
    _swap_marker(card)


def _swap_decks(fight: Fight) -> None:
    """1.8: let each side play with the other's Fate deck."""
    axis, allied = fight.camps["axis"], fight.camps["allied"]
    axis.deck, allied.deck = allied.deck, axis.deck


def _keep(_: Any) -> None:
    return None


#: Change of the card, and of the fight before its first shuffle.
SWAPS: Mapping[str, tuple[Callable[[Card], None], Callable[[Fight], None]]] = {
    AS_IT_IS: (_keep, _keep),
    EVERYTHING: (_swap_everything, _keep),
    "swap_decks": (_keep, _swap_decks),
    "swap_discards": (_swap_fields("discard_limit"), _keep),
    "swap_forces": (
        _swap_fields("leaders", "counters", "support", "radio", "quality", "nationality"),
        _keep,
    ),
    "swap_orders": (_swap_fields("orders"), _keep),
    "swap_surrender": (_swap_fields("surrender"), _keep),
    "swap_edges": (_swap_edges, _keep),
    "swap_marker": (_swap_marker, _keep),
    "swap_initiative": (_swap_holder("initiative"), _keep),
    "swap_first_turn": (_swap_holder("first_turn"), _keep),
}


def make_swapped_card(card: Mapping[str, Any], swap: str) -> Card:
    """Return a copy of a card with one thing swapped."""
    swapped: Card = copy.deepcopy(dict(card))
    SWAPS[swap][0](swapped)
    return swapped


def _count(catalog: Catalog, seed: str, number: int, counts: Counts) -> None:
    """Fight one battle under one swap; consecutive cases take the same battle."""
    swap = tuple(SWAPS)[number % len(SWAPS)]
    battle = f"{seed.rpartition('-')[0]}-{number // len(SWAPS)}"
    card = make_swapped_card(make(catalog, SETTINGS, battle).card(), swap)
    if find_rehearsal_error(card, catalog):
        return
    winner = simulate_fight(card, catalog, f"{battle}-fight", prepare=SWAPS[swap][1]).winner
    add(counts, "axis_won", swap, "yes" if winner == "axis" else "no")
    for side in SIDES:
        won = "yes" if winner == side else "no"
        add(counts, "won_by_posture", swap, card["sides"][side]["posture"], won)
        add(counts, "won_by_nation", swap, card["sides"][side]["faction"], won)


def _list_findings(counts: Counts) -> list[Finding]:
    """Return the share of the Axis as it is, then whether the effect of each swap stands out from chance."""
    rows = counts.get("axis_won", {})
    totals = {swap: [rows.get((swap, won), 0) for won in ("yes", "no")] for swap in SWAPS}
    if min(map(sum, totals.values())) < MIN_FIGHTS_FOR_VERDICT:
        return []
    base, error = _measure(*totals[AS_IT_IS])
    findings: list[Finding] = [("study.sides.as_it_is", {"share": _points(base), "margin": _points(error)})]
    for swap, (won, lost) in totals.items():
        # With everything swapped, the force of the Axis fights under the other name.
        share, own_error = _measure(lost, won) if swap == EVERYTHING else _measure(won, lost)
        spread = sqrt(error**2 + own_error**2)
        if swap != AS_IT_IS:
            cause = abs(share - base) > SIGNIFICANT_ERRORS * spread
            key = "mirror" if swap == EVERYTHING else "cause" if cause else "no_cause"
            facts = {"swap": swap, "share": _points(share), "change": _signed(share - base)}
            findings.append((f"study.sides.{key}", {**facts, "margin": _points(spread)}))
    return findings


def _measure(won: int, lost: int) -> tuple[float, float]:
    """Return a share and its standard error."""
    share = won / (won + lost)
    return share, sqrt(share * (1 - share) / (won + lost))


def _points(share: float) -> str:
    return f"{100 * share:.1f}"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}"


def _describe_settings(_: Catalog) -> Mapping[str, Any]:
    return {"usual": SETTINGS.json(), "swaps": list(SWAPS)}


SIDES_STUDY = Study(
    "sides", TABLES, _count, _describe_settings, _list_findings, usual=4000 * len(SWAPS), chunk=len(SWAPS)
)
