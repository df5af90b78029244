"""F103, A35.2, A35.5: mines, and hidden mines and wire."""

from __future__ import annotations

from collections.abc import Sequence

from .board import Hex
from .cards import Steps, offer_action
from .fire import Attack, roll_attack, roll_defences
from .pieces import Unit, list_survivors
from .state import OTHER, Fight


def resolve_mines(fight: Fight, units: Sequence[Unit], hex_: Hex) -> Steps[None]:
    """F103.2: attack units that move together with one roll; cover does not count."""
    alive = list_survivors(units)
    if not alive or fight.works.get(hex_) != "mines":
        return
    enemy = OTHER[alive[0].side]
    attack = Attack(enemy, (), [hex_], fight.mine_strength, bare=True, only=alive)
    fight.attack = attack
    fight.record("F103", "mines", hex=fight.board.names[hex_])
    card = yield from roll_attack(fight, attack)
    attack.total = attack.fp + card.total
    yield from roll_defences(fight, attack)


def offer_hidden_works(fight: Fight, units: Sequence[Unit], hex_: Hex) -> Steps[None]:
    """A35.2, A35.5: offer the defender hidden mines and wire against units that just entered a hex."""
    side = OTHER[units[0].side]
    camp = fight.camps[side]
    while camp.posture == "defend" and fight.can_fortify(hex_):
        able = tuple(action for action in ("hidden_mines", "hidden_wire") if camp.list_action_cards(action))
        if not able:
            return
        fight.subject = (hex_, units)
        card = yield from offer_action(fight, side, "hidden_action", "A35", able)
        if card is None:
            return
        fight.place_work("A35", hex_, "mines" if card.text.action == "hidden_mines" else "wire")
        yield from resolve_mines(fight, units, hex_)
