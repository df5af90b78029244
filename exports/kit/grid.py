"""A table on paper: heads, rows, and columns of so many parts of the whole; it goes on over the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exports.kit.blocks import Block, grouped
from exports.kit.document import Document
from exports.kit.theme import FAINT, HEAD, INK, RULE, SMALL_SIZE, SOFT, TEXT, wrap

CELL, LEAD = 9.2, 1.28
PAD = 3.0
FEWEST = 3  # rows of a table before it goes on over the page


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: heads, rows, and how wide its columns are in parts of the whole.

    One to be written in is lined and has so much room above and below its words.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    parts: Sequence[float]
    roomy: float = 0.0


def grid_block(grid: Grid, wide: float, rows: range | None = None) -> Block:
    """A table; where it does not fit, it goes on on the next page under its heads."""
    rows = range(len(grid.rows)) if rows is None else rows
    head = _row(grid, grid.heads, wide, HEAD, head=True)
    body = [_row(grid, grid.rows[number], wide, TEXT, shade=number % 2 == 1) for number in rows]
    blocks = [head, *body]

    def draw(document: Document, left: float, top: float) -> None:
        for block in blocks:
            block.draw(document, left, top)
            top -= block.high

    def split(space_left: float) -> tuple[Block, Block] | None:
        used, fits = head.high, 0
        for block in body:
            used += block.high
            if used > space_left:
                break
            fits += 1
        if fits < min(FEWEST, len(body)) or fits == len(body):
            return None
        return grid_block(grid, wide, rows[:fits]), grid_block(grid, wide, rows[fits:])

    whole = Block(sum(block.high for block in blocks), draw, split=split)
    return grouped("Table", whole)


def _row(
    grid: Grid, cells: Sequence[str], wide: float, font: str, *, head: bool = False, shade: bool = False
) -> Block:
    widths = [wide * part / sum(grid.parts) for part in grid.parts]
    size = SMALL_SIZE if head else CELL
    lines = [
        wrap(cell, font, size, max(12.0, room_ - 8)) or [""]
        for cell, room_ in zip(cells, widths, strict=True)
    ]
    pad = PAD if head or not grid.roomy else grid.roomy
    high = size * LEAD * max(len(found) for found in lines) + 2 * pad

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            if shade and not grid.roomy:
                document.canvas.setFillColor(FAINT)
                document.canvas.rect(left, top - high, wide, high, stroke=0, fill=1)
                document._dress = None
            document.rule(left, left + wide, top - high, INK if head else RULE, 0.9 if head else 0.4)
            if grid.roomy:
                edges = [left + sum(widths[:place]) for place in range(len(widths) + 1)]
                document.canvas.setStrokeColor(RULE)
                document.canvas.setLineWidth(0.4)
                document.canvas.lines([(x, top, x, top - high) for x in edges])
        with document.section("TR"):
            at = left
            for found, room_ in zip(lines, widths, strict=True):
                with document.leaf("TH" if head else "TD", (at, top - high, at + room_, top)):
                    base = top - pad - size * (LEAD + 0.72) / 2
                    fill = SOFT if head else INK
                    document.lines(at + 4, base, list(found), font, size, size * LEAD, fill)
                at += room_

    return Block(high, draw)
