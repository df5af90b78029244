"""How a play stands. Nothing in it is secret; sealed bids are opened before anything of them stands here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import SIDES, Place, Setup, Side
from generator.table import Seat

from .settings import Settings

Phase = Literal["setup", "reinforcements", "impulses", "close", "points", "over"]
PHASES: tuple[Phase, ...] = ("reinforcements", "impulses", "close", "points")
LAST_DAYS = "last_days"
OTHER: Mapping[Side, Side] = {"german": "allied", "allied": "german"}


@dataclass(frozen=True, slots=True)
class Battery:
    """14.1: an artillery or air unit in its box; ``unit`` is the counter's id where the owner typed it."""

    id: str
    gun: str
    number: int = 1
    unit: str | None = None
    used: bool = False


@dataclass(frozen=True, slots=True)
class Cloud:
    """16.3: smoke on the board; ``lasts`` is None where nobody knows its number."""

    side: Side
    place: Place
    lasts: int | None


@dataclass(frozen=True, slots=True)
class Hit:
    """5.6: the first casualties of an area: its units and its dice."""

    area: Place
    units: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn came to, for the record."""

    number: int
    vp: int
    taken: tuple[Place, ...] = ()
    lost: tuple[Place, ...] = ()
    fifth: tuple[Place, ...] = ()
    night: bool = False
    impulses: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """Who has won and how it was found."""

    winner: str  # a side, or draw
    how: str
    inferred: bool = False


@dataclass(frozen=True)
class State:
    """A play: where it is, what is controlled, what has been used."""

    catalog: Catalog
    setup: Setup
    settings: Settings
    seats: Mapping[Side, Seat]
    turn: int = 0
    phase: Phase = "setup"
    side: Side | None = None  # whose impulse it is
    impulse: int = 0  # counted within the turn
    advantage: Side = "allied"
    nights: tuple[int, ...] = ()
    vp: int = 0
    control: frozenset[Place] = frozenset()
    fifth: frozenset[Place] = frozenset()
    values: Mapping[Place, int] = field(default_factory=dict)  # points typed during the play
    swing: int = 0  # points the Germans have gained less those they have lost
    rubble_dice: Mapping[Place, int] = field(default_factory=dict)
    rubble: Mapping[Place, int | None] = field(default_factory=dict)  # None: depends on a terrain not typed
    rubble_cut: Mapping[Place, int] = field(default_factory=dict)  # levels off rubble that depends on terrain
    hits: tuple[Hit, ...] = ()
    smoke: Mapping[Side, int] = field(default_factory=dict)  # markers that are not lost
    smoke_used: Mapping[Side, int] = field(default_factory=dict)  # on this turn
    clouds: tuple[Cloud, ...] = ()
    batteries: tuple[Battery, ...] = ()
    bombed: tuple[Place, ...] = ()  # from the air, on this turn
    observers: tuple[tuple[Side, int], ...] = ()  # side, and the turn on which it comes back
    bid: int = 0
    extended: bool = False  # 11.4: played on after a draw, with the reinforcements of the Last Days
    record: tuple[Turn, ...] = ()
    held: Mapping[str, int] = field(default_factory=dict)  # units counted at the end, where they decide
    result: Result | None = None

    @property
    def night(self) -> bool:
        return self.turn in self.nights

    @property
    def part(self) -> str:
        """Whose reinforcements count: the scenario's, or the Last Days'."""
        return LAST_DAYS if self.extended else self.setup.id

    @property
    def last_turn(self) -> int:
        return (self.catalog.setups[LAST_DAYS] if self.extended else self.setup).last_turn

    @property
    def first_turn_rules(self) -> bool:
        """19: on the first turn of the campaign, and of the short scenarios by a reading."""
        first = self.turn == self.setup.first_turn
        short = self.setup.short and self.settings.reading("short_first_turn") == "yes"
        return first and (self.setup.first_turn_rules or short)

    def value(self, area: Place) -> int | None:
        """The points of an area, from the owner's tables or as typed here."""
        printed = self.catalog.areas[area].vp
        return self.values.get(area) if printed is None else printed

    def smoke_left(self, side: Side) -> int:
        """16.1: markers that may still be laid on this turn."""
        return max(0, self.smoke.get(side, 0) - self.smoke_used.get(side, 0))

    def of_side(self, side: Side) -> tuple[Battery, ...]:
        return tuple(each for each in self.batteries if self.catalog.artillery[each.gun].side == side)

    def smoked(self, place: Place) -> bool:
        return any(cloud.place == place for cloud in self.clouds)


def victory_areas(state: State) -> tuple[Place, ...]:
    """The victory areas that are in play."""
    return tuple(area for area in state.catalog.victory_areas if state.setup.in_play(area))


def places(state: State) -> tuple[Place, ...]:
    """Areas and zones in which something may happen. Retreats and observers may be outside (card)."""
    if state.setup.bounds == "strict":
        return tuple(place for place in state.catalog.places if state.setup.in_play(place))
    return state.catalog.places


def _cut(state: State) -> dict[Place, int]:
    """Levels taken off rubble that still lies, where only the terrain tells how much that was."""
    return {place: levels for place, levels in state.rubble_cut.items() if place in state.rubble}


def standing_places(state: State, side: Side, found: Iterable[Place]) -> tuple[Place, ...]:
    """7.2, 10.7: of some places those where a side's units can be; no German is ever in an Allied zone."""
    zones = state.catalog.zones
    if side == "allied":
        return tuple(found)
    return tuple(place for place in found if place not in zones or zones[place].german)


def shown(state: State) -> dict[str, Any]:
    """The play as JSON, for documents and for how it stands."""
    catalog = state.catalog
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
        "values": {area: state.value(area) for area in victory_areas(state)},
        "rubble": dict(state.rubble),
        "rubble_dice": dict(state.rubble_dice),
        "rubble_cut": _cut(state),
        "hits": [{"area": hit.area, "units": hit.units, "dice": list(hit.dice)} for hit in state.hits],
        "smoke": {side: state.smoke.get(side, 0) for side in SIDES},
        "smoke_left": {side: state.smoke_left(side) for side in SIDES},
        "clouds": [{"side": c.side, "place": c.place, "lasts": c.lasts} for c in state.clouds],
        "batteries": [
            {"id": b.id, "gun": b.gun, "number": b.number, "unit": b.unit, "used": b.used,
             "side": catalog.artillery[b.gun].side}
            for b in state.batteries
        ],
        "observers": [{"side": side, "turn": turn} for side, turn in state.observers],
        "record": [
            {"turn": t.number, "vp": t.vp, "taken": list(t.taken), "lost": list(t.lost),
             "fifth": list(t.fifth), "night": t.night, "impulses": t.impulses}
            for t in state.record
        ],
        "held": dict(state.held),
        "result": None
        if state.result is None
        else {"winner": state.result.winner, "how": state.result.how, "inferred": state.result.inferred},
    }  # fmt: skip
