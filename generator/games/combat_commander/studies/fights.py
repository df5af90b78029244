"""Study of winners: random battles fought by two plain commanders of equal skill."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.regression import Effect, fit_logistic
from generator.studies import Column, Counted, Counts, Finding, Study, add

from ..battle.make import make
from ..battle.settings import Settings
from ..battle.state import SIDES
from ..rehearsal.outcome import simulate_fight
from .battles import SIDE

SETTINGS = Settings()
REGRESSION_PARAMETERS = 3  # constant, marker and price: a fit needs more distinct cases
WON = Column("won", "yes_no")
TABLES = (
    Counted("won_by_side", (SIDE, WON)),
    Counted("won_by_posture", (Column("posture", "posture"), WON)),
    Counted("won_by_nation", (Column("faction", "faction"), WON)),
    Counted("won_by_year", (Column("year"), SIDE, WON)),
    Counted("won_by_quality", (Column("quality", "quality"), WON)),
    Counted("won_by_size", (Column("size", "size"), WON)),
    Counted("endings", (Column("ending", "fight_end"),)),
    Counted("won_by_map", (Column("map"), Column("posture", "posture"), WON)),
    # For the regression: axis VP at the start, axis force minus allied force, and whether the axis won.
    Counted("worth", (Column("marker"), Column("price"), WON)),
)


def _count(catalog: Catalog, seed: str, _: int, counts: Counts) -> None:
    battle = make(catalog, SETTINGS, seed)
    fight = simulate_fight(battle.card(), catalog, f"{seed}-fight")  # separate dice
    state = battle.battle
    assert state.map is not None
    for side in SIDES:
        force, won = state.force(side), "yes" if fight.winner == side else "no"
        add(counts, "won_by_side", side, won)
        add(counts, "won_by_posture", force.posture, won)
        add(counts, "won_by_nation", force.faction, won)
        add(counts, "won_by_year", state.year, side, won)
        add(counts, "won_by_quality", force.quality, won)
        add(counts, "won_by_size", force.size, won)
        add(counts, "won_by_map", state.map.number, force.posture, won)
    add(counts, "endings", fight.ending)
    price = state.axis.point_value - state.allied.point_value
    add(counts, "worth", state.marker, price, "yes" if fight.winner == "axis" else "no")


def _findings(counts: Counts) -> list[Finding]:
    """Return the effect of one VP at the start and of one point of force on the odds."""
    cases: dict[tuple[int, int], list[int]] = {}
    for (marker, price, won), count in sorted(counts.get("worth", {}).items()):
        totals = cases.setdefault((marker, price), [0, 0])
        totals[0] += count * (won == "yes")
        totals[1] += count
    if len(cases) <= REGRESSION_PARAMETERS:
        return []
    effects = fit_logistic([(figures, wins, fights) for figures, (wins, fights) in cases.items()])
    return [
        (
            f"study.worth.{name}",
            {key: _format_odds_change(value) for key, value in _to_values(effect).items()},
        )
        for name, effect in zip(("marker", "price"), effects[1:], strict=True)
    ]


def _to_values(effect: Effect) -> Mapping[str, float]:
    return {"by": effect.by, "low": effect.low, "high": effect.high}


def _format_odds_change(logarithm: float) -> str:
    """Return the factor on the odds as a percentage change."""
    return f"{100 * (exp(logarithm) - 1):+.1f} %"


def _describe_settings(_: Catalog) -> Mapping[str, Any]:
    return {"usual": SETTINGS.json()}


WINNING = Study("winning", TABLES, _count, _describe_settings, _findings, usual=400, chunk=5)
