"""3, 11, 12: units, weapons and radios in a fight, with the figures that hold at the moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from catalogs.games.combat_commander.model import Counter, Face, Leader, Side

from .board import Hex

NOWHERE: Hex = -1


@dataclass(slots=True, eq=False)
class Weapon:
    """11: carried by one unit; one that is broken again is gone."""

    id: str
    counter: Counter
    broken: bool = False
    fired: bool = False  # in the order that is carried out

    @property
    def fp(self) -> int:
        return self.counter.front.fp or 0

    @property
    def ordnance(self) -> bool:
        return self.counter.ordnance

    def has(self, tag: str) -> bool:
        return any(tag in each for each in self.counter.tags)


@dataclass(slots=True, eq=False)
class Unit:
    """3: a squad, a team, a leader or a hero."""

    id: str
    ref: str
    side: Side
    kind: str  # squad, team, leader or hero
    soldiers: int
    front: Face
    back: Face
    hex: Hex = NOWHERE
    broken: bool = False
    suppressed: bool = False
    veteran: bool = False
    weapon: Weapon | None = None
    active: bool = False  # activated in this turn
    moving: bool = False  # activated for the Move that is carried out
    fired: bool = False  # in the order that is carried out
    spotter: bool = False  # V8
    bought: bool = False  # RS.7: alone, off the Support table
    scout: bool = False  # NO-4: a leader without command
    out: str = ""  # why it is not on the map: casualty, exit, gone
    teams: Sequence[Unit] = ()  # A36, E52: who took its place
    leads: bool = field(init=False)  # a leader or a hero

    def __post_init__(self) -> None:
        self.leads = self.kind in ("leader", "hero")

    @property
    def face(self) -> Face:
        return self.back if self.broken else self.front

    @property
    def command(self) -> int:
        """3.1.5: only leaders have it; being suppressed takes nothing from it."""
        return (self.back if self.broken else self.front).command or 0

    def boxed(self, what: str) -> bool:
        """3.1.6: is a figure printed in a box?"""
        return what in (self.back if self.broken else self.front).boxed


@dataclass(slots=True, eq=False)
class Radio:
    """12: a battery off the map."""

    counter: Counter
    broken: bool = False


def stand_ins(units: Iterable[Unit]) -> list[Unit]:
    """A36, E52.2: those of some units who are still there, teams in the place of their squads."""
    found: list[Unit] = []
    for unit in units:
        found += stand_ins(unit.teams) if unit.teams else [unit] if not unit.out else []
    return found


def unit_of(id_: str, side: Side, counter: Counter, leader: Leader | None = None) -> Unit:
    """A counter, or a named leader, as a unit."""
    front, back = (
        (leader.front, leader.broken) if leader else (counter.front, counter.broken or counter.front)
    )
    return Unit(id_, leader.ref if leader else counter.ref, side, counter.kind, counter.soldiers, front, back)
