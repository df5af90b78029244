"""Combat! Volume 1 on the pages, in the API and on the command line."""

from web.game import Entry, Game

HERE = "web.games.combat_solitaire"

GAME = Game(
    id="combat_solitaire",
    commands={"combat": f"{HERE}.commands:combat"},
    pages=f"{HERE}.pages:register",
    desk=f"{HERE}.pages.desk:DESK",
    style=f"{HERE}.pages.home:style",
    aids=f"{HERE}.pages.worked:AIDS",
    home=f"{HERE}.pages.home:home",
    menu=(Entry("combat", "combat_pages.index", "menu.combat"),),
)
