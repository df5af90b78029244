"""Typed rows of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from catalogs.frozen import Frozen

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Slot:
    """3.0, 13.0: one of the four turns of a day."""

    id: str
    attack: int
    dice: int
    halved: bool
    direct: int | None  # modifier to each die of direct fire; None: forbidden
    events_void: bool  # chits marked "No Night" have no effect
    barrage_reach: int | None
    replacements: bool


@dataclass(frozen=True, slots=True)
class Weather:
    """14.0, 14.1: a kind of weather."""

    id: str
    roll: int
    halved: bool
    attack: int
    direct: int | None
    air: bool
    pontoons: bool
    replacement: int


@dataclass(frozen=True, slots=True)
class Column:
    """10.1: a column of the combat table."""

    id: str
    attack: int
    defence: int


@dataclass(frozen=True, slots=True)
class Results:
    """10.1: a line of the combat table as printed, and the expected codes of suspect cells."""

    id: str
    results: Mapping[str, str]
    suspect: Mapping[str, str] = field(default_factory=Frozen)


@dataclass(frozen=True, slots=True)
class Code:
    """10.4: the effect of a result code, on which side and how many units."""

    id: str
    side: str | None
    effect: str
    units: str | None


@dataclass(frozen=True, slots=True)
class Crossing:
    """10.8: an attack across water."""

    id: str
    attack: int
    needs_all: bool


@dataclass(frozen=True, slots=True)
class Fortification:
    """15.0-15.2: a kind of fortification."""

    id: str
    attack: int
    foot: str
    tracked: str
    wheeled: str
    faces: bool


@dataclass(frozen=True, slots=True)
class Terrain:
    """9.0: movement costs by unit class; None if only the chart on the map has them."""

    id: str
    foot: str | None
    tracked: str | None
    wheeled: str | None


@dataclass(frozen=True, slots=True)
class Title:
    """10.3: the title of a red or blue chit that the rules name."""

    id: str
    title: str
    colour: str | None
    air: bool
    fortification: str | None


@dataclass(frozen=True, slots=True)
class Chit:
    """10.3: an event chit; None fields are printed on the chit but not in the rules."""

    id: str
    colour: str
    title: str | None
    modifier: int | None
    no_night: bool | None
    cancels: str | None

    @property
    def known(self) -> bool:
        """Whether the chit can be dealt by name: red and blue ones need title and number."""
        return self.title is not None and (self.colour == "black" or self.modifier is not None)


@dataclass(frozen=True, slots=True)
class Formation:
    """2.3-2.5: a battalion, or the division."""

    id: str
    side: str
    name: str
    division: bool
    recon: bool


@dataclass(frozen=True, slots=True)
class Counter:
    """2.3: a counter; printed values are None until the owner types them."""

    id: str
    formation: str
    name: str
    hq: bool
    engineers: bool
    anti_air: bool
    light_anti_air: bool
    artillery: bool
    kind: str | None  # foot, tracked or wheeled, as typed or as its name means
    attack: int | None
    defence: int | None
    move: int | None
    range: int | None
    spent_attack: int | None
    spent_defence: int | None
    spent_move: int | None

    @property
    def one_sided(self) -> bool:
        """2.3, 10.2: whether the counter has no spent side: artillery, or one whose owner typed none."""
        return self.artillery or (self.defence is not None and self.spent_defence is None)


@dataclass(frozen=True, slots=True)
class Place:
    """A place that scenarios name; its hexes are None if only the map has them."""

    id: str
    map: str
    name: str
    hexes: tuple[str, ...] | None
    city: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """3.0: a turn of a track; its weather modifier is None until the owner types it."""

    battle: str
    date: int
    slot: str
    weather: int | None


@dataclass(frozen=True, slots=True)
class SetUp:
    """18.4-21.4: a counter and its placement."""

    battle: str
    side: str
    counter: str
    placement: Data
    spent: bool = False
    road: bool = False
