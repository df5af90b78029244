"""Thunder at Cassino: the bombardment, the score and the turns of a play for two, and what its rules say."""

from __future__ import annotations

from generator.game import Game

GAME = Game(
    "thunder_at_cassino",
    "generator.games.thunder_at_cassino.procedures:PROCEDURES",
    authored_at="generator.games.thunder_at_cassino.procedures:AUTHORED",
    match_at="generator.games.thunder_at_cassino.procedures:MATCH",
)
