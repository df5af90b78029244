"""A battle as its author writes it, read into objects. What is not known is None."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypeVar

from .clock import Clock, clock_from

SIDES = ("blue", "red")
Document = Mapping[str, Any]
T = TypeVar("T")


def other(side: str) -> str:
    """The enemy of a side."""
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
    """2.1: a unit; ``hq`` is None where it belongs to none and serves those it may serve."""

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
        """2.3.B: may a headquarters activate it?"""
        return self.hq == hq or hq in self.permitted

    def burns_fuel(self, formation: str) -> bool:
        """15.5.B: vehicles always; others that ride, on the march."""
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
    """6.2.B: reinforcements that come together."""

    id: str
    side: str
    box: int
    hex: str | None
    units: tuple[str, ...]


@dataclass(frozen=True)
class Battle:
    """A battle, with its parts by their ids."""

    document: Document

    @cached_property
    def clock(self) -> Clock:
        return clock_from(self.document["clock"])

    @cached_property
    def hqs(self) -> Mapping[str, HQ]:
        return {row["id"]: _made(HQ, row) for row in self.document["hqs"]}

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        return {row["id"]: _made(Unit, row) for row in self.document["units"]}

    @cached_property
    def trains(self) -> Mapping[str, Train]:
        return {row["id"]: _made(Train, row) for row in self.document["trains"]}

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
        found: Document = self.document["sides"][side]
        return found

    def of_hq(self, hq: str) -> Iterator[Unit]:
        """The organic units of a headquarters."""
        return (unit for unit in self.units.values() if unit.hq == hq)

    def trains_of(self, hq: str, kind: str | None = None) -> Iterator[Train]:
        """The organic trains of a headquarters."""
        return (
            each for each in self.trains.values() if each.hq == hq and (kind is None or each.kind == kind)
        )

    def cost(self, action: str) -> int | None:
        """7.2: what the author's table says an action costs."""
        found: int | None = self.document["costs"][action]
        return found

    def name(self, thing: str) -> str:
        """What a headquarters, a unit or a train is called; anything else by its own id."""
        for kind in (self.hqs, self.units, self.trains):
            if thing in kind:
                return str(kind[thing].name)
        return thing


def _made(kind: type[T], row: Document) -> T:
    """An object out of a row; fields that it does not have stay in the document."""
    named = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: _frozen(value) for name, value in row.items() if name in named})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
