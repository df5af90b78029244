"""4.2, 6.3, 7: victory points, casualties, objectives and the end of a fight."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side

from .pieces import NOWHERE, Unit
from .state import OTHER, SIDES, SIGN, Ended, Fight
from .board import Hex

DOUBLE_EXIT, DOUBLE_LOSS, ALL_FIVE = (
    "double_exit_vp",
    "double_elimination_vp",
    "control_all_five_sudden_death_win",
)
LATE_EVENTS = "H-E42"  # house rule: events move no VP once Time stands on Sudden Death


def award(fight: Fight, side: Side, vp: int, source: str) -> None:
    """4.1.1: the marker moves towards whoever earns points."""
    if vp and not _late(fight):
        fight.marker += SIGN[side] * vp
        earned = fight.sources.setdefault(source, {"axis": 0, "allied": 0})
        earned[side] += vp
        fight.tell("4.1.1", "vp", who=side, vp=vp, source=source, marker=fight.marker)


def _late(fight: Fight) -> bool:
    """H-E42: an event is carried out that moves no VP any more, and gives nobody an objective."""
    return fight.event_rolls and fight.options.has(LATE_EVENTS) and fight.time >= fight.sudden_death


def worth(fight: Fight, unit: Unit) -> int:
    """7.1: what a unit is worth to whoever eliminates it, or to its owner when it leaves."""
    row = fight.catalog.board.elimination[unit.kind]
    return row.vp + ((unit.front.command or 0) if row.plus_command else 0)


def in_force(fight: Fight, rule: str) -> bool:
    """7.3.2: does an open chit say so?"""
    return any(fight.catalog.chits[letter].rule == rule for letter in fight.chits)


def eliminate(fight: Fight, unit: Unit, rule: str, *, check: bool = True, keeps_weapon: bool = False) -> None:
    """3.2.4, 4.2, 7.1: off the map, onto the Casualty track, points to the enemy."""
    camp = fight.camps[unit.side]
    hex_ = unit.hex
    fight.fallen[hex_] = fight.fallen.get(hex_, 0) + 1
    fight.put(unit, NOWHERE)
    camp.units.remove(unit)
    unit.suppressed = unit.veteran = unit.moving = False
    if unit.weapon is not None and not keeps_weapon:
        fight.wrecks.append(unit.weapon)
        unit.weapon = None
    fight.tell(rule, "eliminated", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.ground.names[hex_])
    double = 2 if in_force(fight, DOUBLE_LOSS) else 1
    if unit.kind == "hero":
        unit.out = "gone"
    else:
        unit.out = "casualty"
        unit.broken = False
        camp.lost.append(unit)
        award(fight, OTHER[unit.side], worth(fight, unit) * double, "elimination")
    occupied(fight, hex_)
    if check:
        over(fight)


def over(fight: Fight) -> None:
    """6.3.1: surrender, or the last unit on the map is gone; both at once goes by the Initiative."""
    beaten = [side for side in SIDES if _surrenders(fight, side) or not fight.camps[side].units]
    if not beaten:
        return
    wipe = not any(_surrenders(fight, side) for side in beaten)
    winner = fight.initiative if len(beaten) == len(SIDES) else OTHER[beaten[0]]
    finish(fight, winner, "wiped_out" if wipe else "surrender")


def _surrenders(fight: Fight, side: Side) -> bool:
    camp = fight.camps[side]
    return camp.surrender is not None and len(camp.lost) >= camp.surrender


def finish(fight: Fight, winner: Side, ending: str) -> None:
    fight.winner, fight.ending = winner, ending
    fight.tell("6.3", "over", who=winner, how=ending, marker=fight.marker)
    raise Ended


def count(fight: Fight) -> None:
    """6.3.2: secret objectives are shown and counted; the Initiative breaks a tie."""
    for side in SIDES:
        for letter in fight.camps[side].secret:
            score_chit(fight, letter)
        fight.camps[side].secret = []
    if fight.marker:
        finish(fight, "axis" if fight.marker > 0 else "allied", "points")
    finish(fight, fight.initiative, "tie")


def score_chit(fight: Fight, letter: str) -> None:
    """7.3.3: a chit that comes to light gives its points at once."""
    chit = fight.catalog.chits[letter]
    fight.chits.append(letter)
    for number in chit.objectives:
        owner = fight.control.get(number)
        if owner is not None:
            award(fight, owner, chit.vp, "objective")


def value(fight: Fight, number: int) -> int:
    """7.3.2: what the open chits give for an objective."""
    chits = fight.catalog.chits
    return sum(chits[letter].vp for letter in fight.chits if number in chits[letter].objectives)


def occupied(fight: Fight, hex_: Hex) -> None:
    """7.3.1, 7.3.1.1: whoever is alone on an objective takes it; F101, F104: and holds a work."""
    sides = {unit.side for unit in fight.at[hex_]}
    if fight.works.get(hex_) in ("bunker", "pillbox") and len(sides) == 1:
        fight.held[hex_] = next(iter(sides))
    for number, hexes in fight.objectives.items():
        if hex_ in hexes:
            inside = {unit.side for each in hexes for unit in fight.at[each]}
            if len(inside) == 1:
                _take(fight, number, next(iter(inside)))


def _take(fight: Fight, number: int, side: Side) -> None:
    owner = fight.control.get(number)
    if owner == side or _late(fight):
        return
    worth_ = value(fight, number)
    if owner is not None:
        award(fight, owner, -worth_, "objective")
    fight.control[number] = side
    fight.changed[number] = fight.changed.get(number, 0) + 1
    fight.tell("7.3.1", "objective", who=side, objective=number)
    award(fight, side, worth_, "objective")


def leave(fight: Fight, unit: Unit, space: int) -> None:
    """7.2.1: off the enemy's edge for points; it comes back later, sound and with its weapon."""
    camp = fight.camps[unit.side]
    hex_ = unit.hex
    fight.put(unit, NOWHERE)
    camp.units.remove(unit)
    unit.broken = unit.suppressed = unit.veteran = unit.moving = unit.active = False
    if unit.weapon is not None:
        unit.weapon.broken = False
    fight.tell("7.2.1", "left", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.ground.names[hex_])
    if unit.kind == "hero":
        unit.out = "gone"
    else:
        unit.out = "exit"
        camp.coming.setdefault(space, []).append(unit)
        double = 2 if in_force(fight, DOUBLE_EXIT) else 1
        award(fight, unit.side, worth(fight, unit) * double, "exit")
    occupied(fight, hex_)
    if not camp.units:
        count(fight)
