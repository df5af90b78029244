"""Settings of a campaign: commanders, dice, and readings of the open points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.campaigns import Campaign as Sheet
from catalogs.games.combat_commander.model import Side
from generator.settings import setting

from ..battle.checks import check_optional
from ..battle.settings import COMMANDERS, BadSetting, Settings, make_unknown_error

DICE = ("two", "fate", "typed")
PLACEMENT = ("objectives", "hexes")
RESULTS = ("person", "fought", "random")


@dataclass(frozen=True)
class CampaignSettings:
    """Everything that is decided before the first battle and holds to the last."""

    edition: str = setting("corrected", "RS.9", sentence="setting.campaign.edition")
    dice: str = setting("two", "1.9", DICE)
    axis_commander: str = setting("person", "RS.7, RS.9", COMMANDERS)
    allied_commander: str = setting("person", "RS.7, RS.9", COMMANDERS)
    results: str = setting("person", "RS.17", RESULTS, sentence="setting.campaign.results")
    placement: str = setting("objectives", "RS.10-RS.13", PLACEMENT)
    optional: tuple[str, ...] = setting((), "V5-V19")
    readings: Mapping[str, str] = field(  # readings of the points that the campaign's text leaves open
        default_factory=dict, metadata={"rule": "-", "choices": (), "sentence": "setting.campaign.readings"}
    )

    def reading(self, sheet: Sheet, name: str) -> str:
        return self.readings.get(name, sheet.settings[name].default)

    def commander(self, side: Side) -> str:
        return self.axis_commander if side == "axis" else self.allied_commander

    def json(self) -> dict[str, Any]:
        values = {**asdict(self), "optional": list(self.optional), "readings": dict(self.readings)}
        if not self.optional:  # the default is left out
            del values["optional"]
        return values

    def battle(self) -> Settings:
        """Return the settings of the battles; persons keep their sides for the whole campaign."""
        return Settings(
            edition=self.edition,
            dice=self.dice,  # type: ignore[arg-type]
            placement=self.placement,  # type: ignore[arg-type]
            axis_commander=self.axis_commander,
            allied_commander=self.allied_commander,
            axis_player="first",
            optional=self.optional,
        )


AUTO = CampaignSettings(axis_commander="random", allied_commander="random", results="random")


def read_settings(data: Mapping[str, Any], catalog: Catalog, sheet: Sheet) -> CampaignSettings:
    """Read settings from JSON; raise BadSetting for a value that does not fit."""
    known = {f.name for f in fields(CampaignSettings)}
    for name in data:
        if name not in known:
            raise BadSetting("BAD_SETTING.name", given=name, known=sorted(known))
    readings = data.get("readings", {})
    if not isinstance(readings, Mapping):
        raise make_unknown_error("readings", readings, ("{}",))
    optional = data.get("optional", ())
    if not isinstance(optional, list | tuple):
        raise BadSetting("BAD_SETTING.form", setting="optional", given=optional)
    settings = CampaignSettings(**{**data, "optional": tuple(optional), "readings": dict(readings)})
    return check_settings(settings, catalog, sheet)


def check_settings(settings: CampaignSettings, catalog: Catalog, sheet: Sheet) -> CampaignSettings:
    """Raise if a value is unknown; write the readings out in full, so that a file explains itself."""
    if settings.edition not in catalog.editions:
        raise make_unknown_error("edition", settings.edition, catalog.editions)
    check_optional(catalog, settings.optional)
    for f in fields(settings):
        choices, value = f.metadata["choices"], getattr(settings, f.name)
        if choices and value not in choices:
            raise make_unknown_error(f.name, value, choices)
    for name, value in settings.readings.items():
        if name not in sheet.settings:
            raise BadSetting("BAD_SETTING.name", given=name, known=tuple(sheet.settings))
        if value not in sheet.settings[name].choices:
            raise make_unknown_error(name, value, sheet.settings[name].choices)
    return replace(settings, readings={**sheet.defaults(), **settings.readings})
