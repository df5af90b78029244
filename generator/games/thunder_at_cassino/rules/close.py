"""9.7 close combat: one die for an attack, with what is added to it, and the odds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from catalogs.games.thunder_at_cassino import Catalog

from .bombardment import FACES


@dataclass(frozen=True, slots=True)
class Close:
    """An attack by one or more units on one unit. The armour factors count where armour is attacked by armour
    or antitank units (9.7 C)."""

    units: int
    attacker: int  # close-combat factor of the leading unit
    target: int
    armour: bool = False
    attack: int = 0
    defence: int = 0


def modifiers(catalog: Catalog, close: Close) -> dict[str, int]:
    """9.7: further units, the better factor, and for armour the attack factor less the defence factor."""
    found = {"further": (close.units - 1) * catalog.figures["close_further"]}
    if close.armour:
        found["armour"] = close.attack - close.defence
    else:
        found["better"] = max(0, close.attacker - close.target)
    return {name: value for name, value in found.items() if value}


def eliminates(catalog: Catalog, close: Close, die: int) -> bool:
    """9.7: a result of 6; more is read as 6."""
    return die + sum(modifiers(catalog, close).values()) >= catalog.figures["close_needs"]


def chance(catalog: Catalog, close: Close) -> Fraction:
    """How likely the attacked unit is lost."""
    hits = sum(eliminates(catalog, close, die) for die in range(1, FACES + 1))
    return Fraction(hits, FACES)


def may_screen(infantry: int, attackers: int) -> bool:
    """9.6: one combat infantry unit for every attacking unit lets antitank units and machine guns be
    screened."""
    return infantry >= attackers > 0
