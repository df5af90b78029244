"""3.2, 11.4, 13: breaking, rallying, suppressing units; breaking and mending weapons."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from generator.table import Ask, Choose

from .pieces import Unit, Weapon, unit_of
from .state import Fight
from .victory import award, eliminate

Steps = Generator[Ask, Any, None]


def break_unit(fight: Fight, unit: Unit, rule: str, *, check: bool = True) -> Steps:
    """3.2.1, 3.2.4: a sound unit breaks, a broken one is eliminated; Light Wounds may step in (A36)."""
    if unit.out:
        return
    if unit.kind == "squad" and (yield from _light_wounds(fight, unit)):
        return
    if unit.broken:
        eliminate(fight, unit, rule, check=check)
    else:
        unit.broken = True
        fight.tell(rule, "broke", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.ground.names[unit.hex])


def suppress(fight: Fight, unit: Unit, rule: str) -> Steps:
    """13.1, V19: a marker, or with V19 a break where one lies already."""
    if unit.out:
        return
    if not unit.suppressed:
        unit.suppressed = True
        fight.tell(
            rule, "suppressed", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.ground.names[unit.hex]
        )
    elif fight.options.has("V19"):
        unit.suppressed = False
        yield from break_unit(fight, unit, "V19")


def rally(fight: Fight, unit: Unit, rule: str) -> None:
    """3.2.5."""
    if unit.broken:
        unit.broken = False
        fight.tell(
            rule, "rallied", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.ground.names[unit.hex]
        )


def _light_wounds(fight: Fight, unit: Unit) -> Generator[Ask, Any, bool]:
    """A36: for 1 VP a team of the side's quality takes the place of a squad that would break."""
    camp = fight.camps[unit.side]
    cards = camp.holds("light_wounds")
    team = team_ref(fight, unit)
    if not cards or team is None:
        return False
    fight.roll = unit
    answer = yield Choose("A36", "light_wounds", unit.side, "yes_no", ("yes", "no"), secret=True)
    if answer == "no":
        return False
    camp.hand.remove(cards[0])
    camp.pile.append(cards[0])
    fight.tell("A36", "action", who=unit.side, action="light_wounds")
    award(fight, unit.side, -fight.figure("action.light_wounds", "vp"), "action")
    exchange(fight, unit, [team])
    return True


def team_ref(fight: Fight, unit: Unit) -> str | None:
    """4.3.1: a team of the side's quality, if the box still has one."""
    camp = fight.camps[unit.side]
    for ref, counter in fight.catalog.counters.items():
        usual = counter.faction == camp.faction and counter.kind == "team" and counter.quality == camp.quality
        if usual and "weapon_team" not in counter.tags and fight.stock.get(ref, 0) > 0:
            return ref
    return None


def exchange(fight: Fight, unit: Unit, teams: list[str]) -> list[Unit]:
    """A36, E52.2: teams take the place of a squad; markers and weapon go to one of them."""
    camp = fight.camps[unit.side]
    made = []
    for ref in teams:
        fight.stock[ref] -= 1
        team = unit_of(fight.name("u"), unit.side, fight.catalog.counters[ref])
        team.broken, team.active, team.moving, team.fired = unit.broken, unit.active, unit.moving, unit.fired
        made.append(team)
    made[0].suppressed, made[0].veteran, made[0].weapon = unit.suppressed, unit.veteran, unit.weapon
    hex_ = unit.hex
    fight.at[hex_].remove(unit)
    camp.units.remove(unit)
    unit.out, unit.hex, unit.weapon, unit.teams = "gone", -1, None, made
    fight.stock[unit.ref] = fight.stock.get(unit.ref, 0) + 1
    for team in made:
        camp.units.append(team)
        team.hex = hex_
        fight.at[hex_].append(team)
    fight.tell("E52", "exchanged", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.ground.names[hex_])
    return made


def carrier(fight: Fight, weapon: Weapon) -> Unit | None:
    for camp in fight.camps.values():
        for unit in camp.units:
            if unit.weapon is weapon:
                return unit
    return None


def break_weapon(fight: Fight, weapon: Weapon, rule: str) -> None:
    """11.4: a weapon breaks; a broken one is gone."""
    if weapon.broken:
        drop_weapon(fight, weapon, rule)
    else:
        weapon.broken = True
        fight.tell(rule, "weapon_broke", ref=weapon.counter.ref)


def drop_weapon(fight: Fight, weapon: Weapon, rule: str) -> None:
    unit = carrier(fight, weapon)
    if unit is not None:
        unit.weapon = None
        fight.wrecks.append(weapon)
        fight.tell(rule, "weapon_gone", ref=weapon.counter.ref)


def mend_weapons(fight: Fight, number: int) -> None:
    """11.4: the number of a random hex mends or ends broken weapons; of ten the low ones mend."""
    most = fight.figure("rule.fix", "numbers")
    for camp in fight.camps.values():
        for unit in camp.units:
            weapon = unit.weapon
            if weapon is None or not weapon.broken:
                continue
            if number <= _share(weapon.counter.fix):
                weapon.broken = False
                fight.tell("11.4", "weapon_fixed", ref=weapon.counter.ref)
            elif number > most - _share(weapon.counter.eliminate):
                drop_weapon(fight, weapon, "11.4")


def _share(text: str | None) -> int:
    return int(text[1:]) if text and text[0] == "x" else 0
