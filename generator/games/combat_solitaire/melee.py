"""15.0, 17.4: men of both sides in one hex: melee, surrender, guards."""

from __future__ import annotations

from generator.table import Choose, Note
from generator.table import Procedure as Steps

from .alerts import alarm
from .asking import by_chance, one_of
from .checks import tqc, unmasked
from .hits import hit
from .spotting import exposed, found
from .state import PLAYER, Soldier, State

FIGHT = ("melee", "charge")


def opponents(s: State, who: str) -> list[Soldier]:
    """Those of the other side in his hex who are nobody's prisoners."""
    man = s.soldiers[who]
    return [each for each in s.at(man.hex) if each.side != man.side and each.free]


def clash(s: State, hex_: str) -> Steps[State]:
    """15.0: whenever both sides stand in a hex."""
    for decoy in [each.id for each in s.at(hex_) if each.decoy and each.here]:
        if any(each.friendly for each in s.at(hex_)):
            s = yield from unmasked(s, decoy)
    sides = {
        side: [each for each in s.at(hex_) if each.side == side and each.free]
        for side in ("friendly", "enemy")
    }
    if not all(sides.values()):
        return s
    broken = {side: all(each.morale == "rout" for each in men) for side, men in sides.items()}
    if all(broken.values()):
        return s  # they ignore each other
    for side, men in sides.items():
        if broken[side]:
            victors = sides["enemy" if side == "friendly" else "friendly"]
            return (yield from surrender(s, [each.id for each in men], [each.id for each in victors]))
    yield from _told(s, hex_, sides)
    for each in [man for men in sides.values() for man in men]:
        if each.morale == "rout":
            s = s.change(each.id, morale="shaken")
        if not (each.order == "charge" and s.impulse > 1):
            s = s.change(each.id, order="melee", ways=(), armed=False, aim=None)
    return (yield from alarm(s, "melee", hex_))


def _told(s: State, hex_: str, sides: dict[str, list[Soldier]]) -> Steps[None]:
    if not any(each.order == "melee" for men in sides.values() for each in men):
        yield Note("15.0", "melee", {"hex": hex_})


def surrender(s: State, beaten: list[str], victors: list[str]) -> Steps[State]:
    """17.4: routed men alone with the other side give up; one of the others guards them."""
    for who in beaten:
        yield Note("17.4", "surrenders", {"who": s.soldiers[who].called})
        if not s.soldiers[who].friendly:
            s = yield from found(s, who)
        s = s.change(who, prisoner=True, morale="shaken", order=None, ways=(), armed=False, aim=None)
    if any(s.soldiers[who].guard for who in victors):
        return s
    first = s.soldiers[victors[0]]
    if first.friendly:
        guard = yield from one_of("17.4", "guard", "man", victors)
    else:
        guard = yield from by_chance("17.4", "guard_enemy", victors)
    yield Note("17.4", "guards", {"who": s.soldiers[guard].called})
    return s.change(guard, guard=True, order="guard", ways=(), armed=False, aim=None)


def freed(s: State) -> Steps[State]:
    """17.4: a prisoner without a guard ducks back, and has an order of his own next turn."""
    for man in [each for each in s.soldiers.values() if each.here and each.prisoner]:
        if not opponents(s, man.id):
            yield Note("17.4", "freed", {"who": man.called})
            s = s.change(man.id, prisoner=False, order="duck_back")
    for man in [each for each in s.soldiers.values() if each.here and each.guard]:
        if not any(each.prisoner and each.side != man.side for each in s.at(man.hex)):
            s = s.change(man.id, guard=False)
    return s


def attack(s: State, who: str) -> Steps[State]:
    """15.0: a TQC with wounds and morale; a pass is a wound card for one of the others."""
    man, others = s.soldiers[who], opponents(s, who)
    if not others:
        return s
    figures = s.catalog.figures
    bonus = figures["charge_tq"] if man.order == "charge" else 0
    bonus += figures["ambush_tq"] if not man.seen and not man.fought else 0
    s, passed = yield from tqc(s, who, "15.0", bonus=bonus)
    if not s.soldiers[who].here:
        return s
    s = s.change(who, fought=True)
    if not man.seen:
        s = yield from exposed(s, who) if man.friendly else found(s, who)
    if not passed:
        return s
    ids = tuple(each.id for each in others)
    if man.friendly and len(ids) > 1:
        target = yield Choose("15.0", "melee_target", PLAYER, "enemy", ids, context=_places(others))
    else:
        target = yield from by_chance("15.0", "melee_target_enemy", ids)
    return (yield from hit(s, str(target), "15.0", melee=True))


def _places(others: list[Soldier]) -> dict[str, dict[str, str]]:
    return {"places": {each.id: each.called for each in others}}
