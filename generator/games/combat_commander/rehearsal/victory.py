"""4.2, 6.3, 7: victory points, casualties, objectives and the end of a fight."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side

from .board import Hex
from .pieces import OFF_MAP, Unit
from .state import OTHER, SIDES, SIGN, Fight, FightEnded

DOUBLE_EXIT, DOUBLE_LOSS, ALL_FIVE = (
    "double_exit_vp",
    "double_elimination_vp",
    "control_all_five_sudden_death_win",
)
LATE_EVENTS = "H-E42"  # house rule: no VP from events once Time has reached Sudden Death


def award(fight: Fight, side: Side, vp: int, source: str) -> None:
    """4.1.1: move the VP marker towards the side that earns points."""
    if vp and not _is_frozen_by_late_event(fight):
        fight.marker += SIGN[side] * vp
        earned = fight.sources.setdefault(source, {"axis": 0, "allied": 0})
        earned[side] += vp
        fight.record("4.1.1", "vp", who=side, vp=vp, source=source, marker=fight.marker)


def _is_frozen_by_late_event(fight: Fight) -> bool:
    """H-E42: return whether an event is being resolved that no longer changes VP or objectives."""
    return fight.event_rolls and fight.options.has(LATE_EVENTS) and fight.time >= fight.sudden_death


def get_unit_vp(fight: Fight, unit: Unit) -> int:
    """7.1: return the VP for eliminating a unit, or for its exit."""
    row = fight.catalog.board.elimination[unit.kind]
    return row.vp + ((unit.front.command or 0) if row.plus_command else 0)


def is_chit_rule_in_force(fight: Fight, rule: str) -> bool:
    """7.3.2: return whether an open chit sets a rule."""
    return any(fight.catalog.chits[letter].rule == rule for letter in fight.chits)


def eliminate(fight: Fight, unit: Unit, rule: str, *, check: bool = True, keeps_weapon: bool = False) -> None:
    """3.2.4, 4.2, 7.1: move a unit to the Casualty track and award points to the enemy."""
    camp = fight.camps[unit.side]
    hex_ = unit.hex
    fight.fallen[hex_] = fight.fallen.get(hex_, 0) + 1
    fight.place_unit(unit, OFF_MAP)
    camp.units.remove(unit)
    unit.suppressed = unit.veteran = unit.moving = False
    if unit.weapon is not None and not keeps_weapon:
        fight.wrecks.append(unit.weapon)
        unit.weapon = None
    fight.record(rule, "eliminated", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.board.names[hex_])
    double = 2 if is_chit_rule_in_force(fight, DOUBLE_LOSS) else 1
    if unit.kind == "hero":
        unit.out = "gone"
    else:
        unit.out = "casualty"
        unit.broken = False
        camp.lost.append(unit)
        award(fight, OTHER[unit.side], get_unit_vp(fight, unit) * double, "elimination")
    update_control(fight, hex_)
    if check:
        check_end(fight)


def check_end(fight: Fight) -> None:
    """6.3.1: end the fight on surrender or if a side has no unit on the map; a tie goes to the Initiative."""
    beaten = [side for side in SIDES if _surrenders(fight, side) or not fight.camps[side].units]
    if not beaten:
        return
    wipe = not any(_surrenders(fight, side) for side in beaten)
    winner = fight.initiative if len(beaten) == len(SIDES) else OTHER[beaten[0]]
    finish_fight(fight, winner, "wiped_out" if wipe else "surrender")


def _surrenders(fight: Fight, side: Side) -> bool:
    camp = fight.camps[side]
    return camp.surrender is not None and len(camp.lost) >= camp.surrender


def finish_fight(fight: Fight, winner: Side, ending: str) -> None:
    fight.winner, fight.ending = winner, ending
    fight.record("6.3", "over", who=winner, how=ending, marker=fight.marker)
    raise FightEnded


def score_final_result(fight: Fight) -> None:
    """6.3.2: reveal and score secret objectives; the Initiative breaks a tie."""
    for side in SIDES:
        for letter in fight.camps[side].secret:
            score_chit(fight, letter)
        fight.camps[side].secret = []
    if fight.marker:
        finish_fight(fight, "axis" if fight.marker > 0 else "allied", "points")
    finish_fight(fight, fight.initiative, "tie")


def score_chit(fight: Fight, letter: str) -> None:
    """7.3.3: score a revealed chit at once."""
    chit = fight.catalog.chits[letter]
    fight.chits.append(letter)
    fight.record("7.3.3", "open_chit", chit=letter)
    for number in chit.objectives:
        owner = fight.control.get(number)
        if owner is not None:
            award(fight, owner, chit.vp, "objective")


def get_objective_value(fight: Fight, number: int) -> int:
    """7.3.2: return the VP of an objective according to the open chits."""
    chits = fight.catalog.chits
    return sum(chits[letter].vp for letter in fight.chits if number in chits[letter].objectives)


def update_control(fight: Fight, hex_: Hex) -> None:
    """7.3.1, 7.3.1.1: give an objective to the only side on it; F101, F104: also a bunker or pillbox."""
    sides = {unit.side for unit in fight.units_at[hex_]}
    if fight.works.get(hex_) in ("bunker", "pillbox") and len(sides) == 1:
        fight.work_owners[hex_] = next(iter(sides))
    for number, hexes in fight.objectives.items():
        if hex_ in hexes:
            inside = {unit.side for objective_hex in hexes for unit in fight.units_at[objective_hex]}
            if len(inside) == 1:
                _take_objective(fight, number, next(iter(inside)))


def _take_objective(fight: Fight, number: int, side: Side) -> None:
    owner = fight.control.get(number)
    if owner == side or _is_frozen_by_late_event(fight):
        return
    vp = get_objective_value(fight, number)
    if owner is not None:
        award(fight, owner, -vp, "objective")
    fight.control[number] = side
    fight.changed[number] = fight.changed.get(number, 0) + 1
    fight.record("7.3.1", "objective", who=side, objective=number)
    award(fight, side, vp, "objective")


def exit_map(fight: Fight, unit: Unit, space: int) -> None:
    """7.2.1: exit over the enemy's edge for points; the unit returns later, unbroken and with its weapon."""
    camp = fight.camps[unit.side]
    hex_ = unit.hex
    fight.place_unit(unit, OFF_MAP)
    camp.units.remove(unit)
    unit.broken = unit.suppressed = unit.veteran = unit.moving = unit.active = False
    if unit.weapon is not None:
        unit.weapon.broken = False
    fight.record("7.2.1", "left", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.board.names[hex_])
    if unit.kind == "hero":
        unit.out = "gone"
    else:
        unit.out = "exit"
        camp.coming.setdefault(space, []).append(unit)
        double = 2 if is_chit_rule_in_force(fight, DOUBLE_EXIT) else 1
        award(fight, unit.side, get_unit_vp(fight, unit) * double, "exit")
    update_control(fight, hex_)
    if not camp.units:
        score_final_result(fight)
