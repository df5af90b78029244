"""Thunder at Cassino: the bombardment, the score and the turns of a play for two, and what its rules say."""

from __future__ import annotations

from generator.game import Game


def game() -> Game:
    """Everything that can be played of it."""
    from .procedures import AUTHORED, GAME, PROCEDURES

    return Game(GAME, PROCEDURES, AUTHORED)
