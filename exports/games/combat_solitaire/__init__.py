"""Exports of Combat! Volume 1."""

from exports.game import Game

HERE = "exports.games.combat_solitaire"

GAME = Game(
    "combat_solitaire",
    scribe=f"{HERE}.messages:Scribe",
    render=f"{HERE}.render:render",
    kinds=("pdf", "text", "markdown"),
)
