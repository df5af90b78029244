"""ST-C1.9, NO-C1.9: fortification packages paid with points that last the whole campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from catalogs.games.combat_commander.campaigns import FortificationPoints
from catalogs.games.combat_commander.model import Side
from generator.table import Buy, Note, Procedure, Stand, Ware, WhyNot
from schemas.errors import HorahError

from ..battle.placement import count_contents
from ..battle.rs09_fortifications import fortification_stock, package_shelf, price_of
from ..battle.state import Battle, evolve, holds, opponent, pay

Points = Mapping[Side, int]


def fortify(
    battle: Battle,
    points: Points,
    figures: FortificationPoints,
    rule: str,
    show: Callable[[Battle, Points], Stand],
    *,
    past_zero: bool = True,
) -> Procedure[tuple[Battle, Points]]:
    """Offer packages in any posture; one mine strength holds for everything bought in the battle (F103.2).

    ``show`` makes the state that people see after each purchase.
    """
    for side in (figures.first, opponent(figures.first)):
        budget = points[side]
        if figures.also_costs_vp and not past_zero:
            budget = min(budget, max(holds(battle, side), 0))
        shelf = _shelf(battle, budget)
        if not shelf:
            continue
        bought = yield Buy(
            rule,
            "fortification_points",
            side,
            "package",
            shelf,
            _stock(battle),
            budget=budget,
            context={"marker": budget, "points": points[side]},
            why_not=_not_on_shelf(battle, budget),
            mixed="MIXED_MINES",
        )
        battle, points = yield from _take(battle, points, side, bought, figures, rule)
        yield show(battle, points)
    return battle, points


def _take(
    battle: Battle,
    points: Points,
    side: Side,
    bought: Mapping[str, int],
    figures: FortificationPoints,
    rule: str,
) -> Procedure[tuple[Battle, Points]]:
    if not bought:
        return battle, points
    price = price_of(battle, bought)
    left = points[side] - price
    yield Note(rule, "fortified", {"side": side, "bought": dict(bought), "price": price, "left": left})
    battle = battle.with_force(side, works=dict(bought))
    battle = evolve(battle, mine_strength=strength_bought(battle))
    if figures.also_costs_vp:
        battle = yield from pay(battle, side, price, rule, "fortification_points")
    return battle, {**points, side: left}


def _shelf(battle: Battle, budget: int) -> tuple[Ware, ...]:
    strength = strength_bought(battle)
    return tuple(
        ware
        for ware in package_shelf(battle)
        if ware.price <= budget and (not strength or ware.grade in (None, str(strength)))
    )


def _not_on_shelf(battle: Battle, budget: int) -> WhyNot:
    def why(name: str) -> HorahError | None:
        package = next((p for p in battle.edition.packages if p.id == name), None)
        if package is None:
            return None
        if package.cost > budget:
            return HorahError("OVER_BUDGET.package", package=name, price=package.cost, budget=budget)
        strength = strength_bought(battle)
        return HorahError("MIXED_MINES.strength", strength=strength, package=name)

    return why


def _stock(battle: Battle) -> dict[str, int | None]:
    """Return what the box still holds after everything bought in this battle; None if unknown."""
    used: Counter[str] = Counter()
    for packages in _all_packages(battle):
        used.update(count_contents(battle, packages))
    stock = fortification_stock(battle)
    return {kind: None if number is None else number - used[kind] for kind, number in stock.items()}


def strength_bought(battle: Battle) -> int:
    """Return the mine strength bought with VP or points; 0 if no mines were bought."""
    bought = {name for packages in _all_packages(battle) for name in packages}
    strengths = (p.mine_strength for p in battle.edition.packages if p.id in bought and p.mine_strength)
    return next(strengths, 0)


def _all_packages(battle: Battle) -> tuple[Mapping[str, int], ...]:
    return (battle.packages, battle.axis.works, battle.allied.works)
