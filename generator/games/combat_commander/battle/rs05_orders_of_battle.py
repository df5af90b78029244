"""RS.5 Order of battle: chosen secretly, shown together, paid for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import OrderOfBattle, Side
from generator.table import Choose, DeadEnd, Draw, Note, Procedure, Together, WhyNot
from schemas.errors import HorahError

from .matchups import Orders, list_orders_of_battle
from .settings import SIZES
from .state import SIDES, Battle, Steps, evolve, opponent, pay

RULE = "RS.5"


def orders_of_battle(battle: Battle) -> Steps:
    """RS.5: both choose secretly; the marker moves first for the Axis, then for the Allies."""
    legal = {side: legal_for(battle, side) for side in SIDES}
    if battle.settings.same_size:
        legal = yield from _same_size(legal)
    answers = yield Together(
        RULE, "order_of_battle", {side: _choice(battle, side, legal[side]) for side in SIDES}
    )
    forces = {}
    for side in SIDES:
        yield Note(RULE, "order_of_battle", {"side": side, "value": answers[side]})
        forces[side] = evolve(battle.force(side), **brought(battle.catalog, answers[side], battle.year))
    battle = evolve(battle, **forces)
    for side in SIDES:
        battle = yield from pay(battle, side, battle.force(side).point_value, RULE, "order_of_battle")
    return battle


def legal_for(battle: Battle, side: Side) -> Orders:
    """RS.5: return the orders of battle that fit faction, year, quality and opponent; raise if none does."""
    force, other = battle.force(side), battle.force(opponent(side))
    legal = list_orders_of_battle(
        battle.catalog, force.faction, battle.year, force.quality, other.faction, battle.settings.sizes
    )
    if not legal:
        raise DeadEnd(
            "NO_LEGAL_OB",
            faction=force.faction,
            year=battle.year,
            quality=force.quality,
            against=other.faction,
        )
    return legal


@lru_cache(maxsize=4096)
def brought(catalog: Catalog, order: str, year: int) -> Mapping[str, Any]:
    """RS.5: return the values that the printed column fixes for the side."""
    ob = catalog.orders_of_battle[order]
    return {
        "nationality": ob.nationality,
        "formation": ob.formation,
        "chit": ob.chit,
        "size": ob.size,
        "orders": ob.orders,
        "surrender": ob.surrender,
        "initiative": ob.initiative,
        "point_value": ob.point_value,
        "counters": counters_in(ob, year),
        "leaders_due": ob.leaders,
        "rules": ob.rules,
    }


def counters_in(ob: OrderOfBattle, year: int) -> dict[str, int]:
    """RS.5: return the counters of a column; some come in certain years only."""
    counters = dict(ob.counters)
    for dated in ob.dated:
        if year in dated.years:
            counters[dated.counter] = counters.get(dated.counter, 0) + dated.count
    return counters


def _choice(battle: Battle, side: Side, legal: Orders) -> Choose:
    values = legal.values
    return Choose(
        RULE,
        "order_of_battle",
        side,
        "order_of_battle",
        tuple(values),
        context={"values": values, "marker": 0},
        why_not=_mismatch(battle, side),
    )


Legal = dict[Side, Orders]


def _same_size(legal: Legal) -> Procedure[Legal]:
    common = tuple(s for s in SIZES if all(any(ob.size == s for ob in legal[side]) for side in SIDES))
    if not common:
        raise DeadEnd("NO_LEGAL_OB.same_size")
    size = common[0] if len(common) == 1 else (yield Draw(RULE, "size", "axis", common))
    return {side: Orders(ob for ob in legal[side] if ob.size == size) for side in SIDES}


def _mismatch(battle: Battle, side: Side) -> WhyNot:
    def why(name: str) -> HorahError | None:
        ob = battle.catalog.orders_of_battle.get(name)
        force, other = battle.force(side), battle.force(opponent(side))
        if ob is None:
            return None
        what = (
            "faction"
            if ob.faction != force.faction
            else "year"
            if battle.year not in ob.years
            else "quality"
            if ob.quality != force.quality
            else "opponent"
            if ob.opponents is not None and other.faction not in ob.opponents
            else "size"
        )
        return HorahError(f"OB_MISMATCH.{what}", order=name)

    return why
