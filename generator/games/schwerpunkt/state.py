"""What stands on the map, on the clock and on the tracks while a battle is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from catalogs.games.schwerpunkt import Catalog

from .battle import SIDES, Battle, Unit
from .contest import Footing

GOOD, DISORGANISED, NEUTRALISED, ROUT = "good", "disorganised", "neutralised", "rout"


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter: a unit, a train or a headquarters."""

    formation: str
    mode: str = GOOD
    strength: bool = False  # 4.1: lack of strength
    mechanical: bool = False  # 4.1, 16.1: the same by breakdowns, which can be mended
    supply: bool = False  # 4.2: lack of supply
    engaged: bool = False  # 9.2.A
    full: bool = True  # of a train
    hex: str | None = None
    out: bool = False  # eliminated
    waiting: bool = False  # a reinforcement that is not on the map yet

    @property
    def here(self) -> bool:
        return not self.out and not self.waiting


@dataclass(frozen=True, slots=True)
class Building:
    """12.3: a work under way."""

    unit: str
    work: str
    hex: str | None
    box: int


@dataclass(frozen=True, slots=True)
class Barrage:
    """9.4.B: a marker, and the units that keep it up."""

    side: str
    hex: str | None
    units: tuple[str, ...]
    box: int


@dataclass(frozen=True, slots=True)
class Turn:
    """An activation under way: whose points, what was done with them."""

    side: str  # who spends the points
    hq: str  # whose units act
    points: int
    left: int
    turned: bool = False  # 5.4: units of the enemy
    late: bool = False  # 5.8: the loser's reserves
    acted: frozenset[str] = frozenset()
    moved: tuple[str, ...] = ()  # 15.5.B: what burned fuel
    fired: tuple[str, ...] = ()  # 15.5.A: what can fire indirectly and did
    shelled: frozenset[str] = frozenset()  # 9.2.E, 19.4.B: hexes and installations that were fired on
    paid: bool = False  # the last action was a move, and its stack is paid (8.2)


@dataclass(frozen=True, slots=True)
class Interdiction:
    """19.3: a mission over a hex; it hampers whoever is not of its side."""

    side: str
    hex: str


@dataclass(frozen=True)
class State:
    """Everything that a table keeps."""

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
    hits: Mapping[str, int] = field(default_factory=dict)  # on installations, by their number
    turn: Turn | None = None
    score: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def figures(self) -> Mapping[str, int]:
        return self.catalog.figures

    @property
    def period(self) -> str | None:
        return self.battle.clock.period(self.clock)

    @property
    def night(self) -> bool:
        return self.period == "night"

    @property
    def over(self) -> bool:
        """Has the clock reached the last box?"""
        last = self.battle.clock.last
        return last is not None and self.clock >= last

    def side_of(self, thing: str) -> str:
        battle = self.battle
        found = battle.hqs.get(thing) or battle.units.get(thing) or battle.trains[thing]
        return found.side

    def here(self, side: str) -> Iterator[str]:
        """The counters of a side that are on the map."""
        return (name for name, piece in self.pieces.items() if piece.here and self.side_of(name) == side)

    def ready(self, side: str) -> tuple[str, ...]:
        """1.3.A: the headquarters a side may choose: on the map, or in the clock and due."""
        return tuple(
            name
            for name, hq in self.battle.hqs.items()
            if hq.side == side
            and (self.pieces[name].here or (name in self.returns and self.returns[name] <= self.clock))
        )

    def footing(self, hq: str) -> Footing:
        """5.2: how a headquarters stands in the contest."""
        good = sum(
            self.pieces[unit.id].here and self.pieces[unit.id].mode == GOOD for unit in self.battle.of_hq(hq)
        )
        return Footing(hq in self.just, hq in self.returns, good)

    def routed(self, side: str) -> tuple[str, ...]:
        """3.12.E: units that run at every activation."""
        return tuple(name for name in self.here(side) if self.pieces[name].mode == ROUT)

    def cohesion(self, unit: Unit, hq: str | None = None) -> int | None:
        """9.2.I, 17.2: the value a unit checks against: printed, or the morale of its formation.

        A unit of no formation has the morale of the headquarters in whose range it is.
        """
        value = unit.cohesion
        if value is None:
            formation = unit.hq or hq
            value = self.morale.get(formation) if formation else None
        if value is None:
            return None
        piece, catalog = self.pieces[unit.id], self.catalog
        mode = catalog.modes[piece.mode]
        return value + mode.all + mode.cohesion + sum(catalog.markers[m].cohesion for m in markers(piece))

    @cached_property
    def tops(self) -> frozenset[str]:
        """2.2: the counters on top of their hexes, as far as hexes are kept; the first named lies on top."""
        seen: set[tuple[str, str]] = set()
        found: set[str] = set()
        for name, piece in self.pieces.items():
            if piece.here and piece.hex and name not in self.battle.hqs:
                place = (self.side_of(name), piece.hex)
                if place not in seen:
                    seen.add(place)
                    found.add(name)
        return frozenset(found)

    def interdicted(self, side: str) -> tuple[str, ...]:
        """19.3: the hexes over which the other side's missions are."""
        return tuple(each.hex for each in self.interdictions if each.side != side)

    def put(self, name: str, **changes: object) -> State:
        """The state with something changed about a counter."""
        piece = replace(self.pieces[name], **changes)  # type: ignore[arg-type]
        return replace(self, pieces={**self.pieces, name: piece})


def markers(piece: Piece) -> Iterator[str]:
    """4.0: the markers that bear on a unit's values."""
    return (name for name in ("strength", "mechanical", "supply") if getattr(piece, name))


def begin(catalog: Catalog, battle: Battle) -> State:
    """1.2: everything as the battle sets it up."""
    later = {name for each in battle.arrivals for name in each.units}
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
        pool={side: found["reserves"] or 0 for side, found in sides.items()},
        spent=dict.fromkeys(SIDES, 0),
        morale={hq.id: hq.morale for hq in battle.hqs.values()},
        supply_points={side: found["supply_points"] for side, found in sides.items()},
        activations=dict.fromkeys(SIDES, 0),
        missions=dict.fromkeys(SIDES, 0),
        weather=battle.document["weather"]["begins"],
    )
