"""The pull list as pages: one column for each side, a box for every line, totals at the foot."""

from __future__ import annotations

from exports.pdf.blocks import Block, columns, grouped, hairline, heading, label, space
from exports.pdf.document import Document
from exports.pdf.frame import GUTTER, Running, fill
from exports.pull import Item, PullList, pull_list, table_list
from exports.scribe import Card, Scribe
from exports.theme import BODY_SIZE, HEAD, MARGIN, NARROW, SMALL_SIZE, SOFT, STRONG, TEXT, fit
from generator.authoring.force import SIDES

LINE = 14.5


def draw_pull(document: Document, card: Card, scribe: Scribe, running: Running) -> int:
    """The pull list of both sides and of the table; gives the number of pages."""
    wide = document.wide - 2 * MARGIN
    half = (wide - GUTTER) / 2
    words = scribe.phrase("pull_title")
    lists = [pull_list(card, scribe, side) for side in SIDES]
    table = table_list(card, scribe)
    sides = columns(
        [(place * (half + GUTTER), _column(one, scribe, half)) for place, one in enumerate(lists)]
    )
    total = sum(one.total for one in lists)
    blocks = [
        grouped("Sect", heading(words, wide), words, (words, 1)),
        space(6),
        sides,
        space(10),
        hairline(wide),
        _total(scribe.phrase("pull_grand"), total, wide),
        space(14),
        columns([(0.0, _column(table, scribe, half)[:-1])]),
    ]
    return fill(document, card, scribe, running, blocks, 0.0)


def _column(found: PullList, scribe: Scribe, wide: float) -> list[Block]:
    blocks = [heading(found.title, wide, 3), space(3)]
    for batch in found.batches:
        blocks += [label(f"{batch.title} · {batch.total}", wide, "H4"), space(1.5)]
        blocks += [_line(item, wide) for item in batch.items]
        blocks.append(space(5))
    blocks.append(_total(scribe.phrase("pull_total", faction=found.title), found.total, wide))
    return blocks


def _line(item: Item, wide: float) -> Block:
    """A box, the number, the name, and where some of them belong."""
    note_wide = 92.0 if item.note else 0.0
    name, size = fit(item.name, TEXT, BODY_SIZE, wide - 42 - note_wide)

    def draw(document: Document, left: float, top: float) -> None:
        base = top - 10.5
        with document.artifact():
            document.box(left, base - 0.8, 8.5, SOFT)
        with document.leaf("LI", (left, top - LINE, left + wide, top)):
            document.right(left + 34, base, str(item.count), STRONG, BODY_SIZE)
            document.text(left + 42, base, name, TEXT, size)
            if item.note:
                note, note_size = fit(item.note, NARROW, SMALL_SIZE + 0.5, note_wide - 6)
                document.right(left + wide, base, note, NARROW, note_size, SOFT)

    return Block(LINE, draw)


def _total(words: str, count: int, wide: float) -> Block:
    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left, top - LINE, left + wide, top)):
            document.right(left + 34, top - 10.5, str(count), HEAD, 11)
            document.text(left + 42, top - 10.5, words, STRONG, BODY_SIZE)

    return Block(LINE, draw)
