"""3, 11, 12: units, weapons and radios of a fight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from catalogs.games.combat_commander.model import Counter, Face, Leader, Side

from .board import Hex

OFF_MAP: Hex = -1


@dataclass(slots=True, eq=False)
class Weapon:
    """11: a weapon carried by one unit; a broken weapon that breaks again is eliminated."""

    id: str
    counter: Counter
    broken: bool = False
    fired: bool = False  # in the current order

    @property
    def fp(self) -> int:
        return self.counter.front.fp or 0

    @property
    def ordnance(self) -> bool:
        return self.counter.ordnance

    def has(self, tag: str) -> bool:
        return any(tag in counter_tag for counter_tag in self.counter.tags)


@dataclass(slots=True, eq=False)
class Unit:
    """3: a squad, team, leader or hero."""

    id: str
    ref: str
    side: Side
    kind: str  # squad, team, leader or hero
    soldiers: int
    front: Face
    back: Face
    hex: Hex = OFF_MAP
    broken: bool = False
    suppressed: bool = False
    veteran: bool = False
    weapon: Weapon | None = None
    active: bool = False  # activated this turn
    moving: bool = False  # activated for the current Move
    fired: bool = False  # in the current order
    spotter: bool = False  # V8
    bought: bool = False  # RS.7: bought from the Support table without a weapon
    scout: bool = False  # NO-4: a leader without command
    out: str = ""  # reason why it is off the map: casualty, exit, gone
    teams: Sequence[Unit] = ()  # A36, E52: teams that replaced it
    leads: bool = field(init=False)  # a leader or a hero

    def __post_init__(self) -> None:
        self.leads = self.kind in ("leader", "hero")

    @property
    def face(self) -> Face:
        return self.back if self.broken else self.front

    @property
    def command(self) -> int:
        """3.1.5: return the command; suppression does not reduce it."""
        return (self.back if self.broken else self.front).command or 0

    def is_boxed(self, what: str) -> bool:
        """3.1.6: return whether a figure is printed in a box."""
        return what in (self.back if self.broken else self.front).boxed


@dataclass(slots=True, eq=False)
class Radio:
    """12: an off-map battery."""

    counter: Counter
    broken: bool = False


def list_survivors(units: Iterable[Unit]) -> list[Unit]:
    """A36, E52.2: return the units still on the map, with teams in place of their squads."""
    survivors: list[Unit] = []
    for unit in units:
        survivors += list_survivors(unit.teams) if unit.teams else [unit] if not unit.out else []
    return survivors


def create_unit(id_: str, side: Side, counter: Counter, leader: Leader | None = None) -> Unit:
    """Create a unit from a counter or a named leader."""
    front, back = (
        (leader.front, leader.broken) if leader else (counter.front, counter.broken or counter.front)
    )
    return Unit(id_, leader.ref if leader else counter.ref, side, counter.kind, counter.soldiers, front, back)
