"""Counters and markers to cut out, drawn from the catalogue: aligned fronts and backs with cut marks.

A page of fronts is followed by its page of backs, each row mirrored, so that they meet when the sheet is
turned over its long edge. Meant for lost or missing counters; the design is not the publisher's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from reportlab.graphics.shapes import Drawing, Shape

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.document import Document
from exports.kit.shapes import centred_text, move_shapes, rect, rule
from exports.kit.theme import HEAD, INK, MARGIN, NARROW, PAPER, SMALL_SIZE, SOFT, Livery, fit, livery, wrap
from generator.games.combat_commander.authoring.force import SIDES

from ..drawings.counters import STRIP_HEIGHT, UNIT_SIZE, WEAPON_SIZE, counter_size, draw_counter
from ..facts import format_figure
from ..forces import count_pieces, count_works, list_sections
from ..messages import Card, MessageFormatter, Piece
from ..pull import make_pull_list, make_table_list
from ..situation import card_title

TOP_MARGIN = 40.0  # points at the top of a page for its header and the marks
MARK_LENGTH = 9.0  # points: length of a cut mark
MARK_DISTANCE = 3.0  # points between mark and counters
BATCH_GAP = (
    2 * (MARK_LENGTH + MARK_DISTANCE) + 4.0
)  # points between two sizes on one page, each with its marks
NAME_TYPE_SIZE = 6.8  # type size of a marker's name


@dataclass(frozen=True, slots=True)
class Chip:
    """One counter to cut out: both faces in a square."""

    front: tuple[Shape, ...]
    back: tuple[Shape, ...]


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
    def high(self) -> float:
        return self.rows * self.size


def arrange_sheets(counts: Mapping[float, int], wide: float, tall: float) -> list[list[Batch]]:
    """Return the batches of each sheet: size after size, as many rows as fit."""
    whole = tall - 2 * TOP_MARGIN - MARGIN
    sheets: list[list[Batch]] = [[]]
    for size, count in counts.items():
        columns, first = int((wide - 2 * MARGIN) // size), 0
        while first < count:
            used = sum(batch.high + BATCH_GAP for batch in sheets[-1])
            rows = int((whole - used) // size)
            if rows < 1:
                sheets.append([])
                continue
            end = min(count, first + rows * columns)
            sheets[-1].append(Batch(size, columns, first, end))
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
    size, columns, rows = batch.size, batch.columns, batch.rows
    left = (document.wide - columns * size) / 2  # centred, so that fronts and backs meet
    drawing = Drawing(columns * size, batch.high)
    for number, chip in enumerate(chips[batch.first : batch.end]):
        column, row = grid_position(number, columns, back=back)
        shapes = chip.back if back else chip.front
        drawing.add(move_shapes(list(shapes), column * size, (rows - 1 - row) * size))
    with document.leaf("Figure", (left, top - batch.high, left + columns * size, top), alt=words):
        document.picture(drawing, left, top - batch.high)
    with document.artifact():
        _draw_cut_marks(document, left, top, columns, rows, size)


def _draw_cut_marks(
    document: Document, left: float, top: float, columns: int, rows: int, size: float
) -> None:
    """Draw cut marks outside the counters only."""
    canvas, bottom = document.canvas, top - rows * size
    canvas.setStrokeColor(SOFT)
    canvas.setLineWidth(0.4)
    for column in range(columns + 1):
        x = left + column * size
        canvas.line(x, top + MARK_DISTANCE, x, top + MARK_DISTANCE + MARK_LENGTH)
        canvas.line(x, bottom - MARK_DISTANCE, x, bottom - MARK_DISTANCE - MARK_LENGTH)
    for row in range(rows + 1):
        y = top - row * size
        canvas.line(left - MARK_DISTANCE - MARK_LENGTH, y, left - MARK_DISTANCE, y)
        right = left + columns * size
        canvas.line(right + MARK_DISTANCE, y, right + MARK_DISTANCE + MARK_LENGTH, y)


def _make_chip(piece: Piece, side: str, dress: Livery) -> Chip:
    """Return the face without the strip beneath it, and on the back the broken side, large."""
    size = counter_size(piece)
    front = (move_shapes([draw_counter(piece, side, dress)], 0, -STRIP_HEIGHT), *_cover_strip(size))
    return Chip(front, tuple(_draw_back(piece, size, dress)))


def _cover_strip(size: float) -> tuple[Shape, ...]:
    """Cover the strip beneath the face, which is on the back instead."""
    return (rect(0, -STRIP_HEIGHT, size, STRIP_HEIGHT - 0.4, PAPER, None, 0),)


def _draw_back(piece: Piece, size: float, dress: Livery) -> list[Shape]:
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
    """Return the markers of the map, the tracks and both sides, and the fortifications."""
    return [chip for name, count in _list_markers(card, formatter) for chip in [_make_marker(name)] * count]


def _list_markers(card: Card, formatter: MessageFormatter) -> Iterator[tuple[str, int]]:
    lists = [make_table_list(card, formatter), *(make_pull_list(card, formatter, side) for side in SIDES)]
    for batch in (batch for pull_list in lists for batch in pull_list.batches if batch.kind == "markers"):
        yield from ((item.name, item.count) for item in batch.items)
    for side in SIDES:
        for kind, count in count_works(card, side).items():
            yield formatter.term(f"fortification.{kind}"), count


def _make_marker(name: str) -> Chip:
    lines = wrap(name, HEAD, NAME_TYPE_SIZE, WEAPON_SIZE - 3)
    high = (len(lines) - 1) * NAME_TYPE_SIZE / 2
    square: list[Shape] = [
        rect(0, 0, WEAPON_SIZE, WEAPON_SIZE, PAPER, INK, 0.8, 1.5),
        *(
            centred_text(
                WEAPON_SIZE / 2,
                WEAPON_SIZE / 2 + high - n * NAME_TYPE_SIZE,
                *fit(line, HEAD, NAME_TYPE_SIZE, WEAPON_SIZE - 3),
                HEAD,
                INK,
            )
            for n, line in enumerate(lines)
        ),
    ]
    return Chip(tuple(square), tuple(square))
