"""3.2, 11.4, 13: break, rally and suppress units; break and repair weapons."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from generator.table import Ask, Choose

from .pieces import Unit, Weapon, create_unit
from .state import Fight
from .victory import award, eliminate

Steps = Generator[Ask, Any, None]


def break_unit(fight: Fight, unit: Unit, rule: str, *, check: bool = True) -> Steps:
    """3.2.1, 3.2.4: break a unit or eliminate a broken one; Light Wounds may prevent it (A36)."""
    if unit.out:
        return
    if unit.kind == "squad" and (yield from _play_light_wounds(fight, unit)):
        return
    if unit.broken:
        eliminate(fight, unit, rule, check=check)
    else:
        unit.broken = True
        fight.record(
            rule, "broke", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.board.names[unit.hex]
        )


def suppress(fight: Fight, unit: Unit, rule: str) -> Steps:
    """13.1, V19: suppress a unit; with V19 break it if it is already suppressed."""
    if unit.out:
        return
    if not unit.suppressed:
        unit.suppressed = True
        fight.record(
            rule, "suppressed", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.board.names[unit.hex]
        )
    elif fight.options.has("V19"):
        unit.suppressed = False
        yield from break_unit(fight, unit, "V19")


def rally(fight: Fight, unit: Unit, rule: str) -> None:
    """3.2.5: rally a broken unit."""
    if unit.broken:
        unit.broken = False
        fight.record(
            rule, "rallied", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.board.names[unit.hex]
        )


def _play_light_wounds(fight: Fight, unit: Unit) -> Generator[Ask, Any, bool]:
    """A36: for 1 VP replace a squad that would break by a team of the side's quality."""
    camp = fight.camps[unit.side]
    cards = camp.list_action_cards("light_wounds")
    team = find_team(fight, unit)
    if not cards or team is None:
        return False
    fight.subject = unit
    answer = yield Choose("A36", "light_wounds", unit.side, "yes_no", ("yes", "no"), secret=True)
    if answer == "no":
        return False
    camp.hand.remove(cards[0])
    camp.pile.append(cards[0])
    fight.record("A36", "action", who=unit.side, action="light_wounds")
    award(fight, unit.side, -fight.get_figure("action.light_wounds", "vp"), "action")
    replace_by_teams(fight, unit, [team])
    return True


def find_team(fight: Fight, unit: Unit) -> str | None:
    """4.3.1: return a team of the side's quality if the box still has one."""
    camp = fight.camps[unit.side]
    for ref, counter in fight.catalog.counters.items():
        usual = counter.faction == camp.faction and counter.kind == "team" and counter.quality == camp.quality
        if usual and "weapon_team" not in counter.tags and fight.stock.get(ref, 0) > 0:
            return ref
    return None


def replace_by_teams(fight: Fight, unit: Unit, teams: list[str]) -> list[Unit]:
    """A36, E52.2: replace a squad by teams; the first team takes its markers and weapon."""
    camp = fight.camps[unit.side]
    new_teams = []
    for ref in teams:
        fight.stock[ref] -= 1
        team = create_unit(fight.make_id("u"), unit.side, fight.catalog.counters[ref])
        team.broken, team.active, team.moving, team.fired = unit.broken, unit.active, unit.moving, unit.fired
        new_teams.append(team)
    new_teams[0].suppressed, new_teams[0].veteran, new_teams[0].weapon = (
        unit.suppressed,
        unit.veteran,
        unit.weapon,
    )
    hex_ = unit.hex
    fight.units_at[hex_].remove(unit)
    camp.units.remove(unit)
    unit.out, unit.hex, unit.weapon, unit.teams = "gone", -1, None, new_teams
    fight.stock[unit.ref] = fight.stock.get(unit.ref, 0) + 1
    for team in new_teams:
        camp.units.append(team)
        team.hex = hex_
        fight.units_at[hex_].append(team)
    fight.record("E52", "exchanged", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.board.names[hex_])
    return new_teams


def find_carrier(fight: Fight, weapon: Weapon) -> Unit | None:
    for camp in fight.camps.values():
        for unit in camp.units:
            if unit.weapon is weapon:
                return unit
    return None


def break_weapon(fight: Fight, weapon: Weapon, rule: str) -> None:
    """11.4: break a weapon, or eliminate a broken one."""
    if weapon.broken:
        drop_weapon(fight, weapon, rule)
    else:
        weapon.broken = True
        fight.record(rule, "weapon_broke", ref=weapon.counter.ref)


def drop_weapon(fight: Fight, weapon: Weapon, rule: str) -> None:
    unit = find_carrier(fight, weapon)
    if unit is not None:
        unit.weapon = None
        fight.wrecks.append(weapon)
        fight.record(rule, "weapon_gone", ref=weapon.counter.ref)


def repair_weapons(fight: Fight, number: int) -> None:
    """11.4: repair or eliminate broken weapons by the number of a random hex; low numbers repair."""
    most = fight.get_figure("rule.fix", "numbers")
    for camp in fight.camps.values():
        for unit in camp.units:
            weapon = unit.weapon
            if weapon is None or not weapon.broken:
                continue
            if number <= _parse_range(weapon.counter.fix):
                weapon.broken = False
                fight.record("11.4", "weapon_fixed", ref=weapon.counter.ref)
            elif number > most - _parse_range(weapon.counter.eliminate):
                drop_weapon(fight, weapon, "11.4")


def _parse_range(text: str | None) -> int:
    return int(text[1:]) if text and text[0] == "x" else 0
