"""Campaigns at a table: Stalingrad, Normandy and Gastadores, each a procedure like a battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.campaign.card import cards_of
from generator.games.combat_commander.campaign.definition import Definition
from generator.games.combat_commander.campaign.play import answerers
from generator.games.combat_commander.campaign.registry import campaigns as every
from generator.games.combat_commander.campaign.settings import CampaignSettings, settings_from
from generator.games.combat_commander.campaign.view import state_view
from generator.games.combat_commander.dice import dice_for
from generator.table import Seat
from web.service.procedure import Procedure
from web.service.settings import Setting, described_fields

LANGUAGES: tuple[Language, Language] = ("es", "en")


def campaigns() -> tuple[Procedure, ...]:
    """Every campaign as a procedure, the versions of old tables included."""
    return tuple(_campaign(each, version) for each in every().values() for version in each.versions)


def _campaign(each: Definition, version: int) -> Procedure:
    name = each.name
    return Procedure(
        name=each.procedure(version),
        offered=version == each.latest,
        kind="campaign",
        at_a_table=_at_a_table,
        read=lambda catalog, values: _read(catalog, name, values),
        write=lambda settings: {**_without_readings(settings), **settings.readings},
        start=lambda catalog, settings: each.start(catalog, settings, version),
        dice=lambda catalog, settings, seed: dice_for(catalog, settings.dice, seed),
        answerers=answerers,
        persons=_persons,
        cards=lambda catalog, settings, table, seed: cards_of(table, seed),
        view=view_card,
        state=lambda catalog, settings, table, seat: state_view(table, seat),
        describe=lambda catalog: _describe(catalog, name),
    )


def _at_a_table(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Unless the settings say otherwise people decide, and people report how a battle ended."""
    return {"axis_commander": "person", "allied_commander": "person", "results": "person", **values}


def _read(catalog: Catalog, name: str, values: Mapping[str, Any]) -> CampaignSettings:
    """Settings from JSON; the points the text leaves open stand beside the others, by their own names."""
    sheet = catalog.campaigns[name]
    own = {key: value for key, value in values.items() if key not in sheet.settings}
    readings = {key: value for key, value in values.items() if key in sheet.settings}
    if readings:
        given = own.get("readings", {})
        own["readings"] = {**(given if isinstance(given, Mapping) else {}), **readings}
    return settings_from(own, catalog, sheet)


def _without_readings(settings: CampaignSettings) -> dict[str, Any]:
    return {f.name: getattr(settings, f.name) for f in fields(settings) if f.name != "readings"}


def _persons(settings: CampaignSettings) -> tuple[Seat, ...]:
    return tuple(side for side in SIDES if settings.dice == "typed" or settings.commander(side) == "person")


def _describe(catalog: Catalog, name: str) -> tuple[Setting, ...]:
    common = described_fields(catalog, [f for f in fields(CampaignSettings) if f.name != "readings"])
    readings = (
        Setting(
            name=each.id,
            rule=each.rule,
            sentence={
                "es": f"{each.title['es']}: {each.summary['es']}",
                "en": f"{each.title['en']}: {each.summary['en']}",
            },
            default=each.default,
            choices=tuple(each.choices),
            several=False,
            kind="choice",
        )
        for each in catalog.campaigns[name].settings.values()
        if len(each.choices) > 1
    )
    return (*common, *readings)
