"""14.2, 18.0, 20.0: grenades and artillery from off the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.combat_solitaire.model import Weapon
from generator.table import Note
from generator.table import Procedure as Steps

from .alerts import alarm
from .asking import d6, d10, ground, remembered, rolled
from .checks import GRENADES, check_morale, modifiers, printed_tq, succeeded
from .fire import SHELTERED, defence, skill
from .hexes import column_row, distance, neighbours, turned, walk
from .hits import hit, killed
from .smoke import Light, Plume
from .state import Grenade, State

RIFLE = "rifle_grenade"


def throw(s: State, who: str, target: str, *, seen: bool, weapon: str = "") -> Steps[State]:
    """7.09, 10.09: scatter, then Near or Far for everyone in the hex."""
    man = s.soldiers[who]
    figures = s.catalog.figures
    die = yield from d10("14.2", "grenade_scatter")
    landed = target
    if die + (0 if seen else figures["grenade_unseen"]) >= figures["grenade_scatters_at"]:
        way = yield from d6("14.2", "scatter_way")
        landed = walk(target, turned(way, s.north), 1) or target
        yield Note("14.2", "scattered", {"hex": target, "to": landed})
    yield Note("14.2", "thrown", {"who": man.called, "hex": landed})
    kind = weapon or GRENADES[man.side]
    s = s.change(who, armed=False, aim=None)
    if kind == "m18":
        return replace(s, grenades=(*s.grenades, Grenade(landed, kind)))
    near: list[str] = []
    far: list[str] = []
    for each in s.at(landed):
        s, close = yield from _near(s, who, each.id, kind, seen=seen)
        (near if close else far).append(each.id)
        yield Note("14.2", "grenade_near" if close else "grenade_far", {"who": each.called})
    live = Grenade(landed, kind, tuple(near), tuple(far), close=distance(man.hex, landed) <= 1)
    return replace(s, grenades=(*s.grenades, live))


def _near(s: State, who: str, each: str, kind: str, *, seen: bool) -> Steps[tuple[State, bool]]:
    """7.09: a Friendly's throw is modified by order and terrain; 10.09: an enemy's only by lack of sight."""
    man = s.soldiers[who]
    s, total = yield from (_aimed(s, who, each) if kind == RIFLE else skill(s, who, "grenade_ws"))
    if man.friendly:
        s, cell = yield from defence(s, each)
        s, marks = yield from modifiers(s, who, "ws")
        total += cell + marks + s.ws
    elif not seen:
        total -= s.catalog.figures["grenade_unseen"]
    s, printed = yield from printed_tq(s, who)
    die = yield from d10("14.2", "grenade")
    return (yield from succeeded(s, "2.0", die, total, printed))


def _aimed(s: State, who: str, each: str) -> Steps[tuple[State, int]]:
    """7.11: a rifle grenade has a skill of its own, and its range counts as that of any weapon."""
    man, far = s.soldiers[who], distance(s.soldiers[who].hex, s.soldiers[each].hex)
    s, total = yield from remembered(s, f"rifle_ws.{who}", None, "7.11", "rifle_ws", 0, 9, who=man.called)
    known, key = s.catalog.weapons[RIFLE].at(far), f"range.{RIFLE}.{far}"
    s, by_range = yield from remembered(s, key, known, "14.0", "range", -9, 9, range=far, who=man.called)
    return s, total + by_range


def explode(s: State, grenade: Grenade) -> Steps[State]:
    """14.2: damage rolls for Near and Far, a morale check for everyone in or next to the hex, and smoke."""
    weapon = s.catalog.weapons[grenade.weapon]
    yield Note("14.2", "explodes", {"hex": grenade.hex, "weapon": grenade.weapon})
    for who, far in [*((one, False) for one in grenade.near), *((one, True) for one in grenade.far)]:
        s = yield from damage(s, who, weapon, far=far, rule="14.2", close=grenade.close)
    if weapon.damage != 0:
        s = yield from shaken_around(s, grenade.hex, "14.2")
    return (yield from after(s, weapon, grenade.hex))


def damage(s: State, who: str, weapon: Weapon, *, far: bool, rule: str, close: bool = False) -> Steps[State]:
    """14.2, 20.0: so many dice at or under the frag number, modified by the man's order and terrain.

    11.02: whoever hides, rallies or reloads in a building only checks his morale, unless the grenade comes
    from the next hex.
    """
    if not s.soldiers[who].here:
        return s
    s, dice = yield from _figure(s, weapon, "damage_far" if far else "damage")
    if not dice:
        return s
    s, frag = yield from _figure(s, weapon, "frag_far" if far else "frag")
    s, cell = yield from defence(s, who)
    for _ in range(dice):
        if not s.soldiers[who].here:
            break
        die = yield from d10(rule, "frag")
        if die <= frag + cell:
            yield Note(rule, "frag_hit", {"who": s.soldiers[who].called, "die": die})
            housed = not close and _housed(s, who)
            s = yield from (check_morale(s, who, "mc", "11.02") if housed else hit(s, who, rule))
    return s


def _housed(s: State, who: str) -> bool:
    man = s.soldiers[who]
    return s.terrain.get(man.hex) == "building" and s.ordered(man) in SHELTERED


def _figure(s: State, weapon: Weapon, name: str) -> Steps[tuple[State, int]]:
    known = getattr(weapon, name)
    key = f"weapon.{weapon.id}.{name}"
    return (yield from remembered(s, key, known, "14.0", "figure", 0, 9, weapon=weapon.id, figure=name))


def shaken_around(s: State, hex_: str, rule: str) -> Steps[State]:
    """14.2, 20.0: everyone in or next to the hex makes a morale check, hit or not."""
    around = {hex_, *neighbours(hex_)}
    for who in [each.id for each in s.soldiers.values() if each.here and each.hex in around]:
        if s.soldiers[who].here:
            s = yield from check_morale(s, who, "mc", rule)
    return s


def after(s: State, weapon: Weapon, hex_: str) -> Steps[State]:
    """18.0, 9.8: one smoke marker at once, and whoever waits within earshot wakes."""
    s, value = yield from _figure(s, weapon, "smoke")
    if value:
        yield Note("18.0", "smoke", {"hex": hex_, "value": value})
        s = replace(s, plumes=(*s.plumes, Plume(weapon.id, value, (hex_,), turn=s.turn)))
    return (yield from alarm(s, "explosion", hex_))


def barrage(s: State, row: Mapping[str, Any]) -> Steps[State]:
    """20.0: how many attacks; for each the hex, the direction and the distance of its scatter."""
    weapon = s.catalog.weapons[row["weapon"]]
    attacks = yield from rolled("20.0", "attacks", row["attacks"])
    yield Note("20.0", "barrage", {"weapon": weapon.id, "count": attacks})
    for _ in range(max(0, attacks)):
        aimed = row["hexes"][(yield from d10("20.0", "aim_roll"))]
        way = yield from d6("20.0", "scatter_way")
        far = yield from rolled("20.0", "scatter", row["scatter"])
        landed = walk(aimed, turned(way, s.north), max(0, far))
        if landed is None or s.off(*column_row(landed)):
            yield Note("20.0", "off_board", {"hex": aimed})  # the text has no rule for it
            continue
        yield Note("20.0", "impact", {"hex": aimed, "to": landed, "weapon": weapon.id})
        s = yield from impact(s, weapon, landed)
    return s


def impact(s: State, weapon: Weapon, hex_: str) -> Steps[State]:
    """20.0: damage in the hex and, of large guns, next to it; then crater or rubble, smoke, morale."""
    for who in [each.id for each in s.at(hex_)]:
        s = yield from damage(s, who, weapon, far=False, rule="20.0")
    for near in neighbours(hex_) if weapon.damage_far else ():
        for who in [each.id for each in s.at(near)]:
            s = yield from damage(s, who, weapon, far=True, rule="20.0")
    s, terrain = yield from ground(s, hex_)
    building = terrain == "building"
    s, value = yield from _figure(s, weapon, "rubble" if building else "crater")
    die = yield from d10("20.0", "rubble" if building else "crater")
    if die <= value and (building or value):
        s = replace(s, terrain={**s.terrain, hex_: "rubble" if building else "crater"})
        yield Note("20.0", "rubbled" if building else "cratered", {"hex": hex_})
        for who in [each.id for each in s.at(hex_)] if building else ():
            s = yield from killed(s, who)
    s = yield from _rubble_around(s, weapon, hex_)
    s = yield from shaken_around(s, hex_, "20.0")
    return (yield from after(s, weapon, hex_))


def _rubble_around(s: State, weapon: Weapon, hex_: str) -> Steps[State]:
    """20.0: what stands after the bar counts next to the hex: a building there falls at that number.

    Only buildings of which the game knows are tried; crater has a dash there.
    """
    if not weapon.damage_far or weapon.rubble_far is None:
        return s
    for near in [each for each in neighbours(hex_) if s.terrain.get(each) == "building"]:
        if (yield from d10("20.0", "rubble")) <= weapon.rubble_far:
            s = replace(s, terrain={**s.terrain, near: "rubble"})
            yield Note("20.0", "rubbled", {"hex": near})
            for who in [each.id for each in s.at(near)]:
                s = yield from killed(s, who)
    return s


def light_up(s: State, hex_: str) -> Steps[State]:
    """21.1: a flare; its die is read as the players have settled: a drift with the wind, or the radius."""
    less = s.catalog.figures["flare_die_less"]
    die = max(0, (yield from d6("21.1", "flare")) - less)
    wind = s.scenario.get("wind_direction")
    if s.settings.flare == "drift" and wind and die:
        hex_ = walk(hex_, turned(wind, s.north), die) or hex_
    yield Note("21.1", "lit", {"hex": hex_, "die": die})
    radius = die if s.settings.flare == "radius" else None
    return replace(s, lights=(*s.lights, Light(hex_, s.turn, radius)))
