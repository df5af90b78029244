"""What is laid over the ground of a map: zones, hexes that are shown, hidden or chosen, notes, a string."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reportlab.graphics.shapes import Shape
from reportlab.lib.colors import Color, HexColor

from exports.kit.shapes import centred, disc, moved, outline, rect, rule
from exports.kit.theme import ALARM, HEAD, INK, PAPER, width
from generator.games.combat_commander.ground.los_map import Marker
from generator.games.combat_commander.hexes import neighbour

from ..drawings.glyphs import ON_MAP, soldiers
from ..drawings.hexgrid import HexGrid
from .region import COMPASS, inset

HIDDEN = HexColor(0x4D5358)
LIT = HexColor(0xB35900)
ROW = 3  # counters side by side


@dataclass(frozen=True, slots=True)
class Zone:
    """RS.10 to RS.13: hexes of a side; one side is solid, the other outlined, so that it needs no colour."""

    hexes: frozenset[str]
    solid: bool
    deep: Color = INK


@dataclass(frozen=True, slots=True)
class Chip:
    """A unit as a small counter: one side dark, the other light, a broken one struck through."""

    dark: bool
    soldiers: int
    broken: bool = False
    armed: bool = False


@dataclass(frozen=True, slots=True)
class Over:
    """Everything laid over a map; nothing by default."""

    zones: tuple[Zone, ...] = ()
    lit: frozenset[str] = frozenset()  # framed inside: legal hexes, for one
    hidden: frozenset[str] = frozenset()  # hatched
    notes: Mapping[str, str] = field(default_factory=dict)  # hex -> one to three letters on a plate
    chosen: tuple[str, ...] = ()  # ringed
    string: tuple[str, str] | None = None  # 10.1: laid from dot to dot
    markers: Mapping[str, Marker] = field(default_factory=dict)  # T79, T94: smoke and fire
    stacks: Mapping[str, tuple[Chip, ...]] = field(default_factory=dict)  # units, in the order they lie


NOTHING = Over()


def under_numbers(over: Over, grid: HexGrid) -> list[Shape]:
    """Hatching and frames: what lies under the numbers of the hexes."""
    shapes: list[Shape] = []
    if over.hidden:
        line = 0.05 * grid.size
        shapes.append(outline(grid.hatching(over.hidden), stroke=HIDDEN, line=line, closed=False, cap=0))
        shapes.append(outline(grid.frontier(over.hidden), stroke=HIDDEN, line=2 * line, closed=False))
    for one, marker in sorted(over.markers.items()):
        shapes += _marker(grid, one, marker)
    for zone in over.zones:
        shapes += _rim(zone, grid)
    if over.lit:
        frames = [inset(grid, one, [0.9] * 6) for one in sorted(over.lit)]
        shapes.append(outline(frames, stroke=PAPER, line=0.16 * grid.size))
        shapes.append(outline(frames, stroke=LIT, line=0.09 * grid.size))
    return shapes


def over_numbers(over: Over, grid: HexGrid) -> list[Shape]:
    """Notes, rings and the string: what lies above everything."""
    shapes: list[Shape] = []
    if over.string is not None:
        (x1, y1), (x2, y2) = map(grid.centre, over.string)
        shapes.append(rule(x1, y1, x2, y2, PAPER, 0.16 * grid.size))
        shapes.append(rule(x1, y1, x2, y2, ALARM, 0.08 * grid.size))
    for one in over.chosen:
        x, y = grid.centre(one)
        shapes.append(disc(x, y, 0.42 * grid.size, None, ALARM, 0.14 * grid.size))
        shapes.append(disc(x, y, 0.16 * grid.size, ALARM, PAPER, 0.05 * grid.size))
    for one, said in sorted((one, said) for one, said in over.notes.items() if one not in over.markers):
        shapes += _plate(grid, one, said)
    for one, chips in sorted(over.stacks.items()):
        shapes += _stack(grid, one, chips)
    return shapes


def _rim(zone: Zone, grid: HexGrid) -> list[Shape]:
    """A band inside the edge of a zone where it meets the rest of the map: full, or two thin lines."""
    runs = []
    for one in sorted(zone.hexes):
        beside = {compass: neighbour(one, compass, grid.board) for compass in COMPASS}
        ends = [compass for compass, other in beside.items() if other is not None and other not in zone.hexes]
        if ends:
            corners = inset(grid, one, [0.9 if compass in ends else 1.0 for compass in COMPASS])
            runs += [[corners[compass - 2], corners[compass - 1]] for compass in ends]
    if not runs:
        return []
    bands = [outline(runs, stroke=zone.deep, line=0.18 * grid.size, closed=False)]
    if not zone.solid:
        bands.append(outline(runs, stroke=PAPER, line=0.09 * grid.size, closed=False))
    return [*bands, outline(grid.frontier(zone.hexes), stroke=INK, line=0.07 * grid.size, closed=False)]


def _marker(grid: HexGrid, hex_id: str, marker: Marker) -> list[Shape]:
    """A marker fills its hex; smoke has its number on it."""
    x, y = grid.centre(hex_id)
    counter = inset(grid, hex_id, [0.94] * 6)
    sign = moved(ON_MAP[marker.kind](INK), x, y - 0.05 * grid.size, grid.size / 13)
    shapes: list[Shape] = [outline([counter], PAPER, INK, 0.06 * grid.size), sign]
    if marker.value:
        shapes.append(disc(x, y, 0.26 * grid.size, PAPER))
        shapes.append(centred(x, y, str(marker.value), 0.44 * grid.size, HEAD))
    return shapes


def _stack(grid: HexGrid, hex_id: str, chips: tuple[Chip, ...]) -> list[Shape]:
    """Counters beside each other, at most three in a row, small enough for their hex."""
    x, y = grid.centre(hex_id)
    rows = [chips[at : at + ROW] for at in range(0, len(chips), ROW)]
    side = grid.size * min(0.62, 1.2 / max(len(rows), max(map(len, rows))))
    shapes: list[Shape] = []
    for down, row in enumerate(rows):
        for across, chip in enumerate(row):
            left = x + (across - len(row) / 2) * side
            low = y + (len(rows) / 2 - down - 1) * side
            shapes += _chip(chip, left, low, side)
    return shapes


def _chip(chip: Chip, x: float, y: float, side: float) -> list[Shape]:
    face, sign = (INK, PAPER) if chip.dark else (PAPER, INK)
    gap = 0.06 * side
    box = rect(x + gap, y + gap, side - 2 * gap, side - 2 * gap, face, INK, 0.05 * side)
    men = soldiers(
        chip.soldiers, x + side / 2, y + 0.26 * side, 0.5 * side * min(1.0, 2.4 / max(1, chip.soldiers)), sign
    )
    shapes: list[Shape] = [box, men]
    if chip.armed:
        shapes.append(
            rule(x + 0.2 * side, y + 0.17 * side, x + 0.8 * side, y + 0.17 * side, sign, 0.07 * side)
        )
    if chip.broken:
        shapes.append(rule(x + gap, y + gap, x + side - gap, y + side - gap, ALARM, 0.12 * side))
    return shapes


def _plate(grid: HexGrid, hex_id: str, said: str) -> list[Shape]:
    x, y = grid.centre(hex_id)
    y -= 0.42 * grid.size
    radius = 0.27 * grid.size
    size = radius * 1.35
    size = min(size, size * 1.7 * radius / max(width(said, HEAD, size), 0.1))
    return [disc(x, y, radius, PAPER, INK, 0.05 * grid.size), centred(x, y, said, size, HEAD)]
