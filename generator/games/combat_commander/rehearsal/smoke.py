"""T94, 8.1.4: random smoke markers."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Roll

from .board import Hex
from .cards import Steps
from .state import Fight


def place_random_smoke(fight: Fight, side: Side, hex_: Hex) -> Steps[None]:
    """T94: place a smoke marker of 1 to 10; the denser of two remains."""
    if not fight.can_smoke(hex_):
        return
    [value] = yield Roll("T94", "smoke", side, dice=(fight.get_figure("rule.smoke", "most"),))
    fight.smoke[hex_] = max(value, fight.smoke.get(hex_, 0))
    fight.record("T94", "smoke", hex=fight.board.names[hex_], value=value)
