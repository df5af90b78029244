"""Tracks of the display: Time, victory points, casualties, each with the starting markers (4, 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reportlab.graphics.shapes import Drawing, Shape

from exports.kit.shapes import centred_text, move_shapes, polygon, rect, rule, side_bar, text
from exports.kit.theme import FAINT, HEAD, INK, NARROW, PAPER, RULE, SOFT, Livery, fit, width
from generator.games.combat_commander.authoring.force import SIDES

from ..messages import MessageFormatter
from .map import side_livery

Card = Mapping[str, Any]
CELL_SIZE = 20.0
NOTE_TYPE_SIZE = 8.0  # type size beside and beneath a track
MARKER_NOTE_WIDTH = 24.0  # points beside the VP marker, for a note such as +20
MIN_TIME_SPACES = 12  # minimum Time spaces drawn


def draw_time_track(card: Card, formatter: MessageFormatter, wide: float, *, named: bool = True) -> Drawing:
    """6.1, 6.2: draw the start, the Sudden Death space, and bars where reinforcements enter.

    Without its name the track needs a line less, unless it explains the bars.
    """
    arrivals = _arrivals_by_space(card)
    last = max(
        MIN_TIME_SPACES,
        (card["sudden_death"] or 0) + 1,
        *[space + 1 for space in arrivals],
        card["time"] or 0,
    )
    cell, note, head = wide / (last + 1), 10.5, 12.5 if named or arrivals else 0.5
    drawing = Drawing(wide, CELL_SIZE + note + head)
    if named or arrivals:
        y = CELL_SIZE + note + 3.0
        if named:
            words = formatter.term("card.time_track").upper()
            drawing.add(text(0, y, words, NOTE_TYPE_SIZE, HEAD, SOFT))
        for shape in _draw_arrival_legend(card, formatter, wide, y) if arrivals else ():
            drawing.add(shape)
    for space in range(last + 1):
        for shape in _draw_time_space(card, formatter, space, cell, arrivals.get(space, [])):
            drawing.add(move_shapes([shape], space * cell, note))
    for shape in _draw_time_notes(card, formatter, cell, wide):
        drawing.add(shape)
    return drawing


def _draw_time_notes(card: Card, formatter: MessageFormatter, cell: float, wide: float) -> list[Shape]:
    """Draw the notes beneath the spaces, start and Sudden Death; either may reach under a neighbour."""
    start, death = card["time"], card["sudden_death"]
    apart = abs(start - death) if start is not None and death is not None else MIN_TIME_SPACES
    near, room = apart < 2, (1.9 if apart < 4 else 4.0) * cell
    notes: list[Shape] = []
    for words, space in ((formatter.phrase("start"), start), (formatter.term("card.sudden_death"), death)):
        if space is None:
            continue
        words, size = fit(words, HEAD, NOTE_TYPE_SIZE, room, NOTE_TYPE_SIZE)
        long = width(words, HEAD, size)
        middle = (space + 0.5) * cell
        if near:  # away from the other
            middle = (
                space * cell + long / 2 if space == max(start, death) else (space + 1) * cell - long / 2 - 4
            )
        middle = min(max(middle, long / 2), wide - long / 2)
        notes.append(text(middle, 2.0, words, size, HEAD, INK, "middle"))
    return notes


def _draw_arrival_legend(card: Card, formatter: MessageFormatter, wide: float, y: float) -> list[Shape]:
    """Draw the legend of the reinforcement bars at the right."""
    shapes: list[Shape] = []
    x = wide
    for side in reversed(SIDES):
        words = formatter.phrase("arrival", who=formatter.faction(card, side))
        shapes.append(text(x, y, words, NOTE_TYPE_SIZE, NARROW, SOFT, "end"))
        x -= width(words, NARROW, NOTE_TYPE_SIZE) + 16
        shapes += side_bar(x, y + 0.6, 12, 3.6, side_livery(card, formatter, side).deep, side == "axis")
        x -= 12
    return shapes


def _draw_time_space(
    card: Card, formatter: MessageFormatter, space: int, cell: float, arrive: list[str]
) -> list[Shape]:
    start, death = card["time"], card["sudden_death"]
    past = death is not None and space > death
    fill = INK if space == death else FAINT if past else PAPER
    shapes: list[Shape] = [rect(1, 0, cell - 2, CELL_SIZE, fill, INK if space == death else RULE, 0.6)]
    middle = CELL_SIZE / 2 + (2.2 if arrive else 0)
    shapes.append(centred_text(cell / 2, middle, str(space), 10.5, HEAD, PAPER if space == death else INK))
    half = (cell - 8) / 2
    for side in arrive:
        x = 3.5 if side == "axis" else 4.5 + half
        shapes += side_bar(x, 1.6, half, 3.6, side_livery(card, formatter, side).deep, side == "axis")
    if space == start:
        shapes.append(rect(1, 0, cell - 2, CELL_SIZE, None, INK, 1.8))
    return shapes


def _arrivals_by_space(card: Card) -> dict[int, list[str]]:
    """6.1.2: return the sides whose reinforcements enter, by space."""
    spaces: dict[int, list[str]] = {}
    for side in SIDES:
        for arrival in card["sides"][side].get("reinforcements", ()):
            sides = spaces.setdefault(arrival["space"], [])
            if side not in sides:
                sides.append(side)
    return spaces


def draw_victory_track(card: Card, formatter: MessageFormatter, wide: float) -> Drawing:
    """4.1.1: draw the Axis half on the left, the Allied half on the right, and the marker."""
    most = formatter.catalog.board.victory_spaces
    cell = wide / (2 * most + 1)
    high = 18.0
    drawing = Drawing(wide, high + 11)
    half = most * cell
    drawing.add(rect(0, 3, wide, high - 3, None, RULE, 0.6))
    for space in range(1, 2 * most + 1):
        drawing.add(rule(space * cell, 3, space * cell, high, RULE, 0.5))
    for side, x in (("axis", 0.0), ("allied", half + cell)):
        for shape in side_bar(x, 0, half, 3, side_livery(card, formatter, side).deep, side == "axis"):
            drawing.add(shape)
    _draw_victory_heading(drawing, card, formatter, high)
    spot = None if card["marker"] is None else marker_space(card["marker"], most)
    for value in range(-most, most + 1):
        x = (most - value + 0.5) * cell
        if value == spot:
            _draw_victory_marker(drawing, card["marker"], value, x, cell, high)
        else:
            drawing.add(centred_text(x, (high + 3) / 2, str(abs(value)), NOTE_TYPE_SIZE, NARROW, INK))
    return drawing


def _draw_victory_heading(drawing: Drawing, card: Card, formatter: MessageFormatter, high: float) -> None:
    """Draw both sides at the ends, and the track's name between them, away from the marker."""
    most = formatter.catalog.board.victory_spaces
    ends = [formatter.faction(card, side).upper() for side in SIDES]
    inset = [0.0, 0.0]
    if card["marker"] is not None:  # a name that the marker or its note would touch stands inside of it
        x = (most - marker_space(card["marker"], most) + 0.5) * drawing.width / (2 * most + 1)
        for end, (name, away) in enumerate(zip(ends, (x, drawing.width - x), strict=True)):
            if away < width(name, HEAD, NOTE_TYPE_SIZE) + MARKER_NOTE_WIDTH:
                inset[end] = away + MARKER_NOTE_WIDTH
    drawing.add(text(inset[0], high + 3, ends[0], NOTE_TYPE_SIZE, HEAD, SOFT))
    drawing.add(text(drawing.width - inset[1], high + 3, ends[1], NOTE_TYPE_SIZE, HEAD, SOFT, "end"))
    near = card["marker"] is not None and abs(marker_space(card["marker"], most)) * 4 < most
    heading = formatter.term("card.victory_track").upper()
    place = drawing.width * (0.3 if near else 0.5)
    drawing.add(text(place, high + 3, heading, NOTE_TYPE_SIZE, HEAD, SOFT, "middle"))


