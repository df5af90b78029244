"""The state of a battle while it is rolled up."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import (
    Edge,
    Edition,
    Language,
    Map,
    Orientation,
    Posture,
    Quality,
    Side,
    Size,
)
from generator.table import Ask, Note, Seat

from .lookups import get_deck_before
from .settings import Settings

SIDES: tuple[Side, Side] = ("axis", "allied")
PERSONS = ("first", "second")

Steps = Generator[Ask, Any, "Battle"]


@dataclass(frozen=True, slots=True)
class Purchase:
    """RS.7: a purchase; its weapon starts with its unit."""

    offer: str
    cost: int
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """RS.16: a patrol or platoon of a campaign; its weapons start with its own units."""

    id: str
    title: Mapping[Language, str]
    leaders: tuple[str, ...]
    counters: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Arrival:
    """6.1.2: a unit that arrives when the Time marker enters a space, with its weapon."""

    space: int
    piece: str
    weapon: str | None = None
    veteran: bool = False


@dataclass(frozen=True)
class Force:
    """The force of one side."""

    side: Side
    faction: str = ""
    quality: Quality = "line"
    nationality: str | None = None
    formation: str | None = None
    chit: str | None = None
    size: Size | None = None
    orders: int = 0
    surrender: int = 0
    initiative: int = 0
    point_value: int = 0
    counters: Mapping[str, int] = field(default_factory=dict)
    leaders_due: int = 0
    leaders: tuple[str, ...] = ()
    support: tuple[Purchase, ...] = ()
    radio: str | None = None
    radio_cost: int = 0
    posture: Posture | None = None
    hand: int = 0
    setup_order: str = ""
    depth: int = 0
    rules: tuple[str, ...] = ()
    fixed: tuple[Mapping[str, Any], ...] = ()  # units with hex and weapon, if hexes are recorded
    groups: tuple[Group, ...] = ()  # campaigns: leaders and counters that belong together
    arrivals: tuple[Arrival, ...] = ()
    veterans: Mapping[str, int] = field(default_factory=dict)
    works: Mapping[str, int] = field(default_factory=dict)  # packages bought with campaign points
    works_hexes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    free_deploys: int = 0
    spotter: str | None = None  # V8: a leader, or "scout"


@dataclass(frozen=True)
class Battle:
    """A battle from RS.1 to RS.16."""

    catalog: Catalog
    settings: Settings
    edition: Edition
    marker: int = 0
    map: Map | None = None
    edges: Mapping[str, Edge] = field(default_factory=dict)  # by person
    axis_person: str = PERSONS[0]
    year: int = 0
    cup: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    secret: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    axis: Force = Force("axis")
    allied: Force = Force("allied")
    packages: Mapping[str, int] = field(default_factory=dict)
    fortification_hexes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    mine_strength: int = 0
    control: Mapping[str, str] = field(default_factory=dict)
    initiative: Side | None = None
    time: int = 0
    sudden_death: int = 0
    away: Mapping[str, int] = field(default_factory=dict)  # campaigns: pieces kept out of the mix
    rubble: tuple[str, ...] = ()
    battlefield: Mapping[str, Any] | None = None  # house rule: document of a generated battlefield

    def force(self, side: Side) -> Force:
        return self.axis if side == "axis" else self.allied

    def with_force(self, side: Side, **changes: Any) -> Battle:
        if side == "axis":
            return evolve(self, axis=evolve(self.axis, **changes))
        return evolve(self, allied=evolve(self.allied, **changes))

    def edge(self, side: Side) -> Edge:
        """Return the friendly edge of a side, once RS.2 has given persons a side."""
        first_is_axis = self.axis_person == PERSONS[0]
        return self.edges[PERSONS[0] if (side == "axis") == first_is_axis else PERSONS[1]]

    @property
    def orientation(self) -> Orientation:
        return self.catalog.board.orientation[self.edge("axis")]

    def seat(self, person: str) -> Seat:
        """Return the seat of a person before the coin toss."""
        known = self.settings.axis_player
        if known == "coin":
            return person
        return "axis" if person == known else "allied"

    def deck(self, seat: Seat) -> str | None:
        """Return the Fate deck of a seat: its faction's, or before that one of its side."""
        faction = self.axis.faction if seat == "axis" else self.allied.faction if seat == "allied" else ""
        if faction:
            return self.catalog.factions[faction].deck
        side = "axis" if seat in ("axis", PERSONS[0]) else "allied"
        return get_deck_before(self.catalog, side)

    def posture_side(self, posture: Posture) -> Side | None:
        if self.axis.posture == posture:
            return "axis"
        return "allied" if self.allied.posture == posture else None


Thing = TypeVar("Thing", "Battle", Force)


def evolve(thing: Thing, **changes: Any) -> Thing:
    """Return a copy with changes, three times as fast as ``dataclasses.replace``."""
    new = object.__new__(type(thing))
    new.__dict__.update(thing.__dict__, **changes)
    return new


def opponent(side: Side) -> Side:
    return "allied" if side == "axis" else "axis"


def holds(battle: Battle, side: Side) -> int:
    """Return how far the marker lies on a side's own half; negative on the other half."""
    return battle.marker if side == "axis" else -battle.marker


def move_marker(battle: Battle, side: Side, spaces: int, rule: str, why: str) -> Steps:
    """Move the marker toward a side; paying moves it toward the opponent."""
    if not spaces:
        return battle
    marker = battle.marker + (spaces if side == "axis" else -spaces)
    yield Note(rule, "marker", {"from": battle.marker, "to": marker, "toward": side, "why": why})
    return evolve(battle, marker=marker)


def pay(battle: Battle, side: Side, price: int, rule: str, why: str) -> Steps:
    return move_marker(battle, opponent(side), price, rule, why)
