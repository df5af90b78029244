"""Other dice: weather, replacements, bridges, barrage, direct fire, anti-air."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from catalogs.games.grossdeutschland import Catalog

DIE_FACES = 6
DIE_RANGE = range(1, DIE_FACES + 1)


def find_weather(catalog: Catalog, die: int, modifier: int) -> str:
    """14.0: return the weather for die plus modifier, clamped to the table."""
    lines = {weather.roll: weather.id for weather in catalog.weather.values()}
    return lines[min(max(die + modifier, min(lines)), max(lines))]


def compute_weather_chances(catalog: Catalog, modifier: int) -> dict[str, Fraction]:
    """Return the probability of each weather for a modifier."""
    rolled = [find_weather(catalog, die, modifier) for die in DIE_RANGE]
    return {name: Fraction(rolled.count(name), DIE_FACES) for name in catalog.weather if name in rolled}


def is_rebuilt(catalog: Catalog, die: int, weather: str) -> bool:
    """4.1: tell whether one spent foot unit may be rebuilt."""
    return die + catalog.weather[weather].replacement <= catalog.figures["replacement_most"]


def compute_rebuild_chance(catalog: Catalog, weather: str) -> Fraction:
    return Fraction(sum(is_rebuilt(catalog, die, weather) for die in DIE_RANGE), DIE_FACES)


def is_blown(catalog: Catalog, die: int) -> bool:
    """12.0: tell whether a bridge is blown; nothing modifies the die."""
    return die > catalog.figures["demolition_fails"]


@dataclass(frozen=True, slots=True)
class Barrage:
    """11.2: result of a barrage; ``triple`` costs two units a step or eliminates a lone one."""

    hit: bool
    steps: int

    @property
    def triple(self) -> bool:
        return self.steps > 1


def resolve_barrage(dice: Sequence[int], distance: int) -> Barrage:
    """11.2: dice above the distance hit; equal dice cost steps."""
    if sum(dice) <= distance:
        return Barrage(False, 0)
    different = len(set(dice))
    return Barrage(True, len(dice) - different)


def compute_barrage_chances(distance: int, dice: int) -> dict[int, Fraction]:
    """Return the probability of each number of steps; 0 is a miss or no effect."""
    counts: dict[int, int] = {}
    for faces in product(DIE_RANGE, repeat=dice):
        steps = resolve_barrage(faces, distance).steps
        counts[steps] = counts.get(steps, 0) + 1
    return {steps: Fraction(count, DIE_FACES**dice) for steps, count in sorted(counts.items())}


@dataclass(frozen=True, slots=True)
class Shot:
    """11.3: result of direct fire: a hit is a step loss or a pin."""

    hit: bool
    loss: bool


def get_direct_modifier(catalog: Catalog, weather: str, slot: str, *, blocking: bool) -> int | None:
    """11.3, 13.1, 14.1: return the modifier to each die; None if direct fire is not allowed."""
    sky, part = catalog.weather[weather].direct, catalog.slots[slot].direct
    if sky is None or part is None:
        return None
    return sky + part + (catalog.figures["blocking"] if blocking else 0)


def resolve_direct_fire(dice: Sequence[int], modifier: int, distance: int, defence: int) -> Shot:
    """11.3: a hit needs each die above the distance; a loss needs the total of defence plus distance."""
    rolled = [die + modifier for die in dice]
    hit = all(die > distance for die in rolled)
    return Shot(hit, hit and sum(rolled) >= defence + distance)


def compute_direct_chances(modifier: int, distance: int, defence: int, dice: int) -> dict[str, Fraction]:
    """Return the probabilities of a loss, a pin and a miss."""
    counts = {"loss": 0, "pin": 0, "miss": 0}
    for faces in product(DIE_RANGE, repeat=dice):
        shot = resolve_direct_fire(faces, modifier, distance, defence)
        counts["loss" if shot.loss else "pin" if shot.hit else "miss"] += 1
    return {name: Fraction(count, DIE_FACES**dice) for name, count in counts.items()}


def is_shot_down(dice: Sequence[int], distance: int) -> bool:
    """10.7: anti-air above the distance cancels an air or strafing chit."""
    return sum(dice) > distance
