"""Overlays of a map: zones, highlighted, hidden or chosen hexes, notes, a string."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reportlab.graphics.shapes import Shape
from reportlab.lib.colors import Color, HexColor

from exports.kit.shapes import centred_text, disc, move_shapes, outline, rect, rule
from exports.kit.theme import ALARM, HEAD, INK, PAPER, width
from generator.games.combat_commander.ground.los_map import Marker
from generator.games.combat_commander.hexes import neighbour

from ..drawings.glyphs import MAP_GLYPHS, draw_soldiers
from ..drawings.hexgrid import HexGrid
from .region import COMPASS, inset_hex

HIDDEN_COLOUR = HexColor(0x4D5358)
LIT_COLOUR = HexColor(0xB35900)
CHIPS_PER_ROW = 3  # counters side by side


@dataclass(frozen=True, slots=True)
class Zone:
    """RS.10 to RS.13: hexes of a side; one side is solid, the other outlined, so it works without colour."""

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
class Overlay:
    """Everything laid over a map; empty by default."""

    zones: tuple[Zone, ...] = ()
    lit: frozenset[str] = frozenset()  # framed inside, for example legal hexes
    hidden: frozenset[str] = frozenset()  # hatched
    notes: Mapping[str, str] = field(default_factory=dict)  # hex -> one to three letters on a plate
    chosen: tuple[str, ...] = ()  # ringed
    string: tuple[str, str] | None = None  # 10.1: from dot to dot
    markers: Mapping[str, Marker] = field(default_factory=dict)  # T79, T94: smoke and fire
    stacks: Mapping[str, tuple[Chip, ...]] = field(default_factory=dict)  # units, in stacking order


NO_OVERLAY = Overlay()


def draw_under_numbers(over: Overlay, grid: HexGrid) -> list[Shape]:
    """Draw hatching and frames, which lie under the hex numbers."""
    shapes: list[Shape] = []
    if over.hidden:
        line = 0.05 * grid.size
        shapes.append(
            outline(grid.hatching(over.hidden), stroke=HIDDEN_COLOUR, line=line, closed=False, cap=0)
        )
        shapes.append(outline(grid.frontier(over.hidden), stroke=HIDDEN_COLOUR, line=2 * line, closed=False))
    for hex_id, marker in sorted(over.markers.items()):
        shapes += _draw_marker(grid, hex_id, marker)
    for zone in over.zones:
        shapes += _draw_rim(zone, grid)
    if over.lit:
        frames = [inset_hex(grid, hex_id, [0.9] * 6) for hex_id in sorted(over.lit)]
        shapes.append(outline(frames, stroke=PAPER, line=0.16 * grid.size))
        shapes.append(outline(frames, stroke=LIT_COLOUR, line=0.09 * grid.size))
    return shapes


def draw_over_numbers(over: Overlay, grid: HexGrid) -> list[Shape]:
    """Draw notes, rings and the string, which lie above everything."""
    shapes: list[Shape] = []
    if over.string is not None:
        (x1, y1), (x2, y2) = map(grid.centre, over.string)
        shapes.append(rule(x1, y1, x2, y2, PAPER, 0.16 * grid.size))
        shapes.append(rule(x1, y1, x2, y2, ALARM, 0.08 * grid.size))
    for hex_id in over.chosen:
        x, y = grid.centre(hex_id)
        shapes.append(disc(x, y, 0.42 * grid.size, None, ALARM, 0.14 * grid.size))
        shapes.append(disc(x, y, 0.16 * grid.size, ALARM, PAPER, 0.05 * grid.size))
    for hex_id, note in sorted(
        (hex_id, note) for hex_id, note in over.notes.items() if hex_id not in over.markers
    ):
        shapes += _draw_plate(grid, hex_id, note)
    for hex_id, chips in sorted(over.stacks.items()):
        shapes += _draw_stack(grid, hex_id, chips)
    return shapes


def _draw_rim(zone: Zone, grid: HexGrid) -> list[Shape]:
    """Draw a band inside the border of a zone: solid, or two thin lines."""
    runs = []
    for hex_id in sorted(zone.hexes):
        beside = {compass: neighbour(hex_id, compass, grid.board) for compass in COMPASS}
        ends = [compass for compass, other in beside.items() if other is not None and other not in zone.hexes]
        if ends:
            corners = inset_hex(grid, hex_id, [0.9 if compass in ends else 1.0 for compass in COMPASS])
            runs += [[corners[compass - 2], corners[compass - 1]] for compass in ends]
    if not runs:
        return []
    bands = [outline(runs, stroke=zone.deep, line=0.18 * grid.size, closed=False)]
    if not zone.solid:
        bands.append(outline(runs, stroke=PAPER, line=0.09 * grid.size, closed=False))
    return [*bands, outline(grid.frontier(zone.hexes), stroke=INK, line=0.07 * grid.size, closed=False)]


def _draw_marker(grid: HexGrid, hex_id: str, marker: Marker) -> list[Shape]:
    """Draw a marker that fills its hex; smoke carries its number."""
    x, y = grid.centre(hex_id)
    counter = inset_hex(grid, hex_id, [0.94] * 6)
    sign = move_shapes(MAP_GLYPHS[marker.kind](INK), x, y - 0.05 * grid.size, grid.size / 13)
    shapes: list[Shape] = [outline([counter], PAPER, INK, 0.06 * grid.size), sign]
    if marker.value:
        shapes.append(disc(x, y, 0.26 * grid.size, PAPER))
        shapes.append(centred_text(x, y, str(marker.value), 0.44 * grid.size, HEAD))
    return shapes


def _draw_stack(grid: HexGrid, hex_id: str, chips: tuple[Chip, ...]) -> list[Shape]:
    """Draw counters side by side, at most three in a row, small enough for their hex."""
    x, y = grid.centre(hex_id)
    rows = [chips[at : at + CHIPS_PER_ROW] for at in range(0, len(chips), CHIPS_PER_ROW)]
    side = grid.size * min(0.62, 1.2 / max(len(rows), max(map(len, rows))))
    shapes: list[Shape] = []
    for down, row in enumerate(rows):
        for across, chip in enumerate(row):
            left = x + (across - len(row) / 2) * side
            low = y + (len(rows) / 2 - down - 1) * side
            shapes += _draw_chip(chip, left, low, side)
    return shapes


def _draw_chip(chip: Chip, x: float, y: float, side: float) -> list[Shape]:
    face, sign = (INK, PAPER) if chip.dark else (PAPER, INK)
    gap = 0.06 * side
    box = rect(x + gap, y + gap, side - 2 * gap, side - 2 * gap, face, INK, 0.05 * side)
    men = draw_soldiers(
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


def _draw_plate(grid: HexGrid, hex_id: str, note: str) -> list[Shape]:
    x, y = grid.centre(hex_id)
    y -= 0.42 * grid.size
    radius = 0.27 * grid.size
    size = radius * 1.35
    size = min(size, size * 1.7 * radius / max(width(note, HEAD, size), 0.1))
    return [disc(x, y, radius, PAPER, INK, 0.05 * grid.size), centred_text(x, y, note, size, HEAD)]
