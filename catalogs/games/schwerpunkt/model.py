"""Typed rows of the tables. Unknown values are None."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Action:
    """7.6: an action of units or headquarters, and its cost in activity points."""

    id: str
    cost: int | None
    extra: int  # 8.1: added if a selected unit belongs to no headquarters
    per: Literal["stack", "unit", "hq"]
    rule: str


@dataclass(frozen=True, slots=True)
class Formation:
    """3.6-3.11: abilities of a unit type in a formation."""

    type: str
    formation: str
    fire: bool
    assault: bool
    pace: int  # multiplier of the printed movement; 0: cannot move
    march: bool
    reacts: bool
    checks: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Mode:
    """3.12: effects of a mode."""

    id: str
    all: int
    fires: bool
    moves: bool
    assault: int
    cohesion: int
    observes: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Marker:
    """4.0: effects of a marker."""

    id: str
    fire: int
    cohesion: int
    lasting: bool
    rule: str


@dataclass(frozen=True, slots=True)
class FireEffect:
    """9.2.I: result of a fire total; ``effect`` is none, C or C+n."""

    total: int
    effect: str | None
    losses: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class CohesionEffect:
    """9.2.I: result of a failed check, by column and margin."""

    column: str
    by: int
    effect: str | None
    hexes: int | None


@dataclass(frozen=True, slots=True)
class Terrain:
    """Modifiers of a terrain to fire and assault, and its supply cost."""

    id: str
    fire: int | None
    firing: int | None
    assault: int | None
    clear: bool
    supply: int
