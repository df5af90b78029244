"""18.3-21.3: who has how many VP, and who has won. Nothing here remembers: it counts what it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .battle import Battle, other

EACH, ANY = "each", "any"
AT = "@"  # parts a place from one of its hexes


@dataclass(frozen=True, slots=True)
class Score:
    """The VP of the scoring side, by what they are for."""

    places: int
    exits: int
    minus: int

    @property
    def total(self) -> int:
        return self.places + self.exits - self.minus


def targets_of(battle: Battle, place: str) -> tuple[str, ...]:
    """What can be held of a place: each of its hexes, or the whole where they are not known."""
    hexes = battle.hexes(place)
    return tuple(f"{place}{AT}{each}" for each in hexes) if len(hexes) > 1 else (place,)


def targets(battle: Battle) -> tuple[str, ...]:
    """Everything whose last occupier counts."""
    places = dict.fromkeys([each["place"] for each in battle.victory["locations"]])
    if counted_hexes(battle):
        places |= dict.fromkeys(battle.victory["minus"]["places"])
    return tuple(target for place in places for target in targets_of(battle, place))


def counted_hexes(battle: Battle) -> bool:
    """20.3: can the hexes that cost VP be followed one by one? Not before their owner has typed them."""
    minus = battle.victory["minus"]
    return bool(minus) and minus["what"] == "hexes" and all(map(battle.hexes, minus["places"]))


def asks_minus(battle: Battle) -> bool:
    """Must the players count what costs VP themselves?"""
    return bool(battle.victory["minus"]) and not counted_hexes(battle)


def score(
    battle: Battle, holders: Mapping[str, str], exits: Iterable[str], minus: int, reading: str
) -> Score:
    """VP for places last occupied by the scoring side, for units that left, less what costs VP."""
    rules = battle.victory
    places = sum(_place(battle, each, holders, reading) for each in rules["locations"])
    out = rules["exit"]
    left = sum(scores_by_leaving(battle, unit) for unit in exits) * (out["vp"] if out else 0)
    less = rules["minus"]
    if counted_hexes(battle):
        minus = sum(
            holders.get(target) == less["side"]
            for place in less["places"]
            for target in targets_of(battle, place)
        )
    return Score(places, left, minus * less["vp"] if less else 0)


def _place(battle: Battle, location: Mapping[str, Any], holders: Mapping[str, str], reading: str) -> int:
    counts = reading if location["counts"] == "open" else location["counts"]
    side: str = battle.victory["side"]
    held = sum(holders.get(target) == side for target in targets_of(battle, location["place"]))
    worth: int = location["vp"]
    return worth * (held if counts == EACH else min(held, 1))


def scores_by_leaving(battle: Battle, unit: str) -> bool:
    """18.3-20.3: a unit of the scoring side that is not recon."""
    found = battle.units[unit]
    return found.side == battle.victory["side"] and not battle.formations[found.formation].recon


def winner(battle: Battle, points: int) -> str | None:
    """Who has won with so many VP; None for a draw."""
    rules = battle.victory
    if points >= rules["win"]:
        return str(rules["side"])
    if rules["draw"] is not None and points == rules["draw"]:
        return None
    return other(rules["side"])


def attainable(battle: Battle, reading: str) -> int:
    """The most that can be scored: every place, and every unit out."""
    side: str = battle.victory["side"]
    everything = dict.fromkeys(targets(battle), side)
    units = [unit.key for unit in battle.units.values() if unit.side == side]
    found = score(battle, everything, units if battle.victory["exit"] else (), 0, reading)
    return found.places + found.exits
