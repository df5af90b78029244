"""Combat Commander: battles, campaigns, authored scenarios, and automatic commanders."""

from __future__ import annotations

from generator.game import Game

GAME = Game(
    "combat_commander",
    "generator.games.combat_commander.procedures:PROCEDURES",
    authored_at="generator.games.combat_commander.authoring.authored:AUTHORED",
    match_at="generator.games.combat_commander.match:MATCH",
    studies_at="generator.games.combat_commander.studies:STUDIES",
)
