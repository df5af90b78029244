"""The procedures of Combat Commander: battles, campaigns and fights."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from catalogs.games.combat_commander import Catalog
from generator.game import Document, Procedure, Values
from generator.settings import Setting, describe_settings
from schemas.messages import in_words

from .battle.definition import BATTLE, GAME, make_offers, persons
from .battle.state import SIDES
from .battle.view import view_card
from .campaign.card import list_card_makers
from .campaign.definition import Definition
from .campaign.play import make_answerers
from .campaign.registry import campaigns
from .campaign.settings import CampaignSettings
from .campaign.settings import read_settings as campaign_settings
from .campaign.state import RESULT
from .campaign.view import view_state
from .dice import make_dice
from .play.procedure import FIGHT


def _campaign(definition: Definition) -> Procedure:
    return Procedure(
        name=definition.procedure,
        game=GAME,
        kind="campaign",
        seats=SIDES,
        at_a_table=_campaign_at_a_table,
        read=partial(_read_campaign, definition.name),
        write=lambda settings: {**_without_readings(settings), **settings.readings},
        describe=partial(_describe_campaign, definition.name),
        start=definition.start,
        dice=lambda catalog, settings, seed: make_dice(catalog, settings.dice, seed),
        answerers=make_answerers,
        persons=persons,
        documents=lambda catalog, settings, table, seed: list_card_makers(table, seed),
        view=view_card,
        standing=lambda catalog, settings, table, seat: view_state(table, seat),
        chapter=RESULT,
        agreed=(RESULT,),
    )


def _campaign_at_a_table(values: Values) -> Values:
    """Let people decide and report results, unless the settings say otherwise."""
    return {"axis_commander": "person", "allied_commander": "person", "results": "person", **values}


def _read_campaign(name: str, catalog: Catalog, values: Values) -> CampaignSettings:
    """Read settings from JSON; readings of open points stand beside the others, by their names."""
    sheet = catalog.campaigns[name]
    own = {key: value for key, value in values.items() if key not in sheet.settings}
    readings = {key: value for key, value in values.items() if key in sheet.settings}
    if readings:
        listed = own.get("readings", {})
        own["readings"] = {**(listed if isinstance(listed, Mapping) else {}), **readings}
    return campaign_settings(own, catalog, sheet)


def _without_readings(settings: CampaignSettings) -> Document:
    return {name: value for name, value in settings.json().items() if name != "readings"}


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
    return (*describe_settings(CampaignSettings, make_offers(catalog), without=("readings",)), *readings)


#: Battles first, then each campaign, then fights.
PROCEDURES = (BATTLE, *map(_campaign, campaigns().values()), FIGHT)
