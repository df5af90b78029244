"""Exports of Thunder at Cassino."""

from exports.game import Game

HERE = "exports.games.thunder_at_cassino"

GAME = Game(
    "thunder_at_cassino",
    formatter=f"{HERE}.messages:MessageFormatter",
    render=f"{HERE}.render:render",
    kinds=("pdf", "svg", "text", "markdown", "json", "log"),
)
