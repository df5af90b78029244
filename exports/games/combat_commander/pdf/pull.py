"""The pull list as pages: one column for each side, a box for every line, totals at the foot."""

from __future__ import annotations

from exports.kit.blocks import (
    GUTTER,
    Block,
    column,
    columns,
    grouped,
    hairline,
    heading,
    in_columns,
    label,
    space,
)
from exports.kit.document import Document
from exports.kit.setting import Setting
from exports.kit.theme import HEAD, HEAD_SIZE, NARROW, SOFT, STRONG, TEXT, fit, width
from generator.games.combat_commander.authoring.force import SIDES

from ..pull import Item, PullList, pull_list, table_list
from ..scribe import Card, Scribe


def pull_sheet(card: Card, scribe: Scribe, wide: float, setting: Setting) -> list[Block]:
    """The pull list of both sides, and of the table beneath them."""
    half = column(wide, 2)
    words = scribe.phrase("pull_title")
    lists = [pull_list(card, scribe, side) for side in SIDES]
    sides = columns(
        [(place * (half + GUTTER), _column(one, scribe, half, setting)) for place, one in enumerate(lists)]
    )
    return [
        grouped("Sect", heading(words, wide, size=HEAD_SIZE + 2 * setting.ease), words, (words, 1)),
        space(setting.gap),
        sides,
        hairline(wide, setting.gap, 4.0),
        _total(scribe.phrase("pull_grand"), sum(one.total for one in lists), wide, setting),
        space(setting.gap),
        _table(table_list(card, scribe), wide, setting),
    ]


def _column(found: PullList, scribe: Scribe, wide: float, setting: Setting) -> list[Block]:
    blocks = [heading(found.title, wide, 3, setting.list), space(3)]
    for batch in found.batches:
        blocks += [label(f"{batch.title} · {batch.total}", wide, "H4", setting.small), space(1.5)]
        blocks += [_line(item, wide, setting) for item in batch.items]
        blocks.append(space(setting.gap * 0.7))
    blocks.append(_total(scribe.phrase("pull_total", faction=found.title), found.total, wide, setting))
    return blocks


def _table(found: PullList, wide: float, setting: Setting) -> Block:
    """The markers in two columns."""
    items = [_line(item, column(wide, 2), setting) for batch in found.batches for item in batch.items]
    return in_columns(heading(found.title, wide, 3, setting.list), items, wide, 2, 0.0, "L")


def _line(item: Item, wide: float, setting: Setting) -> Block:
    """A box, the number, the name, and where some of them belong."""
    size = setting.list
    high, at = size * setting.pitch, size * 3.4
    note, note_size = fit(item.note, NARROW, setting.small + 0.5, wide * 0.4)
    note_wide = width(note, NARROW, note_size) + 8 if note else 0.0
    name, name_size = fit(item.name, TEXT, size, wide - at - note_wide)

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (high + size * 0.7) / 2
        with document.artifact():
            document.box(left, base - size * 0.08, size * 0.86, SOFT)
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.right(left + at - size * 0.7, base, str(item.count), STRONG, size)
            document.text(left + at, base, name, TEXT, name_size)
            if note:
                document.right(left + wide, base, note, NARROW, note_size, SOFT)

    return Block(high, draw)


def _total(words: str, count: int, wide: float, setting: Setting) -> Block:
    size = setting.list
    high, at = size * setting.pitch, size * 3.4

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (high + size * 0.7) / 2
        with document.leaf("P", (left, top - high, left + wide, top)):
            document.right(left + at - size * 0.7, base, str(count), HEAD, size + 1)
            document.text(left + at, base, words, STRONG, size)

    return Block(high, draw)
