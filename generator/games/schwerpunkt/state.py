"""State of a battle: map, clock and tracks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from catalogs.games.schwerpunkt import Catalog
from generator.table import EVERYONE

from .battle import SIDES, Battle, Unit
from .contest import Footing

GOOD, DISORGANISED, NEUTRALISED, ROUT = "good", "disorganised", "neutralised", "rout"


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter: a unit, a train or a headquarters."""

    formation: str
    mode: str = GOOD
    strength: bool = False  # 4.1: lack of strength
    mechanical: bool = False  # 4.1, 16.1: lack of strength by breakdowns, which can be repaired
    supply: bool = False  # 4.2: lack of supply
    engaged: bool = False  # 9.2.A
    full: bool = True  # trains only
    hex: str | None = None
    out: bool = False  # eliminated
    waiting: bool = False  # a reinforcement not yet on the map

    @property
    def on_map(self) -> bool:
        return not self.out and not self.waiting


@dataclass(frozen=True, slots=True)
class Building:
    """12.3: a work in progress."""

    unit: str
    work: str
    hex: str | None
    box: int


@dataclass(frozen=True, slots=True)
class Barrage:
    """9.4.B: a barrage marker and the units that keep it up."""

    side: str
    hex: str | None
    units: tuple[str, ...]
    box: int


@dataclass(frozen=True, slots=True)
class Turn:
    """An activation in progress."""

    side: str  # side that spends the points
    hq: str  # headquarters whose units act
    points: int
    left: int
    turned: bool = False  # 5.4: activation of enemy units
    late: bool = False  # 5.8: the loser's reserves
    acted: frozenset[str] = frozenset()
    moved: tuple[str, ...] = ()  # 15.5.B: units that burned fuel
    fired: tuple[str, ...] = ()  # 15.5.A: indirect-fire units that fired
    shelled: frozenset[str] = frozenset()  # 9.2.E, 19.4.B: hexes and installations fired on
    paid: bool = False  # the last action was a move, and its stack is paid (8.2)
    stack_hex: str | None = None  # where the paid stack stood, if known
    guests_paid: bool = False  # 8.1: the point for a unit without this headquarters is paid
    retreated: frozenset[str] = frozenset()  # 9.3.A: units that had to retreat in this action


@dataclass(frozen=True, slots=True)
class Interdiction:
    """19.3: a mission over a hex; it hampers the other side."""

    side: str
    hex: str


