"""Thunder at Cassino on the pages and on the command line."""

from web.game import Entry, Game

HERE = "web.games.thunder_at_cassino"

GAME = Game(
    id="thunder_at_cassino",
    commands={"cassino": f"{HERE}.commands:cassino"},
    pages=f"{HERE}.pages:register",
    desk=f"{HERE}.pages.desk:DESK",
    aids=f"{HERE}.pages.calculator:AIDS",
    home=f"{HERE}.pages.home:home",
    menu=(Entry("cassino", "cassino_pages.index", "menu.cassino"),),
)
