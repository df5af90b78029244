"""Rows of Schwerpunkt's tables as objects. What no source has is None."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

UnitType = Literal["infantry", "cavalry", "artillery", "support", "vehicles", "train", "hq"]


@dataclass(frozen=True, slots=True)
class Action:
    """7.6: something units or headquarters do, and its cost in activity points."""

    id: str
    cost: int | None
    extra: int  # 8.1: added when a unit that belongs to no headquarters is among those selected
    per: Literal["stack", "unit", "hq"]
    rule: str


@dataclass(frozen=True, slots=True)
class Formation:
    """3.6-3.11: what a kind of unit may do in a formation."""

    type: str
    formation: str
    fire: bool
    assault: bool
    pace: int  # what the printed movement is multiplied with; 0: it does not move
    march: bool
    reacts: bool
    checks: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Mode:
    """3.12: what a mode does to a unit."""

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
    """4.0: what a marker does to a unit."""

    id: str
    fire: int
    cohesion: int
    lasting: bool
    rule: str


@dataclass(frozen=True, slots=True)
class FireEffect:
    """9.2.I: what fire of a total does; ``effect`` is none, C or C+n."""

    total: int
    effect: str | None
    losses: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class CohesionEffect:
    """9.2.I: what a check failed by so much does in a column."""

    column: str
    by: int
    effect: str | None
    hexes: int | None


@dataclass(frozen=True, slots=True)
class Terrain:
    """What terrain adds to fire and assault, and counts for supply."""

    id: str
    fire: int | None
    firing: int | None
    assault: int | None
    clear: bool
    supply: int
