"""9.7 close combat: the die of an attack, its modifiers, and the odds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from catalogs.games.thunder_at_cassino import Catalog

from .bombardment import DIE_FACES


@dataclass(frozen=True, slots=True)
class CloseAttack:
    """An attack by one or more units on one unit.

    9.7 C: the armour factors count if armour is attacked by armour or antitank units.
    """

    units: int
    attacker: int  # close-combat factor of the leading unit
    target: int
    armour: bool = False
    attack: int = 0
    defence: int = 0
    signed: bool = False  # reading of 9.7 C: a difference below 0 is subtracted


def list_modifiers(catalog: Catalog, close: CloseAttack) -> dict[str, int]:
    """9.7: return modifiers for further units, the better factor, or armour attack minus defence."""
    by_reason = {"further": (close.units - 1) * catalog.figures["close_further"]}
    if close.armour:
        difference = close.attack - close.defence
        by_reason["armour"] = difference if close.signed else max(0, difference)
    else:
        by_reason["better"] = max(0, close.attacker - close.target)
    return {name: value for name, value in by_reason.items() if value}


def is_eliminated(catalog: Catalog, close: CloseAttack, die: int) -> bool:
    """9.7: hit with a result of 6 or more."""
    return die + sum(list_modifiers(catalog, close).values()) >= catalog.figures["close_needs"]


def compute_chance(catalog: Catalog, close: CloseAttack) -> Fraction:
    """Return the probability that the attacked unit is lost."""
    hits = sum(is_eliminated(catalog, close, die) for die in range(1, DIE_FACES + 1))
    return Fraction(hits, DIE_FACES)


def can_screen(infantry: int, attackers: int) -> bool:
    """9.6: one combat infantry unit per attacking unit can screen antitank units and machine guns."""
    return infantry >= attackers > 0