def marker_space(marker: int, most: int) -> int:
    """4.1.1: return the marker's space; beyond the last space it lies turned over on the remainder."""
    if abs(marker) <= most:
        return marker
    rest = (abs(marker) - 1) % most + 1
    return rest if marker > 0 else -rest


def _draw_victory_marker(
    drawing: Drawing, marker: int, spot: int, x: float, cell: float, high: float
) -> None:
    drawing.add(rect(x - cell / 2 - 1, 0, cell + 2, high + 1, INK, None, radius=1))
    drawing.add(centred_text(x, (high + 3) / 2, str(abs(spot)), 9.0, HEAD, PAPER))
    drawing.add(polygon([(x - 3, high + 5.5), (x + 3, high + 5.5), (x, high + 2)], INK))
    if marker != spot:
        left = x > drawing.width / 2
        words = f"+{abs(marker) - abs(spot)}"
        drawing.add(
            text(
                x + (-5 if left else 5),
                high + 3,
                words,
                NOTE_TYPE_SIZE,
                HEAD,
                INK,
                "end" if left else "start",
            )
        )


def draw_casualty_track(card: Card, formatter: MessageFormatter, side: str, wide: float) -> Drawing:
    """4.2, 6.3: draw a side's casualty row with its surrender space."""
    surrender = card["sides"][side]["surrender"]
    high = 17.0
    cell = min(wide / max(surrender + 2, 14), 22.0)
    drawing = Drawing(cell * (surrender + 2), high)
    dress = side_livery(card, formatter, side)
    # Draw the surrender space last: its thick frame overlaps its neighbours.
    for space in sorted(range(1, surrender + 3), key=lambda space: space == surrender):
        for shape in _draw_casualty_space(space, cell, high, surrender, dress, side == "axis"):
            drawing.add(move_shapes([shape], (space - 1) * cell, 0))
    return drawing


