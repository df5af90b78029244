"""14.2, 18.0, 20.0: grenades and off-board artillery."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.combat_solitaire.model import Weapon
from generator.table import Note
from generator.table import Procedure as Steps

from .alerts import alert_waiting_enemies
from .checks import GRENADES, check_morale, roll_attack, sum_modifiers
from .fire import SHELTERED_ORDERS, get_defence_modifier, get_skill
from .hexes import distance, neighbours, parse_hex, to_grid_direction, walk
from .hits import kill, resolve_hit
from .prompts import get_or_ask, get_terrain, roll_d6, roll_d10, roll_dice
from .smoke import Light, Plume
from .state import Grenade, State

RIFLE = "rifle_grenade"


def throw_grenade(s: State, who: str, target: str, *, seen: bool, weapon: str = "") -> Steps[State]:
    """7.09, 10.09: throw a grenade: scatter it, then mark everyone in the hex Near or Far."""
    man = s.soldiers[who]
    figures = s.catalog.figures
    die = yield from roll_d10("14.2", "grenade_scatter")
    landed = target
    if die + (0 if seen else figures["grenade_unseen"]) >= figures["grenade_scatters_at"]:
        way = yield from roll_d6("14.2", "scatter_way")
        landed = walk(target, to_grid_direction(way, s.north), 1) or target
        yield Note("14.2", "scattered", {"hex": target, "to": landed})
    yield Note("14.2", "thrown", {"who": man.label, "hex": landed})
    kind = weapon or GRENADES[man.side]
    s = s.change(who, armed=False, aim=None)
    if kind == "m18":
        return replace(s, grenades=(*s.grenades, Grenade(landed, kind)))
    near: list[str] = []
    far: list[str] = []
    for soldier in s.soldiers_at(landed):
        s, close = yield from _lands_near(s, who, soldier.id, kind, seen=seen)
        (near if close else far).append(soldier.id)
        yield Note("14.2", "grenade_near" if close else "grenade_far", {"who": soldier.label})
    live = Grenade(landed, kind, tuple(near), tuple(far), close=distance(man.hex, landed) <= 1)
    return replace(s, grenades=(*s.grenades, live))


def _lands_near(s: State, who: str, each: str, kind: str, *, seen: bool) -> Steps[tuple[State, bool]]:
    """7.09: order and terrain modify a Friendly's throw. 10.09: only lack of sight modifies an enemy's."""
    man = s.soldiers[who]
    s, total = yield from (
        _get_rifle_grenade_skill(s, who, each) if kind == RIFLE else get_skill(s, who, "grenade_ws")
    )
    if man.friendly:
        s, cell = yield from get_defence_modifier(s, each)
        s, marks = yield from sum_modifiers(s, who, "ws")
        total += cell + marks + s.ws
    elif not seen:
        total -= s.catalog.figures["grenade_unseen"]
    s, _, close = yield from roll_attack(s, who, "14.2", "grenade", total)
    return s, close


def _get_rifle_grenade_skill(s: State, who: str, each: str) -> Steps[tuple[State, int]]:
    """7.11: return the skill with a rifle grenade, modified by range."""
    man, far = s.soldiers[who], distance(s.soldiers[who].hex, s.soldiers[each].hex)
    s, total = yield from get_or_ask(s, f"rifle_ws.{who}", None, "7.11", "rifle_ws", 0, 9, who=man.label)
    known, key = s.catalog.weapons[RIFLE].range_modifier(far), f"range.{RIFLE}.{far}"
    s, by_range = yield from get_or_ask(s, key, known, "14.0", "range", -9, 9, range=far, who=man.label)
    return s, total + by_range


def explode(s: State, grenade: Grenade) -> Steps[State]:
    """14.2: roll damage for Near and Far, check morale in and next to the hex, place smoke."""
    weapon = s.catalog.weapons[grenade.weapon]
    yield Note("14.2", "explodes", {"hex": grenade.hex, "weapon": grenade.weapon})
    for who, far in [
        *((soldier_id, False) for soldier_id in grenade.near),
        *((soldier_id, True) for soldier_id in grenade.far),
    ]:
        s = yield from roll_damage(s, who, weapon, far=far, rule="14.2", close=grenade.close)
    if weapon.damage != 0:
        s = yield from check_morale_around(s, grenade.hex, "14.2")
    return (yield from place_smoke(s, weapon, grenade.hex))


def roll_damage(
    s: State, who: str, weapon: Weapon, *, far: bool, rule: str, close: bool = False
) -> Steps[State]:
    """14.2, 20.0: roll damage dice against the frag number, modified by order and terrain.

    11.02: a soldier who hides, rallies or reloads in a building only checks morale, unless the grenade comes
    from an adjacent hex.
    """
    if not s.soldiers[who].on_board:
        return s
    s, dice = yield from _get_weapon_figure(s, weapon, "damage_far" if far else "damage")
    if not dice:
        return s
    s, frag = yield from _get_weapon_figure(s, weapon, "frag_far" if far else "frag")
    s, cell = yield from get_defence_modifier(s, who)
    for _ in range(dice):
        if not s.soldiers[who].on_board:
            break
        die = yield from roll_d10(rule, "frag")
        if die <= frag + cell:
            yield Note(rule, "frag_hit", {"who": s.soldiers[who].label, "die": die})
            housed = not close and _is_sheltered_in_building(s, who)
            s = yield from (check_morale(s, who, "mc", "11.02") if housed else resolve_hit(s, who, rule))
    return s


def _is_sheltered_in_building(s: State, who: str) -> bool:
    man = s.soldiers[who]
    return s.terrain.get(man.hex) == "building" and s.effective_order(man) in SHELTERED_ORDERS


def _get_weapon_figure(s: State, weapon: Weapon, name: str) -> Steps[tuple[State, int]]:
    known = getattr(weapon, name)
    key = f"weapon.{weapon.id}.{name}"
    return (yield from get_or_ask(s, key, known, "14.0", "figure", 0, 9, weapon=weapon.id, figure=name))


def check_morale_around(s: State, hex_: str, rule: str) -> Steps[State]:
    """14.2, 20.0: check the morale of everyone in or next to the hex, hit or not."""
    around = {hex_, *neighbours(hex_)}
    for who in [soldier.id for soldier in s.soldiers.values() if soldier.on_board and soldier.hex in around]:
        if s.soldiers[who].on_board:
            s = yield from check_morale(s, who, "mc", rule)
    return s


def place_smoke(s: State, weapon: Weapon, hex_: str) -> Steps[State]:
    """18.0, 9.8: place the first smoke marker and alert enemies within earshot."""
    s, value = yield from _get_weapon_figure(s, weapon, "smoke")
    if value:
        yield Note("18.0", "smoke", {"hex": hex_, "value": value})
        s = replace(s, plumes=(*s.plumes, Plume(weapon.id, value, (hex_,), turn=s.turn)))
    return (yield from alert_waiting_enemies(s, "explosion", hex_))


def resolve_barrage(s: State, row: Mapping[str, Any]) -> Steps[State]:
    """20.0: roll the number of attacks, and the target hex and scatter of each."""
    weapon = s.catalog.weapons[row["weapon"]]
    attacks = yield from roll_dice("20.0", "attacks", row["attacks"])
    yield Note("20.0", "barrage", {"weapon": weapon.id, "count": attacks})
    for _ in range(max(0, attacks)):
        aimed = row["hexes"][(yield from roll_d10("20.0", "aim_roll"))]
        way = yield from roll_d6("20.0", "scatter_way")
        far = yield from roll_dice("20.0", "scatter", row["scatter"])
        landed = walk(aimed, to_grid_direction(way, s.north), max(0, far))
        if landed is None or s.edge_beyond(*parse_hex(landed)):
            yield Note("20.0", "off_board", {"hex": aimed})  # the rules do not cover it
            continue
        yield Note("20.0", "impact", {"hex": aimed, "to": landed, "weapon": weapon.id})
        s = yield from resolve_impact(s, weapon, landed)
    return s


def resolve_impact(s: State, weapon: Weapon, hex_: str) -> Steps[State]:
    """20.0: roll damage in the hex and, for large guns, next to it; then crater or rubble, morale, smoke."""
    for who in [soldier.id for soldier in s.soldiers_at(hex_)]:
        s = yield from roll_damage(s, who, weapon, far=False, rule="20.0")
    for near in neighbours(hex_) if weapon.damage_far else ():
        for who in [soldier.id for soldier in s.soldiers_at(near)]:
            s = yield from roll_damage(s, who, weapon, far=True, rule="20.0")
    s, terrain = yield from get_terrain(s, hex_)
    building = terrain == "building"
    s, value = yield from _get_weapon_figure(s, weapon, "rubble" if building else "crater")
    die = yield from roll_d10("20.0", "rubble" if building else "crater")
    if die <= value and (building or value):
        s = replace(s, terrain={**s.terrain, hex_: "rubble" if building else "crater"})
        yield Note("20.0", "rubbled" if building else "cratered", {"hex": hex_})
        for who in [soldier.id for soldier in s.soldiers_at(hex_)] if building else ():
            s = yield from kill(s, who)
    s = yield from _collapse_adjacent_buildings(s, weapon, hex_)
    s = yield from check_morale_around(s, hex_, "20.0")
    return (yield from place_smoke(s, weapon, hex_))


def _collapse_adjacent_buildings(s: State, weapon: Weapon, hex_: str) -> Steps[State]:
    """20.0: collapse adjacent buildings at the number after the bar.

    Only known buildings are tried; the table has a dash for adjacent craters.
    """
    if not weapon.damage_far or weapon.rubble_far is None:
        return s
    for near in [name for name in neighbours(hex_) if s.terrain.get(name) == "building"]:
        if (yield from roll_d10("20.0", "rubble")) <= weapon.rubble_far:
            s = replace(s, terrain={**s.terrain, near: "rubble"})
            yield Note("20.0", "rubbled", {"hex": near})
            for who in [soldier.id for soldier in s.soldiers_at(near)]:
                s = yield from kill(s, who)
    return s


def light_up(s: State, hex_: str) -> Steps[State]:
    """21.1: fire a flare. The settings say whether its die is the drift or the radius."""
    less = s.catalog.figures["flare_die_less"]
    die = max(0, (yield from roll_d6("21.1", "flare")) - less)
    wind = s.scenario.get("wind_direction")
    if s.settings.flare == "drift" and wind and die:
        hex_ = walk(hex_, to_grid_direction(wind, s.north), die) or hex_
    yield Note("21.1", "lit", {"hex": hex_, "die": die})
    radius = die if s.settings.flare == "radius" else None
    return replace(s, lights=(*s.lights, Light(hex_, s.turn, radius)))
