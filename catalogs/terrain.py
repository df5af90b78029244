"""T78-T99 and the terrain of the special rules, as typed and frozen objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from catalogs.frozen import Frozen
from catalogs.model import Language
from catalogs.store import Row

MoveRule = Literal["enter", "along", "across", "uphill", "all", "rubble", "impassable", "other"]
CoverRule = Literal["hex", "crossing", "change", "rubble", "none", "other"]
SightClass = Literal["clear", "hindrance", "obstacle", "other"]


@dataclass(frozen=True, slots=True)
class Move:
    """What a unit pays; ``other`` means as the other terrain of the hex."""

    rule: MoveRule
    points: float | None


@dataclass(frozen=True, slots=True)
class Cover:
    """T78.3: what the terrain adds to morale; never added up."""

    rule: CoverRule
    value: int | None
    artillery: int | None  # against mortars and artillery, where it differs


@dataclass(frozen=True, slots=True)
class Sight:
    """10.2, 10.3: what the terrain does to a line of sight."""

    type: SightClass
    hindrance: int | None
    most: int | None  # smoke: each marker prints its own, up to this


@dataclass(frozen=True, slots=True)
class Terrain:
    """One row of the terrain chart."""

    id: str
    rule: str
    kind: Literal["type", "feature", "side", "marker"]
    move: Move
    cover: Cover
    los: Sight
    blind_hexes: int
    water: bool
    artillery_total: int
    precedence: int | None  # T78.1: the smaller number wins; None where no source says
    replaces: str | None
    module: str | None
    figures: Mapping[str, float]
    summary: Mapping[Language, str]


def terrain(row: Row) -> Terrain:
    data = row.data
    move, cover, los = data["move"], data["cover"], data["los"]
    return Terrain(
        id=row.id,
        rule=data["rule"],
        kind=data["kind"],
        move=Move(move["rule"], move.get("points")),
        cover=Cover(cover["rule"], cover.get("value"), cover.get("artillery")),
        los=Sight(los["class"], los.get("hindrance"), los.get("most")),
        blind_hexes=data.get("blind_hexes", 0),
        water=data.get("water", False),
        artillery_total=data.get("artillery_total", 0),
        precedence=data.get("precedence"),
        replaces=data.get("replaces"),
        module=data.get("module"),
        figures=Frozen(data.get("figures", {})),
        summary=Frozen(data["summary"]),
    )
