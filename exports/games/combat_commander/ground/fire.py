"""10: all that a hex sees, drawn over its map: hatched where it sees nothing, a number for a hindrance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from reportlab.graphics.shapes import Drawing

from exports.kit.shapes import moved, text
from exports.kit.theme import NARROW, SOFT
from generator.games.combat_commander.ground.line_geometry import to_hex_id
from generator.games.combat_commander.ground.line_of_sight import SightResult, compute_sight_from
from generator.games.combat_commander.ground.los_map import LosMap, Marker

from ..scribe import Scribe
from .over import Over
from .sheet import ground_map

BELOW = 14.0


def fire_map(field: LosMap, one: str, scribe: Scribe, size: float = 15.5) -> Drawing:
    """The field of fire of a hex; it reads without colour."""
    over = replace(fire_over(one, compute_sight_from(field, one)), markers=laid(field))
    map_ = ground_map(field.ground, scribe, size, key=False, over=over)
    drawing = Drawing(map_.width, map_.height + BELOW)
    drawing.add(moved(map_.contents, 0, BELOW))
    drawing.add(text(0, 3, scribe.term("sight.key"), 8, NARROW, SOFT))
    return drawing


def laid(field: LosMap) -> Mapping[str, Marker]:
    """T79, T94: the smoke and fire on a field, by hex."""
    return {to_hex_id(number): marker for number, marker in field.markers.items()}


def fire_over(one: str, seen: Mapping[str, SightResult]) -> Over:
    """What a hex sees as something to lay over its map; ``sight.key`` says how it is read."""
    return Over(
        hidden=frozenset(other for other, glimpse in seen.items() if not glimpse.seen),
        notes={other: said for other, glimpse in seen.items() if (said := _said(glimpse))},
        chosen=(one,),
    )


def _said(glimpse: SightResult) -> str:
    number = str(glimpse.hindrance) if glimpse.seen and glimpse.hindrance else ""
    return number + ("" if glimpse.sure else "?")


def fire_text(one: str, seen: Mapping[str, SightResult], scribe: Scribe) -> list[str]:
    """The same in letters: a dot for clear, a number for a hindrance, # for nothing, ? for a string."""
    board = scribe.catalog.board
    lines = ["    " + "".join(f"{column:>4}" for column in board.columns)]
    for row in board.rows:
        cells = (_cell(f"{column}{row}", one, seen) for column in board.columns)
        lines.append(f"{row:>4}" + "".join(f"{cell:>4}" for cell in cells))
    return lines


def _cell(hex_id: str, one: str, seen: Mapping[str, SightResult]) -> str:
    if hex_id == one:
        return "@"
    glimpse = seen[hex_id]
    mark = "#" if not glimpse.seen else str(glimpse.hindrance or ".")
    return mark if glimpse.sure else f"{mark}?"
