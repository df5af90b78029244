"""Both forces: heading, figures of the side, and every counter drawn."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import MIN_TYPE_SIZE, Block, figure, heading, label, paragraph, sketch, space, stack
from exports.kit.document import Document
from exports.kit.shapes import move_shapes, scale_drawing, text
from exports.kit.theme import HEAD, HEAD_SIZE, INK, NARROW, RULE, SOFT, STRONG, fit, width
from exports.kit.type_scale import TypeScale

from ..drawings.counters import OVERHANG, Stack, arrange_rows, draw_counter_row
from ..drawings.glyphs import map_glyph
from ..drawings.map import side_livery
from ..facts import format_lot, list_side_figures
from ..forces import Lot, Section, count_works, list_sections
from ..messages import Card, MessageFormatter


def force_blocks(
    card: Card, formatter: MessageFormatter, side: str, wide: float, type_scale: TypeScale
) -> list[Block]:
    """Return the whole force of a side as the blocks of one column."""
    head = [
        heading(formatter.faction(card, side), wide, size=HEAD_SIZE + 2 * type_scale.ease),
        paragraph(subtitle(card, formatter, side), wide, STRONG, type_scale.text, keep=True),
        space(4),
        stats_row(card, formatter, side, wide, type_scale),
    ]
    blocks = [stack(head)]
    for part in force_parts(card, formatter, side, wide, type_scale):
        blocks += [space(type_scale.gap), *part]
    return blocks


def force_parts(
    card: Card, formatter: MessageFormatter, side: str, wide: float, type_scale: TypeScale
) -> list[list[Block]]:
    """Return leaders, units, weapons, support and later arrivals, each with a heading; then the works."""
    parts = [
        _section(card, formatter, side, section, wide, type_scale)
        for section in list_sections(card, formatter, side)
    ]
    if total := count_works(card, side):
        parts.append([_works_block(formatter, total, wide, type_scale)])
    if count := card["sides"][side].get("sightings"):
        parts.append([paragraph(formatter.phrase("sightings", count=count), wide, size=type_scale.text)])
    return parts


def subtitle(card: Card, formatter: MessageFormatter, side: str) -> str:
    """Return the formation and its posture."""
    return (
        f"{formatter.formation(card, side)} · {formatter.term('posture.' + card['sides'][side]['posture'])}"
    )


def stats_row(
    card: Card, formatter: MessageFormatter, side: str, wide: float, type_scale: TypeScale
) -> Block:
    """Return orders, quality, hand, surrender, discard limit and Initiative above their names."""
    return figure_row(
        [(value, name) for name, value in list_side_figures(card, formatter, side)], wide, type_scale
    )


def figure_row(cells: Sequence[tuple[str, str]], wide: float, type_scale: TypeScale) -> Block:
    """Return a row of figures, each over its name, between hairlines."""
    size, small = HEAD_SIZE + 1 + 2 * type_scale.ease, type_scale.small
    high = size + small + 13.0
    share = _cell_widths(cells, wide, size, small)

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.rule(left, left + wide, top, RULE)
            document.rule(left, left + wide, top - high, RULE)
        x = left
        for (value, name), cell in zip(cells, share, strict=True):
            with document.leaf("P", (x, top - high, x + cell, top)):
                name, name_size = fit(name, NARROW, small, cell - 4)
                value, value_size = fit(value, HEAD, size, cell - 4)
                document.text(x, top - 3 - size * 0.86, value, HEAD, value_size)
                document.text(x, top - high + 5, name, NARROW, name_size, SOFT)
            x += cell

    return Block(high, draw)


def _cell_widths(cells: Sequence[tuple[str, str]], wide: float, size: float, small: float) -> list[float]:
    """Return equal widths for all cells, or proportional ones if a cell needs more."""
    needs = [max(width(value, HEAD, size), width(name, NARROW, small)) + 8 for value, name in cells]
    if max(needs) <= wide / len(cells):
        return [wide / len(cells)] * len(cells)
    spare = wide - sum(needs)
    if spare < 0:
        return [need * wide / sum(needs) for need in needs]
    return [need + spare / len(cells) for need in needs]


def _section(
    card: Card, formatter: MessageFormatter, side: str, section: Section, wide: float, type_scale: TypeScale
) -> list[Block]:
    """Return a heading and its counters in rows."""
    stacks = [make_stack(formatter, lot) for lot in section.lots]
    blocks = [label(section.title, wide, size=type_scale.small), space(2.5)]
    widest = max(stack.wide for stack in stacks) + OVERHANG
    scale = min(type_scale.counter, wide / widest)
    for number, row in enumerate(arrange_rows(stacks, wide / scale)):
        if number:
            blocks.append(space(4))
        blocks.append(
            _row(card, formatter, side, section, [(stacks[at], section.lots[at]) for at in row], scale)
        )
    return blocks


def _row(
    card: Card,
    formatter: MessageFormatter,
    side: str,
    section: Section,
    stacked: list[tuple[Stack, Lot]],
    scale: float,
) -> Block:
    stacks = [stack for stack, _ in stacked]

    def make() -> Drawing:
        return scale_drawing(draw_counter_row(stacks, side, side_livery(card, formatter, side)), scale)

    def alt() -> str:
        return (
            formatter.labelled(
                section.title, formatter.list([format_lot(formatter, lot) for _, lot in stacked])
            )
            + "."
        )

    return sketch(max(stack.high for stack in stacks) * scale, make, alt)


def make_stack(formatter: MessageFormatter, lot: Lot) -> Stack:
    note = "" if lot.cost is None else formatter.phrase("bought_for", cost=lot.cost)
    if lot.veterans:
        note = formatter.phrase("veterans_short", count=lot.veterans)
    return Stack(lot.count, tuple(formatter.piece(ref) for ref in lot.refs), note)


def _works_block(
    formatter: MessageFormatter, total: dict[str, int], wide: float, type_scale: TypeScale
) -> Block:
    """RS.9: return the fortifications as signs with their number."""
    drawing, alts = draw_works(formatter, total, wide, type_scale.text + 0.5)
    words = formatter.term("card.fortifications")
    alt = formatter.labelled(words, formatter.list(alts)) + "."
    return stack([label(words, wide, size=type_scale.small), space(2), figure(drawing, alt)])


def draw_works(
    formatter: MessageFormatter, total: dict[str, int], wide: float, size: float
) -> tuple[Drawing, list[str]]:
    """Draw signs before their names, two beside each other if all names fit."""
    line, scale = size * 1.75, size / 10.5
    names = [formatter.works(kind, count) for kind, count in total.items()]
    columns = 2 if all(width(name, HEAD, size) <= wide / 2 - 27 * scale for name in names) else 1
    rows = -(-len(total) // columns)
    drawing = Drawing(wide, line * rows)
    for place, (kind, name) in enumerate(zip(total, names, strict=True)):
        x = place % columns * wide / columns
        y = line * (rows - 1 - place // columns) + line / 2
        drawing.add(move_shapes(list(map_glyph(kind)), x + 10 * scale, y, scale))
        words, own = fit(name, HEAD, size, wide / columns - 27 * scale, MIN_TYPE_SIZE)
        drawing.add(text(x + 24 * scale, y - own * 0.35, words, own, HEAD, INK))
    return drawing, names
