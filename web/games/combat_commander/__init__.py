"""Combat Commander on the pages, in the API and on the command line."""

from web.game import Game

HERE = "web.games.combat_commander"

GAME = Game(
    id="combat_commander",
    commands={
        "battle": f"{HERE}.commands.battle:battle",
        "campaign": f"{HERE}.commands.campaign:campaign",
        "print": f"{HERE}.commands.print:print_cards",
        "scenario": f"{HERE}.commands.scenario:scenario",
    },
    pages=f"{HERE}.pages:register",
    api=f"{HERE}.api:register",
)
