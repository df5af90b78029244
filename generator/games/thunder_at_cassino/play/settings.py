"""Settings of a play: scenario, dice, an agreed bid, and readings of open points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from generator.authoring import require_playable
from generator.settings import Setting, describe_settings, setting
from schemas.errors import HorahError
from schemas.messages import in_words

from ..scenario import SCENARIO

COMPANION, STRICT = "companion", "strict"
DICE_CHOICES = ("rolled", "typed")
PLAYER_CHOICES = ("people", "chance")
MAX_BID = 20  # maximum bid


@dataclass(frozen=True)
class Settings:
    """Settings; ``readings`` has every open point by name."""

    scenario: str = setting("campaign", "5", sentence="setting.cassino.scenario")
    mode: str = setting(COMPANION, "-", (COMPANION, STRICT), sentence="setting.cassino.mode")
    dice: str = setting("rolled", "2.2", DICE_CHOICES, sentence="setting.cassino.dice")
    bid: int = setting(0, "20", tuple(range(-MAX_BID, MAX_BID + 1)), sentence="setting.cassino.bid")
    players: str = setting("people", "-", PLAYER_CHOICES, sentence="setting.cassino.players")
    own: Mapping[str, Any] | None = setting(None, "5", sentence="setting.cassino.own", document="scenario")
    readings: Mapping[str, str] = field(default_factory=dict)

    def reading(self, name: str) -> str:
        return self.readings[name]


def describe(catalog: Catalog, without: Iterable[str] = ()) -> tuple[Setting, ...]:
    """Describe the settings; an open point has its text in its table."""
    offered = {"scenario": tuple(catalog.setups)}
    own = describe_settings(Settings, lambda name: offered.get(name, ()), without=("readings", *without))
    readings = (
        Setting(
            name=reading.id,
            rule=reading.rule,
            sentence=in_words(
                {lang: f"{reading.title[lang]}. {reading.summary[lang]}" for lang in reading.title}
            ),
            default=reading.default,
            choices=tuple(reading.choices),
            several=False,
            kind="choice",
        )
        for reading in catalog.readings.values()
    )
    return (*own, *readings)


def read(catalog: Catalog, values: Mapping[str, Any], without: Iterable[str] = ()) -> Settings:
    """Read settings from JSON; refuse invalid values with the legal ones."""
    known = {entry.name: entry for entry in describe(catalog, without)}
    for name, value in values.items():
        if name not in known:
            raise HorahError("BAD_SETTING.name", given=name, known=tuple(known))
        legal = known[name].choices
        if known[name].kind == "document":
            continue
        if name == "bid" and (value not in legal or isinstance(value, bool)):
            raise HorahError("BAD_BID", given=value, least=-MAX_BID, most=MAX_BID)
        if value not in legal or isinstance(value, bool):
            raise HorahError("BAD_SETTING", setting=name, given=value, legal=tuple(map(str, legal)))
    chosen = {entry.name: values.get(entry.name, entry.default) for entry in known.values()}
    readings = {name: chosen.pop(name) for name in catalog.readings}
    if chosen["own"] is not None:
        chosen["own"] = require_playable(catalog, SCENARIO, chosen["own"])
    victory = (chosen["own"] or {}).get("victory") or catalog.setups[chosen["scenario"]].victory
    if (chosen.get("bid") or "bid" in without) and victory != "bands":
        raise HorahError("BID_SCENARIO")  # 20.2: it is paid at the end of turn 9
    if "mode" in without:
        chosen["mode"] = STRICT
    return Settings(**chosen, readings=readings)


def write(settings: Settings, without: Iterable[str] = ()) -> dict[str, Any]:
    """Return settings as JSON, with the open points at the same level."""
    own = {name: getattr(settings, name) for name in ("scenario", "mode", "dice", "bid", "players", "own")}
    left_out = frozenset(without)
    return {**{name: value for name, value in own.items() if name not in left_out}, **settings.readings}
