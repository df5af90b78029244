"""Exports of Schwerpunkt: messages, and the sheets of a battle."""

from exports.game import Game

GAME = Game(
    "schwerpunkt",
    formatter="exports.games.schwerpunkt.messages:MessageFormatter",
    render="exports.games.schwerpunkt.render:render",
    kinds=("pdf", "text", "markdown"),
)
