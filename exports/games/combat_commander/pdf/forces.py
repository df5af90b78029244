"""The two forces: heading, figures of the side, and every counter drawn."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import Block, figure, heading, label, paragraph, sketch, space, stack
from exports.kit.document import Document
from exports.kit.setting import Setting
from exports.kit.shapes import enlarged, moved, text
from exports.kit.theme import HEAD, HEAD_SIZE, INK, NARROW, RULE, SOFT, STRONG, fit, width

from ..drawings.counters import OVERHANG, Stack, counter_row, rows
from ..drawings.glyphs import on_map
from ..drawings.map import colours
from ..facts import lot_words, side_figures
from ..force import Lot, Section, sections, works
from ..scribe import Card, Scribe


def force(card: Card, scribe: Scribe, side: str, wide: float, setting: Setting) -> list[Block]:
    """Everything a side brings, as the blocks of one column."""
    head = [
        heading(scribe.faction(card, side), wide, size=HEAD_SIZE + 2 * setting.ease),
        paragraph(subtitle(card, scribe, side), wide, STRONG, setting.text, keep=True),
        space(4),
        stats(card, scribe, side, wide, setting),
    ]
    blocks = [stack(head)]
    for part in force_parts(card, scribe, side, wide, setting):
        blocks += [space(setting.gap), *part]
    return blocks


def force_parts(card: Card, scribe: Scribe, side: str, wide: float, setting: Setting) -> list[list[Block]]:
    """Leaders, units, weapons, support and what comes later, each with its heading; then the works."""
    parts = [_section(card, scribe, side, one, wide, setting) for one in sections(card, scribe, side)]
    if total := works(card, side):
        parts.append([_works(scribe, total, wide, setting)])
    if count := card["sides"][side].get("sightings"):
        parts.append([paragraph(scribe.counted("sightings", count), wide, size=setting.text)])
    return parts


def subtitle(card: Card, scribe: Scribe, side: str) -> str:
    """The formation and what it does."""
    return f"{scribe.formation(card, side)} · {scribe.term('posture.' + card['sides'][side]['posture'])}"


def stats(card: Card, scribe: Scribe, side: str, wide: float, setting: Setting) -> Block:
    """Orders, quality, hand, surrender, discard limit and Initiative: figures above their names."""
    return figures([(value, name) for name, value in side_figures(card, scribe, side)], wide, setting)


def figures(cells: Sequence[tuple[str, str]], wide: float, setting: Setting) -> Block:
    """A row of figures, each over its name, between hairlines."""
    size, small = HEAD_SIZE + 1 + 2 * setting.ease, setting.small
    high = size + small + 13.0
    share = _shares(cells, wide, size, small)

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


def _shares(cells: Sequence[tuple[str, str]], wide: float, size: float, small: float) -> list[float]:
    """The same room for every cell; where one needs more, as much as its words ask for."""
    needs = [max(width(value, HEAD, size), width(name, NARROW, small)) + 8 for value, name in cells]
    if max(needs) <= wide / len(cells):
        return [wide / len(cells)] * len(cells)
    spare = wide - sum(needs)
    if spare < 0:
        return [need * wide / sum(needs) for need in needs]
    return [need + spare / len(cells) for need in needs]


def _section(
    card: Card, scribe: Scribe, side: str, section: Section, wide: float, setting: Setting
) -> list[Block]:
    """A heading and its counters in rows."""
    stacks = [_stack(scribe, lot) for lot in section.lots]
    blocks = [label(section.title, wide, size=setting.small), space(2.5)]
    widest = max(stack.wide for stack in stacks) + OVERHANG
    scale = min(setting.counter, wide / widest)
    for number, row in enumerate(rows(stacks, wide / scale)):
        if number:
            blocks.append(space(4))
        blocks.append(
            _row(card, scribe, side, section, [(stacks[at], section.lots[at]) for at in row], scale)
        )
    return blocks


def _row(
    card: Card, scribe: Scribe, side: str, section: Section, found: list[tuple[Stack, Lot]], scale: float
) -> Block:
    stacks = [stack for stack, _ in found]

    def make() -> Drawing:
        return enlarged(counter_row(stacks, side, colours(card, scribe, side)), scale)

    def alt() -> str:
        return f"{section.title}: {scribe.list([lot_words(scribe, lot) for _, lot in found])}."

    return sketch(max(stack.high for stack in stacks) * scale, make, alt)


def _stack(scribe: Scribe, lot: Lot) -> Stack:
    note = "" if lot.cost is None else scribe.phrase("bought_for", cost=lot.cost)
    if lot.veterans:
        note = scribe.phrase("veterans_short", count=lot.veterans)
    return Stack(lot.count, tuple(scribe.piece(ref) for ref in lot.refs), note)


def _works(scribe: Scribe, total: dict[str, int], wide: float, setting: Setting) -> Block:
    """RS.9: the fortifications as signs with their number."""
    drawing, alts = _signs(scribe, total, wide, setting.text + 0.5)
    words = scribe.term("card.fortifications")
    alt = f"{words}: {scribe.list(alts)}."
    return stack([label(words, wide, size=setting.small), space(2), figure(drawing, alt)])


def _signs(scribe: Scribe, total: dict[str, int], wide: float, size: float) -> tuple[Drawing, list[str]]:
    cell, line, scale = wide / 2, size * 1.75, size / 10.5
    lines = (len(total) + 1) // 2
    drawing = Drawing(wide, line * lines)
    alts = []
    for place, (kind, count) in enumerate(total.items()):
        x, y = (place % 2) * cell, line * (lines - 1 - place // 2) + line / 2
        drawing.add(moved(list(on_map(kind)), x + 10 * scale, y, scale))
        words = scribe.works(kind, count)
        alts.append(words)
        words, own = fit(words, HEAD, size, cell - 27 * scale)
        drawing.add(text(x + 24 * scale, y - own * 0.35, words, own, HEAD, INK))
    return drawing, alts
