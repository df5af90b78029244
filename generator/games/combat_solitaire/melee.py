"""15.0, 17.4: melee, surrender and guards."""

from __future__ import annotations

from generator.table import Note
from generator.table import Procedure as Steps

from .alerts import alert_waiting_enemies
from .checks import remove_decoy, tqc
from .hits import resolve_hit
from .prompts import choose_one, draw_lot, label_soldiers
from .spotting import expose_friendly, reveal_enemy
from .state import Soldier, State


def find_opponents(s: State, who: str) -> list[Soldier]:
    """Return the free soldiers of the other side in the hex."""
    man = s.soldiers[who]
    return [soldier for soldier in s.soldiers_at(man.hex) if soldier.side != man.side and soldier.free]


def start_melee(s: State, hex_: str) -> Steps[State]:
    """15.0: start a melee or take surrenders if both sides are in the hex."""
    for decoy in [soldier.id for soldier in s.soldiers_at(hex_) if soldier.decoy and soldier.on_board]:
        if any(soldier.friendly for soldier in s.soldiers_at(hex_)):
            s = yield from remove_decoy(s, decoy)
    sides = {
        side: [soldier for soldier in s.soldiers_at(hex_) if soldier.side == side and soldier.free]
        for side in ("friendly", "enemy")
    }
    if not all(sides.values()):
        return s
    broken = {side: all(soldier.morale == "rout" for soldier in men) for side, men in sides.items()}
    if all(broken.values()):
        return s  # two routed sides ignore each other
    for side, men in sides.items():
        if broken[side]:
            victors = sides["enemy" if side == "friendly" else "friendly"]
            return (
                yield from surrender(s, [soldier.id for soldier in men], [soldier.id for soldier in victors])
            )
    yield from _note_melee(s, hex_, sides)
    for fighter in [man for men in sides.values() for man in men]:
        if fighter.morale == "rout":
            s = s.change(fighter.id, morale="shaken")
        if not (fighter.order == "charge" and s.impulse > 1):
            s = s.change(fighter.id, order="melee", ways=(), armed=False, aim=None)
    return (yield from alert_waiting_enemies(s, "melee", hex_))


def _note_melee(s: State, hex_: str, sides: dict[str, list[Soldier]]) -> Steps[None]:
    if not any(soldier.order == "melee" for men in sides.values() for soldier in men):
        yield Note("15.0", "melee", {"hex": hex_})


def surrender(s: State, beaten: list[str], victors: list[str]) -> Steps[State]:
    """17.4: routed soldiers alone with the other side surrender; one of the others guards them."""
    for who in beaten:
        yield Note("17.4", "surrenders", {"who": s.soldiers[who].label})
        if not s.soldiers[who].friendly:
            s = yield from reveal_enemy(s, who)
        s = s.change(who, prisoner=True, morale="shaken", order=None, ways=(), armed=False, aim=None)
    if any(s.soldiers[who].guard for who in victors):
        return s
    first = s.soldiers[victors[0]]
    if first.friendly:
        guard = yield from choose_one("17.4", "guard", "man", victors)
    else:
        guard = yield from draw_lot("17.4", "guard_enemy", victors)
    yield Note("17.4", "guards", {"who": s.soldiers[guard].label})
    return s.change(guard, guard=True, order="guard", ways=(), armed=False, aim=None)


def free_prisoners(s: State) -> Steps[State]:
    """17.4: free prisoners without a guard: they duck back and get an order next turn."""
    for man in [soldier for soldier in s.soldiers.values() if soldier.on_board and soldier.prisoner]:
        if not find_opponents(s, man.id):
            yield Note("17.4", "freed", {"who": man.label})
            s = s.change(man.id, prisoner=False, order="duck_back")
    for man in [soldier for soldier in s.soldiers.values() if soldier.on_board and soldier.guard]:
        if not any(soldier.prisoner and soldier.side != man.side for soldier in s.soldiers_at(man.hex)):
            s = s.change(man.id, guard=False)
    return s


def attack(s: State, who: str) -> Steps[State]:
    """15.0: make a TQC with wounds and morale; if passed, an opponent draws a wound card."""
    man, others = s.soldiers[who], find_opponents(s, who)
    if not others:
        return s
    figures = s.catalog.figures
    bonus = figures["charge_tq"] if man.order == "charge" else 0
    bonus += figures["ambush_tq"] if not man.seen and not man.fought else 0
    s, passed = yield from tqc(s, who, "15.0", bonus=bonus)
    if not s.soldiers[who].on_board:
        return s
    s = s.change(who, fought=True)
    if not man.seen:
        s = yield from expose_friendly(s, who) if man.friendly else reveal_enemy(s, who)
    if not passed:
        return s
    places = label_soldiers(others)
    if man.friendly:
        target = yield from choose_one("15.0", "melee_target", "enemy", list(places), places=places)
    else:
        target = yield from draw_lot("15.0", "melee_target_enemy", list(places))
    return (yield from resolve_hit(s, target, "15.0", melee=True))
