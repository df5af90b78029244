"""10.1-10.8, 15.0, 16.0: odds, modifiers and results of an attack; and the chance of each result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from catalogs.games.grossdeutschland import Catalog

FACES = 6
LEAST, MOST = 2, 12  # 10.1: what the table's lines reach from and to
UP, DOWN = "up", "down"
PLUS_ONE, THREE_DICE = "plus_one", "three_dice"


class Modifier(NamedTuple):
    """What changes the dice, and by how much; ``of`` names the thing where there are several of a cause."""

    cause: str
    by: int
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """Everything that counts in an attack."""

    column: str
    slot: str
    weather: str
    chits: tuple[int, ...] = ()  # as they count, blue below 0
    across: str | None = None  # stream, river or bridge
    forts: tuple[str, ...] = ()
    terrain: tuple[int, ...] = ()
    engineers: bool = False
    bridge: str = PLUS_ONE


def column_for(catalog: Catalog, attack: int, defence: int, rounding: str = UP) -> str:
    """10.1: the column of two strengths; in between, the text rounds up to the next whole number.

    Below even odds the next column up is taken too, so that 3 against 7 is 1-2.
    """
    odds = Fraction(attack, defence)
    columns = sorted(catalog.columns.values(), key=lambda each: Fraction(each.attack, each.defence))
    if rounding == UP:
        found = (each.id for each in columns if Fraction(each.attack, each.defence) >= odds)
        return next(found, columns[-1].id)
    below = [each.id for each in columns if Fraction(each.attack, each.defence) <= odds]
    return below[-1] if below else columns[0].id


def modifiers(catalog: Catalog, attack: Attack) -> tuple[Modifier, ...]:
    """10.1.3-10.1.5, 10.8, 15.0: every modifier by its cause, engineers' halving done (16.0)."""
    return tuple(each for each in _all(catalog, attack) if each.by)


def _all(catalog: Catalog, attack: Attack) -> Iterator[Modifier]:
    for chit in attack.chits:
        yield Modifier("chit", chit)
    for ground in attack.terrain:
        yield Modifier("terrain", _halved(ground, attack))
    if attack.across and not (attack.across == "bridge" and attack.bridge == THREE_DICE):
        yield Modifier("across", _halved(catalog.crossings[attack.across].attack, attack), attack.across)
    for fort in attack.forts:
        yield Modifier("fort", _halved(catalog.fortifications[fort].attack, attack), fort)
    yield Modifier("weather", catalog.weather[attack.weather].attack, attack.weather)
    yield Modifier("slot", catalog.slots[attack.slot].attack, attack.slot)


def _halved(by: int, attack: Attack) -> int:
    """16.0: engineers halve each modifier by itself, rounded down."""
    return by // 2 if attack.engineers and by > 0 else by


def total(catalog: Catalog, attack: Attack) -> int:
    return sum(each.by for each in modifiers(catalog, attack))


def dice_of(catalog: Catalog, attack: Attack) -> int:
    """10.1.6, 13.2: two dice; three at night; by one reading three across a bridge."""
    dice = catalog.slots[attack.slot].dice
    if attack.across == "bridge" and attack.bridge == THREE_DICE:
        return max(dice, catalog.figures["bridge_dice"])
    return dice


def line_for(rolled: int, drm: int) -> str:
    """10.1: below 2 counts as 2, above 12 as 12."""
    return str(min(max(rolled + drm, LEAST), MOST))


def result(catalog: Catalog, column: str, rolled: int, drm: int) -> str:
    """The code in the combat table, as printed."""
    return catalog.results[line_for(rolled, drm)].results[column]


def suspect(catalog: Catalog, column: str, rolled: int, drm: int) -> str | None:
    """What a suspect cell would be by the pattern of its neighbours."""
    return catalog.results[line_for(rolled, drm)].suspect.get(column)


@cache
def totals(dice: int) -> Mapping[int, Fraction]:
    """The chance of each total of so many dice."""
    found: dict[int, int] = {}
    for faces in product(range(1, FACES + 1), repeat=dice):
        found[sum(faces)] = found.get(sum(faces), 0) + 1
    return {number: Fraction(count, FACES**dice) for number, count in sorted(found.items())}


def chances(catalog: Catalog, column: str, drm: int, dice: int) -> dict[str, Fraction]:
    """The chance of each result, best for the attacker first."""
    found: dict[str, Fraction] = {}
    for rolled, chance in totals(dice).items():
        code = result(catalog, column, rolled, drm)
        found[code] = found.get(code, Fraction(0)) + chance
    order: Sequence[str] = ("DE", "DD", "DC", "DR", "-", "AR", "AC", "SC", "AD", "AP", "AE")
    return {code: found[code] for code in sorted(found, key=order.index)}
