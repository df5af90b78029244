"""What is settled before a play: scenario, dice, an agreed bid, and how the open points are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from generator.authoring import taken
from generator.settings import Setting, described, setting
from schemas.errors import HorahError
from schemas.said import in_words

from ..scenario import SCENARIO

DICE = ("rolled", "typed")
PLAYERS = ("people", "chance")
BIDS = 20  # no bid is worth more


@dataclass(frozen=True)
class Settings:
    """``readings`` has every open point by its name."""

    scenario: str = setting("campaign", "5", sentence="setting.cassino.scenario")
    dice: str = setting("rolled", "2.2", DICE, sentence="setting.cassino.dice")
    bid: int = setting(0, "20", tuple(range(-BIDS, BIDS + 1)), sentence="setting.cassino.bid")
    players: str = setting("people", "-", PLAYERS, sentence="setting.cassino.players")
    own: Mapping[str, Any] | None = setting(None, "5", sentence="setting.cassino.own", document="scenario")
    readings: Mapping[str, str] = field(default_factory=dict)

    def reading(self, name: str) -> str:
        return self.readings[name]


def describe(catalog: Catalog, without: Iterable[str] = ()) -> tuple[Setting, ...]:
    """What can be settled; an open point has its words in its table."""
    offered = {"scenario": tuple(catalog.setups)}
    own = described(Settings, lambda name: offered.get(name, ()), without=("readings", *without))
    readings = (
        Setting(
            name=each.id,
            rule=each.rule,
            sentence=in_words({lang: f"{each.title[lang]}. {each.summary[lang]}" for lang in each.title}),
            default=each.default,
            choices=tuple(each.choices),
            several=False,
            kind="choice",
        )
        for each in catalog.readings.values()
    )
    return (*own, *readings)


def read(catalog: Catalog, values: Mapping[str, Any], without: Iterable[str] = ()) -> Settings:
    """Settings from JSON; what cannot be is refused with what can."""
    known = {each.name: each for each in describe(catalog, without)}
    for name, value in values.items():
        if name not in known:
            raise HorahError("BAD_SETTING.name", given=name, known=tuple(known))
        legal = known[name].choices
        if known[name].kind == "document":
            continue
        if value not in legal or isinstance(value, bool):
            raise HorahError("BAD_SETTING", setting=name, given=value, legal=tuple(map(str, legal)))
    chosen = {each.name: values.get(each.name, each.default) for each in known.values()}
    readings = {name: chosen.pop(name) for name in catalog.readings}
    if chosen["own"] is not None:
        chosen["own"] = taken(catalog, SCENARIO, chosen["own"])
    return Settings(**chosen, readings=readings)


def write(settings: Settings, without: Iterable[str] = ()) -> dict[str, Any]:
    """Settings as JSON; open points stand beside the others."""
    own = {name: getattr(settings, name) for name in ("scenario", "dice", "bid", "players", "own")}
    left_out = frozenset(without)
    return {**{name: value for name, value in own.items() if name not in left_out}, **settings.readings}
