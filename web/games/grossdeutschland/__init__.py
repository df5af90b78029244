"""Grossdeutschland Panzer on the pages, in the API and on the command line."""

from web.game import Entry, Game

HERE = "web.games.grossdeutschland"

GAME = Game(
    id="grossdeutschland",
    commands={"grossdeutschland": f"{HERE}.commands.battle:grossdeutschland"},
    pages=f"{HERE}.pages:register",
    desk=f"{HERE}.pages.desk:DESK",
    aids=f"{HERE}.pages.worked:AIDS",
    home=f"{HERE}.pages.home:home",
    menu=(Entry("grossdeutschland", "grossdeutschland_pages.index", "menu.grossdeutschland"),),
)
