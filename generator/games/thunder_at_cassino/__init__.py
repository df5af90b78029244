"""Thunder at Cassino: bombardment, score and turns of a game for two, and its rules."""

from __future__ import annotations

from generator.game import Game

GAME = Game(
    "thunder_at_cassino",
    "generator.games.thunder_at_cassino.procedures:PROCEDURES",
    authored_at="generator.games.thunder_at_cassino.procedures:AUTHORED",
    match_at="generator.games.thunder_at_cassino.procedures:MATCH",
)
