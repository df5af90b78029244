"""Settings of a game: scenario, dice, cup, and readings of open points in the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from catalogs.games.combat_solitaire import Catalog
from generator.settings import Setting, describe_settings, setting
from schemas.errors import HorahError

DEFAULT_SCENARIO = "crossroads"  # shipped scenario that is played if none is given
LOOK = "look"
COMPANION = "companion"  # the player leads the squad on the board, the program the enemy
SEALED_TQ_CHOICES = (LOOK, *(str(number) for number in range(1, 10)))


@dataclass(frozen=True)
class Settings:
    """22.0 S0: settings of a game; each open point of the rules is a choice."""

    scenario: Mapping[str, Any] | None = setting(
        None, "22.0", sentence="setting.combat.scenario", document="scenario"
    )
    mode: str = setting(COMPANION, "4.0", (COMPANION, "strict"), sentence="setting.combat.mode")
    dice: str = setting("rolled", "2.0", ("rolled", "typed"), sentence="setting.combat.dice")
    cup: str = setting("sealed", "22.0", ("sealed", "real"), sentence="setting.combat.cup")
    sealed_tq: str = setting(LOOK, "9.6", SEALED_TQ_CHOICES, sentence="setting.combat.sealed_tq")
    neighbour_sight: bool = setting(True, "4.0, 9.8", sentence="setting.combat.neighbour_sight")
    sighting_alerts: bool = setting(True, "12.0", sentence="setting.combat.sighting_alerts")
    discards: bool = setting(True, "5.1.2", sentence="setting.combat.discards")
    flare: str = setting("drift", "21.1", ("drift", "radius"), sentence="setting.combat.flare")
    commander: bool = setting(False, "-", sentence="setting.combat.commander")


def describe(_: Catalog) -> tuple[Setting, ...]:
    return describe_settings(Settings, lambda name: ())


def read(catalog: Catalog, values: Mapping[str, Any]) -> Settings:
    """Read settings from JSON."""
    known = {setting_.name: setting_ for setting_ in describe(catalog)}
    for name, value in values.items():
        if name not in known:
            raise HorahError("BAD_SETTING.name", given=name, known=tuple(known))
        if not _is_valid(catalog, known[name], value):
            raise HorahError("BAD_SETTING", setting=name, given=value, legal=known[name].choices)
    return Settings(**{**values, "scenario": _resolve_scenario(catalog, values.get("scenario"))})


def _resolve_scenario(catalog: Catalog, given: Any) -> Mapping[str, Any] | None:
    """Return a scenario given whole or by the name of a shipped one."""
    return catalog.scenarios[given] if isinstance(given, str) else given


def _is_valid(catalog: Catalog, setting_: Setting, value: Any) -> bool:
    if setting_.kind == "document":
        return value is None or isinstance(value, Mapping) or value in catalog.scenarios
    return type(value) is bool if setting_.kind == "yes_no" else value in setting_.choices


def write(settings: Settings) -> dict[str, Any]:
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return {**values, "scenario": settings.scenario and dict(settings.scenario)}
