"""16.0-16.2: what a hit does, wounds, and death."""

from __future__ import annotations

from dataclasses import replace

from generator.table import Choose, Note
from generator.table import Procedure as Steps

from .alerts import alarm
from .checks import check_morale, drop, duck, modifiers, printed_tq, unmasked
from .state import PLAYER, State

EVENT = "event"
LINES = ("close_call", "light", "bad", "kia")


def hit(s: State, who: str, rule: str, *, melee: bool = False, fire: bool = False) -> Steps[State]:
    """16.0: a wound card for a man who is hit. Fire ducks him whatever the card says (7.19, 10.13)."""
    man = s.soldiers[who]
    if man.decoy:
        return (yield from unmasked(s, who))
    if fire and not man.friendly:
        s = yield from alarm(s, "hit", man.hex, but=who)
    if _tough(s, who):
        yield Note("8.1", "tough", {"who": man.called})
    context = {"who": man.called}
    while (
        drawn := (yield Choose(rule, "wound", PLAYER, "wound", (*LINES, EVENT), context=context))
    ) == EVENT:
        s = replace(s, due=(*s.due, "friendly"))  # 5.1.3: another card is drawn in its place
    if drawn == "kia":
        return (yield from killed(s, who))
    if fire or (drawn != "close_call" and not melee):
        s = yield from duck(s, who, "16.0" if drawn != "close_call" else "7.19")
    if drawn == "close_call":
        return (yield from check_morale(s, who, "mc", "16.0"))
    s = s.change(who, wounds=(*man.wounds, drawn))
    yield Note("16.0", "wounded", {"who": s.soldiers[who].called, "wound": drawn})
    if man.friendly:
        s = s.scored("friendly_wounded")
    s = yield from check_morale(s, who, "wmc", "16.0")
    return (yield from mortal(s, who))


def _tough(s: State, who: str) -> bool:
    man = s.catalog.men.get(who)
    return bool(man and man.skill == "tough")


def mortal(s: State, who: str) -> Steps[State]:
    """16.2: a Friendly dies when his wounds take more than his TQ, an enemy when they take all of it."""
    man = s.soldiers[who]
    if not man.here:
        return s
    s, tq = yield from printed_tq(s, who)
    s, total = yield from modifiers(s, who, "tq", morale=False)
    left = tq + total
    if left < 0 or (left == 0 and not man.friendly):
        return (yield from killed(s, who))
    if left == 0:
        yield Note("16.2", "helpless", {"who": man.called})
    return s.change(who, helpless=left == 0)


def killed(s: State, who: str) -> Steps[State]:
    """16.0: a corpse; whoever he guarded is free."""
    man = s.soldiers[who]
    yield Note("16.0", "killed", {"who": man.called})
    s = yield from drop(s, who)  # 14.2: shot before he could throw it
    s = s.change(who, fate="dead", order=None, armed=False, guard=False)
    s = s.scored(f"{man.side}_killed")
    if not man.friendly:
        officer = s.catalog.germans.get(man.who)
        s = s.scored("officer_killed") if officer and officer.officer else s
    return s