@dataclass(frozen=True)
class State:
    """Everything tracked at the table."""

    catalog: Catalog
    battle: Battle
    pieces: Mapping[str, Piece]
    clock: int = 0
    cycle: int = 0
    reserves: Mapping[str, int] = field(default_factory=dict)  # by headquarters
    pool: Mapping[str, int] = field(default_factory=dict)  # markers off the map, ready
    spent: Mapping[str, int] = field(default_factory=dict)  # 13.4: used today
    just: frozenset[str] = frozenset()  # 5.5: headquarters Just Activated
    returns: Mapping[str, int] = field(default_factory=dict)  # 6.2.E: headquarters in the clock
    morale: Mapping[str, int | None] = field(default_factory=dict)
    supply_points: Mapping[str, int | None] = field(default_factory=dict)
    activations: Mapping[str, int] = field(default_factory=dict)
    missions: Mapping[str, int] = field(default_factory=dict)  # 19.2: kept for later
    works: tuple[Building, ...] = ()
    barrages: tuple[Barrage, ...] = ()
    interdictions: tuple[Interdiction, ...] = ()
    late: tuple[str, ...] = ()  # 6.2.B: reinforcements that could not enter yet
    weather: str | None = None
    hits: Mapping[str, int] = field(default_factory=dict)  # hits on installations, by number
    turn: Turn | None = None
    score: Mapping[str, int] = field(default_factory=dict)
    companion: bool = False  # the players move and fight on their map; everyone is asked, on one device

    @cached_property
    def figures(self) -> Mapping[str, int]:
        return self.catalog.figures

    def seat_of(self, side: str) -> str:
        """Return the seat that answers for a side."""
        return EVERYONE if self.companion else side

    @property
    def period(self) -> str | None:
        return self.battle.clock.period(self.clock)

    @property
    def night(self) -> bool:
        return self.period == "night"

    @property
    def over(self) -> bool:
        """Whether the clock has reached the last box."""
        last = self.battle.clock.last
        return last is not None and self.clock >= last

    def side_of(self, thing: str) -> str:
        battle = self.battle
        counter = battle.hqs.get(thing) or battle.units.get(thing) or battle.trains[thing]
        return counter.side

    def counters_on_map(self, side: str) -> Iterator[str]:
        """Yield the counters of a side on the map."""
        return (name for name, piece in self.pieces.items() if piece.on_map and self.side_of(name) == side)

    def ready_hqs(self, side: str) -> tuple[str, ...]:
        """1.3.A: return the headquarters a side may choose: on the map, or due in the clock."""
        return tuple(
            name
            for name, hq in self.battle.hqs.items()
            if hq.side == side
            and (self.pieces[name].on_map or (name in self.returns and self.returns[name] <= self.clock))
        )

    def footing(self, hq: str) -> Footing:
        """5.2: return the condition of a headquarters for the contest."""
        good = sum(
            self.pieces[unit.id].on_map and self.pieces[unit.id].mode == GOOD
            for unit in self.battle.units_of(hq)
        )
        return Footing(hq in self.just, hq in self.returns, good)

    def routed(self, side: str) -> tuple[str, ...]:
        """3.12.E: return the units that run at every activation."""
        return tuple(name for name in self.counters_on_map(side) if self.pieces[name].mode == ROUT)

    def cohesion(self, unit: Unit, hq: str | None = None) -> int | None:
        """9.2.I, 17.2: return the value for checks: printed, or the morale of the formation.

        A unit without a formation has the morale of the headquarters in whose range it is.
        """
        value = unit.cohesion
        if value is None:
            formation = unit.hq or hq
            value = self.morale.get(formation) if formation else None
        if value is None:
            return None
        piece, catalog = self.pieces[unit.id], self.catalog
        mode = catalog.modes[piece.mode]
        return (
            value + mode.all + mode.cohesion + sum(catalog.markers[m].cohesion for m in list_markers(piece))
        )

    @cached_property
    def tops(self) -> frozenset[str]:
        """2.2: counters on top of their hexes, as far as hexes are tracked; the first named is on top."""
        seen: set[tuple[str, str]] = set()
        tops: set[str] = set()
        for name, piece in self.pieces.items():
            if piece.on_map and piece.hex and name not in self.battle.hqs:
                place = (self.side_of(name), piece.hex)
                if place not in seen:
                    seen.add(place)
                    tops.add(name)
        return frozenset(tops)

    def interdicted(self, side: str) -> tuple[str, ...]:
        """19.3: return the hexes under the other side's missions."""
        return tuple(interdiction.hex for interdiction in self.interdictions if interdiction.side != side)

    def with_piece(self, name: str, **changes: object) -> State:
        """Return the state with a counter changed."""
        piece = replace(self.pieces[name], **changes)  # type: ignore[arg-type]
        return replace(self, pieces={**self.pieces, name: piece})


def list_markers(piece: Piece) -> Iterator[str]:
    """4.0: yield the markers that modify a unit's values."""
    return (name for name in ("strength", "mechanical", "supply") if getattr(piece, name))


def set_up(catalog: Catalog, battle: Battle, *, companion: bool = False) -> State:
    """1.2: make the initial state."""
    later = {name for arrival in battle.arrivals for name in arrival.units}
    pieces: dict[str, Piece] = {}
    for hq in battle.hqs.values():
        pieces[hq.id] = Piece(hq.formation, hex=hq.hex, waiting=hq.id in later)
    for unit in battle.units.values():
        pieces[unit.id] = Piece(unit.formation, unit.mode, hex=unit.hex, waiting=unit.id in later)
    for train in battle.trains.values():
        pieces[train.id] = Piece("march", full=train.full, hex=train.hex, waiting=train.id in later)
    sides = {side: battle.side(side) for side in SIDES}
    return State(
        catalog,
        battle,
        pieces,
        reserves=dict.fromkeys(battle.hqs, 0),
        pool={side: side_document["reserves"] or 0 for side, side_document in sides.items()},
        spent=dict.fromkeys(SIDES, 0),
        morale={hq.id: hq.morale for hq in battle.hqs.values()},
        supply_points={side: side_document["supply_points"] for side, side_document in sides.items()},
        activations=dict.fromkeys(SIDES, 0),
        missions=dict.fromkeys(SIDES, 0),
        weather=battle.document["weather"]["begins"],
        companion=companion,
    )
