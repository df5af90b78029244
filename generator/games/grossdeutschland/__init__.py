"""Grossdeutschland Panzer: four battles, two event cups, one activation cup, and custom scenarios."""

from __future__ import annotations

from generator.game import Game

GAME = Game(
    "grossdeutschland",
    "generator.games.grossdeutschland.procedure:PROCEDURES",
    authored_at="generator.games.grossdeutschland.authoring.checks:AUTHORED",
    match_at="generator.games.grossdeutschland.procedure:MATCH",
)
