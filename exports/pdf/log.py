"""The log as pages: number, rule, who, what, result; notes indented beneath."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count, groupby

from exports.log import LogLine, log_lines
from exports.pdf.blocks import Block, grouped, heading, paragraph, space
from exports.pdf.document import Document
from exports.pdf.frame import Running, fill, paginate, room
from exports.scribe import Card, Scribe
from exports.theme import HEAD, INK, MARGIN, NARROW, RULE, SMALL_SIZE, SOFT, STRONG, TEXT, fit, width, wrap

SIZE = SMALL_SIZE + 1
LEAD = 11.5
#: Where the columns begin: number, rule, seat, question, answer, as parts of the width.
PLACES = (0.0, 0.045, 0.125, 0.25, 0.555)
#: Below a line: as a rule, and closer where that saves a page.
PADS = (4.0, 3.0)
NOTE = 52.0  # from an answer to what followed from it


def draw_log(document: Document, card: Card, scribe: Scribe, running: Running) -> int:
    """Every answer and what followed; gives the number of pages."""
    wide = document.wide - 2 * MARGIN
    words = scribe.phrase("log_title")
    lines = list(log_lines(card, scribe.catalog, scribe.lang))
    intro = scribe.phrase("log_intro" if lines else "log_none")
    head = [
        grouped("Sect", heading(words, wide), words, (words, 1)),
        paragraph(intro, wide, TEXT, SIZE, fill=SOFT, keep=True),
    ]
    if digest := card.get("commitment"):
        sealed = scribe.phrase("commitment", digest=digest)
        head.append(paragraph(sealed, wide, NARROW, SMALL_SIZE, fill=SOFT, keep=True))
    head.append(space(8))
    settings = ([*head, *_blocks(lines, wide, pad)] for pad in PADS)
    blocks = min(settings, key=lambda blocks: len(paginate(blocks, 0.0, room(document))))
    return fill(document, card, scribe, running, blocks, 0.0)


def _blocks(lines: Iterable[LogLine], wide: float, pad: float) -> list[Block]:
    """Answers one by one; what followed from one stands beside it if it fits, else in a paragraph beneath."""
    blocks: list[Block] = []
    number = count(1)
    last: LogLine | None = None  # an answer that waits for what follows from it
    for (rule, noted), group in groupby(lines, key=lambda line: (line.rule, line.seat is None)):
        if not noted:
            for line in group:
                blocks += [_answer(last, next(number), wide, pad)] if last else []
                last = line
            continue
        words = " ".join(line.text for line in group)
        same = last is not None and last.rule == rule
        if last is not None:
            beside = words if same and _fits_beside(last, words, wide) else ""
            blocks.append(_answer(last, next(number), wide, pad, beside))
            last = None
            if beside:
                continue
        blocks.append(_note(words, "" if same else rule, wide, pad))
    return [*blocks, _answer(last, next(number), wide, pad)] if last else blocks


def _fits_beside(line: LogLine, words: str, wide: float) -> bool:
    room = wide - PLACES[4] * wide - NOTE
    short = width(line.answer or "", STRONG, SIZE) <= NOTE - 6
    return short and width(words, NARROW, SIZE) <= room


def _answer(line: LogLine, number: int, wide: float, pad: float, beside: str = "") -> Block:
    at = [part * wide for part in PLACES]
    asked = wrap(line.text, TEXT, SIZE, at[4] - at[3] - 8)
    answered = wrap(line.answer or "", STRONG, SIZE, wide - at[4])
    rows = max(len(asked), len(answered), 1)
    high = rows * LEAD + pad

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
            if beside:
                document.text(left + at[4] + NOTE, base, beside, NARROW, SIZE, SOFT)

    return Block(high, draw)


def _note(words: str, rule: str, wide: float, pad: float) -> Block:
    """What followed; with its rule where it is another than the line above has."""
    at = [part * wide for part in PLACES]
    lines = wrap(words, NARROW, SIZE, wide - at[3])
    high = len(lines) * (LEAD - 1) + (pad if rule else 1.5)

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (11 if rule else 8.5)
        if rule:
            with document.artifact():
                document.rule(left + at[1], left + wide, top - 0.5, RULE, 0.35)
        with document.leaf("P", (left, top - high, left + wide, top)):
            if rule:
                document.text(left + at[1], base, rule, HEAD, SIZE, INK)
            document.lines(left + at[3], base, lines, NARROW, SIZE, LEAD - 1, SOFT)

    return Block(high, draw)
