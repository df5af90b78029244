"""A battle document read into objects. Unknown values are None."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypeVar

from .clock import Clock, make_clock

SIDES = ("blue", "red")
Document = Mapping[str, Any]
T = TypeVar("T")


def opposing_side(side: str) -> str:
    """Return the enemy of a side."""
    return SIDES[1 - SIDES.index(side)]


@dataclass(frozen=True, slots=True)
class HQ:
    """2.3: a headquarters."""

    id: str
    side: str
    name: str
    command: int | None
    range: int | None
    march_range: int | None
    assault: int | None
    bonus: int | None
    morale: int | None
    formation: str
    hex: str | None


@dataclass(frozen=True, slots=True)
class Unit:
    """2.1: a unit; without its own ``hq`` it serves the permitted ones."""

    id: str
    side: str
    name: str
    hq: str | None
    permitted: tuple[str, ...]
    sub: str | None
    type: str
    carried: str
    armoured: bool
    ap: int | None
    at: int | None
    range: int | None
    indirect: bool
    armour: int | None
    assault: int | None
    cohesion: int | None
    mp: int | None
    deployed_mp: int | None
    formation: str
    mode: str
    hex: str | None

    @property
    def vehicle(self) -> bool:
        return self.type == "vehicles"

    def serves(self, hq: str) -> bool:
        """2.3.B: tell whether a headquarters may activate the unit."""
        return self.hq == hq or hq in self.permitted

    def burns_fuel(self, formation: str) -> bool:
        """15.5.B: vehicles always burn fuel; other carried units on the march."""
        return self.vehicle or (self.carried != "foot" and formation == "march")


@dataclass(frozen=True, slots=True)
class Train:
    """15.1: a supply train."""

    id: str
    side: str
    name: str
    hq: str | None
    kind: str
    range: int | None
    exhaustion: int | None
    full: bool
    hex: str | None


@dataclass(frozen=True, slots=True)
class Arrival:
    """6.2.B: reinforcements that arrive together."""

    id: str
    side: str
    box: int
    hex: str | None
    units: tuple[str, ...]


@dataclass(frozen=True)
class Battle:
    """A battle, with its parts by id."""

    document: Document

    @cached_property
    def clock(self) -> Clock:
        return make_clock(self.document["clock"])

    @cached_property
    def hqs(self) -> Mapping[str, HQ]:
        return {row["id"]: _make_from_row(HQ, row) for row in self.document["hqs"]}

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        return {row["id"]: _make_from_row(Unit, row) for row in self.document["units"]}

    @cached_property
    def trains(self) -> Mapping[str, Train]:
        return {row["id"]: _make_from_row(Train, row) for row in self.document["trains"]}

    @cached_property
    def arrivals(self) -> tuple[Arrival, ...]:
        return tuple(
            Arrival(row["id"], row["side"], self.clock.box(row["box"]), row["hex"], tuple(row["units"]))
            for row in self.document["reinforcements"]
        )

    @cached_property
    def works(self) -> Mapping[str, Document]:
        return {row["id"]: row for row in self.document["works"]}

    def side(self, side: str) -> Document:
        document: Document = self.document["sides"][side]
        return document

    def units_of(self, hq: str) -> Iterator[Unit]:
        """Yield the organic units of a headquarters."""
        return (unit for unit in self.units.values() if unit.hq == hq)

    def trains_of(self, hq: str, kind: str | None = None) -> Iterator[Train]:
        """Yield the organic trains of a headquarters."""
        return (
            train for train in self.trains.values() if train.hq == hq and (kind is None or train.kind == kind)
        )

    def cost(self, action: str) -> int | None:
        """7.2: return the cost of an action in the author's table."""
        cost: int | None = self.document["costs"][action]
        return cost

    def name(self, thing: str) -> str:
        """Return the name of a headquarters, unit or train; otherwise the id."""
        for kind in (self.hqs, self.units, self.trains):
            if thing in kind:
                return str(kind[thing].name)
        return thing


def _make_from_row(kind: type[T], row: Document) -> T:
    """Make an object from a row; other fields stay in the document."""
    field_names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: _freeze(value) for name, value in row.items() if name in field_names})


def _freeze(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
