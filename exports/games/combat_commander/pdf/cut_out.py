"""Counters and markers to cut out, drawn from the catalogue: fronts and backs registered, with cut marks.

A page of fronts is followed by its page of backs, each row turned round, so that they meet when the sheet is
turned over its long edge. It is for counters that are lost or not owned yet, and looks like no publisher's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from reportlab.graphics.shapes import Drawing, Shape

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.document import Document
from exports.kit.shapes import centred, moved, rect, rule
from exports.kit.theme import HEAD, INK, MARGIN, NARROW, PAPER, SMALL_SIZE, SOFT, Livery, fit, livery, wrap
from generator.games.combat_commander.authoring.force import SIDES

from ..drawings.counters import STRIP, UNIT, WEAPON, counter_size, face
from ..force import all_pieces, sections, works
from ..pull import pull_list, table_list
from ..scribe import Card, Piece, Scribe

TOP = 40.0  # of a page, for its line and the marks
MARK = 9.0  # the length of a cut mark
AWAY = 3.0  # from the counters
BETWEEN = 2 * (MARK + AWAY) + 4.0  # two sizes on one page, each with its own marks
NAME = 6.8  # the type of a marker's name


@dataclass(frozen=True, slots=True)
class Chip:
    """One counter to cut out: both of its faces in a square."""

    front: tuple[Shape, ...]
    back: tuple[Shape, ...]


def cut_out_pdf(card: Card, catalog: Catalog, *, paper: str = "a4", lang: Language = "en") -> bytes:
    """Every counter and marker of a card: units, then weapons and markers, which are smaller."""
    scribe = Scribe(catalog, lang)
    chips: dict[float, list[Chip]] = {UNIT: [], WEAPON: []}
    for side in SIDES:
        faction = card["sides"][side]["faction"]
        for ref, count in all_pieces(sections(card, scribe, side)).items():
            piece = scribe.piece(ref)
            chip = _chip(piece, side, livery(catalog, faction))
            chips[counter_size(piece)] += [chip] * count
    chips[WEAPON] += _markers(card, scribe)
    return _pressed(chips, scribe, paper)


def _pressed(chips: Mapping[float, Sequence[Chip]], scribe: Scribe, paper: str) -> bytes:
    document = Document(paper, scribe.lang, scribe.term("cut_out.title"))
    document.bookmark(scribe.term("cut_out.title"), 0, document.tall)
    for leaf in leaves({size: len(found) for size, found in chips.items()}, document.wide, document.tall):
        for back in (False, True):
            _page(document, leaf, chips, scribe, back=back)
    return document.finish()


@dataclass(frozen=True, slots=True)
class Batch:
    """Counters of one size that stand together on a page, in rows; the numbers of the first and the last."""

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


def leaves(counts: Mapping[float, int], wide: float, tall: float) -> list[list[Batch]]:
    """What stands on each sheet: size after size, as many rows as there is room for."""
    whole = tall - 2 * TOP - MARGIN
    found: list[list[Batch]] = [[]]
    for size, count in counts.items():
        columns, first = int((wide - 2 * MARGIN) // size), 0
        while first < count:
            used = sum(batch.high + BETWEEN for batch in found[-1])
            rows = int((whole - used) // size)
            if rows < 1:
                found.append([])
                continue
            end = min(count, first + rows * columns)
            found[-1].append(Batch(size, columns, first, end))
            first = end
    return found


def place(number: int, columns: int, *, back: bool) -> tuple[int, int]:
    """The column and row of a counter: on the back each row is turned round."""
    row, column = divmod(number, columns)
    return (columns - 1 - column if back else column), row


def _page(
    document: Document,
    leaf: Sequence[Batch],
    chips: Mapping[float, Sequence[Chip]],
    scribe: Scribe,
    *,
    back: bool,
) -> None:
    words = scribe.term("cut_out.backs" if back else "cut_out.fronts")
    top = document.tall - TOP - MARGIN / 2
    for batch in leaf:
        _batch(document, batch, chips[batch.size], top, words, back=back)
        top -= batch.high + BETWEEN
    with document.artifact():
        document.text(MARGIN, document.tall - 26, words, NARROW, SMALL_SIZE, SOFT)
        document.text(MARGIN, 24, scribe.term("cut_out.note"), NARROW, SMALL_SIZE, SOFT)
    document.new_page()


def _batch(
    document: Document, batch: Batch, chips: Sequence[Chip], top: float, words: str, *, back: bool
) -> None:
    size, columns, rows = batch.size, batch.columns, batch.rows
    left = (document.wide - columns * size) / 2  # in the middle, so that both sides meet
    drawing = Drawing(columns * size, batch.high)
    for number, chip in enumerate(chips[batch.first : batch.end]):
        column, row = place(number, columns, back=back)
        shapes = chip.back if back else chip.front
        drawing.add(moved(list(shapes), column * size, (rows - 1 - row) * size))
    with document.leaf("Figure", (left, top - batch.high, left + columns * size, top), alt=words):
        document.picture(drawing, left, top - batch.high)
    with document.artifact():
        _marks(document, left, top, columns, rows, size)


def _marks(document: Document, left: float, top: float, columns: int, rows: int, size: float) -> None:
    """Where to cut, outside the counters alone."""
    canvas, bottom = document.canvas, top - rows * size
    canvas.setStrokeColor(SOFT)
    canvas.setLineWidth(0.4)
    for column in range(columns + 1):
        x = left + column * size
        canvas.line(x, top + AWAY, x, top + AWAY + MARK)
        canvas.line(x, bottom - AWAY, x, bottom - AWAY - MARK)
    for row in range(rows + 1):
        y = top - row * size
        canvas.line(left - AWAY - MARK, y, left - AWAY, y)
        right = left + columns * size
        canvas.line(right + AWAY, y, right + AWAY + MARK, y)


def _chip(piece: Piece, side: str, dress: Livery) -> Chip:
    """The face without the strip beneath it; on the back the broken side, large."""
    size = counter_size(piece)
    front = (moved([face(piece, side, dress)], 0, -STRIP), *_edge(size))
    return Chip(front, tuple(_back(piece, size, dress)))


def _edge(size: float) -> tuple[Shape, ...]:
    """Beneath the square the strip of the drawing is covered: the back has it."""
    return (rect(0, -STRIP, size, STRIP - 0.4, PAPER, None, 0),)


def _back(piece: Piece, size: float, dress: Livery) -> list[Shape]:
    """3.2, 11.4: the broken side; what has none shows its name alone."""
    label, at = fit(piece.label, HEAD, 8.0, size - 3)
    shapes: list[Shape] = [
        rect(0, 0, size, size, PAPER, dress.deep, 0.6, 1.5),
        centred(size / 2, size - 7, label, at, HEAD, INK),
        rule(2, size - 13, size - 2, size - 13, dress.deep, 1.1),
    ]
    if piece.broken is not None:
        values = (piece.broken.fp, piece.broken.range, piece.broken.move)
        places = (size * 0.2, size * 0.5, size * 0.8)
        shapes += [centred(x, 9, _figure(v), 12, HEAD, INK) for x, v in zip(places, values, strict=True)]
        shapes.append(centred(size * 0.8, 23, _figure(piece.broken.morale), 14, HEAD, INK))
    elif piece.counter is not None and piece.counter.fix:
        told = f"{piece.counter.fix} / {piece.counter.eliminate or '–'}"
        shapes.append(centred(size / 2, size * 0.35, told, 10, HEAD, INK))
    return shapes


def _figure(value: int | None) -> str:
    return "–" if value is None else f"−{-value}" if value < 0 else str(value)


def _markers(card: Card, scribe: Scribe) -> list[Chip]:
    """The markers of the map, the tracks and each side, and what it has dug and built, by their names."""
    return [chip for name, count in _named(card, scribe) for chip in [_square(name)] * count]


def _named(card: Card, scribe: Scribe) -> Iterator[tuple[str, int]]:
    lists = [table_list(card, scribe), *(pull_list(card, scribe, side) for side in SIDES)]
    for batch in (batch for each in lists for batch in each.batches if batch.kind == "markers"):
        yield from ((item.name, item.count) for item in batch.items)
    for side in SIDES:
        for kind, count in works(card, side).items():
            yield scribe.term(f"fortification.{kind}"), count


def _square(name: str) -> Chip:
    lines = wrap(name, HEAD, NAME, WEAPON - 3)
    high = (len(lines) - 1) * NAME / 2
    square: list[Shape] = [
        rect(0, 0, WEAPON, WEAPON, PAPER, INK, 0.8, 1.5),
        *(
            centred(WEAPON / 2, WEAPON / 2 + high - n * NAME, *fit(line, HEAD, NAME, WEAPON - 3), HEAD, INK)
            for n, line in enumerate(lines)
        ),
    ]
    return Chip(tuple(square), tuple(square))
