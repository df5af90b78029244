"""Combat Commander on the pages, in the API and on the command line."""

from web.game import Entry, Game

HERE = "web.games.combat_commander"

GAME = Game(
    id="combat_commander",
    commands={
        "battle": f"{HERE}.commands.battle:battle",
        "campaign": f"{HERE}.commands.campaign:campaign",
        "print": f"{HERE}.commands.print:print_cards",
        "scenario": f"{HERE}.commands.scenario:scenario",
        "lookup": f"{HERE}.commands.lookup:lookup",
        "support": f"{HERE}.commands.lookup:support",
        "sight": f"{HERE}.commands.ground:sight",
        "battlefield": f"{HERE}.commands.ground:battlefield",
        "rehearse": f"{HERE}.commands.rehearse:rehearse",
        "odds": f"{HERE}.commands.odds:odds",
        "advise": f"{HERE}.commands.advise:advise",
    },
    pages=f"{HERE}.pages:register",
    desk=f"{HERE}.pages.desk:DESK",
    rows=f"{HERE}.pages.rows:SHOWN",
    style=f"{HERE}.pages.style:style",
    home=f"{HERE}.pages.home:home",
    device=f"{HERE}.pages.device:PART",
    along=f"{HERE}.pages.lookup:along",
    menu=(
        Entry("battles", "battle_pages.new", "menu.battles"),
        Entry("campaigns", "campaign_pages.index", "menu.campaigns"),
        Entry("scenarios", "scenario_pages.library", "menu.scenarios"),
        Entry("maps", "map_pages.atlas", "menu.maps"),
        Entry("odds", "odds_pages.show", "menu.odds"),
        Entry("studies", "study_pages.index", "menu.studies"),
        Entry("lookup", "lookup_pages.index", "menu.lookup"),
    ),
    editors={"battlefield": "battlefield_kept.edit"},
    jobs={
        "rehearsal": f"{HERE}.service.rehearsals:work",
        "fair_battle": f"{HERE}.service.searches:work",
    },
    fought=f"{HERE}.service.fought:fought",
    on_card=f"{HERE}.service.fought:on_card",
    apart={"campaigns": "campaign"},
    summaries={"scenario": f"{HERE}.service.shelved:summary"},
    api=f"{HERE}.api:register",
)
