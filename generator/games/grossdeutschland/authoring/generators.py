"""Random generators for custom scenarios; the rules have no random scenarios, so each result is labelled.

Start positions are legal by zone and stacking only (terrain is not checked). A weather strip and a draw of
black chits show the results of a seed. Variants are unofficial.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.chance import Chance, roll_dice

from ..battle import SIDES, Battle, Formation, Turn, make_battle, name_sky
from ..rolls import find_weather
from ..zones import find_zone, get_stacking_limit, get_stacking_value, is_city

Document = dict[str, Any]
MAX_CUP_SHIFT_CHITS = 5  # maximum change of a cup's printed mix, in chits
MAX_PICKS = 6
ACTION_TURNS = 4  # turns of a small action
ACTION_FORMATIONS = (2, 3)  # formations of the defender, at least and at most
ACTION_STRENGTH = Fraction(5, 4)  # steps of the attacker for each step of the defender
ACTION_DRAWS = 60  # draws of forces, of which the best balanced is taken
ACTION_PLACES = 3  # places that count
ACTION_CUP_SHARE = 3  # a small action has one of so many chits of the printed cups
ACTION_WORKS = 4  # fortifications that no unit of the battle needs


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


def make_action(catalog: Catalog, document: Document, seed: str) -> Document:
    """Make a small action from the formations and places of a battle, balanced by steps; a house rule.

    Both sides are there on the first turn; places of the battle count, and the attacker needs half of them.
    """
    action = copy.deepcopy(document)
    battle = make_battle(document, catalog)
    chance = Chance(f"{seed}/action")
    attacker = document["victory"]["side"]
    first = battle.first or Turn(1, 0)
    formations = _draw_action_forces(battle, attacker, chance)
    action["units"] = [
        {**row, "placement": _begin_at(row["placement"], first)}
        for row in action["units"]
        if f"{row['side']}:{row['formation']}" in formations
    ]
    keys = {f"{row['side']}:{row['formation']}:{row['unit']}" for row in action["units"]}
    works = [row for row in action["fortifications"] if row["with"] in keys]
    spare = [row for row in action["fortifications"] if row["with"] is None]
    action["fortifications"] = [*works, *spare[:ACTION_WORKS]]
    action["first_turn"] = first.json()
    action["last_turn"] = first.plus_turns(ACTION_TURNS - 1).json()
    action["weather"] = action["weather"][:ACTION_TURNS]
    action["conditions"] = []
    action["picks"]["chits"] = 1
    for side in SIDES:
        cup = action["cups"][side]
        cup |= {name: cup[name] // ACTION_CUP_SHARE for name in ("blue", "red", "random")}
        cup["assigned"] = cup["assigned"][: len(cup["assigned"]) // ACTION_CUP_SHARE]
    _draw_action_places(action, chance)
    action["source"] = "action"
    return action


def count_steps(formation: Formation) -> int:
    """2.3: count the steps of a formation's counters; an HQ counts none."""
    return sum(0 if unit.hq else 1 if unit.one_sided or unit.spent else 2 for unit in formation.units)


def _draw_action_forces(battle: Battle, attacker: str, chance: Chance) -> frozenset[str]:
    """Draw forces several times; keep the pair whose steps are nearest to the wanted strength."""
    able = {
        side: [
            formation
            for formation in battle.formations_of(side)
            if not formation.division and not formation.off_map and formation.condition is None
        ]
        for side in SIDES
    }
    defender = next(side for side in SIDES if side != attacker)
    best: list[Formation] = []
    least: Fraction | None = None
    low, high = ACTION_FORMATIONS
    for _ in range(ACTION_DRAWS):
        count = low + chance(high - low + 1)
        defence = _draw_some(able[defender], count, chance)
        attack = _draw_some(able[attacker], count + chance(2), chance)
        gap = abs(
            sum(map(count_steps, attack)) - ACTION_STRENGTH * sum(count_steps(each) for each in defence)
        )
        if least is None or gap < least:
            best, least = [*attack, *defence], gap
    return frozenset(formation.key for formation in best)


def _draw_some(formations: Sequence[Formation], count: int, chance: Chance) -> list[Formation]:
    left = list(formations)
    return [left.pop(chance(len(left))) for _ in range(min(count, len(left)))]


def _begin_at(placement: Document, first: Turn) -> Document:
    """4.0: let a formation that would enter later enter on the first turn."""
    return {**placement, **first.json()} if {"date", "slot"} <= set(placement) else placement


def _draw_action_places(action: Document, chance: Chance) -> None:
    """Draw the places that count; the attacker wins with half of their points."""
    victory = action["victory"]
    victory["locations"] = _draw_locations(victory["locations"], chance)
    hexes = {place["id"]: len(place["hexes"]) for place in action["places"]}
    total = sum(
        row["vp"] * (max(1, hexes[row["place"]]) if row["counts"] == "each" else 1)
        for row in victory["locations"]
    )
    victory |= {"win": max(1, (total + 1) // 2), "draw": None, "exit": None, "minus": None}


def _draw_locations(locations: Sequence[Document], chance: Chance) -> list[Document]:
    left = list(locations)
    return [left.pop(chance(len(left))) for _ in range(min(ACTION_PLACES, len(left)))]


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
