"""16.0-16.2: hits, wounds and death."""

from __future__ import annotations

from generator.table import Choose, Note
from generator.table import Procedure as Steps

from .alerts import alert_waiting_enemies
from .checks import (
    check_morale,
    drop_grenade,
    duck_back,
    get_printed_tq,
    remove_decoy,
    spend_card,
    sum_modifiers,
)
from .state import PLAYER, State

EVENT = "event"
WOUND_RESULTS = ("close_call", "light", "bad", "kia")
SPARED = "spared"  # 5.1.2: a discarded card undoes the hit


def resolve_hit(s: State, who: str, rule: str, *, melee: bool = False, fire: bool = False) -> Steps[State]:
    """16.0: draw a wound card for a hit soldier. A hit by fire always causes Duck Back (7.19, 10.13)."""
    man = s.soldiers[who]
    if man.decoy:
        return (yield from remove_decoy(s, who))
    if s.companion and man.friendly:
        yield Note("16.0", "hit_on_board", {"who": man.label})
        return s
    if fire and not man.friendly:
        s = yield from alert_waiting_enemies(s, "hit", man.hex, but=who)
    if _is_tough(s, who):
        yield Note("8.1", "tough", {"who": man.label})
    context = {"who": man.label}
    results = (*WOUND_RESULTS, EVENT, *((SPARED,) if man.friendly and s.hand else ()))
    while (drawn := (yield Choose(rule, "wound", PLAYER, "wound", results, context=context))) == EVENT:
        s = yield from s.draw_event_card("friendly")
        if not s.soldiers[who].on_board:
            return s
    if drawn == SPARED:
        return (yield from spend_card(s))
    man = s.soldiers[who]
    if drawn == "kia":
        return (yield from kill(s, who))
    if fire or (drawn != "close_call" and not melee):
        s = yield from duck_back(s, who, "16.0" if drawn != "close_call" else "7.19")
    if drawn == "close_call":
        return (yield from check_morale(s, who, "mc", "16.0"))
    s = s.change(who, wounds=(*man.wounds, drawn))
    yield Note("16.0", "wounded", {"who": s.soldiers[who].label, "wound": drawn})
    if man.friendly:
        s = s.score_action("friendly_wounded")
    s = yield from check_morale(s, who, "wmc", "16.0")
    return (yield from check_mortal_wounds(s, who))


def _is_tough(s: State, who: str) -> bool:
    man = s.catalog.men.get(who)
    return bool(man and man.skill == "tough")


def check_mortal_wounds(s: State, who: str) -> Steps[State]:
    """16.2: kill a Friendly whose wounds exceed TQ, or an enemy whose wounds equal or exceed it."""
    man = s.soldiers[who]
    if not man.on_board:
        return s
    s, tq = yield from get_printed_tq(s, who)
    s, total = yield from sum_modifiers(s, who, "tq", morale=False)
    left = tq + total
    if left < 0 or (left == 0 and not man.friendly):
        return (yield from kill(s, who))
    if left == 0:
        yield Note("16.2", "helpless", {"who": man.label})
    return s.change(who, helpless=left == 0)


def kill(s: State, who: str) -> Steps[State]:
    """16.0: kill a soldier and score it."""
    man = s.soldiers[who]
    yield Note("16.0", "killed", {"who": man.label})
    s = yield from drop_grenade(s, who)  # 14.2: killed before throwing it
    s = s.change(who, fate="dead", order=None, armed=False, guard=False)
    s = s.score_action(f"{man.side}_killed")
    if not man.friendly:
        officer = s.catalog.germans.get(man.who)
        s = s.score_action("officer_killed") if officer and officer.officer else s
    return s
