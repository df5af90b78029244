"""Exports of Combat Commander: cards, sheets, records and their drawings."""

from exports.game import Game

GAME = Game(
    "combat_commander",
    formatter="exports.games.combat_commander.messages:MessageFormatter",
    render="exports.games.combat_commander.render:render_checked",
    archive_facts="exports.games.combat_commander.archive:describe_card",
    kinds=(
        *("pdf", "pack", "cut_out", "picture", "svg", "text", "markdown", "forum", "by_hex", "json", "log"),
        *("vassal", "vassal_module"),
    ),
)
