"""The log as pages: number, rule, who, what, result; notes indented beneath."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count, groupby

from exports.kit.blocks import Block, grouped, heading, paragraph, space
from exports.kit.document import Document
from exports.kit.log import LogLine
from exports.kit.page import Part
from exports.kit.setting import Setting
from exports.kit.theme import HEAD, INK, NARROW, RULE, SMALL_SIZE, SOFT, STRONG, TEXT, fit, width, wrap

from ..log import log_lines
from ..scribe import Card, Scribe

#: Where the columns begin: number, rule, seat, question, answer, as parts of the width.
PLACES = (0.0, 0.045, 0.125, 0.25, 0.555)


@dataclass(frozen=True, slots=True)
class Face:
    """The type of the log: it is looked up, not read at arm's length, and may be smaller than the rest."""

    size: float
    pad: float  # below a line

    @property
    def lead(self) -> float:
        return self.size * 1.3

    @property
    def note(self) -> float:
        """From an answer to what followed from it."""
        return self.size * 6.1


def log_part(card: Card, scribe: Scribe, wide: float) -> Part:
    """Every answer and what followed."""
    lines = list(log_lines(card, scribe))
    return lambda setting: _sheet(card, scribe, lines, wide, setting)


def _sheet(
    card: Card, scribe: Scribe, lines: Sequence[LogLine], wide: float, setting: Setting
) -> list[Block]:
    face = Face(8.5 + 2.0 * setting.ease, 3.0 + 3.0 * setting.ease)
    words = scribe.phrase("log_title")
    intro = scribe.phrase("log_intro" if lines else "log_none")
    head = [
        grouped("Sect", heading(words, wide), words, (words, 1)),
        paragraph(intro, wide, TEXT, face.size, fill=SOFT, keep=True),
    ]
    if digest := card.get("commitment"):
        sealed = scribe.phrase("commitment", digest=digest)
        head.append(paragraph(sealed, wide, NARROW, SMALL_SIZE, fill=SOFT, keep=True))
    return [*head, space(8), *_blocks(lines, wide, face)]


def _blocks(lines: Iterable[LogLine], wide: float, face: Face) -> list[Block]:
    """Answers one by one; what followed from one stands beside it if it fits, else in a paragraph beneath."""
    blocks: list[Block] = []
    number = count(1)
    last: LogLine | None = None  # an answer that waits for what follows from it
    for (rule, noted), group in groupby(lines, key=lambda line: (line.rule, line.seat is None)):
        if not noted:
            for line in group:
                blocks += [_answer(last, next(number), wide, face)] if last else []
                last = line
            continue
        words = " ".join(line.text for line in group)
        same = last is not None and last.rule == rule
        if last is not None:
            beside = words if same and _fits_beside(last, words, wide, face) else ""
            blocks.append(_answer(last, next(number), wide, face, beside))
            last = None
            if beside:
                continue
        blocks.append(_note(words, "" if same else rule, wide, face))
    return [*blocks, _answer(last, next(number), wide, face)] if last else blocks


def _fits_beside(line: LogLine, words: str, wide: float, face: Face) -> bool:
    room = wide - PLACES[4] * wide - face.note
    short = width(line.answer or "", STRONG, face.size) <= face.note - 6
    return short and width(words, NARROW, face.size) <= room


def _answer(line: LogLine, number: int, wide: float, face: Face, beside: str = "") -> Block:
    at = [part * wide for part in PLACES]
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


def _note(words: str, rule: str, wide: float, face: Face) -> Block:
    """What followed; with its rule where it is another than the line above has."""
    at = [part * wide for part in PLACES]
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
