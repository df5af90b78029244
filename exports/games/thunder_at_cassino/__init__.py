"""Exports of Thunder at Cassino."""

from exports.game import Game

HERE = "exports.games.thunder_at_cassino"

GAME = Game(
    "thunder_at_cassino",
    scribe=f"{HERE}.messages:Scribe",
    render=f"{HERE}.render:render",
    kinds=("pdf", "svg", "text", "markdown", "json", "log"),
)
