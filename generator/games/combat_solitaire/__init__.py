"""Combat! Volume 1, played alone: the referee's assistant, scenarios, and what is written for them."""

from __future__ import annotations

from generator.game import Game

GAME = Game(
    "combat_solitaire",
    "generator.games.combat_solitaire.procedure:PROCEDURES",
    authored_at="generator.games.combat_solitaire.documents:AUTHORED",
)
