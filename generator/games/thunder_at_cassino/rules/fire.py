"""8.3 fire and 14.5 bombardment: values, losses, and exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from catalogs.games.thunder_at_cassino import Catalog
from schemas.errors import HorahError

from .bombardment import DIE_FACES


@dataclass(frozen=True, slots=True)
class Fire:
    """A declared attack. ``infantry`` includes machine guns that fire as infantry."""

    attack: int
    defence: int
    terrain: int
    infantry: int = 0
    machine_guns: int = 0
    armour: int = 0
    company: bool = False  # three firing infantry units of one company
    adjacent: bool = True  # from another area, or inside one zone
    higher: bool = False  # the target is higher
    dark: bool = False  # smoke or night
    artillery: bool = False

    @property
    def units(self) -> int:
        return self.infantry + self.machine_guns + self.armour


@dataclass(frozen=True, slots=True)
class Value:
    """A value before its dice, as named parts."""

    parts: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.parts.values())


def check_limits(catalog: Catalog, fire: Fire) -> HorahError | None:
    """8.3.2: at most six infantry, two additional machine guns and three armoured units fire together."""
    if fire.artillery:
        return None
    for kind in ("infantry", "machine_guns", "armour"):
        max_units = catalog.figures[f"fire_{kind}"]
        given = getattr(fire, kind)
        if given > max_units:
            return HorahError("FIRE_LIMIT", kind=kind, most=max_units, given=given)
    if fire.units == 0:
        return HorahError("FIRE_NOBODY")
    if fire.company and fire.infantry + fire.machine_guns < catalog.figures["company_size"]:
        return HorahError("FIRE_COMPANY", size=catalog.figures["company_size"])
    return None


def compute_attack(catalog: Catalog, fire: Fire) -> Value:
    """8.3.5.1: add one factor, one per further unit, one for a whole company.

    14.5: guns have only the factor.
    """
    parts = {"factor": fire.attack}
    if not fire.artillery:
        further = (fire.units - 1) * catalog.figures["further_unit"]
        parts |= {"further": further} if further else {}
        parts |= {"company": catalog.figures["company"]} if fire.company else {}
    return Value(parts)


def compute_defence(catalog: Catalog, fire: Fire) -> Value:
    """8.3.5.2: add the lowest factor and terrain; except for bombardment also distance, height and dark."""
    parts = {"factor": fire.defence, "terrain": fire.terrain}
    if not fire.artillery:
        for name in ("adjacent", "higher", "dark"):
            parts |= {name: catalog.figures[name]} if getattr(fire, name) else {}
    return Value(parts)


def compute_losses(attack: int, defence: int) -> int:
    """8.3.5.3: return the minimum points that the defender must pay."""
    return max(0, attack - defence)


@cache
def _compute_differences() -> Mapping[int, Fraction]:
    """Return the probability of each difference of two dice against two dice."""
    counts: dict[int, int] = {}
    for one, two, three, four in product(range(1, DIE_FACES + 1), repeat=4):
        counts[one + two - three - four] = counts.get(one + two - three - four, 0) + 1
    return {difference: Fraction(count, DIE_FACES**4) for difference, count in sorted(counts.items())}


def compute_odds(lead: int) -> Mapping[int, Fraction]:
    """Return the probability of each number of casualty points for a lead before the dice."""
    chances: dict[int, Fraction] = {}
    for difference, chance in _compute_differences().items():
        points = compute_losses(lead + difference, 0)
        chances[points] = chances.get(points, Fraction(0)) + chance
    return dict(sorted(chances.items()))


def compute_mean(chances: Mapping[int, Fraction]) -> Fraction:
    """Return the mean number of points."""
    return sum((points * chance for points, chance in chances.items()), Fraction(0))
