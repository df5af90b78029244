"""Exports of Grossdeutschland Panzer: set-up, arrivals, cups, VP, turns, combat table, records."""

from exports.game import Game

GAME = Game(
    "grossdeutschland",
    formatter="exports.games.grossdeutschland.messages:MessageFormatter",
    render="exports.games.grossdeutschland.render:render",
    kinds=("pdf", "text", "markdown", "json", "log"),
)
