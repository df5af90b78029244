"""The other dice of the rules: weather, replacements, bridges, barrage, direct fire, anti-air."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from catalogs.games.grossdeutschland import Catalog

FACES = 6
DIE = range(1, FACES + 1)


def weather_of(catalog: Catalog, die: int, modifier: int) -> str:
    """14.0: the die and the turn's modifier; beyond the table its first or last line."""
    lines = {each.roll: each.id for each in catalog.weather.values()}
    return lines[min(max(die + modifier, min(lines)), max(lines))]


def weather_chances(catalog: Catalog, modifier: int) -> dict[str, Fraction]:
    """The chance of each weather by the turn's modifier."""
    rolled = [weather_of(catalog, die, modifier) for die in DIE]
    return {name: Fraction(rolled.count(name), FACES) for name in catalog.weather if name in rolled}


def rebuilds(catalog: Catalog, die: int, weather: str) -> bool:
    """4.1: may one spent foot unit be rebuilt?"""
    return die + catalog.weather[weather].replacement <= catalog.figures["replacement_most"]


def rebuild_chance(catalog: Catalog, weather: str) -> Fraction:
    return Fraction(sum(rebuilds(catalog, die, weather) for die in DIE), FACES)


def blown(catalog: Catalog, die: int) -> bool:
    """12.0: a bridge is blown unless the die fails; nothing modifies it."""
    return die > catalog.figures["demolition_fails"]


@dataclass(frozen=True, slots=True)
class Barrage:
    """11.2: did it hit, and how many steps fall; ``triple`` for two units, or the only one eliminated."""

    hit: bool
    steps: int

    @property
    def triple(self) -> bool:
        return self.steps > 1


def barrage(dice: Sequence[int], distance: int) -> Barrage:
    """11.2: three dice above the distance hit; equal dice do the harm."""
    if sum(dice) <= distance:
        return Barrage(False, 0)
    different = len(set(dice))
    return Barrage(True, len(dice) - different)


def barrage_chances(distance: int, dice: int) -> dict[int, Fraction]:
    """The chance of each number of steps; none stands for a miss and for no harm alike."""
    found: dict[int, int] = {}
    for faces in product(DIE, repeat=dice):
        steps = barrage(faces, distance).steps
        found[steps] = found.get(steps, 0) + 1
    return {steps: Fraction(count, FACES**dice) for steps, count in sorted(found.items())}


@dataclass(frozen=True, slots=True)
class Shot:
    """11.3: did it hit, and does the target lose a step or is only pinned?"""

    hit: bool
    loss: bool


def direct_modifier(catalog: Catalog, weather: str, slot: str, *, blocking: bool) -> int | None:
    """11.3, 13.1, 14.1: to each die; None where direct fire is not allowed."""
    sky, part = catalog.weather[weather].direct, catalog.slots[slot].direct
    if sky is None or part is None:
        return None
    return sky + part + (catalog.figures["blocking"] if blocking else 0)


def direct_fire(dice: Sequence[int], modifier: int, distance: int, defence: int) -> Shot:
    """11.3: each die above the distance hits; their total against defence and distance is a loss."""
    rolled = [die + modifier for die in dice]
    hit = all(die > distance for die in rolled)
    return Shot(hit, hit and sum(rolled) >= defence + distance)


def direct_chances(modifier: int, distance: int, defence: int, dice: int) -> dict[str, Fraction]:
    """The chance of a loss, of a pin and of a miss."""
    found = {"loss": 0, "pin": 0, "miss": 0}
    for faces in product(DIE, repeat=dice):
        shot = direct_fire(faces, modifier, distance, defence)
        found["loss" if shot.loss else "pin" if shot.hit else "miss"] += 1
    return {name: Fraction(count, FACES**dice) for name, count in found.items()}


def shot_down(dice: Sequence[int], distance: int) -> bool:
    """10.7: anti-air above the distance cancels an air or strafing chit."""
    return sum(dice) > distance
