"""The tracks of the display: Time, victory points, casualties; each shows where the markers start (4, 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reportlab.graphics.shapes import Drawing

from exports.drawings.map import colours
from exports.drawings.shapes import Anchor, centred, polygon, rect, rule, side_bar, text
from exports.scribe import Scribe
from exports.theme import FAINT, HEAD, INK, NARROW, PAPER, RULE, SOFT, Livery, fit

Card = Mapping[str, Any]
SIDES = ("axis", "allied")
CELL = 17.0
VP_MOST = 20  # spaces on either half of the track; beyond it the marker is turned over (4.1.1)


def time_track(card: Card, scribe: Scribe, wide: float) -> Drawing:
    """6.1, 6.2: the start, the Sudden Death space, and reinforcements under the space they enter at."""
    arrivals = _arrivals(card)
    last = max(12, (card["sudden_death"] or 0) + 1, *[space + 1 for space in arrivals], card["time"] or 0)
    cell = wide / (last + 1)
    note = 18.0 if {card["time"], card["sudden_death"]} & set(arrivals) else 10.0
    drawing = Drawing(wide, CELL + note)
    for space in range(last + 1):
        _time_space(drawing, card, space, space * cell, cell, note)
    if card["time"] is not None:
        _below(drawing, scribe.phrase("start"), card["time"], cell, note, HEAD)
    if card["sudden_death"] is not None:
        _below(drawing, scribe.term("card.sudden_death"), card["sudden_death"], cell, note, HEAD)
    for space, sides in arrivals.items():
        label = scribe.phrase("arrival", who=scribe.list([scribe.faction(card, side) for side in sides]))
        taken = space in (card["time"], card["sudden_death"])
        _below(drawing, label, space, cell, note - (8 if taken else 0), NARROW)
    return drawing


def _time_space(drawing: Drawing, card: Card, space: int, x: float, cell: float, y: float) -> None:
    start, death = card["time"], card["sudden_death"]
    if space == death:
        drawing.add(rect(x + 1, y, cell - 2, CELL, INK))
    else:
        past = death is not None and space > death
        drawing.add(rect(x + 1, y, cell - 2, CELL, FAINT if past else PAPER, RULE, 0.6))
    if space == start:
        drawing.add(rect(x + 1, y, cell - 2, CELL, None, INK, 1.8))
    ink = PAPER if space == death else INK
    drawing.add(centred(x + cell / 2, y + CELL / 2, str(space), 9.5, HEAD, ink))


def _below(drawing: Drawing, words: str, space: int, cell: float, top: float, font: str) -> None:
    """A note under a space, kept inside the track."""
    words, size = fit(words, font, 7.0, max(cell * 2.4, 30))
    x = min(max(cell * (space + 0.5), cell * 0.5), drawing.width - cell * 0.5)
    anchor: Anchor = "middle"
    if space == 0:
        x, anchor = 1.0, "start"
    drawing.add(text(x, top - 8.5, words, size, font, INK, anchor))


def _arrivals(card: Card) -> dict[int, list[str]]:
    spaces: dict[int, list[str]] = {}
    for side in SIDES:
        for arrival in card["sides"][side].get("reinforcements", ()):
            sides = spaces.setdefault(arrival["space"], [])
            if side not in sides:
                sides.append(side)
    return dict(sorted(spaces.items()))


def victory_track(card: Card, scribe: Scribe, wide: float) -> Drawing:
    """4.1.1: the axis half on the left, the allied half on the right, the marker on its space."""
    cell = wide / (2 * VP_MOST + 1)
    high = 18.0
    drawing = Drawing(wide, high + 10)
    axis, allied = colours(card, "axis"), colours(card, "allied")
    half = VP_MOST * cell
    drawing.add(rect(0, 3, wide, high - 3, None, RULE, 0.6))
    for space in range(1, 2 * VP_MOST + 1):
        drawing.add(rule(space * cell, 3, space * cell, high, RULE, 0.5))
    for shape in (
        *side_bar(0, 0, half, 3, axis.deep, True),
        *side_bar(half + cell, 0, half, 3, allied.deep, False),
    ):
        drawing.add(shape)
    _victory_numbers(drawing, card, cell, high)
    drawing.add(text(0, high + 3, scribe.faction(card, "axis").upper(), 7.5, HEAD, SOFT))
    drawing.add(text(wide, high + 3, scribe.faction(card, "allied").upper(), 7.5, HEAD, SOFT, "end"))
    heading = scribe.term("card.victory_track").upper()
    aside = wide / 2 if card["marker"] is None or abs(_marker_space(card["marker"])) > 4 else wide * 0.3
    drawing.add(text(aside, high + 3, heading, 7.5, HEAD, SOFT, "middle"))
    return drawing


def _victory_numbers(drawing: Drawing, card: Card, cell: float, high: float) -> None:
    marker = card["marker"]
    spot = None if marker is None else _marker_space(marker)
    for value in range(-VP_MOST, VP_MOST + 1):
        x = (VP_MOST - value + 0.5) * cell
        if value == spot:
            _victory_marker(drawing, card, x, cell, high)
        else:
            drawing.add(centred(x, (high + 3) / 2, str(abs(value)), 7, NARROW, INK))


def _marker_space(marker: int) -> int:
    """4.1.1: beyond the last space the marker lies turned over on the space of the remainder."""
    if abs(marker) <= VP_MOST:
        return marker
    rest = (abs(marker) - 1) % VP_MOST + 1
    return rest if marker > 0 else -rest


def _victory_marker(drawing: Drawing, card: Card, x: float, cell: float, high: float) -> None:
    marker = card["marker"]
    drawing.add(rect(x - cell / 2 - 1, 0, cell + 2, high + 1, INK, None, radius=1))
    drawing.add(centred(x, (high + 3) / 2, str(abs(_marker_space(marker))), 8.5, HEAD, PAPER))
    drawing.add(polygon([(x - 3, high + 5.5), (x + 3, high + 5.5), (x, high + 2)], INK))
    if abs(marker) > VP_MOST:
        turned_over = f"+{abs(marker) - abs(_marker_space(marker))}"
        left = x > drawing.width / 2
        drawing.add(
            text(x + (-5 if left else 5), high + 3, turned_over, 7, HEAD, INK, "end" if left else "start")
        )


def casualty_track(card: Card, scribe: Scribe, side: str, wide: float) -> Drawing:
    """4.2, 6.3: a side's row with its surrender space; the unit that must be placed there loses the game."""
    surrender = card["sides"][side]["surrender"]
    high = 15.0
    drawing = Drawing(wide, high)
    dress = colours(card, side)
    if surrender is None:
        drawing.add(text(0, high / 2 - 2.5, scribe.phrase("no_surrender"), 7.5, NARROW, SOFT))
        return drawing
    cell = min(wide / max(surrender + 2, 14), 20.0)
    spaces = [space for space in range(1, surrender + 3) if space * cell <= wide + 0.01]
    for space in sorted(
        spaces, key=lambda one: one == surrender
    ):  # the thick frame last, over its neighbours
        _casualty_space(drawing, space, (space - 1) * cell, cell, high, surrender, dress, side)
    return drawing


def _casualty_space(
    drawing: Drawing, space: int, x: float, cell: float, high: float, surrender: int, dress: Livery, side: str
) -> None:
    if space == surrender:
        drawing.add(rect(x, 0, cell, high, dress.deep if side == "axis" else PAPER, dress.deep, 1.8))
        ink, font = (PAPER if side == "axis" else INK), HEAD
    else:
        drawing.add(rect(x, 0, cell, high, FAINT if space > surrender else PAPER, RULE, 0.5))
        ink, font = (SOFT if space > surrender else INK), NARROW
    words, size = fit(str(space), font, 8.5 if space == surrender else 7, cell - 1)
    drawing.add(centred(x + cell / 2, high / 2, words, size, font, ink))
