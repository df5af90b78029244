"""Exports of Combat! Volume 1."""

from exports.game import Game

HERE = "exports.games.combat_solitaire"

GAME = Game(
    "combat_solitaire",
    formatter=f"{HERE}.messages:MessageFormatter",
    render=f"{HERE}.render:render",
    kinds=("pdf", "text", "markdown"),
)
