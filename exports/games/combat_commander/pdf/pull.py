"""The pull list as pages: a column for each side, a box for every line, totals at the foot."""

from __future__ import annotations

from exports.kit.blocks import (
    GUTTER,
    Block,
    column_width,
    columns,
    group,
    hairline,
    heading,
    in_columns,
    label,
    space,
)
from exports.kit.document import Document
from exports.kit.theme import HEAD, HEAD_SIZE, NARROW, SOFT, STRONG, TEXT, fit, width
from exports.kit.type_scale import TypeScale
from generator.games.combat_commander.authoring.force import SIDES

from ..messages import Card, MessageFormatter
from ..pull import Item, PullList, make_pull_list, make_table_list


def pull_blocks(card: Card, formatter: MessageFormatter, wide: float, type_scale: TypeScale) -> list[Block]:
    """Return the pull list of both sides, and of the table beneath them."""
    half = column_width(wide, 2)
    words = formatter.phrase("pull_title")
    lists = [make_pull_list(card, formatter, side) for side in SIDES]
    sides = columns(
        [
            (place * (half + GUTTER), _column(pull_list, formatter, half, type_scale))
            for place, pull_list in enumerate(lists)
        ]
    )
    return [
        group("Sect", heading(words, wide, size=HEAD_SIZE + 2 * type_scale.ease), words, (words, 1)),
        space(type_scale.gap),
        sides,
        hairline(wide, type_scale.gap, 4.0),
        _total(formatter.phrase("pull_grand"), sum(pull_list.total for pull_list in lists), wide, type_scale),
        space(type_scale.gap),
        _table(make_table_list(card, formatter), wide, type_scale),
    ]


def _column(pulled: PullList, formatter: MessageFormatter, wide: float, type_scale: TypeScale) -> list[Block]:
    blocks = [heading(pulled.title, wide, 3, type_scale.list), space(3)]
    for batch in pulled.batches:
        blocks += [label(f"{batch.title} · {batch.total}", wide, "H4", type_scale.small), space(1.5)]
        blocks += [_line(item, wide, type_scale) for item in batch.items]
        blocks.append(space(type_scale.gap * 0.7))
    blocks.append(
        _total(formatter.phrase("pull_total", faction=pulled.title), pulled.total, wide, type_scale)
    )
    return blocks


def _table(pulled: PullList, wide: float, type_scale: TypeScale) -> Block:
    """Return the markers in two columns."""
    items = [
        _line(item, column_width(wide, 2), type_scale) for batch in pulled.batches for item in batch.items
    ]
    return in_columns(heading(pulled.title, wide, 3, type_scale.list), items, wide, 2, 0.0, "L")


def _line(item: Item, wide: float, type_scale: TypeScale) -> Block:
    """Return a box, the count, the name, and a note on where some of them belong."""
    size = type_scale.list
    high, at = size * type_scale.pitch, size * 3.4
    note, note_size = fit(item.note, NARROW, type_scale.small + 0.5, wide * 0.4)
    note_wide = width(note, NARROW, note_size) + 8 if note else 0.0
    name, name_size = fit(item.name, TEXT, size, wide - at - note_wide)

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (high + size * 0.7) / 2
        with document.artifact():
            document.box(left, base - size * 0.08, size * 0.86, SOFT)
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.text_right(left + at - size * 0.7, base, str(item.count), STRONG, size)
            document.text(left + at, base, name, TEXT, name_size)
            if note:
                document.text_right(left + wide, base, note, NARROW, note_size, SOFT)

    return Block(high, draw)


def _total(words: str, count: int, wide: float, type_scale: TypeScale) -> Block:
    size = type_scale.list
    high, at = size * type_scale.pitch, size * 3.4

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (high + size * 0.7) / 2
        with document.leaf("P", (left, top - high, left + wide, top)):
            document.text_right(left + at - size * 0.7, base, str(count), HEAD, size + 1)
            document.text(left + at, base, words, STRONG, size)

    return Block(high, draw)
