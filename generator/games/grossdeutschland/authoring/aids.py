"""Aids by chance, each labelled for what it is: the rules have no random scenario.

Start positions are legal by hexes and stacking only (terrain is not checked); a weather strip and a draw of
black chits are what the dice of a seed would bring; variants are unofficial.
"""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.chance import Chance, rolled

from ..battle import SIDES, Battle, Turn, battle_of
from ..rolls import weather_of
from ..zones import is_city, limit, weight, zone

Document = dict[str, Any]
SHIFT = 5  # how far an unofficial mix of a cup may be from the printed one, in chits
MOST_PICKS = 6


def start_positions(catalog: Catalog, document: Document, seed: str) -> tuple[Document, tuple[str, ...]]:
    """Every counter that begins on the map in a hex of its zone; and those whose zone nobody has typed."""
    found = copy.deepcopy(document)
    battle = battle_of(document, catalog)
    chance = Chance(f"{seed}/positions")
    held: dict[str, Fraction] = {}
    owner: dict[str, str] = {}
    roads: dict[str, bool] = {}
    fortified: dict[str, frozenset[str]] = {}
    works = _works(document)
    left: list[str] = []
    for row in found["units"]:
        key = f"{row['side']}:{row['formation']}:{row['unit']}"
        unit = battle.units[key]
        if not unit.starts_here:
            continue
        heavy = weight(unit, spent=unit.spent)
        free = [
            hex_
            for hex_ in zone(battle, catalog, unit) or ()
            if owner.get(hex_, unit.side) == unit.side
            and not works.get(key, frozenset()) & fortified.get(hex_, frozenset())
            and held.get(hex_, Fraction(0)) + heavy
            <= limit(catalog, city=is_city(battle, hex_), road=unit.road or roads.get(hex_, False))
        ]
        if not free:
            left.append(key)
            continue
        hex_ = free[chance(len(free))]
        row["at"] = hex_
        held[hex_] = held.get(hex_, Fraction(0)) + heavy
        roads[hex_] = roads.get(hex_, False) or unit.road
        fortified[hex_] = fortified.get(hex_, frozenset()) | works.get(key, frozenset())
        owner[hex_] = unit.side
    return found, tuple(left)


def _works(document: Document) -> dict[str, frozenset[str]]:
    """15.0: the kinds of fortification that come with a counter; no hex holds two of a kind."""
    found: dict[str, frozenset[str]] = {}
    for each in document["fortifications"]:
        if each.get("with"):
            found[each["with"]] = found.get(each["with"], frozenset()) | {each["type"]}
    return found


def weather_strip(catalog: Catalog, battle: Battle, seed: str, turns: int) -> list[Document]:
    """14.0: the weather of the turns to come by a seed; a modifier that nobody has typed counts as 0."""
    first = battle.first or Turn(1, 0)
    typed = battle.document["weather"]
    strip = []
    for number in range(turns):
        by = typed[number] if number < len(typed) else None
        (die,) = rolled(f"{seed}/weather/{number}", (6,))
        turn = first.after(number)
        weather = weather_of(catalog, die, by or 0)
        strip.append({**turn.json(), "die": die, "modifier": by, "weather": weather})
    return strip


def black_draw(catalog: Catalog, document: Document, seed: str) -> dict[str, list[str]]:
    """18.2-21.2: black chits for both cups by a seed, after the assigned are set aside."""
    cups = document["cups"]
    assigned = {chit for side in SIDES for chit in cups[side]["assigned"]}
    left = [chit.id for chit in catalog.chits.values() if chit.colour == "black" and chit.id not in assigned]
    chance = Chance(f"{seed}/black")
    return {
        side: [left.pop(chance(len(left))) for _ in range(min(cups[side]["random"], len(left)))]
        for side in SIDES
    }


def variant(catalog: Catalog, document: Document, seed: str) -> Document:
    """Unofficial: another mix of the cups, another number of first picks, and two battalions that change
    their places in the set-up of their side."""
    found = copy.deepcopy(document)
    chance = Chance(f"{seed}/variant")
    for side in SIDES:
        cup = found["cups"][side]
        shift = chance(2 * SHIFT + 1) - SHIFT
        shift = max(-cup["blue"], min(shift, cup["red"]))
        cup["blue"], cup["red"] = cup["blue"] + shift, cup["red"] - shift
    battle = battle_of(document, catalog)
    there = sum(
        each.arrives is None or each.arrives == battle.first
        for each in battle.of_side(found["picks"]["side"])
    )
    found["picks"]["chits"] = 1 + chance(max(1, min(there, MOST_PICKS)))
    for side in SIDES:
        _swap(found, battle, side, chance)
    found["source"] = "variant"
    return found


def _swap(found: Document, battle: Battle, side: str, chance: Chance) -> None:
    """Two formations that come by entries change letters and turns, each as a whole."""
    coming = [
        each
        for each in battle.of_side(side)
        if each.arrives and each.condition is None and len({str(u.placement) for u in each.units}) == 1
    ]
    if len(coming) < 2:
        return
    one = coming.pop(chance(len(coming)))
    other = coming.pop(chance(len(coming)))
    for row in found["units"]:
        key = f"{row['side']}:{row['formation']}"
        if key in (one.key, other.key):
            new = other if key == one.key else one
            row["placement"] = copy.deepcopy(dict(new.units[0].placement))
