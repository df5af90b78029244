"""Who wins: random battles fought out by two plain commanders of equal skill."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.regression import Effect, logistic
from generator.studies import Column, Counted, Counts, Finding, Study, add

from ..battle.make import make
from ..battle.settings import Settings
from ..battle.state import SIDES
from ..rehearsal.outcome import play_out
from .battles import SIDE

SETTINGS = Settings()
FIGURES = 3  # constant, marker and price: as many different battles tell nothing
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
    # For the regression: VP of the axis at the start, its force less the enemy's, and whether it won.
    Counted("worth", (Column("marker"), Column("price"), WON)),
)


def _count(catalog: Catalog, seed: str, _: int, counts: Counts) -> None:
    battle = make(catalog, SETTINGS, seed)
    fight = play_out(battle.card(), catalog, f"{seed}-fight")  # dice of their own
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
    """What one VP at the start and one point of force are worth in odds."""
    cases: dict[tuple[int, int], list[int]] = {}
    for (marker, price, won), count in sorted(counts.get("worth", {}).items()):
        found = cases.setdefault((marker, price), [0, 0])
        found[0] += count * (won == "yes")
        found[1] += count
    if len(cases) <= FIGURES:
        return []
    effects = logistic([(figures, wins, of) for figures, (wins, of) in cases.items()])
    return [
        (f"study.worth.{name}", {key: _odds(value) for key, value in _told_of(effect).items()})
        for name, effect in zip(("marker", "price"), effects[1:], strict=True)
    ]


def _told_of(effect: Effect) -> Mapping[str, float]:
    return {"by": effect.by, "low": effect.low, "high": effect.high}


def _odds(logarithm: float) -> str:
    """The factor on the odds, as per cent more or less."""
    return f"{100 * (exp(logarithm) - 1):+.1f} %"


def _told(_: Catalog) -> Mapping[str, Any]:
    return {"usual": SETTINGS.json()}


WINNING = Study("winning", TABLES, _count, _told, _findings, usual=400, chunk=5)
