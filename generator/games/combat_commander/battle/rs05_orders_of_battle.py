"""RS.5 Order of battle: chosen secretly, shown together, paid for."""

from __future__ import annotations

from catalogs.games.combat_commander.model import OrderOfBattle, Side
from generator.table import Choose, DeadEnd, Draw, Note, Procedure, Together, WhyNot
from schemas.errors import HorahError

from .matchups import legal_orders_of_battle
from .settings import SIZES
from .state import SIDES, Battle, Steps, opponent, pay

RULE = "RS.5"


def orders_of_battle(battle: Battle) -> Steps:
    """RS.5: both choose secretly; the marker moves first for the Axis, then for the Allies."""
    legal = {side: legal_for(battle, side) for side in SIDES}
    if battle.settings.same_size:
        legal = yield from _same_size(legal)
    answers = yield Together(
        RULE, "order_of_battle", {side: _choice(battle, side, legal[side]) for side in SIDES}
    )
    for side in SIDES:
        ob = battle.catalog.orders_of_battle[answers[side]]
        yield Note(RULE, "order_of_battle", {"side": side, "value": ob.id})
        battle = take(battle, side, ob)
    for side in SIDES:
        battle = yield from pay(battle, side, battle.force(side).point_value, RULE, "order_of_battle")
    return battle


def legal_for(battle: Battle, side: Side) -> tuple[OrderOfBattle, ...]:
    """RS.5: what fits faction, year, quality and opponent."""
    force, other = battle.force(side), battle.force(opponent(side))
    legal = legal_orders_of_battle(
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


def take(battle: Battle, side: Side, ob: OrderOfBattle) -> Battle:
    """RS.5: what the printed column fixes for the side."""
    return battle.with_force(
        side,
        nationality=ob.nationality,
        formation=ob.formation,
        chit=ob.chit,
        size=ob.size,
        orders=ob.orders,
        surrender=ob.surrender,
        initiative=ob.initiative,
        point_value=ob.point_value,
        counters=counters_in(ob, battle.year),
        leaders_due=ob.leaders,
        rules=ob.rules,
    )


def counters_in(ob: OrderOfBattle, year: int) -> dict[str, int]:
    """RS.5: the counters of a column; some come in certain years only."""
    counters = dict(ob.counters)
    for dated in ob.dated:
        if year in dated.years:
            counters[dated.counter] = counters.get(dated.counter, 0) + dated.count
    return counters


def _choice(battle: Battle, side: Side, legal: tuple[OrderOfBattle, ...]) -> Choose:
    values = {ob.id: ob.point_value for ob in legal}
    return Choose(
        RULE,
        "order_of_battle",
        side,
        "order_of_battle",
        tuple(values),
        context={"values": values, "marker": 0},
        why_not=_mismatch(battle, side),
    )


Legal = dict[Side, tuple[OrderOfBattle, ...]]


def _same_size(legal: Legal) -> Procedure[Legal]:
    common = tuple(s for s in SIZES if all(any(ob.size == s for ob in legal[side]) for side in SIDES))
    if not common:
        raise DeadEnd("NO_LEGAL_OB.same_size")
    size = common[0] if len(common) == 1 else (yield Draw(RULE, "size", "axis", common))
    return {side: tuple(ob for ob in legal[side] if ob.size == size) for side in SIDES}


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
