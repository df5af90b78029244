"""Random generators for custom scenarios; the rules have no random scenarios, so each result is labelled.

Start positions are legal by zone and stacking only (terrain is not checked). A weather strip and a draw of
black chits show the results of a seed. Variants are unofficial.
"""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.chance import Chance, roll_dice

from ..battle import SIDES, Battle, Turn, make_battle, name_sky
from ..rolls import find_weather
from ..zones import find_zone, get_stacking_limit, get_stacking_value, is_city

Document = dict[str, Any]
MAX_CUP_SHIFT_CHITS = 5  # maximum change of a cup's printed mix, in chits
MAX_PICKS = 6


def draw_start_positions(catalog: Catalog, document: Document, seed: str) -> tuple[Document, tuple[str, ...]]:
    """Place every counter that begins on the map in a hex of its zone.

    Return also the keys that could not be placed.
    """
    placed = copy.deepcopy(document)
    battle = make_battle(document, catalog)
    chance = Chance(f"{seed}/positions")
    held: dict[str, Fraction] = {}
    owner: dict[str, str] = {}
    roads: dict[str, bool] = {}
    fortified: dict[str, frozenset[str]] = {}
    works = _list_works(document)
    unplaced: list[str] = []
    for row in placed["units"]:
        key = f"{row['side']}:{row['formation']}:{row['unit']}"
        unit = battle.units[key]
        if not unit.starts_on_map:
            continue
        heavy = get_stacking_value(unit, spent=unit.spent)
        free = [
            hex_
            for hex_ in find_zone(battle, catalog, unit) or ()
            if owner.get(hex_, unit.side) == unit.side
            and not works.get(key, frozenset()) & fortified.get(hex_, frozenset())
            and held.get(hex_, Fraction(0)) + heavy
            <= get_stacking_limit(
                catalog, city=is_city(battle, hex_), road=unit.road or roads.get(hex_, False)
            )
        ]
        if not free:
            unplaced.append(key)
            continue
        hex_ = free[chance(len(free))]
        row["at"] = hex_
        held[hex_] = held.get(hex_, Fraction(0)) + heavy
        roads[hex_] = roads.get(hex_, False) or unit.road
        fortified[hex_] = fortified.get(hex_, frozenset()) | works.get(key, frozenset())
        owner[hex_] = unit.side
    return placed, tuple(unplaced)


def _list_works(document: Document) -> dict[str, frozenset[str]]:
    """15.0: return the kinds of fortification that come with each counter; no hex holds two of a kind."""
    kinds: dict[str, frozenset[str]] = {}
    for work in document["fortifications"]:
        if work.get("with"):
            kinds[work["with"]] = kinds.get(work["with"], frozenset()) | {work["type"]}
    return kinds


def roll_weather_strip(catalog: Catalog, battle: Battle, seed: str, turns: int) -> list[Document]:
    """14.0: roll the weather of the coming turns by seed; only the die where the modifier is unknown."""
    first = battle.first or Turn(1, 0)
    typed = battle.document["weather"]
    strip = []
    for number in range(turns):
        by = typed[number] if number < len(typed) else None
        (die,) = roll_dice(f"{seed}/weather/{number}", (6,))
        turn = first.plus_turns(number)
        weather = None if by is None else name_sky(find_weather(catalog, die, by), turn)
        strip.append({**turn.json(), "die": die, "modifier": by, "weather": weather})
    return strip


def draw_black_chits(catalog: Catalog, document: Document, seed: str) -> dict[str, list[str]]:
    """18.2-21.2: draw black chits for both cups by seed, after the assigned ones are set aside."""
    cups = document["cups"]
    assigned = {chit for side in SIDES for chit in cups[side]["assigned"]}
    remaining = [
        chit.id for chit in catalog.chits.values() if chit.colour == "black" and chit.id not in assigned
    ]
    chance = Chance(f"{seed}/black")
    return {
        side: [
            remaining.pop(chance(len(remaining))) for _ in range(min(cups[side]["random"], len(remaining)))
        ]
        for side in SIDES
    }


def make_variant(catalog: Catalog, document: Document, seed: str) -> Document:
    """Make an unofficial variant: change cup mixes, first picks and the entries of two formations."""
    changed = copy.deepcopy(document)
    chance = Chance(f"{seed}/variant")
    for side in SIDES:
        cup = changed["cups"][side]
        shift = chance(2 * MAX_CUP_SHIFT_CHITS + 1) - MAX_CUP_SHIFT_CHITS
        shift = max(-cup["blue"], min(shift, cup["red"]))
        cup["blue"], cup["red"] = cup["blue"] + shift, cup["red"] - shift
    battle = make_battle(document, catalog)
    available = sum(
        formation.arrives is None or formation.arrives == battle.first
        for formation in battle.formations_of(changed["picks"]["side"])
    )
    changed["picks"]["chits"] = 1 + chance(max(1, min(available, MAX_PICKS)))
    for side in SIDES:
        _swap_formations(changed, battle, side, chance)
    changed["source"] = "variant"
    return changed


def _swap_formations(changed: Document, battle: Battle, side: str, chance: Chance) -> None:
    """Swap entry letters and turns of two formations that enter the map."""
    coming = [
        formation
        for formation in battle.formations_of(side)
        if formation.arrives
        and formation.condition is None
        and len({str(u.placement) for u in formation.units}) == 1
    ]
    if len(coming) < 2:
        return
    first = coming.pop(chance(len(coming)))
    second = coming.pop(chance(len(coming)))
    for row in changed["units"]:
        key = f"{row['side']}:{row['formation']}"
        if key in (first.key, second.key):
            new = second if key == first.key else first
            row["placement"] = copy.deepcopy(dict(new.units[0].placement))
