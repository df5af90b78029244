"""Combat! Volume 1, solitaire: procedures, scenarios and other authored documents."""

from __future__ import annotations

from generator.game import Game

GAME = Game(
    "combat_solitaire",
    "generator.games.combat_solitaire.procedure:PROCEDURES",
    authored_at="generator.games.combat_solitaire.documents:AUTHORED",
)
