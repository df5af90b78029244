"""F103: mines attack whoever enters or leaves their hex; A35.2, A35.5: hidden mines and wire."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import Steps, offer
from .fire import Attack, attack_roll, defend
from .pieces import Unit, stand_ins
from .state import OTHER, Fight
from .board import Hex


def mines(fight: Fight, units: Sequence[Unit], hex_: Hex) -> Steps[None]:
    """F103.2: one roll for those who move together; cover counts nothing."""
    alive = stand_ins(units)
    if not alive or fight.works.get(hex_) != "mines":
        return
    enemy = OTHER[alive[0].side]
    attack = Attack(enemy, (), [hex_], fight.mine_strength, bare=True, only=alive)
    fight.attack = attack
    fight.tell("F103", "mines", hex=fight.ground.names[hex_])
    card = yield from attack_roll(fight, attack)
    attack.total = attack.fp + card.total
    yield from defend(fight, attack)


def hidden(fight: Fight, units: Sequence[Unit], hex_: Hex) -> Steps[None]:
    """A35.2, A35.5: the defender's surprises for who has just moved or advanced into a hex."""
    side = OTHER[units[0].side]
    camp = fight.camps[side]
    while camp.posture == "defend" and fight.can_fortify(hex_):
        able = tuple(each for each in ("hidden_mines", "hidden_wire") if camp.holds(each))
        if not able:
            return
        fight.roll = (hex_, units)
        card = yield from offer(fight, side, "hidden_action", "A35", able)
        if card is None:
            return
        fight.works[hex_] = "mines" if card.text.action == "hidden_mines" else "wire"
        yield from mines(fight, units, hex_)
