"""10.1-10.8, 15.0, 16.0: odds, modifiers and results of an attack, and result probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from catalogs.games.grossdeutschland import Catalog

FACES = 6
FIRST_LINE, LAST_LINE = 2, 12  # 10.1: first and last line of the combat table
UP, DOWN = "up", "down"
PLUS_ONE, THREE_DICE = "plus_one", "three_dice"


class Modifier(NamedTuple):
    """A modifier to the dice; ``of`` names the thing if a cause has several."""

    cause: str
    by: int
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """Everything that counts in an attack."""

    column: str
    slot: str
    weather: str
    chits: tuple[int, ...] = ()  # with their sign: blue is negative
    across: str | None = None  # stream, river or bridge
    forts: tuple[str, ...] = ()
    terrain: tuple[int, ...] = ()
    engineers: bool = False
    bridge: str = PLUS_ONE


def find_column(catalog: Catalog, attack: int, defence: int, rounding: str = UP) -> str:
    """10.1: return the odds column of two strengths; the rules round up to the next column.

    Below even odds the next column up is taken too, so that 3 against 7 is 1-2. Odds against nothing are
    above every column, so they take the last one.
    """
    columns = sorted(catalog.columns.values(), key=lambda column: Fraction(column.attack, column.defence))
    if defence == 0:
        return columns[-1 if attack else 0].id
    odds = Fraction(attack, defence)
    if rounding == UP:
        matches = (column.id for column in columns if Fraction(column.attack, column.defence) >= odds)
        return next(matches, columns[-1].id)
    below = [column.id for column in columns if Fraction(column.attack, column.defence) <= odds]
    return below[-1] if below else columns[0].id


def list_modifiers(catalog: Catalog, attack: Attack) -> tuple[Modifier, ...]:
    """10.1.3-10.1.5, 10.8, 15.0: return every nonzero modifier, with the engineers' halving (16.0)."""
    return tuple(modifier for modifier in _list_all_modifiers(catalog, attack) if modifier.by)


def _list_all_modifiers(catalog: Catalog, attack: Attack) -> Iterator[Modifier]:
    for chit in attack.chits:
        yield Modifier("chit", chit)
    for ground in attack.terrain:
        yield Modifier("terrain", _halve_for_engineers(ground, attack))
    if attack.across and not (attack.across == "bridge" and attack.bridge == THREE_DICE):
        yield Modifier(
            "across", _halve_for_engineers(catalog.crossings[attack.across].attack, attack), attack.across
        )
    for fort in attack.forts:
        yield Modifier("fort", _halve_for_engineers(catalog.fortifications[fort].attack, attack), fort)
    yield Modifier("weather", catalog.weather[attack.weather].attack, attack.weather)
    yield Modifier("slot", catalog.slots[attack.slot].attack, attack.slot)


def _halve_for_engineers(by: int, attack: Attack) -> int:
    """16.0: engineers halve each modifier by itself, rounded down."""
    return by // 2 if attack.engineers and by > 0 else by


def count_dice(catalog: Catalog, attack: Attack) -> int:
    """10.1.6, 13.2: return two dice, three at night, and optionally three across a bridge."""
    dice = catalog.slots[attack.slot].dice
    if attack.across == "bridge" and attack.bridge == THREE_DICE:
        return max(dice, catalog.figures["bridge_dice"])
    return dice


def find_line(rolled: int, drm: int) -> str:
    """10.1: clamp the modified roll to 2-12."""
    return str(min(max(rolled + drm, FIRST_LINE), LAST_LINE))


def look_up_result(catalog: Catalog, column: str, rolled: int, drm: int) -> str:
    """Return the result code as printed in the combat table."""
    return catalog.results[find_line(rolled, drm)].results[column]


def look_up_suspect(catalog: Catalog, column: str, rolled: int, drm: int) -> str | None:
    """Return the code that a suspect cell would have by the pattern of its neighbours."""
    return catalog.results[find_line(rolled, drm)].suspect.get(column)


def halve_for_supply(catalog: Catalog, strength: int, failures: int, *, defence: bool = False) -> int:
    """5.2: halve a strength for lack of supply: low the attack, rounded up; out both, rounded down."""
    if failures >= catalog.figures["out"]:
        return strength // 2
    return -(-strength // 2) if failures >= catalog.figures["low"] and not defence else strength


@cache
def compute_totals(dice: int) -> Mapping[int, Fraction]:
    """Return the probability of each total of the given number of dice."""
    counts: dict[int, int] = {}
    for faces in product(range(1, FACES + 1), repeat=dice):
        counts[sum(faces)] = counts.get(sum(faces), 0) + 1
    return {number: Fraction(count, FACES**dice) for number, count in sorted(counts.items())}


def compute_chances(catalog: Catalog, column: str, drm: int, dice: int) -> dict[str, Fraction]:
    """Return the probability of each result, best for the attacker first."""
    chances_by_code: dict[str, Fraction] = {}
    for rolled, chance in compute_totals(dice).items():
        code = look_up_result(catalog, column, rolled, drm)
        chances_by_code[code] = chances_by_code.get(code, Fraction(0)) + chance
    order: Sequence[str] = ("DE", "DD", "DC", "DR", "-", "AR", "AC", "SC", "AD", "AP", "AE")
    return {code: chances_by_code[code] for code in sorted(chances_by_code, key=order.index)}
