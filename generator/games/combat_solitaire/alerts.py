"""9.7-9.8: alert waiting enemies."""

from __future__ import annotations

from generator.table import Note
from generator.table import Procedure as Steps

from .enemy_orders import assign_order, draw_card
from .hexes import distance
from .state import State


def alert_waiting_enemies(s: State, trigger: str, hex_: str, *, but: str = "") -> Steps[State]:
    """Alert every waiting enemy within the distance of a trigger, except ``but``."""
    within = s.catalog.alerts[trigger]
    assert within is not None
    waiting = [soldier.id for soldier in s.soldiers_of("enemy") if not soldier.alert and soldier.id != but]
    for who in waiting:
        if distance(s.soldiers[who].hex, hex_) <= within:
            s = yield from alert_enemy(s, who, trigger)
    return s


def alert_enemy(s: State, who: str, trigger: str) -> Steps[State]:
    """9.8: alert one enemy. A prepared enemy draws an order at once, any other at its next activation."""
    man = s.soldiers[who]
    if man.alert or not man.free:
        return s
    s = s.change(who, alert=True)
    yield Note("9.8", "alerted", {"who": man.label, "trigger": trigger})
    if s.scenario["enemy_prepared"] and s.impulse:
        s, drawn = yield from draw_card(s, man.team)
        s = yield from assign_order(s, who, drawn)
    return s
