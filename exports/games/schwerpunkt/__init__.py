"""Exports of Schwerpunkt: messages, and the sheets of a battle."""

from exports.game import Game

GAME = Game(
    "schwerpunkt",
    scribe="exports.games.schwerpunkt.messages:Scribe",
    render="exports.games.schwerpunkt.render:render",
    kinds=("pdf", "text", "markdown"),
)
