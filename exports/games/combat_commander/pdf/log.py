"""The log as pages: number, rule, seat, question, answer; notes indented beneath."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count, groupby

from exports.kit.blocks import Block, group, heading, paragraph, space
from exports.kit.document import Document
from exports.kit.log import LogLine
from exports.kit.page import Part
from exports.kit.theme import HEAD, INK, NARROW, RULE, SMALL_SIZE, SOFT, STRONG, TEXT, fit, width, wrap
from exports.kit.type_scale import TypeScale

from ..log import format_log
from ..messages import Card, MessageFormatter

#: Start of the columns as shares of the width: number, rule, seat, question, answer.
COLUMN_STARTS = (0.0, 0.045, 0.125, 0.25, 0.555)


@dataclass(frozen=True, slots=True)
class Face:
    """The type of the log; it is looked up, not read at arm's length, and may be smaller."""

    size: float
    pad: float  # points below a line

    @property
    def lead(self) -> float:
        return self.size * 1.3

    @property
    def note(self) -> float:
        """Return the distance from an answer to its consequences."""
        return self.size * 6.1


def log_part(card: Card, formatter: MessageFormatter, wide: float) -> Part:
    """Return every answer and its consequences."""
    lines = list(format_log(card, formatter))
    return lambda type_scale: _log_blocks(card, formatter, lines, wide, type_scale)


def _log_blocks(
    card: Card, formatter: MessageFormatter, lines: Sequence[LogLine], wide: float, type_scale: TypeScale
) -> list[Block]:
    face = Face(8.5 + 2.0 * type_scale.ease, 3.0 + 3.0 * type_scale.ease)
    words = formatter.phrase("log_title")
    intro = formatter.phrase("log_intro" if lines else "log_none")
    head = [
        group("Sect", heading(words, wide), words, (words, 1)),
        paragraph(intro, wide, TEXT, face.size, fill=SOFT, keep=True),
    ]
    if digest := card.get("commitment"):
        sealed = formatter.phrase("commitment", digest=digest)
        head.append(paragraph(sealed, wide, NARROW, SMALL_SIZE, fill=SOFT, keep=True))
    return [*head, space(8), *_line_blocks(lines, wide, face)]


def _line_blocks(lines: Iterable[LogLine], wide: float, face: Face) -> list[Block]:
    """Return answers one by one; consequences stand beside an answer if they fit, else beneath."""
    blocks: list[Block] = []
    number = count(1)
    last: LogLine | None = None  # an answer that waits for its consequences
    for (rule, noted), run in groupby(lines, key=lambda line: (line.rule, line.seat is None)):
        if not noted:
            for line in run:
                blocks += [_answer_block(last, next(number), wide, face)] if last else []
                last = line
            continue
        words = " ".join(line.text for line in run)
        same = last is not None and last.rule == rule
        if last is not None:
            beside = words if same and _fits_beside(last, words, wide, face) else ""
            blocks.append(_answer_block(last, next(number), wide, face, beside))
            last = None
            if beside:
                continue
        blocks.append(_note_block(words, "" if same else rule, wide, face))
    return [*blocks, _answer_block(last, next(number), wide, face)] if last else blocks


def _fits_beside(line: LogLine, words: str, wide: float, face: Face) -> bool:
    room = wide - COLUMN_STARTS[4] * wide - face.note
    short = width(line.answer or "", STRONG, face.size) <= face.note - 6
    return short and width(words, NARROW, face.size) <= room


def _answer_block(line: LogLine, number: int, wide: float, face: Face, beside: str = "") -> Block:
    at = [part * wide for part in COLUMN_STARTS]
    asked = wrap(line.text, TEXT, face.size, at[4] - at[3] - 8)
    answered = wrap(line.answer or "", STRONG, face.size, wide - at[4])
    rows = max(len(asked), len(answered), 1)
    high = rows * face.lead + face.pad

    def draw(document: Document, left: float, top: float) -> None:
        base = top - face.size * 0.85 - 0.85 * face.pad
        with document.artifact():
            document.rule(left, left + wide, top - 0.5, RULE, 0.35)
        with document.leaf("P", (left, top - high, left + wide, top)):
            document.text(left, base, str(number), NARROW, face.size, SOFT)
            document.text(left + at[1], base, line.rule, HEAD, face.size, INK)
            seat, size = fit(line.seat or "", NARROW, face.size, at[3] - at[2] - 6)
            document.text(left + at[2], base, seat, NARROW, size, SOFT)
            document.lines(left + at[3], base, asked, TEXT, face.size, face.lead)
            document.lines(left + at[4], base, answered, STRONG, face.size, face.lead)
            if beside:
                document.text(left + at[4] + face.note, base, beside, NARROW, face.size, SOFT)

    return Block(high, draw)


def _note_block(words: str, rule: str, wide: float, face: Face) -> Block:
    """Return the consequences, with their rule if it differs from the line above."""
    at = [part * wide for part in COLUMN_STARTS]
    lines = wrap(words, NARROW, face.size, wide - at[3])
    high = len(lines) * (face.lead - 1) + (face.pad if rule else 1.5)

    def draw(document: Document, left: float, top: float) -> None:
        base = top - face.size * 0.85 - (0.85 * face.pad if rule else 0.5)
        if rule:
            with document.artifact():
                document.rule(left + at[1], left + wide, top - 0.5, RULE, 0.35)
        with document.leaf("P", (left, top - high, left + wide, top)):
            if rule:
                document.text(left + at[1], base, rule, HEAD, face.size, INK)
            document.lines(left + at[3], base, lines, NARROW, face.size, face.lead - 1, SOFT)

    return Block(high, draw)
