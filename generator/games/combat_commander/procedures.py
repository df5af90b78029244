"""What can be played of Combat Commander: battles and campaigns, in every version that is still played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.game import Document, Maker, Procedure, Values
from generator.settings import Setting, described
from generator.table import EVERYONE, Ask, Entry, Seat, Table
from schemas.said import in_words

from .battle.card import card_of
from .battle.make import answerers as battle_answerers
from .battle.optional import optional_rules
from .battle.procedure import EARLIER, NAME, fight, new_battle, tables_of
from .battle.settings import ANY_KIND, PRINTED, Settings
from .battle.settings import settings_from as battle_settings
from .battle.standing import standing
from .battle.state import SIDES, Battle
from .battle.view import view_card
from .campaign.card import makers
from .campaign.definition import Definition
from .campaign.play import answerers
from .campaign.registry import campaigns
from .campaign.settings import CampaignSettings
from .campaign.settings import settings_from as campaign_settings
from .campaign.state import RESULT
from .campaign.view import state_view
from .dice import dice_for

GAME = "combat_commander"


def offered_for(catalog: Catalog) -> Callable[[str], tuple[Any, ...]]:
    """What the catalogues offer for a setting that names something in them."""
    factions = catalog.factions.values()
    years = {year for ob in catalog.orders_of_battle.values() for year in ob.years}
    numbers = tuple(number for number, sheet in catalog.maps.items() if sheet.objectives)
    offered: dict[str, tuple[Any, ...]] = {
        "edition": tuple(catalog.editions),
        "maps": tuple(catalog.maps),
        "map": ("choose", "random", *numbers),
        "factions": tuple(catalog.factions),
        "without": tuple(catalog.factions),
        **{side: tuple(each.id for each in factions if each.side == side) for side in SIDES},
        "years": tuple(sorted(years)),
        "optional": optional_rules(catalog),
        "battlefield": (PRINTED, ANY_KIND, *catalog.battlefields),
    }
    return lambda name: offered.get(name, ())


# Battles


def _battle(name: str) -> Procedure:
    return Procedure(
        name=name,
        game=GAME,
        kind="battle",
        current=name == NAME,
        seats=SIDES,
        at_a_table=_battle_at_a_table,
        read=lambda catalog, values: battle_settings(values),
        write=lambda settings: settings.json(),
        describe=lambda catalog: described(Settings, offered_for(catalog)),
        start=partial(_battle_start, name),
        dice=lambda catalog, settings, seed: dice_for(catalog, settings.dice, seed),
        answerers=battle_answerers,
        persons=_persons,
        by_person=_battle_by_person,
        documents=partial(_battle_card, name),
        view=view_card,
        standing=lambda catalog, settings, table, seat: standing(table, seat),
        tables=lambda catalog: tables_of(catalog, name),
    )


def _battle_at_a_table(values: Values) -> Values:
    """Seats are fixed, so there is no coin; unless the settings say otherwise people decide."""
    given = {"axis_commander": "person", "allied_commander": "person", **values}
    return {**given, "axis_player": "first", "balance": "any"}


def _battle_start(name: str, catalog: Catalog, settings: Any) -> Callable[[], Generator[Ask, Any, Any]]:
    battle = new_battle(tables_of(catalog, name), settings, name)
    return lambda: fight(battle)


def _battle_card(name: str, _: Catalog, __: Settings, table: Table[Any], seed: str | None) -> Sequence[Maker]:
    """A battle has one card, and only when everything is answered."""
    state = table.state
    return [lambda: card_of(state, table, seed, name)] if isinstance(state, Battle) else []


def _persons(settings: Settings | CampaignSettings) -> tuple[Seat, ...]:
    """A side whose choices a commander makes is still a person's if its dice are typed in."""
    return tuple(side for side in SIDES if settings.dice == "typed" or settings.commander(side) == "person")


def _battle_by_person(settings: Settings, entry: Entry) -> bool:
    if entry.kind == "roll":
        return settings.dice == "typed"
    return entry.kind != "draw" and any(settings.commander(side) == "person" for side in SIDES)


# Campaigns


def _campaign(each: Definition, version: int) -> Procedure:
    return Procedure(
        name=each.procedure(version),
        game=GAME,
        kind="campaign",
        current=version == each.latest,
        seats=SIDES,
        at_a_table=_campaign_at_a_table,
        read=partial(_read_campaign, each.name),
        write=lambda settings: {**_without_readings(settings), **settings.readings},
        describe=partial(_describe_campaign, each.name),
        start=lambda catalog, settings: each.start(catalog, settings, version),
        dice=lambda catalog, settings, seed: dice_for(catalog, settings.dice, seed),
        answerers=answerers,
        persons=_persons,
        by_person=_campaign_by_person,
        documents=lambda catalog, settings, table, seed: makers(table, seed),
        view=view_card,
        standing=lambda catalog, settings, table, seat: state_view(table, seat),
        chapter=RESULT,
        agreed=(RESULT,),
    )


def _campaign_at_a_table(values: Values) -> Values:
    """Unless the settings say otherwise people decide, and people report how a battle ended."""
    return {"axis_commander": "person", "allied_commander": "person", "results": "person", **values}


def _read_campaign(name: str, catalog: Catalog, values: Values) -> CampaignSettings:
    """Settings from JSON; the points the text leaves open stand beside the others, by their own names."""
    sheet = catalog.campaigns[name]
    own = {key: value for key, value in values.items() if key not in sheet.settings}
    readings = {key: value for key, value in values.items() if key in sheet.settings}
    if readings:
        given = own.get("readings", {})
        own["readings"] = {**(given if isinstance(given, Mapping) else {}), **readings}
    return campaign_settings(own, catalog, sheet)


def _without_readings(settings: CampaignSettings) -> Document:
    return {name: value for name, value in settings.json().items() if name != "readings"}


def _campaign_by_person(settings: CampaignSettings, entry: Entry) -> bool:
    if entry.kind == "roll":
        return settings.dice == "typed"
    if entry.kind == "draw":
        return False
    if entry.seat == EVERYONE:
        return settings.results == "person"
    return any(entry.seat == side and settings.commander(side) == "person" for side in SIDES)


def _describe_campaign(name: str, catalog: Catalog) -> tuple[Setting, ...]:
    readings = (
        Setting(
            name=each.id,
            rule=each.rule,
            sentence=in_words({lang: f"{each.title[lang]}: {each.summary[lang]}" for lang in each.title}),
            default=each.default,
            choices=tuple(each.choices),
            several=False,
            kind="choice",
        )
        for each in catalog.campaigns[name].settings.values()
        if len(each.choices) > 1
    )
    return (*described(CampaignSettings, offered_for(catalog), without=("readings",)), *readings)


#: Battles first, then each campaign, with the versions of before that old tables are played by.
PROCEDURES = (
    *(_battle(name) for name in (NAME, *EARLIER)),
    *(_campaign(each, version) for each in campaigns().values() for version in each.versions),
)
