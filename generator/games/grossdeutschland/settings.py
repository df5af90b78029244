"""Settings of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.authoring import require_playable
from generator.settings import Setting, describe_settings, setting
from schemas.errors import HorahError

from .authoring.checks import SCENARIO
from .combat import DOWN, PLUS_ONE, THREE_DICE, UP
from .victory import ANY, EACH

DEFAULT_BATTLE = "kursk"
COMPANION, STRICT = "companion", "strict"
TWO, ONE = "two", "one"
ROLLED, TYPED = "rolled", "typed"
DRAWN = "drawn"
AT_EXIT, AT_END = "exit", "end"
CUSTOM_SCENARIO = "scenario"  # key of a custom scenario document that replaces a printed battle


@dataclass(frozen=True)
class Settings:
    """The battle, its players, and readings of open points in the rules."""

    battle: str = setting(DEFAULT_BATTLE, "17.0", sentence="setting.gd.battle")
    mode: str = setting(COMPANION, "1.0", (COMPANION, STRICT), sentence="setting.gd.mode")
    players: str = setting(TWO, "1.0", (TWO, ONE), sentence="setting.gd.players")
    dice: str = setting(ROLLED, "2.0", (ROLLED, TYPED), sentence="setting.gd.dice")
    chits: str = setting(DRAWN, "2.0", (DRAWN, TYPED), sentence="setting.gd.chits")
    supply: bool = setting(True, "5.0", sentence="setting.gd.supply")
    odds: str = setting(UP, "10.1", (UP, DOWN), sentence="setting.gd.odds")
    bridge: str = setting(PLUS_ONE, "10.8", (PLUS_ONE, THREE_DICE), sentence="setting.gd.bridge")
    hexes: str = setting(ANY, "20.3", (ANY, EACH), sentence="setting.gd.hexes")
    roads: str = setting(AT_EXIT, "18.3", (AT_EXIT, AT_END), sentence="setting.gd.roads")
    scenario: Mapping[str, Any] | None = setting(
        None, "17.0", sentence="setting.gd.scenario", document="scenario"
    )


def read(catalog: Catalog, values: Mapping[str, Any]) -> Settings:
    """Read settings from JSON; refuse invalid values with the valid ones."""
    known = {entry.name for entry in fields(Settings)}
    for name in values:
        if name not in known:
            raise HorahError("GD_BAD_SETTING.name", name=name, known=tuple(sorted(known)))
    for entry in describe(catalog):
        if entry.name in values and entry.kind != "document":
            _check_value(entry, values[entry.name])
    if values.get(CUSTOM_SCENARIO) is not None:
        require_playable(catalog, SCENARIO, values[CUSTOM_SCENARIO])
    return Settings(**values)


def _check_value(entry: Setting, value: Any) -> None:
    if entry.kind == "yes_no":
        if not isinstance(value, bool):
            raise HorahError("GD_BAD_SETTING.yes_no", name=entry.name, given=value)
    elif not isinstance(value, str) or value not in entry.choices:
        raise HorahError("GD_BAD_SETTING.choice", name=entry.name, given=value, known=entry.choices)


def write(settings: Settings) -> dict[str, Any]:
    values = asdict(settings)
    return {name: value for name, value in values.items() if value is not None}


def describe(catalog: Catalog) -> tuple[Setting, ...]:
    """Describe the settings."""
    return describe_settings(Settings, lambda name: tuple(catalog.battles))
