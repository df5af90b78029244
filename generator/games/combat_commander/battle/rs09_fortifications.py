"""RS.9 Fortifications: the defender may buy packages with VP."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Package, Side
from generator.table import Buy, Note, Ware

from .state import Battle, Steps, evolve, holds, pay

RULE = "RS.9"


def fortifications(battle: Battle) -> Steps:
    """RS.9: offer any combination that VP and counters allow, with a single mine strength."""
    defender = battle.posture_side("defend")
    if defender is None:
        return battle
    budget = holds(battle, defender)
    if budget < _cheapest(battle.catalog, battle.edition.id):
        return battle
    bought = yield Buy(
        RULE,
        "packages",
        defender,
        "package",
        package_shelf(battle),
        fortification_stock(battle),
        budget=budget,
        context={"marker": budget},
        mixed="MIXED_MINES",
    )
    return (yield from _take(battle, defender, bought))


def package_shelf(battle: Battle) -> tuple[Ware, ...]:
    """RS.9: return the packages of the edition; those with mines share one strength (F103.2)."""
    return _shelf(battle.catalog, battle.edition.id)


@lru_cache(maxsize=64)
def _shelf(catalog: Catalog, edition: str) -> tuple[Ware, ...]:
    return tuple(
        Ware(
            package.id,
            package.cost,
            package.contents,
            group="mines" if package.mine_strength else None,
            grade=str(package.mine_strength) if package.mine_strength else None,
        )
        for package in catalog.editions[edition].packages
    )


def fortification_stock(battle: Battle) -> dict[str, int | None]:
    """Return how many counters of each kind the box holds; None if unknown, which means no limit."""
    return dict(_stock(battle.catalog))


@lru_cache(maxsize=64)
def _packages(catalog: Catalog, edition: str) -> Mapping[str, Package]:
    return {package.id: package for package in catalog.editions[edition].packages}


@lru_cache(maxsize=64)
def _stock(catalog: Catalog) -> Mapping[str, int | None]:
    return {kind.id: kind.quantity for kind in catalog.fortifications.values()}


@lru_cache(maxsize=64)
def _cheapest(catalog: Catalog, edition: str) -> int:
    return min(ware.price for ware in _shelf(catalog, edition))


def price_of(battle: Battle, bought: Mapping[str, int]) -> int:
    packages = _packages(battle.catalog, battle.edition.id)
    return sum([packages[name].cost * count for name, count in bought.items()])


def mine_strength_of(battle: Battle, bought: Mapping[str, int]) -> int:
    """RS.14: return the strength bought, or the default."""
    packages = _packages(battle.catalog, battle.edition.id)
    strengths = [strength for name in bought if (strength := packages[name].mine_strength)]
    return strengths[0] if strengths else battle.catalog.procedure.default_mine_strength


def _take(battle: Battle, defender: Side, bought: Mapping[str, int]) -> Steps:
    if not bought:
        return battle
    price = price_of(battle, bought)
    yield Note(RULE, "packages", {"side": defender, "bought": dict(bought), "price": price})
    battle = evolve(battle, packages=bought, mine_strength=mine_strength_of(battle, bought))
    return (yield from pay(battle, defender, price, RULE, "packages"))
