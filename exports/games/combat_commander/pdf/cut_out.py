"""Counters and markers to cut out, drawn from the catalogue: aligned fronts and backs with cut marks.

A page of fronts is followed by its page of backs, each row mirrored, so that they meet when the sheet is
turned over its long edge. Meant for lost or missing counters; the design is not the publisher's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reportlab.graphics.shapes import Drawing, Shape
from reportlab.lib.colors import Color

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.document import Document
from exports.kit.shapes import centred_text, move_shapes, rect, rule
from exports.kit.theme import HEAD, INK, MARGIN, NARROW, PAPER, SMALL_SIZE, SOFT, Livery, fit, livery, wrap
from generator.games.combat_commander.authoring.force import SIDES

from ..drawings.counters import (
    STRIP_HEIGHT,
    UNIT_BAND,
    UNIT_SIZE,
    WEAPON_BAND,
    WEAPON_SIZE,
    counter_size,
    draw_face,
)
from ..drawings.glyphs import MAP_GLYPHS, map_glyph
from ..facts import format_figure
from ..forces import count_pieces, count_works, list_sections
from ..messages import Card, MessageFormatter, Piece
from ..pull import make_pull_list, make_table_list
from ..situation import card_title

#: Signs of markers that lie on no map.
MARKER_SIGNS = {"veteran": "starshell", "control": "control"}
TOP_MARGIN = 40.0  # points at the top of a page for its header and the marks
MARK_LENGTH = 9.0  # points: length of a cut mark
MARK_DISTANCE = 3.0  # points between mark and counters
BATCH_GAP = (
    2 * (MARK_LENGTH + MARK_DISTANCE) + 4.0
)  # points between two sizes on one page, each with its marks
NAME_TYPE_SIZE = 6.4  # type size of a marker's name
VALUE_TYPE_SIZE = 16.0  # type size of a marker's value
BLEED = 2.0 * 72 / 25.4  # points: the colour goes 2 mm beyond the edge, so that a cut may be a little off


@dataclass(frozen=True, slots=True)
class Chip:
    """One counter to cut out: both faces in a square, and what bleeds over its edges."""

    front: tuple[Shape, ...]
    back: tuple[Shape, ...]
    front_bleed: tuple[Shape, ...] = ()
    back_bleed: tuple[Shape, ...] = ()


def render_cut_out(card: Card, catalog: Catalog, *, paper: str = "a4", lang: Language = "en") -> bytes:
    """Return every counter and marker of a card: units, then weapons and markers, which are smaller."""
    formatter = MessageFormatter(catalog, lang)
    chips: dict[float, list[Chip]] = {UNIT_SIZE: [], WEAPON_SIZE: []}
    for side in SIDES:
        faction = card["sides"][side]["faction"]
        for ref, count in count_pieces(list_sections(card, formatter, side)).items():
            piece = formatter.piece(ref)
            chip = _make_chip(piece, side, livery(catalog, faction))
            chips[counter_size(piece)] += [chip] * count
    chips[WEAPON_SIZE] += _make_markers(card, formatter)
    title = f"{card_title(card, formatter)} · {formatter.term('cut_out.title')}"
    return _draw_file(chips, title, formatter, paper)


def _draw_file(
    chips: Mapping[float, Sequence[Chip]], title: str, formatter: MessageFormatter, paper: str
) -> bytes:
    document = Document(paper, formatter.lang, title)
    document.bookmark(title, 0, document.tall)
    for leaf in arrange_sheets(
        {size: len(size_chips) for size, size_chips in chips.items()}, document.wide, document.tall
    ):
        for back in (False, True):
            _draw_page(document, leaf, chips, formatter, back=back)
    return document.finish()


@dataclass(frozen=True, slots=True)
class Batch:
    """Counters of one size in rows on a page; the range of their numbers."""

    size: float
    columns: int
    first: int
    end: int

    @property
    def rows(self) -> int:
        return -(-(self.end - self.first) // self.columns)

    @property
    def pitch(self) -> float:
        """Distance between two counters: each bleeds over its edges."""
        return self.size + 2 * BLEED

    @property
    def high(self) -> float:
        return self.rows * self.pitch


def arrange_sheets(counts: Mapping[float, int], wide: float, tall: float) -> list[list[Batch]]:
    """Return the batches of each sheet: size after size, as many rows as fit."""
    whole = tall - 2 * TOP_MARGIN - MARGIN
    sheets: list[list[Batch]] = [[]]
    for size, count in counts.items():
        size += 2 * BLEED
        columns, first = int((wide - 2 * MARGIN) // size), 0
        while first < count:
            used = sum(batch.high + BATCH_GAP for batch in sheets[-1])
            rows = int((whole - used) // size)
            if rows < 1:
                sheets.append([])
                continue
            end = min(count, first + rows * columns)
            sheets[-1].append(Batch(size - 2 * BLEED, columns, first, end))
            first = end
    return sheets


def grid_position(number: int, columns: int, *, back: bool) -> tuple[int, int]:
    """Return the column and row of a counter; on the back each row is mirrored."""
    row, column = divmod(number, columns)
    return (columns - 1 - column if back else column), row


def _draw_page(
    document: Document,
    leaf: Sequence[Batch],
    chips: Mapping[float, Sequence[Chip]],
    formatter: MessageFormatter,
    *,
    back: bool,
) -> None:
    words = formatter.term("cut_out.backs" if back else "cut_out.fronts")
    top = document.tall - TOP_MARGIN - MARGIN / 2
    for batch in leaf:
        _draw_batch(document, batch, chips[batch.size], top, words, back=back)
        top -= batch.high + BATCH_GAP
    with document.artifact():
        document.text(MARGIN, document.tall - 26, words, NARROW, SMALL_SIZE, SOFT)
        document.text(MARGIN, 24, formatter.term("cut_out.note"), NARROW, SMALL_SIZE, SOFT)
    document.new_page()


def _draw_batch(
    document: Document, batch: Batch, chips: Sequence[Chip], top: float, words: str, *, back: bool
) -> None:
    pitch, columns, rows = batch.pitch, batch.columns, batch.rows
    left = (document.wide - columns * pitch) / 2  # centred, so that fronts and backs meet
    drawing = Drawing(columns * pitch, batch.high)
    for number, chip in enumerate(chips[batch.first : batch.end]):
        column, row = grid_position(number, columns, back=back)
        shapes = (*chip.back_bleed, *chip.back) if back else (*chip.front_bleed, *chip.front)
        corner = (column * pitch + BLEED, (rows - 1 - row) * pitch + BLEED)
        drawing.add(move_shapes(list(shapes), *corner))
    with document.leaf("Figure", (left, top - batch.high, left + columns * pitch, top), alt=words):
        document.picture(drawing, left, top - batch.high)
    with document.artifact():
        _draw_cut_marks(document, left, top, batch)
    document.set_bleed(BLEED)


def _draw_cut_marks(document: Document, left: float, top: float, batch: Batch) -> None:
    """Draw marks for both edges of every row and column, outside the counters only."""
    canvas, bottom = document.canvas, top - batch.high
    right = left + batch.columns * batch.pitch
    canvas.setStrokeColor(SOFT)
    canvas.setLineWidth(0.4)
    for place in range(batch.columns):
        for edge in (BLEED, BLEED + batch.size):
            x = left + place * batch.pitch + edge
            canvas.line(x, top + MARK_DISTANCE, x, top + MARK_DISTANCE + MARK_LENGTH)
            canvas.line(x, bottom - MARK_DISTANCE, x, bottom - MARK_DISTANCE - MARK_LENGTH)
    for place in range(batch.rows):
        for edge in (BLEED, BLEED + batch.size):
            y = top - place * batch.pitch - edge
            canvas.line(left - MARK_DISTANCE - MARK_LENGTH, y, left - MARK_DISTANCE, y)
            canvas.line(right + MARK_DISTANCE, y, right + MARK_DISTANCE + MARK_LENGTH, y)


def _make_chip(piece: Piece, side: str, dress: Livery) -> Chip:
    """Return the face without the strip beneath it, and on the back the broken side, large."""
    size = counter_size(piece)
    band = WEAPON_BAND if size == WEAPON_SIZE else UNIT_BAND
    front = move_shapes([draw_face(piece, side, dress)], 0, -STRIP_HEIGHT)
    bleed = [_bleed(size, dress.tint)]
    if side == "axis":
        bleed.append(rect(-BLEED, size - band, size + 2 * BLEED, band + BLEED, dress.deep))
    return Chip((front,), tuple(draw_back(piece, size, dress)), tuple(bleed), (_bleed(size, PAPER),))


def _bleed(size: float, fill: Color) -> Shape:
    return rect(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED, fill)


def draw_back(piece: Piece, size: float, dress: Livery) -> list[Shape]:
    """3.2, 11.4: return the broken side, or only the name if there is none."""
    label, at = fit(piece.label, HEAD, 8.0, size - 3)
    shapes: list[Shape] = [
        rect(0, 0, size, size, PAPER, dress.deep, 0.6, 1.5),
        centred_text(size / 2, size - 7, label, at, HEAD, INK),
        rule(2, size - 13, size - 2, size - 13, dress.deep, 1.1),
    ]
    if piece.broken is not None:
        values = (piece.broken.fp, piece.broken.range, piece.broken.move)
        places = (size * 0.2, size * 0.5, size * 0.8)
        shapes += [
            centred_text(x, 9, format_figure(v), 12, HEAD, INK) for x, v in zip(places, values, strict=True)
        ]
        shapes.append(centred_text(size * 0.8, 23, format_figure(piece.broken.morale), 14, HEAD, INK))
    elif piece.counter is not None and piece.counter.fix:
        repair = f"{piece.counter.fix} / {piece.counter.eliminate or '–'}"
        shapes.append(centred_text(size / 2, size * 0.35, repair, 10, HEAD, INK))
    return shapes


def _make_markers(card: Card, formatter: MessageFormatter) -> list[Chip]:
    """Return the markers of the map, the tracks and both sides, the fortifications and the open chits."""
    chips: list[Chip] = []
    lists = [make_table_list(card, formatter), *(make_pull_list(card, formatter, side) for side in SIDES)]
    values = _list_values(card, formatter)
    for item in (item for each in lists for batch in each.batches for item in batch.items if item.marker):
        shown = values.get(item.marker, [""])
        name = formatter.form("marker", item.marker, "Word", 1)
        chips += [_make_marker(name, item.marker, shown[n % len(shown)]) for n in range(item.count)]
    for side in SIDES:
        for kind, count in count_works(card, side).items():
            chips += [_make_marker(formatter.term(f"fortification.{kind}"), kind, "")] * count
    name = formatter.term("card.objective")
    chips += [_make_marker(name, "", letter) for letter in card["objectives"]["open"]]
    return chips


def _list_values(card: Card, formatter: MessageFormatter) -> dict[str, list[str]]:
    """Return what the markers of the tracks show, by marker."""
    forces = [card["sides"][side] for side in SIDES]
    losses = [str(force["surrender"]) for force in forces if force["surrender"] is not None]
    return {
        "time": [str(card["time"])],
        "sudden_death": [str(card["sudden_death"])],
        "vp": [str(abs(card["marker"] or 0))],
        "year": [str(card["year"])],
        "mine_strength": [str(card["mine_strength"])],
        "surrender": losses or [""],
        "ob_stats": [str(force["orders"]) for force in forces],
    }


def _make_marker(name: str, kind: str, value: str) -> Chip:
    square, bleed = tuple(draw_marker(name, kind, value)), (_bleed(WEAPON_SIZE, PAPER),)
    return Chip(square, square, bleed, bleed)


def draw_marker(name: str, kind: str, value: str) -> list[Shape]:
    """Return a marker: its sign or its value above its name."""
    lines = wrap(name, HEAD, NAME_TYPE_SIZE, WEAPON_SIZE - 3)
    square: list[Shape] = [rect(0, 0, WEAPON_SIZE, WEAPON_SIZE, None, INK, 0.8, 1.5)]
    for place, line in enumerate(reversed(lines)):
        y = 4.5 + place * NAME_TYPE_SIZE
        square.append(
            centred_text(WEAPON_SIZE / 2, y, *fit(line, HEAD, NAME_TYPE_SIZE, WEAPON_SIZE - 3), HEAD, INK)
        )
    middle = (WEAPON_SIZE + 3.0 + len(lines) * NAME_TYPE_SIZE) / 2
    sign = MARKER_SIGNS.get(kind, kind)
    if value:
        words, size = fit(value, HEAD, VALUE_TYPE_SIZE, WEAPON_SIZE - 4)
        square.append(centred_text(WEAPON_SIZE / 2, middle, words, size, HEAD, INK))
    elif sign in MAP_GLYPHS:
        square.append(move_shapes(list(map_glyph(sign)), WEAPON_SIZE / 2, middle, 0.95))
    return square
