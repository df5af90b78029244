"""10: the field of fire of a hex over its map: hatched if out of sight, a number for a hindrance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from reportlab.graphics.shapes import Drawing

from exports.kit.shapes import move_shapes, text
from exports.kit.theme import NARROW, SOFT
from generator.games.combat_commander.ground.line_geometry import to_hex_id
from generator.games.combat_commander.ground.line_of_sight import SightResult, compute_sight_from
from generator.games.combat_commander.ground.los_map import LosMap, Marker

from ..messages import MessageFormatter
from .map_sheet import draw_ground_map
from .overlay import Overlay

KEY_HEIGHT = 14.0


def draw_fire_map(field: LosMap, hex_id: str, formatter: MessageFormatter, size: float = 15.5) -> Drawing:
    """Draw the field of fire of a hex; readable without colour."""
    over = replace(fire_overlay(hex_id, compute_sight_from(field, hex_id)), markers=markers_by_hex(field))
    map_ = draw_ground_map(field.ground, formatter, size, key=False, over=over)
    drawing = Drawing(map_.width, map_.height + KEY_HEIGHT)
    drawing.add(move_shapes(map_.contents, 0, KEY_HEIGHT))
    drawing.add(text(0, 3, formatter.term("sight.key"), 8, NARROW, SOFT))
    return drawing


def markers_by_hex(field: LosMap) -> Mapping[str, Marker]:
    """T79, T94: return the smoke and fire of a field, by hex."""
    return {to_hex_id(number): marker for number, marker in field.markers.items()}


def fire_overlay(hex_id: str, seen: Mapping[str, SightResult]) -> Overlay:
    """Return the overlay of a field of fire; the term ``sight.key`` explains it."""
    return Overlay(
        hidden=frozenset(other for other, glimpse in seen.items() if not glimpse.seen),
        notes={other: note for other, glimpse in seen.items() if (note := _format_note(glimpse))},
        chosen=(hex_id,),
    )


def _format_note(glimpse: SightResult) -> str:
    number = str(glimpse.hindrance) if glimpse.seen and glimpse.hindrance else ""
    return number + ("" if glimpse.sure else "?")


def fire_text(hex_id: str, seen: Mapping[str, SightResult], formatter: MessageFormatter) -> list[str]:
    """Return the field of fire as text: dot clear, number hindrance, # blocked, ? needs a string."""
    board = formatter.catalog.board
    lines = ["    " + "".join(f"{column:>4}" for column in board.columns)]
    for row in board.rows:
        cells = (_format_cell(f"{column}{row}", hex_id, seen) for column in board.columns)
        lines.append(f"{row:>4}" + "".join(f"{cell:>4}" for cell in cells))
    return lines


def _format_cell(hex_id: str, origin: str, seen: Mapping[str, SightResult]) -> str:
    if hex_id == origin:
        return "@"
    glimpse = seen[hex_id]
    mark = "#" if not glimpse.seen else str(glimpse.hindrance or ".")
    return mark if glimpse.sure else f"{mark}?"
