"""8.3 fire and 14.5 bombardment: the two values from typed factors, the losses, and exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from catalogs.games.thunder_at_cassino import Catalog
from schemas.errors import HorahError

from .bombardment import FACES

MOST_LOSSES = 40  # no attack comes near


@dataclass(frozen=True, slots=True)
class Fire:
    """An attack as it is declared. ``infantry`` counts machine guns that fire as infantry too."""

    attack: int
    defence: int
    terrain: int
    infantry: int = 0
    machine_guns: int = 0
    armour: int = 0
    company: bool = False  # three firing infantry units of one company
    adjacent: bool = True  # from another area, or inside one zone
    higher: bool = False  # the target lies higher
    dark: bool = False  # smoke or night
    artillery: bool = False

    @property
    def units(self) -> int:
        return self.infantry + self.machine_guns + self.armour


@dataclass(frozen=True, slots=True)
class Value:
    """A value before its dice: what it is made of, by the name of each part."""

    parts: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.parts.values())


def limits(catalog: Catalog, fire: Fire) -> HorahError | None:
    """8.3.2: six infantry, two machine guns more and three armoured units at most fire together."""
    if fire.artillery:
        return None
    for kind in ("infantry", "machine_guns", "armour"):
        most = catalog.figures[f"fire_{kind}"]
        given = getattr(fire, kind)
        if given > most:
            return HorahError("FIRE_LIMIT", kind=kind, most=most, given=given)
    if fire.units == 0:
        return HorahError("FIRE_NOBODY")
    if fire.company and fire.infantry + fire.machine_guns < catalog.figures["company_size"]:
        return HorahError("FIRE_COMPANY", size=catalog.figures["company_size"])
    return None


def attack_value(catalog: Catalog, fire: Fire) -> Value:
    """8.3.5.1: the factor of one unit, one more for each further, one more for a whole company; 14.5: guns
    have the factor alone."""
    parts = {"factor": fire.attack}
    if not fire.artillery:
        further = (fire.units - 1) * catalog.figures["further_unit"]
        parts |= {"further": further} if further else {}
        parts |= {"company": catalog.figures["company"]} if fire.company else {}
    return Value(parts)


def defence_value(catalog: Catalog, fire: Fire) -> Value:
    """8.3.5.2: the lowest factor with terrain, and for fire that is no bombardment distance, height, dark."""
    parts = {"factor": fire.defence, "terrain": fire.terrain}
    if not fire.artillery:
        for name in ("adjacent", "higher", "dark"):
            parts |= {name: catalog.figures[name]} if getattr(fire, name) else {}
    return Value(parts)


def losses(attack: int, defence: int) -> int:
    """8.3.5.3: what the defender must pay at least."""
    return max(0, attack - defence)


@cache
def _differences() -> Mapping[int, Fraction]:
    """Two dice against two dice: how likely each difference is."""
    found: dict[int, int] = {}
    for one, two, three, four in product(range(1, FACES + 1), repeat=4):
        found[one + two - three - four] = found.get(one + two - three - four, 0) + 1
    return {difference: Fraction(count, FACES**4) for difference, count in sorted(found.items())}


def odds(lead: int) -> Mapping[int, Fraction]:
    """How likely each number of casualty points is when the attack leads by so much before the dice."""
    found: dict[int, Fraction] = {}
    for difference, chance in _differences().items():
        points = losses(lead + difference, 0)
        found[points] = found.get(points, Fraction(0)) + chance
    return dict(sorted(found.items()))


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """The points to be expected."""
    return sum((points * chance for points, chance in chances.items()), Fraction(0))
