"""What players settle before a battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.authoring import taken
from generator.settings import Setting, described, setting
from schemas.errors import HorahError

from .authoring.checks import SCENARIO
from .combat import DOWN, PLUS_ONE, THREE_DICE, UP
from .victory import ANY, EACH

FIRST = "kursk"
TWO, ONE = "two", "one"
ROLLED, TYPED = "rolled", "typed"
DRAWN = "drawn"
AT_EXIT, AT_END = "exit", "end"
OWN = "scenario"  # a document of one's own, in place of a printed battle


@dataclass(frozen=True)
class Settings:
    """The battle, who sits at it, and how open points of the text are read."""

    battle: str = setting(FIRST, "17.0", sentence="setting.gd.battle")
    players: str = setting(TWO, "1.0", (TWO, ONE), sentence="setting.gd.players")
    dice: str = setting(ROLLED, "2.0", (ROLLED, TYPED), sentence="setting.gd.dice")
    chits: str = setting(DRAWN, "2.0", (DRAWN, TYPED), sentence="setting.gd.chits")
    supply: bool = setting(False, "5.0", sentence="setting.gd.supply")
    odds: str = setting(UP, "10.1", (UP, DOWN), sentence="setting.gd.odds")
    bridge: str = setting(PLUS_ONE, "10.8", (PLUS_ONE, THREE_DICE), sentence="setting.gd.bridge")
    hexes: str = setting(ANY, "20.3", (ANY, EACH), sentence="setting.gd.hexes")
    roads: str = setting(AT_EXIT, "18.3", (AT_EXIT, AT_END), sentence="setting.gd.roads")
    scenario: Mapping[str, Any] | None = setting(
        None, "17.0", sentence="setting.gd.scenario", document="scenario"
    )


def read(catalog: Catalog, values: Mapping[str, Any]) -> Settings:
    """Settings from JSON; what does not fit is refused with what would."""
    known = {each.name for each in fields(Settings)}
    for name in values:
        if name not in known:
            raise HorahError("GD_BAD_SETTING.name", name=name, known=tuple(sorted(known)))
    for each in describe(catalog):
        if each.name in values and each.kind != "document":
            _check(each, values[each.name])
    if values.get(OWN) is not None:
        taken(catalog, SCENARIO, values[OWN])
    return Settings(**values)


def _check(each: Setting, value: Any) -> None:
    if each.kind == "yes_no":
        if not isinstance(value, bool):
            raise HorahError("GD_BAD_SETTING.yes_no", name=each.name, given=value)
    elif not isinstance(value, str) or value not in each.choices:
        raise HorahError("GD_BAD_SETTING.choice", name=each.name, given=value, known=each.choices)


def write(settings: Settings) -> dict[str, Any]:
    found = asdict(settings)
    return {name: value for name, value in found.items() if value is not None}


def describe(catalog: Catalog) -> tuple[Setting, ...]:
    """What can be settled; a scenario of one's own is a whole document."""
    return described(Settings, lambda name: tuple(catalog.battles))
