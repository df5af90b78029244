"""9.7-9.8: what wakes a waiting enemy, and what he does then."""

from __future__ import annotations

from generator.table import Note
from generator.table import Procedure as Steps

from .hexes import distance
from .machine import assign, card
from .state import State


def alarm(s: State, trigger: str, hex_: str, *, but: str = "") -> Steps[State]:
    """Everybody who waits within the distance of a trigger is alert from now on."""
    within = s.catalog.alerts[trigger]
    assert within is not None
    waiting = [each.id for each in s.of("enemy") if not each.alert and each.id != but]
    for who in waiting:
        if distance(s.soldiers[who].hex, hex_) <= within:
            s = yield from alerted(s, who, trigger)
    return s


def alerted(s: State, who: str, trigger: str) -> Steps[State]:
    """9.8: one man. A prepared enemy draws his order at once; another at his next activation."""
    man = s.soldiers[who]
    if man.alert or not man.free:
        return s
    s = s.change(who, alert=True)
    yield Note("9.8", "alerted", {"who": man.called, "trigger": trigger})
    if s.scenario["enemy_prepared"] and s.impulse:
        s, drawn = yield from card(s, man.team)
        s = yield from assign(s, who, drawn)
    return s
