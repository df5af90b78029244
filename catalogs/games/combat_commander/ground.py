"""The terrain of a map by hex (2.1-2.3, T78-T99), and the strings measured on its print (10.1).

Rows are built on first use; :mod:`.ground_checks` checks that they form a valid map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from catalogs.catalog import Language
from catalogs.frozen import Frozen
from catalogs.rows import build as build_from
from catalogs.store import Row

from .model import Board

Side = tuple[str, str]  # the hexside shared by two neighbouring hexes, named in board order
Way = Literal["road", "trail", "railway"]
Touch = Literal["touched", "missed", "brushed", "grazed"]
Strings = Mapping[tuple[str, str], Mapping[str, Touch]]  # string (in board order) -> hex -> touch
BRIDGES = ("major_bridge", "minor_bridge")
#: The six neighbours of a hex in columns and half rows, by compass side.
STEPS: Mapping[int, tuple[int, int]] = {
    1: (0, -2),
    2: (1, -1),
    3: (1, 1),
    4: (0, 2),
    5: (-1, 1),
    6: (-1, -1),
}


@dataclass(frozen=True, slots=True)
class Exit:
    """The place where a way or a stream leaves the map: over one side, or at the corner between two."""

    hex: str
    sides: tuple[int, ...] = ()  # empty if unknown


@dataclass(frozen=True, slots=True)
class Doubt:
    """A detail that was hard to read on the print, and our reading of it."""

    hexes: tuple[str, ...]
    text: Mapping[Language, str]


@dataclass(frozen=True, slots=True)
class Ground:
    """A map hex by hex; hexes that are not named are open ground on level 0."""

    id: str
    terrain: Mapping[str, tuple[str, ...]]  # hex -> types; two only for a bridge and the terrain it crosses
    levels: Mapping[str, int] = field(default_factory=Frozen)
    ways: Mapping[str, frozenset[Side]] = field(default_factory=Frozen)
    exits: Mapping[str, tuple[Exit, ...]] = field(default_factory=Frozen)
    course: frozenset[Side] = frozenset()
    sides: Mapping[Side, str] = field(default_factory=Frozen)
    gaps: Mapping[Side, str] = field(default_factory=Frozen)
    buildings: tuple[frozenset[str], ...] = ()
    objectives: Mapping[int, str] | None = None
    doubts: tuple[Doubt, ...] = ()
    provenance: str = ""

    def building(self, name: str) -> frozenset[str]:
        """T82: return all hexes of the building that a hex belongs to; the hex alone if there is none."""
        return next((group for group in self.buildings if name in group), frozenset((name,)))


@dataclass(frozen=True, slots=True)
class Shape:
    """10.1: the reach of a terrain's drawing in its hex, in hundredths."""

    id: str
    reach: int
    joined: int
    touch: int
    sure: int
    grazed: int


Span = tuple[int, int]  # least and most


@dataclass(frozen=True, slots=True)
class Recipe:
    """Ingredients of a generated battlefield: numbers of hexes, and chances in per cent."""

    id: str
    villages: Span
    buildings: Span
    roads: Span
    woods: Span
    fields: Span
    brush: Span
    orchards: Span
    hills: Span
    hill_size: Span
    levels: Span
    water: Mapping[str, int]
    enclosed: int


def place(hex_id: str) -> tuple[int, int]:
    """Return the column and half row of a hex: ``B1`` lies half a row below ``A1``."""
    column = ord(hex_id[0]) - ord("A")
    return column, 2 * (int(hex_id[1:]) - 1) + column % 2


def are_adjacent(one: str, other: str) -> bool:
    """2.1: return whether two hexes share a side."""
    (x1, y1), (x2, y2) = place(one), place(other)
    return (x2 - x1, y2 - y1) in STEPS.values()


def side(one: str, other: str) -> Side:
    """Return the side that two hexes share, named in board order."""
    return (one, other) if place(one) <= place(other) else (other, one)


def leaves(board: Board, hex_id: str, compass: int) -> bool:
    """Return whether the map ends beyond a side of a hex."""
    (column, row), (across, down) = place(hex_id), STEPS[compass]
    column, row = column + across, row + down
    return not (0 <= column < len(board.columns) and 0 <= row - column % 2 < 2 * len(board.rows))


def build(row: Row) -> Ground:
    """Build a row of the table ``ground``."""
    return ground_of(row.id, row.data, row.provenance)


def ground_of(name: str, data: Mapping[str, Any], provenance: str) -> Ground:
    """Build a ground from JSON, as rows and documents store it."""
    types: dict[str, tuple[str, ...]] = {}
    for kind, hexes in data["terrain"].items():
        for one in hexes:
            types[one] = (*types.get(one, ()), kind)
    return build_from(
        Ground,
        data,
        id=name,
        terrain=Frozen(types),
        levels=Frozen({one: int(level) for level, up in data.get("levels", {}).items() for one in up}),
        ways=Frozen({way: frozenset(map(_side, crossed)) for way, crossed in data["ways"].items()}),
        course=frozenset(map(_side, data.get("course", ()))),
        sides=Frozen(_by_side(data.get("sides", {}))),
        gaps=Frozen(_by_side(data.get("gaps", {}))),
        provenance=provenance,
    )


def _side(text: str) -> Side:
    one, _, other = text.partition("-")
    return side(one, other)


def _by_side(kinds: Mapping[str, Iterable[str]]) -> dict[Side, str]:
    return {_side(text): kind for kind, sides in kinds.items() for text in sides}


def build_figures(row: Row) -> Mapping[str, int]:
    """Build a row of the table ``ground_figures``."""
    named = ("cover", "sight", "road", "building", "areas", "hill", "water")
    return Frozen({name: row.data[name] for name in named})


class Touches(Mapping[str, Strings]):
    """10.1: strings whose result on the print differs from the shapes; each map is read on first use."""

    def __init__(self, rows: Mapping[str, Row]) -> None:
        self._rows = rows
        self._read: dict[str, Strings] = {}

    def __getitem__(self, map_id: str) -> Strings:
        if map_id not in self._read:
            self._read[map_id] = build_touch(self._rows[map_id])
        return self._read[map_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def build_touch(row: Row) -> Strings:
    """Build a row of the table ``ground_touch``."""
    found_on: dict[tuple[str, str], dict[str, Touch]] = {}
    for at, texts in row.data["hexes"].items():
        for touch, text in texts.items():
            for string in strings(text):
                found_on.setdefault(string, {})[at] = touch
    return found_on


def strings(text: str) -> Iterator[tuple[str, str]]:
    """Yield the strings of a list such as ``A1:E5,F6 A2:E3``, each by its ends."""
    for run in text.split():
        start, _, ends = run.partition(":")
        for end in ends.split(","):
            yield side(start, end)
