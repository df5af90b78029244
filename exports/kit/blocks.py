"""Blocks of a page. Each knows its height before it is drawn, so pages can be filled exactly."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import Color

from exports.kit.document import Document
from exports.kit.theme import BODY_SIZE, HEAD, HEAD_SIZE, INK, RULE, SMALL_SIZE, SOFT, TEXT, fit, wrap

Draw = Callable[[Document, float, float], None]  # document, left, top


GUTTER = 18.0  # between two columns
MIN_TYPE_SIZE = 8.0
MIN_TITLE_SIZE = 14.0
WRITING_LINE = 17.0  # points from a line to write on to the next
MIN_BLOCKS_BEFORE_BREAK = 3  # minimum blocks of a column before a page break
Split = Callable[[float], "tuple[Block, Block] | None"]  # height -> (block that fits, rest)


@dataclass(frozen=True, slots=True)
class Block:
    """Content of a known height; ``keep`` holds it on one page with the next block.

    ``again`` is the heading to repeat if what stands below it goes on over the page; a block with
    ``gap`` only keeps a distance.
    """

    high: float
    draw: Draw
    keep: bool = False
    split: Split | None = None
    again: Block | None = None
    gap: bool = False


def _draw_nothing(_document: Document, _left: float, _top: float) -> None:
    return None


def space(high: float) -> Block:
    return Block(high, _draw_nothing, keep=True, gap=True)


def paragraph(
    words: str,
    wide: float,
    font: str = TEXT,
    size: float = BODY_SIZE,
    leading: float | None = None,
    fill: Color = INK,
    tag: str = "P",
    keep: bool = False,
) -> Block:
    """Return text broken into lines."""
    lead = leading or size * 1.36
    lines = wrap(words, font, size, wide)
    high = lead * len(lines)

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf(tag, (left, top - high, left + wide, top)):
            document.lines(left, top - (lead + size * 0.72) / 2, lines, font, size, lead, fill)

    return Block(high, draw, keep)


def heading(words: str, wide: float, level: int = 2, size: float = HEAD_SIZE) -> Block:
    """Return a heading; a long one takes several lines."""
    return _headline(words, wide, f"H{level}", size, size * 1.25, INK)


def label(words: str, wide: float, tag: str = "H3", size: float = SMALL_SIZE) -> Block:
    """Return a small heading in capitals."""
    return _headline(words.upper(), wide, tag, size, size * 1.35, SOFT)


def _headline(
    words: str, wide: float, tag: str, size: float, lead: float, fill: Color, *, again: bool = False
) -> Block:
    """Return a heading: a title in smaller type if it is long, any other broken into lines."""
    if tag == "H1":
        size = min(size, max(MIN_TITLE_SIZE, fit(words, HEAD, size, wide)[1]))
    lines = wrap(words, HEAD, size, wide)
    high = lead if again else lead * len(lines)

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf(tag, (left, top - high, left + wide, top)):
            if again:
                line = document.continued.format(title=words)
                shown, fitted = fit(line, HEAD, size, wide, min(size, MIN_TYPE_SIZE))
                document.text(left, top - (lead + fitted * 0.7) / 2, shown, HEAD, fitted, fill)
            else:
                document.lines(left, top - (lead + size * 0.7) / 2, lines, HEAD, size, lead, fill)

    repeated = None if again else _headline(words, wide, tag, size, lead, fill, again=True)
    return Block(high, draw, keep=True, again=repeated)


def figure(drawing: Drawing, alt: str) -> Block:
    return sketch(drawing.height, lambda: drawing, lambda: alt)


def sketch(high: float, make: Callable[[], Drawing], alt: Callable[[], str]) -> Block:
    """Return a figure of a known height that is made only when its page is drawn."""

    def draw(document: Document, left: float, top: float) -> None:
        drawing = make()
        with document.leaf("Figure", (left, top - high, left + drawing.width, top), alt()):
            document.picture(drawing, left, top - high)

    return Block(high, draw)


def hairline(wide: float, above: float = 3.0, below: float = 4.0, stroke: Color = RULE) -> Block:
    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.rule(left, left + wide, top - above, stroke)

    return Block(above + below, draw, keep=True)


def tick_line(mark: str, words: str, wide: float, size: float, leading: float = 1.3) -> Block:
    """Return a line with a box to tick, a short mark (a rule, a number) and a text."""
    lead = size * leading
    indent = size * 4.8
    lines = wrap(words, TEXT, size, wide - indent)
    high = lead * max(len(lines), 1) + size * 0.28

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (lead + size * 0.72) / 2
        with document.artifact():
            document.box(left, base - 0.9, size * 0.9, SOFT)
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.text(left + size * 1.4, base, mark, HEAD, size, SOFT)
            document.lines(left + indent, base, lines, TEXT, size, lead)

    return Block(high, draw)


def ruled(title: str, wide: float, high: float) -> Block:
    """Return a caption above lines to write on."""

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left, top - high, left + wide, top)):
            document.text(left, top - MIN_TYPE_SIZE - 2, title.upper(), HEAD, MIN_TYPE_SIZE, SOFT)
            y = top - MIN_TYPE_SIZE - 2 - WRITING_LINE
            while y > top - high:
                document.rule(left, left + wide, y, RULE, 0.5)
                y -= WRITING_LINE

    return Block(high, draw)


def stack(blocks: Sequence[Block], gap: float = 0.0, keep: bool = False) -> Block:
    """Stack blocks vertically, kept together."""
    high = sum(block.high for block in blocks) + gap * max(len(blocks) - 1, 0)

    def draw(document: Document, left: float, top: float) -> None:
        for block in blocks:
            block.draw(document, left, top)
            top -= block.high + gap

    again = None
    if blocks and blocks[0].again is not None and all(block.gap for block in blocks[1:]):
        again = stack([blocks[0].again, *blocks[1:]], gap, keep)  # a heading with the distance below it
    return Block(high, draw, keep, again=again)


def beside(columns: Sequence[tuple[float, Block]], keep: bool = False) -> Block:
    """Place blocks side by side; each comes with its distance from the left."""
    high = max((block.high for _, block in columns), default=0.0)

    def draw(document: Document, left: float, top: float) -> None:
        for offset, block in columns:
            block.draw(document, left + offset, top)

    return Block(high, draw, keep)


def group(tag: str, block: Block, title: str | None = None, bookmark: tuple[str, int] | None = None) -> Block:
    """Group the leaves of a block in one structure element; ``bookmark`` adds an outline entry."""

    def draw(document: Document, left: float, top: float) -> None:
        if bookmark is not None:
            document.bookmark(bookmark[0], bookmark[1], top)
        with document.section(tag, title):
            block.draw(document, left, top)

    def split(room: float) -> tuple[Block, Block] | None:
        parts = block.split(room) if block.split else None
        if parts is None:
            return None
        return group(tag, parts[0], title, bookmark), group(tag, parts[1], title)

    return Block(block.high, draw, block.keep, split if block.split else None)


def columns(column_blocks: Sequence[tuple[float, Sequence[Block]]], tag: str = "") -> Block:
    """Return columns that break over pages independently.

    A column that does not fit a page continues in the same column of the next. With a tag, the blocks of
    a column form one structure element on every page.
    """

    def set_beside(parts: Sequence[tuple[float, Sequence[Block]]]) -> Block:
        stacks = ((offset, stack(blocks)) for offset, blocks in parts if blocks)
        return beside([(offset, group(tag, block) if tag else block) for offset, block in stacks])

    whole = set_beside(column_blocks)

    def split(room: float) -> tuple[Block, Block] | None:
        cuts = [(offset, blocks, _count_fitting(blocks, room)) for offset, blocks in column_blocks]
        if not any(cut for _, _, cut in cuts):
            return None
        head = set_beside([(offset, blocks[:cut]) for offset, blocks, cut in cuts])
        rest = [(offset, [*repeat_headings(blocks, cut), *blocks[cut:]]) for offset, blocks, cut in cuts]
        return head, columns(rest, tag)

    return Block(whole.high, whole.draw, split=split)


def repeat_headings(blocks: Sequence[Block], cut: int) -> list[Block]:
    """Return the heading to repeat above what follows a cut, if the cut tears a section apart."""
    following = [block for block in blocks[cut:] if not block.gap]
    if not cut or not following or following[0].again is not None:
        return []
    heads = [block.again for block in blocks[:cut] if block.again is not None]
    return [heads[-1], space(2.0)] if heads else []


def _count_fitting(blocks: Sequence[Block], room: float) -> int:
    """Return how many blocks fit without separating one from the block it must stay with."""
    used, fits = 0.0, 0
    for place, block in enumerate(blocks, start=1):
        used += block.high
        if used > room:
            break
        if not block.keep:
            fits = place
    left = [block for block in blocks[fits:] if not block.gap]
    if len(left) == 1 and fits > MIN_BLOCKS_BEFORE_BREAK and not blocks[fits - 2].keep:
        return fits - 1  # no single row alone on a page
    return fits


def in_columns(head: Block, items: Sequence[Block], wide: float, count: int, gap: float, tag: str) -> Block:
    """Return a heading over items in columns of about the same height; may break over pages."""
    step = column_width(wide, count) + GUTTER
    sides = [
        (place * step, group(tag, stack(part, gap))) for place, part in enumerate(balance(items, count, gap))
    ]
    whole = stack([head, beside(sides)])

    def split(room: float) -> tuple[Block, Block] | None:
        def part(cut: int) -> Block:
            return in_columns(head, items[:cut], wide, count, gap, tag)

        cut = bisect_right(range(1, len(items)), room, key=lambda cut: part(cut).high)
        if cut == len(items) - 1 and cut > MIN_BLOCKS_BEFORE_BREAK:
            cut -= 1  # no single item alone on a page
        if cut == 0:
            return None
        return part(cut), in_columns(head.again or space(0), items[cut:], wide, count, gap, tag)

    return Block(whole.high, whole.draw, split=split)


def make_unsplittable(block: Block) -> Block:
    """Return the block without its ability to be split over pages."""
    return Block(block.high, block.draw, block.keep)


def column_width(wide: float, count: int) -> float:
    """Return the width of one of ``count`` columns."""
    return (wide - (count - 1) * GUTTER) / count


def balance(blocks: Sequence[Block], count: int, gap: float) -> list[list[Block]]:
    """Distribute blocks in reading order over at most ``count`` columns, as evenly as possible."""
    if not blocks:
        return []
    low, high = max(block.high for block in blocks), sum(block.high + gap for block in blocks)
    while high - low > 0.25:
        middle = (low + high) / 2
        if len(_fill_columns(blocks, middle, gap)) <= count:
            high = middle
        else:
            low = middle
    return _fill_columns(blocks, high, gap)


def _fill_columns(blocks: Sequence[Block], room: float, gap: float) -> list[list[Block]]:
    """Fill columns of this height one after another."""
    filled: list[list[Block]] = []
    used = 0.0
    for block in blocks:
        if filled and used + gap + block.high <= room + 0.001:
            filled[-1].append(block)
            used += gap + block.high
        else:
            filled.append([block])
            used = block.high
    return filled
