"""Counters as vector drawings, life-size: units five eighths of an inch, weapons half an inch.

The face shows soldiers, firepower, range and movement below, morale at the right; boxed figures in boxes
(3.1.6). Beneath, small: the broken side, or for a weapon the numbers at which it is repaired and eliminated
(11.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from reportlab.graphics.shapes import Drawing, Group, Shape

from catalogs.games.combat_commander.model import Face
from exports.kit.shapes import centred_text, move_shapes, polygon, rect, rule, text
from exports.kit.theme import HEAD, INK, NARROW, PAPER, RULE, SOFT, Livery, fit, width

from ..facts import format_figure, format_range
from ..messages import Piece
from .glyphs import WEAPON_GLYPHS, draw_soldiers, smoke
from .hexgrid import ROOT3

UNIT_SIZE = 45.0
WEAPON_SIZE = 36.0
STRIP_HEIGHT = 10.5  # height of the broken side beneath
COUNT_HEIGHT = 12.0  # height of the count above
GAP = 5.5
OVERHANG = 3.0  # visible edge of the counters below the top one
UNIT_BAND, WEAPON_BAND = 10.5, 9.0  # height of the band with the name
LINK_WIDTH = 5.0  # between a unit and its weapon


@dataclass(frozen=True, slots=True)
class Stack:
    """Equal counters; several pieces if they are bound to each other."""

    count: int
    pieces: tuple[Piece, ...]
    note: str = ""  # above at the right: cost, or number of veterans

    @property
    def wide(self) -> float:
        return sum(counter_size(piece) for piece in self.pieces) + LINK_WIDTH * (len(self.pieces) - 1)

    @property
    def named(self) -> bool:
        """Return whether the name suffices, as for a single leader."""
        return self.count == 1 and self.pieces[0].kind == "leader" and not self.note

    @property
    def high(self) -> float:
        return (
            (3.0 if self.named else COUNT_HEIGHT)
            + max(counter_size(piece) for piece in self.pieces)
            + STRIP_HEIGHT
        )


def counter_size(piece: Piece) -> float:
    return WEAPON_SIZE if piece.kind in ("weapon", "radio") else UNIT_SIZE


def arrange_rows(stacks: Sequence[Stack], wide: float) -> list[list[int]]:
    """Arrange stacks in rows within a width, each in the first row with room; return their indices."""
    lines: list[list[int]] = []
    used: list[float] = []
    for place in sorted(range(len(stacks)), key=lambda n: -stacks[n].wide):
        need = stacks[place].wide
        line = next((n for n, so_far in enumerate(used) if so_far + GAP + need <= wide - OVERHANG), None)
        if line is None:
            lines.append([place])
            used.append(need)
        else:
            lines[line].append(place)
            used[line] += GAP + need
    return lines


def draw_counter_row(
    stacks: Sequence[Stack], side: str, dress: Livery, count_size: float = 11.0, note_size: float = 8.2
) -> Drawing:
    """Draw a row of stacks on one baseline, each with its count above."""
    high = max(stack.high for stack in stacks)
    wide = sum(stack.wide for stack in stacks) + GAP * (len(stacks) - 1) + OVERHANG
    drawing = Drawing(wide, high)
    x = 0.0
    for stack in stacks:
        drawing.add(move_shapes(_draw_stack(stack, side, dress, count_size, note_size), x, 0))
        x += stack.wide + GAP
    return drawing


def _draw_stack(stack: Stack, side: str, dress: Livery, count_size: float, note_size: float) -> list[Shape]:
    shapes: list[Shape] = []
    x = 0.0
    for place, piece in enumerate(stack.pieces):
        size = counter_size(piece)
        if place:
            shapes.append(
                rule(x - LINK_WIDTH - 1, STRIP_HEIGHT + size / 2, x + 1, STRIP_HEIGHT + size / 2, INK, 1.4)
            )
        if stack.count > 1:
            shapes += _draw_edges(x, size, stack.count, dress)
        shapes.append(move_shapes([draw_counter(piece, side, dress)], x, 0))
        x += size + LINK_WIDTH
    top = STRIP_HEIGHT + max(counter_size(piece) for piece in stack.pieces)
    if not stack.named:
        shapes.append(text(0, top + 3.4, f"{stack.count} ×", count_size, HEAD, INK))
    if stack.note:
        shapes.append(text(stack.wide, top + 3.6, stack.note, note_size, NARROW, SOFT, "end"))
    return shapes


def _draw_edges(x: float, size: float, count: int, dress: Livery) -> list[Shape]:
    """Draw the edges of the counters below the top one."""
    sheets = 2 if count > 3 else 1
    return [
        rect(x + 1.4 * n, STRIP_HEIGHT + 1.4 * n, size, size, PAPER, dress.mid, 0.5, 1.5)
        for n in range(sheets, 0, -1)
    ]


@lru_cache(maxsize=1024)
def draw_counter(piece: Piece, side: str, dress: Livery) -> Group:
    """Draw one counter with its broken side, or its repair, beneath."""
    face = draw_face(piece, side, dress).contents
    if piece.broken is not None and piece.kind not in ("weapon", "radio"):
        return Group(*face, *_draw_broken_side(piece.broken))
    if piece.kind == "weapon" and piece.counter is not None and piece.counter.fix:
        return Group(*face, *_draw_repair(piece.counter.fix, piece.counter.eliminate or "–"))
    return Group(*face)


def draw_face(piece: Piece, side: str, dress: Livery) -> Group:
    """Draw the face of a counter above the place of the strip."""
    if piece.kind in ("weapon", "radio"):
        return Group(*_draw_weapon(piece, side, dress))
    return Group(*_draw_unit(piece, side, dress))


def _draw_body(size: float, band: float, label: str, side: str, dress: Livery) -> list[Shape]:
    """Draw the body of a counter with its name: reversed for the Axis, ruled for the Allies."""
    label, type_size = fit(label, HEAD, 8.0, size - 1.5)
    base = STRIP_HEIGHT + size - band
    shapes: list[Shape] = [rect(0, STRIP_HEIGHT, size, size, dress.tint, dress.deep, 0.6, 1.5)]
    if side == "axis":
        shapes.append(rect(0, base, size, band, dress.deep, dress.deep, 0.6, 1.5))
        ink = PAPER
    else:
        shapes.append(rule(2, base, size - 2, base, dress.deep, 1.1))
        ink = INK
    shapes.append(
        centred_text(size / 2, base + band / 2 + (0 if side == "axis" else 0.6), label, type_size, HEAD, ink)
    )
    return shapes


def _draw_unit(piece: Piece, side: str, dress: Livery) -> list[Shape]:
    shapes = _draw_body(UNIT_SIZE, UNIT_BAND, piece.label, side, dress)
    middle = STRIP_HEIGHT + 17.5
    leader = piece.front.command is not None
    place = 9.0 if leader else 15.5
    shapes.append(draw_soldiers(piece.soldiers, place, middle, 13.0 if leader else 11.2, dress.deep))
    if leader:
        shapes += _draw_command(23.0, middle + 6.0, piece.front.command, dress)
    shapes.append(centred_text(37.8, middle + 6.0, format_figure(piece.front.morale), 16, HEAD, INK))
    shapes += _draw_figures(piece.front, (8.5, 22.5, 36.5), STRIP_HEIGHT + 8.0, 12.5)
    return shapes


def _draw_command(x: float, y: float, command: int | None, dress: Livery) -> list[Shape]:
    """3.1.5: draw the command figure in a hex."""
    radius = 6.6
    corners = [
        (x + radius * dx, y + radius * ROOT3 / 2 * dy)
        for dx, dy in ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
    ]
    return [
        polygon(corners, PAPER, dress.deep, 0.9),
        centred_text(x, y, format_figure(command), 9.5, HEAD, INK),
    ]


def _draw_figures(front: Face, places: tuple[float, float, float], y: float, size: float) -> list[Shape]:
    """3.1: draw firepower, range and movement in one line, boxed where printed so."""
    shapes: list[Shape] = []
    values = (
        ("fp", format_figure(front.fp)),
        ("range", format_range(front)),
        ("move", format_figure(front.move)),
    )
    for x, (name, words) in zip(places, values, strict=True):
        words, own = fit(words, HEAD, size, 12.5)
        if name in front.boxed:
            half = max(width(words, HEAD, own) / 2 + 2.0, 4.6)
            shapes.append(rect(x - half, y - size * 0.35 - 2.0, 2 * half, size * 0.7 + 4.0, None, INK, 0.7))
        shapes.append(centred_text(x, y, words, own, HEAD, INK))
    return shapes


def _draw_broken_side(broken: Face) -> list[Shape]:
    """3.2: draw the reverse, small: firepower, range, movement and morale."""
    shapes: list[Shape] = [
        rect(0, 0, UNIT_SIZE, STRIP_HEIGHT - 1, PAPER, RULE, 0.5, 1),
        rule(33, 1, 33, STRIP_HEIGHT - 2, RULE, 0.5),
    ]
    y = (STRIP_HEIGHT - 1) / 2
    values = ((6.0, broken.fp), (16.5, broken.range), (27.0, broken.move), (39.0, broken.morale))
    shapes += [centred_text(x, y, format_figure(value), 8.2, NARROW, SOFT) for x, value in values]
    return shapes


def _draw_weapon(piece: Piece, side: str, dress: Livery) -> list[Shape]:
    shapes = _draw_body(WEAPON_SIZE, WEAPON_BAND, piece.label, side, dress)
    counter = piece.counter
    sign = _weapon_glyph(piece)
    if sign is not None:
        shapes.append(
            move_shapes(WEAPON_GLYPHS[sign](dress.deep), WEAPON_SIZE / 2, STRIP_HEIGHT + 18.5, 0.78)
        )
    if counter is not None and counter.smoke:
        shapes.append(move_shapes(smoke(dress.deep), WEAPON_SIZE - 5.5, STRIP_HEIGHT + 23.2, 0.42))
    if piece.kind == "radio":
        shapes.append(
            centred_text(WEAPON_SIZE / 2, STRIP_HEIGHT + 6.8, format_figure(piece.front.fp), 11.5, HEAD, INK)
        )
        return shapes
    if counter is not None and counter.ordnance:
        shapes.append(rect(1.5, STRIP_HEIGHT + 1.6, 22.2, 10.4, PAPER))
    shapes += _draw_figures(piece.front, (6.8, 18.0, 29.6), STRIP_HEIGHT + 6.8, 9.5)
    return shapes


def _draw_repair(fix: str, eliminate: str) -> list[Shape]:
    """11.4: draw the numbers at which a weapon is repaired and eliminated."""
    y = (STRIP_HEIGHT - 1) / 2
    return [
        rect(0, 0, WEAPON_SIZE, STRIP_HEIGHT - 1, PAPER, RULE, 0.5, 1),
        centred_text(WEAPON_SIZE * 0.27, y, fix, 8.2, NARROW, SOFT),
        rule(WEAPON_SIZE / 2, 1, WEAPON_SIZE / 2, STRIP_HEIGHT - 2, RULE, 0.5),
        centred_text(WEAPON_SIZE * 0.73, y, eliminate, 8.2, NARROW, SOFT),
    ]


def _weapon_glyph(piece: Piece) -> str | None:
    if piece.kind == "radio":
        return "radio"
    tags = piece.counter.tags if piece.counter else ()
    return next((tag for tag in tags if tag in WEAPON_GLYPHS), None)
