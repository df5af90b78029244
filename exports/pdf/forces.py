"""The two forces: heading, figures of the side, and every counter drawn."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.graphics.shapes import Drawing

from exports.drawings.counters import Stack, counter_row, rows
from exports.drawings.glyphs import on_map
from exports.drawings.shapes import moved, text
from exports.facts import lot_words, side_figures
from exports.force import Lot, Section, sections, works
from exports.pdf.blocks import Block, figure, heading, label, paragraph, space, stack
from exports.pdf.document import Document
from exports.scribe import Card, Scribe
from exports.theme import BODY_SIZE, HEAD, HEAD_SIZE, INK, NARROW, RULE, SMALL_SIZE, SOFT, STRONG, fit


def force(card: Card, scribe: Scribe, side: str, wide: float, gap: float = 7.0) -> list[Block]:
    """Everything a side brings, as the blocks of one column."""
    head = [
        heading(scribe.faction(card, side), wide),
        paragraph(_subtitle(card, scribe, side), wide, STRONG, SMALL_SIZE + 1, keep=True),
        space(4),
        stats(card, scribe, side, wide),
    ]
    blocks = [stack(head)]
    for section in sections(card, scribe, side):
        blocks += [space(gap), *_section(card, scribe, side, section, wide)]
    if total := works(card, side):
        blocks += [space(gap), _works(scribe, total, wide)]
    return blocks + _notes(card, scribe, side, wide)


def _subtitle(card: Card, scribe: Scribe, side: str) -> str:
    return f"{scribe.formation(card, side)} · {scribe.term('posture.' + card['sides'][side]['posture'])}"


def stats(card: Card, scribe: Scribe, side: str, wide: float) -> Block:
    """Orders, quality, hand, surrender, discard limit and Initiative: figures above their names."""
    return figures([(value, name) for name, value in side_figures(card, scribe, side)], wide)


def figures(cells: Sequence[tuple[str, str]], wide: float) -> Block:
    """A row of figures, each over its name, between hairlines."""
    high = 32.0
    cell = wide / len(cells)

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.rule(left, left + wide, top, RULE)
            document.rule(left, left + wide, top - high, RULE)
        for place, (value, name) in enumerate(cells):
            x = left + place * cell
            with document.leaf("P", (x, top - high, x + cell, top)):
                name, name_size = fit(name, NARROW, SMALL_SIZE, cell - 4)
                value, value_size = fit(value, HEAD, HEAD_SIZE, cell - 4)
                document.text(x, top - 15.5, value, HEAD, value_size)
                document.text(x, top - 26.5, name, NARROW, name_size, SOFT)

    return Block(high, draw)


def _section(card: Card, scribe: Scribe, side: str, section: Section, wide: float) -> list[Block]:
    """A heading and its counters in rows."""
    faction = card["sides"][side]["faction"]
    stacks = [_stack(scribe, lot) for lot in section.lots]
    blocks = [label(section.title, wide), space(2.5)]
    for number, row in enumerate(rows(stacks, wide)):
        alt = scribe.list([lot_words(scribe, section.lots[place]) for place in row])
        if number:
            blocks.append(space(4))
        drawing = counter_row([stacks[place] for place in row], side, faction)
        blocks.append(figure(drawing, f"{section.title}: {alt}."))
    return blocks


def _stack(scribe: Scribe, lot: Lot) -> Stack:
    note = "" if lot.cost is None else scribe.phrase("bought_for", cost=lot.cost)
    if lot.veterans:
        note = scribe.phrase("veterans_short", count=lot.veterans)
    return Stack(lot.count, tuple(scribe.piece(ref) for ref in lot.refs), note)


def _works(scribe: Scribe, total: dict[str, int], wide: float) -> Block:
    """RS.9: the fortifications as signs with their number."""
    drawing, alts = _signs(scribe, total, wide)
    words = scribe.term("card.fortifications")
    return stack([label(words, wide), space(2), figure(drawing, f"{words}: {scribe.list(alts)}.")])


def _signs(scribe: Scribe, total: dict[str, int], wide: float) -> tuple[Drawing, list[str]]:
    cell, line = wide / 2, 17.0
    lines = (len(total) + 1) // 2
    drawing = Drawing(wide, line * lines)
    alts = []
    for place, (kind, count) in enumerate(total.items()):
        x, y = (place % 2) * cell, line * (lines - 1 - place // 2) + line / 2
        drawing.add(moved(list(on_map(kind)), x + 9, y, 0.9))
        words = scribe.works(kind, count)
        alts.append(words)
        words, size = fit(words, HEAD, BODY_SIZE, cell - 26)
        drawing.add(text(x + 22, y - size * 0.35, words, size, HEAD, INK))
    return drawing, alts


def _notes(card: Card, scribe: Scribe, side: str, wide: float) -> list[Block]:
    found = []
    if count := card["sides"][side].get("sightings"):
        found.append(paragraph(scribe.phrase("sightings", count=count), wide, size=SMALL_SIZE + 1))
    return found
