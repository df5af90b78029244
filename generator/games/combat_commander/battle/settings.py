"""Settings of a battle, each with a default, a sentence and the rule it changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal

from catalogs.games.combat_commander.model import Quality, Side, Size
from generator.settings import setting
from schemas.errors import HorahError

SIZES: tuple[Size, ...] = ("company", "detachment", "platoon")
QUALITIES: tuple[Quality, ...] = ("elite", "line", "green")
PRINTED, ANY_KIND = "printed", "any"  # house rule: a printed map, or a generated battlefield of any kind
KEPT = "kept_battlefield"
COMMANDERS = ("random", "cautious", "bold", "even", "person")


class BadSetting(HorahError):
    """Settings that contradict each other or the tables."""


@dataclass(frozen=True)
class Settings:
    """Everything that is decided before a battle is rolled up."""

    edition: str = setting("corrected", "RS.2, RS.3, RS.9")
    maps: tuple[int, ...] = setting((), "RS.1")
    map: int | Literal["choose", "random"] = setting("choose", "RS.1")
    battlefield: str = setting(PRINTED, "RS.1")
    kept_battlefield: Mapping[str, Any] | None = setting(None, "RS.1", document="battlefield")
    factions: tuple[str, ...] = setting((), "RS.2")
    axis: str | None = setting(None, "RS.2.1")
    allied: str | None = setting(None, "RS.2.2, RS.2.3")
    without: tuple[str, ...] = setting((), "RS.2")
    years: tuple[int, ...] = setting((), "RS.2.1")
    sizes: tuple[Size, ...] = setting((), "RS.5", SIZES)
    same_size: bool = setting(False, "RS.5")
    axis_qualities: tuple[Quality, ...] = setting((), "RS.3.1", QUALITIES)
    allied_qualities: tuple[Quality, ...] = setting((), "RS.3.2", QUALITIES)
    holes: Literal["stop", "remedy"] = setting("stop", "RS.3", ("stop", "remedy"))
    axis_player: Literal["coin", "first", "second"] = setting("coin", "RS.2.1", ("coin", "first", "second"))
    dice: Literal["two", "fate", "typed"] = setting("two", "RS.1", ("two", "fate", "typed"))
    axis_commander: str = setting("random", "RS.5, RS.7, RS.9", COMMANDERS)
    allied_commander: str = setting("random", "RS.5, RS.7, RS.9", COMMANDERS)
    reroll_green: bool = setting(False, "RS.3")
    defender_radio: bool = setting(False, "RS.11.1")
    optional: tuple[str, ...] = setting((), "V5-V19")
    overstacking: Literal["a", "b"] = setting("b", "8.2", ("a", "b"))
    placement: Literal["objectives", "hexes"] = setting("objectives", "RS.10-RS.13", ("objectives", "hexes"))
    balance: Literal["any", "close", "even", "rehearsed"] = setting(
        "any", "RS.8", ("any", "close", "even", "rehearsed")
    )

    @cached_property
    def _key(self) -> int:
        battlefield = json.dumps(self.kept_battlefield, sort_keys=True)
        return hash((battlefield, *(getattr(self, f.name) for f in fields(self) if f.name != KEPT)))

    def __hash__(self) -> int:
        return self._key

    def json(self) -> dict[str, Any]:
        values = ((f.name, getattr(self, f.name)) for f in fields(self))
        document = {name: list(value) if isinstance(value, tuple) else value for name, value in values}
        if self.battlefield == PRINTED:  # defaults are left out
            del document["battlefield"]
        if self.overstacking == Settings.overstacking:
            del document["overstacking"]
        if self.kept_battlefield is None:
            del document[KEPT]
        return document

    def commander(self, side: Side) -> str:
        return self.axis_commander if side == "axis" else self.allied_commander

    def qualities(self, side: Side) -> tuple[Quality, ...]:
        return (self.axis_qualities if side == "axis" else self.allied_qualities) or QUALITIES

    def allows(self, faction: str) -> bool:
        return (not self.factions or faction in self.factions) and faction not in self.without


def read_settings(data: Mapping[str, Any]) -> Settings:
    """Read settings from JSON; raise BadSetting for a value that does not fit."""
    known = {f.name: f for f in fields(Settings)}
    for name in data:
        if name not in known:
            raise BadSetting("BAD_SETTING.name", given=name, known=tuple(known))
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
    for name, value in values.items():
        _check_type(name, known[name].default, value)
    return Settings(**values)


def _check_type(name: str, default: Any, value: Any) -> None:
    fits = (
        isinstance(value, bool)
        if isinstance(default, bool)
        else isinstance(value, tuple)
        if isinstance(default, tuple)
        else value is None or isinstance(value, Mapping)
        if name == KEPT
        else value is None or isinstance(value, str)
        if default is None
        else isinstance(value, str) or (name == "map" and isinstance(value, int))
    )
    if not fits:
        raise BadSetting("BAD_SETTING.form", setting=name, given=value)


def make_unknown_error(
    name: str, value: object, legal: Iterable[Any], code: str = "BAD_SETTING"
) -> BadSetting:
    """Make the error for a setting with an illegal value."""
    return BadSetting(code, setting=name, given=value, legal=tuple(legal))
