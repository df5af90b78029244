"""The log as pages: number, rule, who, what, result; notes indented beneath."""

from __future__ import annotations

from itertools import count

from exports.log import LogLine, log_lines
from exports.pdf.blocks import Block, grouped, heading, paragraph, space
from exports.pdf.document import Document
from exports.pdf.frame import Running, fill
from exports.scribe import Card, Scribe
from exports.theme import HEAD, INK, MARGIN, NARROW, RULE, SMALL_SIZE, SOFT, STRONG, TEXT, fit, wrap

SIZE = SMALL_SIZE + 1
LEAD = 11.5
#: Where the columns begin: number, rule, seat, question, answer, as parts of the width.
PLACES = (0.0, 0.055, 0.135, 0.30, 0.63)


def draw_log(document: Document, card: Card, scribe: Scribe, running: Running) -> int:
    """Every answer and what followed; gives the number of pages."""
    wide = document.wide - 2 * MARGIN
    words = scribe.phrase("log_title")
    lines = list(log_lines(card, scribe.catalog, scribe.lang))
    intro = scribe.phrase("log_intro" if lines else "log_none")
    blocks = [
        grouped("Sect", heading(words, wide), words, (words, 1)),
        paragraph(intro, wide, TEXT, SIZE, fill=SOFT, keep=True),
        space(8),
    ]
    number = count(1)
    blocks += [
        _note(line, wide) if line.seat is None else _answer(line, next(number), wide) for line in lines
    ]
    return fill(document, card, scribe, running, blocks, 0.0)


def _answer(line: LogLine, number: int, wide: float) -> Block:
    at = [part * wide for part in PLACES]
    asked = wrap(line.text, TEXT, SIZE, at[4] - at[3] - 8)
    answered = wrap(line.answer or "", STRONG, SIZE, wide - at[4])
    rows = max(len(asked), len(answered), 1)
    high = rows * LEAD + 4

    def draw(document: Document, left: float, top: float) -> None:
        base = top - 11.5
        with document.artifact():
            document.rule(left, left + wide, top - 0.5, RULE, 0.35)
        with document.leaf("P", (left, top - high, left + wide, top)):
            document.text(left, base, str(number), NARROW, SIZE, SOFT)
            document.text(left + at[1], base, line.rule, HEAD, SIZE, INK)
            seat, size = fit(line.seat or "", NARROW, SIZE, at[3] - at[2] - 6)
            document.text(left + at[2], base, seat, NARROW, size, SOFT)
            document.lines(left + at[3], base, asked, TEXT, SIZE, LEAD)
            document.lines(left + at[4], base, answered, STRONG, SIZE, LEAD)

    return Block(high, draw)


def _note(line: LogLine, wide: float) -> Block:
    at = PLACES[3] * wide
    lines = wrap(line.text, NARROW, SIZE, wide - at)
    high = len(lines) * (LEAD - 1) + 1.5

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left + at, top - high, left + wide, top)):
            document.lines(left + at, top - 8.5, lines, NARROW, SIZE, LEAD - 1, SOFT)

    return Block(high, draw)
