"""Thunder at Cassino: the bombardment, the score and the turns of a play for two, and what its rules say."""

from __future__ import annotations

from catalogs.games.thunder_at_cassino.model import SIDES
from generator.game import Game
from generator.tournament.match import Match


def game() -> Game:
    """Everything that can be played of it."""
    from .procedures import AUTHORED, GAME, PROCEDURES

    first, second = SIDES
    return Game(GAME, PROCEDURES, AUTHORED, Match((first, second)))
