"""Schwerpunkt in the service: its pages, its side of a table, its commands."""

from web.game import Entry, Game

HERE = "web.games.schwerpunkt"

GAME = Game(
    id="schwerpunkt",
    commands={"schwerpunkt": f"{HERE}.commands:schwerpunkt"},
    pages=f"{HERE}.pages:register",
    desk=f"{HERE}.pages.desk:DESK",
    style=f"{HERE}.pages:style",
    aids=f"{HERE}.pages.worked:AIDS",
    home=f"{HERE}.pages.home:home",
    menu=(Entry("schwerpunkt", "schwerpunkt_pages.index", "menu.schwerpunkt"),),
)
