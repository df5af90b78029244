"""18.3-21.3: victory points and winner, as pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .battle import Battle, opposing_side

EACH, ANY = "each", "any"
HEX_SEPARATOR = "@"  # separates a place from one of its hexes


@dataclass(frozen=True, slots=True)
class Score:
    """VP of the scoring side by source."""

    places: int
    exits: int
    minus: int

    @property
    def total(self) -> int:
        return self.places + self.exits - self.minus


def list_place_targets(battle: Battle, place: str) -> tuple[str, ...]:
    """Return what can be held of a place: its hexes, or the whole place if they are unknown."""
    hexes = battle.hexes(place)
    return tuple(f"{place}{HEX_SEPARATOR}{hex_}" for hex_ in hexes) if len(hexes) > 1 else (place,)


def list_targets(battle: Battle) -> tuple[str, ...]:
    """Return every target whose last occupier counts."""
    places = dict.fromkeys([location["place"] for location in battle.victory["locations"]])
    if has_known_minus_hexes(battle):
        places |= dict.fromkeys(battle.victory["minus"]["places"])
    return tuple(target for place in places for target in list_place_targets(battle, place))


def has_known_minus_hexes(battle: Battle) -> bool:
    """20.3: tell whether the hexes that cost VP are known, so that they can be followed."""
    minus = battle.victory["minus"]
    return bool(minus) and minus["what"] == "hexes" and all(map(battle.hexes, minus["places"]))


def must_ask_minus(battle: Battle) -> bool:
    """Tell whether players must count what costs VP themselves."""
    return bool(battle.victory["minus"]) and not has_known_minus_hexes(battle)


def compute_score(
    battle: Battle, holders: Mapping[str, str], exits: Iterable[str], minus: int, reading: str
) -> Score:
    """Count VP for places last occupied by the scoring side and units that left, minus costs."""
    rules = battle.victory
    places = sum(_score_place(battle, location, holders, reading) for location in rules["locations"])
    out = rules["exit"]
    left = sum(scores_by_exit(battle, unit) for unit in exits) * (out["vp"] if out else 0)
    less = rules["minus"]
    if has_known_minus_hexes(battle):
        minus = sum(
            holders.get(target) == less["side"]
            for place in less["places"]
            for target in list_place_targets(battle, place)
        )
    return Score(places, left, minus * less["vp"] if less else 0)


def _score_place(
    battle: Battle, location: Mapping[str, Any], holders: Mapping[str, str], reading: str
) -> int:
    counts = reading if location["counts"] == "open" else location["counts"]
    side: str = battle.victory["side"]
    held = sum(holders.get(target) == side for target in list_place_targets(battle, location["place"]))
    worth: int = location["vp"]
    return worth * (held if counts == EACH else min(held, 1))


def scores_by_exit(battle: Battle, unit: str) -> bool:
    """18.3-20.3: tell whether it is a unit of the scoring side other than recon."""
    exited = battle.units[unit]
    return exited.side == battle.victory["side"] and not battle.formations[exited.formation].recon


def find_winner(battle: Battle, points: int) -> str | None:
    """Return the winner with these VP; None for a draw."""
    rules = battle.victory
    if points >= rules["win"]:
        return str(rules["side"])
    if rules["draw"] is not None and points == rules["draw"]:
        return None
    return opposing_side(rules["side"])


def compute_max_points(battle: Battle, reading: str) -> int:
    """Return the maximum VP: every place, and every unit out."""
    side: str = battle.victory["side"]
    everything = dict.fromkeys(list_targets(battle), side)
    units = [unit.key for unit in battle.units.values() if unit.side == side]
    best = compute_score(battle, everything, units if battle.victory["exit"] else (), 0, reading)
    return best.places + best.exits
