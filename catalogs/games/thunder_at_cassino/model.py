"""Typed rows of the tables: areas, zones, units, scenarios, open readings. None is a blank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Side = Literal["german", "allied"]
SIDES: tuple[Side, ...] = ("german", "allied")
Place = str  # an area, "1" to "68", or a zone, "A" to "K"
Text = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Area:
    """3.2: an area of the board; None if only the board shows it."""

    id: Place
    inset: str
    victory: bool
    vp: int | None
    terrain: int | None
    altitude: int | None
    colour: str | None
    edge: bool | None
    rubble_roll: bool
    rubble_fixed: int
    casualty_roll: bool
    fifth_column: bool
    armour: bool | None


@dataclass(frozen=True, slots=True)
class Zone:
    """3.3: a zone around the board."""

    id: Place
    german: bool
    terrain: int
    rubble_fixed: int
    first_entry: bool

    @property
    def side(self) -> Side:
        """14.3.4: side whose lost observers return here."""
        return "german" if self.german else "allied"


@dataclass(frozen=True, slots=True)
class Link:
    """3.2, 8.2: two adjacent places; ``line`` is white, red, or unknown."""

    one: Place
    other: Place
    by: str
    line: str | None


@dataclass(frozen=True, slots=True)
class Cost:
    """8.2.3, 10.4: movement points to enter."""

    id: str
    place: str
    most: int | None
    day: int
    night: int
    least: int = 0


@dataclass(frozen=True, slots=True)
class Rubble:
    """5.5, 13.1.1: a level of rubble."""

    level: int
    least: int
    most: int | None
    enter_above: int


@dataclass(frozen=True, slots=True)
class Gun:
    """16.1, 16.3: a kind of artillery; ``smoke`` is None if it lays none."""

    id: str
    side: Side
    smoke: int | None
    lasts: int | None
    air: bool


@dataclass(frozen=True, slots=True)
class Retreat:
    """8.3.5.5.1: a priority of retreats."""

    id: str
    infantry: bool
    armour: bool
    text: Text


@dataclass(frozen=True, slots=True)
class Event:
    """An event that the rules fix to a turn."""

    id: str
    first: int
    last: int
    when: str
    rule: str
    of: tuple[str, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Reading:
    """A point that the rules leave open."""

    id: str
    rule: str
    default: str
    title: Text
    summary: Text
    choices: Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class Band:
    """11.4: a limit of the draw on turn 9, as printed or, if not typed, inferred."""

    id: str
    value: int | None
    inferred: int

    @property
    def points(self) -> int:
        return self.inferred if self.value is None else self.value


@dataclass(frozen=True, slots=True)
class Start:
    """5.3, 17.2: a unit's start: a colour or place, or turn and zones of entry."""

    place: Place | None
    colour: str | None
    turn: int | None
    zones: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """4.2: a counter as its owner typed it."""

    id: str
    name: str
    side: Side
    kind: str
    company: str | None
    gun: str | None
    attack: int | None
    night_attack: int | None
    defence: int | None
    movement: int | None
    close: int | None
    spent_defence: int | None
    points: int | None
    starts: Mapping[str, Start]  # by scenario
    reserve: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """A scenario as its card gives it, without the units."""

    id: str
    title: Text
    subtitle: Text
    date: str
    first_turn: int
    last_turn: int
    extension: bool
    first: Side
    advantage: Side
    vp: int
    control: tuple[Place, ...]
    areas: tuple[Place, ...]
    zones: tuple[Place, ...]
    bounds: str
    rubble_roll: bool
    rubble: Mapping[Place, int]
    removal: int
    removal_edge: int
    casualties: bool
    smoke: Mapping[Side, int]
    first_turn_rules: bool
    entry: Mapping[int, tuple[Place, ...]]
    fixed: tuple[tuple[str, Place], ...]
    committed: tuple[str, ...]
    retreat_bans: Mapping[str, tuple[Place, ...]]
    victory: str
    special: tuple[str, ...]

    @property
    def short(self) -> bool:
        """Whether it is one of the two introductory scenarios, limited to a part of the board."""
        return self.bounds != "none"

    def is_in_play(self, place: Place) -> bool:
        """Tell whether units may be in a place."""
        return not self.short or place in self.areas or place in self.zones
