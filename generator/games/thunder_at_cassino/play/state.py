"""State of a play. Nothing in it is secret: sealed bids are opened before they enter it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import SIDES, Place, Setup, Side
from generator.table import Seat
from generator.table.visibility import to_json_types

from .settings import Settings

Phase = Literal["setup", "reinforcements", "impulses", "close", "points", "over"]
LAST_DAYS = "last_days"
OPPOSING_SIDE: Mapping[Side, Side] = {"german": "allied", "allied": "german"}


@dataclass(frozen=True, slots=True)
class Battery:
    """14.1: an artillery or air unit; ``unit`` is the counter's id if the owner typed it."""

    id: str
    gun: str
    number: int = 1
    unit: str | None = None
    used: bool = False


@dataclass(frozen=True, slots=True)
class Cloud:
    """16.3: smoke on the board; ``lasts`` is None if its number is unknown."""

    side: Side
    place: Place
    lasts: int | None


@dataclass(frozen=True, slots=True)
class Hit:
    """5.6: first casualties of an area: units and dice."""

    area: Place
    units: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """Summary of a turn for the record."""

    turn: int
    vp: int
    taken: tuple[Place, ...] = ()
    lost: tuple[Place, ...] = ()
    fifth: tuple[Place, ...] = ()
    night: bool = False
    impulses: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The winner and the victory rule."""

    winner: str  # a side, or draw
    how: str
    inferred: bool = False


@dataclass(frozen=True)
class State:
    """A play in progress."""

    catalog: Catalog
    setup: Setup
    settings: Settings
    seats: Mapping[Side, Seat]
    turn: int = 0
    phase: Phase = "setup"
    side: Side | None = None  # side with the impulse
    impulse: int = 0  # counted within the turn
    advantage: Side = "allied"
    nights: tuple[int, ...] = ()
    vp: int = 0
    control: frozenset[Place] = frozenset()
    fifth: frozenset[Place] = frozenset()
    values: Mapping[Place, int] = field(default_factory=dict)  # points typed during the play
    swing: int = 0  # points gained minus lost by the Germans
    rubble_dice: Mapping[Place, int] = field(default_factory=dict)
    rubble: Mapping[Place, int | None] = field(default_factory=dict)  # None: depends on an unknown terrain
    rubble_cut: Mapping[Place, int] = field(
        default_factory=dict
    )  # levels removed from rubble that depends on terrain
    hits: tuple[Hit, ...] = ()
    smoke: Mapping[Side, int] = field(default_factory=dict)  # markers that are not lost
    smoke_used: Mapping[Side, int] = field(default_factory=dict)  # on this turn
    clouds: tuple[Cloud, ...] = ()
    batteries: tuple[Battery, ...] = ()
    bombed: tuple[Place, ...] = ()  # from the air, on this turn
    observers: tuple[tuple[Side, int], ...] = ()  # (side, turn of return)
    bid: int = 0
    extended: bool = False  # 11.4: continued after a draw, with the reinforcements of the Last Days
    record: tuple[Turn, ...] = ()
    held: Mapping[str, int] = field(default_factory=dict)  # units counted at the end, if they decide
    result: Result | None = None

    @property
    def night(self) -> bool:
        return self.turn in self.nights

    @property
    def part(self) -> str:
        """Scenario whose reinforcements apply: the own one, or the Last Days."""
        return LAST_DAYS if self.extended else self.setup.id

    @property
    def last_turn(self) -> int:
        return (self.catalog.setups[LAST_DAYS] if self.extended else self.setup).last_turn

    @property
    def first_turn_rules(self) -> bool:
        """19: on the first turn of the campaign, and of short scenarios by a reading."""
        first = self.turn == self.setup.first_turn
        short = self.setup.short and self.settings.reading("short_first_turn") == "yes"
        return first and (self.setup.first_turn_rules or short)

    def points_of(self, area: Place) -> int | None:
        """Return the points of an area, from the owner's tables or as typed here."""
        printed = self.catalog.areas[area].vp
        return self.values.get(area) if printed is None else printed

    def smoke_left(self, side: Side) -> int:
        """16.1: return the markers that may still be laid this turn."""
        return max(0, self.smoke.get(side, 0) - self.smoke_used.get(side, 0))

    def batteries_of(self, side: Side) -> tuple[Battery, ...]:
        return tuple(
            battery for battery in self.batteries if self.catalog.artillery[battery.gun].side == side
        )

    def has_smoke(self, place: Place) -> bool:
        return any(cloud.place == place for cloud in self.clouds)


def list_victory_areas(state: State) -> tuple[Place, ...]:
    """Return the victory areas in play."""
    return tuple(area for area in state.catalog.victory_areas if state.setup.is_in_play(area))


def list_places(state: State) -> tuple[Place, ...]:
    """Return areas and zones in play. Retreats and observers may be outside (card)."""
    if state.setup.bounds == "strict":
        return tuple(place for place in state.catalog.places if state.setup.is_in_play(place))
    return state.catalog.places


def _list_removed_levels(state: State) -> dict[Place, int]:
    """Return the levels removed from remaining rubble of unknown level."""
    return {place: levels for place, levels in state.rubble_cut.items() if place in state.rubble}


def filter_places(state: State, side: Side, candidates: Iterable[Place]) -> tuple[Place, ...]:
    """7.2, 10.7: return the places where a side's units can be; Germans never enter Allied zones."""
    zones = state.catalog.zones
    if side == "allied":
        return tuple(candidates)
    return tuple(place for place in candidates if place not in zones or zones[place].german)


def to_json(state: State) -> dict[str, Any]:
    """Return the play as JSON, for documents and views."""
    return {
        "scenario": state.setup.id,
        "part": state.part,
        "seats": dict(state.seats),
        "turn": state.turn,
        "first_turn": state.setup.first_turn,
        "last_turn": state.last_turn,
        "phase": state.phase,
        "side": state.side,
        "impulse": state.impulse,
        "advantage": state.advantage,
        "night": state.night,
        "nights": list(state.nights),
        "vp": state.vp,
        "bid": state.bid,
        "control": sorted(state.control, key=int),
        "fifth": sorted(state.fifth, key=int),
        "values": {area: state.points_of(area) for area in list_victory_areas(state)},
        "rubble": dict(state.rubble),
        "rubble_dice": dict(state.rubble_dice),
        "rubble_cut": _list_removed_levels(state),
        "hits": to_json_types(state.hits),
        "smoke": {side: state.smoke.get(side, 0) for side in SIDES},
        "smoke_left": {side: state.smoke_left(side) for side in SIDES},
        "clouds": to_json_types(state.clouds),
        "batteries": [
            {**to_json_types(battery), "side": state.catalog.artillery[battery.gun].side}
            for battery in state.batteries
        ],
        "observers": [{"side": side, "turn": turn} for side, turn in state.observers],
        "record": to_json_types(state.record),
        "held": dict(state.held),
        "result": to_json_types(state.result),
    }