def _draw_casualty_space(
    space: int, cell: float, high: float, surrender: int, dress: Livery, solid: bool
) -> list[Shape]:
    past = space > surrender
    if space == surrender:
        frame = rect(0.7, 0.7, cell - 1.4, high - 1.4, dress.deep if solid else PAPER, dress.deep, 1.8)
        ink, font, size = (PAPER if solid else INK), HEAD, 10.5
    else:
        frame = rect(0, 0, cell, high, FAINT if past else PAPER, RULE, 0.5)
        ink, font, size = (SOFT if past else INK), NARROW, 9.0
    words, size = fit(str(space), font, size, cell - 1)
    return [frame, centred_text(cell / 2, high / 2, words, size, font, ink)]


NARROW_TRACK_WIDTH = 236.0  # points: width of a track for a phone, drawn small and shown large
NARROW_ROW_HEIGHT = 17.0


def draw_narrow_time_track(card: Card, formatter: MessageFormatter) -> Drawing:
    """6.1, 6.2: draw the Time track for a phone, with a legend of the framed and the black space."""
    arrivals = _arrivals_by_space(card)
    last = max(
        MIN_TIME_SPACES,
        (card["sudden_death"] or 0) + 1,
        *[space + 1 for space in arrivals],
        card["time"] or 0,
    )
    cell = NARROW_TRACK_WIDTH / (last + 1)
    legend = [
        (side, formatter.phrase("arrival", who=formatter.faction(card, side)))
        for side in SIDES
        if any(side in sides for sides in arrivals.values())
    ]
    foot = 12.0 + 10.0 * len(legend)
    drawing = Drawing(NARROW_TRACK_WIDTH, foot + CELL_SIZE + 11.5)
    heading = formatter.term("card.time_track").upper()
    drawing.add(text(0, foot + CELL_SIZE + 3, heading, NOTE_TYPE_SIZE, HEAD, SOFT))
    for space in range(last + 1):
        drawing.add(
            move_shapes(
                _draw_time_space(card, formatter, space, cell, arrivals.get(space, [])), space * cell, foot
            )
        )
    marks = (
        ("start", formatter.phrase("start"), card["time"]),
        ("death", formatter.term("card.sudden_death"), card["sudden_death"]),
    )
    x = 0.0
    for kind, words, space in marks:
        if space is None:
            continue
        sign = rect(x + 1, foot - 9.5, 6, 6, INK if kind == "death" else None, INK, 1.4)
        words = f"{words}: {space}"
        drawing.add(sign)
        drawing.add(text(x + 11, foot - 9.2, words, 8.0, HEAD, INK))
        x += width(words, HEAD, 8.0) + 24
    for place, (side, words) in enumerate(legend):
        y = foot - 20 - 10.0 * place
        for shape in side_bar(0, y + 1.2, 12, 3.6, side_livery(card, formatter, side).deep, side == "axis"):
            drawing.add(shape)
        drawing.add(text(16, y, words, 7.5, NARROW, SOFT))
    return drawing


def draw_narrow_victory_track(card: Card, formatter: MessageFormatter) -> Drawing:
    """4.1.1: draw the track for a phone: the Axis half over the Allied half, the VP beside the side."""
    most, marker = formatter.catalog.board.victory_spaces, card["marker"]
    cell, row = NARROW_TRACK_WIDTH / (most + 1), NARROW_ROW_HEIGHT + 13.0
    drawing = Drawing(NARROW_TRACK_WIDTH, 2 * row)
    spot = None if marker is None else marker_space(marker, most)
    for place, side in enumerate(SIDES):
        y = row * (1 - place)
        values = range(most, -1, -1) if side == "axis" else range(-1, -most - 1, -1)
        for shape in side_bar(
            0, y, len(values) * cell, 3, side_livery(card, formatter, side).deep, side == "axis"
        ):
            drawing.add(shape)
        drawing.add(
            text(
                0,
                y + NARROW_ROW_HEIGHT + 3,
                formatter.faction(card, side).upper(),
                NOTE_TYPE_SIZE,
                HEAD,
                SOFT,
            )
        )
        if marker and (marker > 0) == (side == "axis"):
            words = f"{abs(marker)} {formatter.term('card.vp')}"
            drawing.add(
                text(NARROW_TRACK_WIDTH, y + NARROW_ROW_HEIGHT + 3, words, NOTE_TYPE_SIZE, HEAD, INK, "end")
            )
        for number, value in enumerate(values):
            current = value == spot
            frame = rect(
                number * cell, y + 3, cell, NARROW_ROW_HEIGHT - 3, INK if current else None, RULE, 0.5
            )
            middle = (number + 0.5) * cell
            drawing.add(frame)
            ink, font = (PAPER, HEAD) if current else (INK, NARROW)
            drawing.add(
                centred_text(middle, y + NARROW_ROW_HEIGHT / 2 + 1.5, str(abs(value)), 7.5, font, ink)
            )
    return drawing
