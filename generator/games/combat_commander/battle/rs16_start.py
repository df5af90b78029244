"""RS.16 H-hour: the holder of the Initiative card takes the first turn."""

from __future__ import annotations

from generator.table import Note

from .state import Battle, Steps


def start(battle: Battle) -> Steps:
    """RS.16: the battle is ready."""
    yield Note("RS.16", "first_turn", {"side": battle.initiative})
    return battle
