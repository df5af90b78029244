"""T94, 8.1.4: smoke markers out of the cup."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Roll

from .cards import Steps
from .state import Fight
from .board import Hex


def random_smoke(fight: Fight, side: Side, hex_: Hex) -> Steps[None]:
    """A marker of 1 to 10; of two the thicker stays."""
    if not fight.can_smoke(hex_):
        return
    [value] = yield Roll("T94", "smoke", side, dice=(fight.figure("rule.smoke", "most"),))
    fight.smoke[hex_] = max(value, fight.smoke.get(hex_, 0))
    fight.tell("T94", "smoke", hex=fight.ground.names[hex_], value=value)
