"""The record of a campaign on one page: state above, graph and history side by side below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import Color

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language, Side
from exports.kit.blocks import GUTTER, Block, beside, group, heading, label, paragraph, ruled, space, stack
from exports.kit.document import Document
from exports.kit.page import BOTTOM_MARGIN, RunningLines, begin_page, end_page, make_bar
from exports.kit.shapes import side_bar
from exports.kit.sheet import Band
from exports.kit.theme import HEAD, INK, MARGIN, NARROW, SOFT, STRONG, TEXT, TITLE_SIZE, fit, livery, wrap
from generator.games.combat_commander.authoring.force import SIDES

from ..campaign_path import Seen
from ..graph import BOX_HEIGHT, ROW_HEIGHT, arc_height, describe_graph, draw_graph
from ..messages import MessageFormatter
from ..record import BattleEntry, Fact, Record, make_record

TYPE_SIZES = tuple(half / 2 for half in range(22, 10, -1))  # tried in turn until everything fits one page
GRAPH_WIDTH_SHARE = 0.42  # share of the width for the graph
NOTES_GAP, MIN_NOTES_HEIGHT = 10.0, 60.0  # points


def render_record(seen: Seen, catalog: Catalog, lang: Language, paper: str = "a4") -> bytes:
    """Return the record on one page."""
    formatter, record = MessageFormatter(catalog, lang), make_record(seen, catalog, lang)
    document = Document(paper, lang, record.title, record.standing)
    running = RunningLines(
        record.title,
        formatter.term("campaign_record.title"),
        record.below,
        make_bar([Band(_faction(formatter, seen, side), side == "axis") for side in SIDES], catalog),
        formatter.term("phrase.page_of"),
    )
    top = begin_page(document, running, 1)
    page = _fit_page(document, seen, record, formatter, top - BOTTOM_MARGIN - 4)
    with document.section("Sect", record.title):
        page.draw(document, MARGIN, top)
        notes = top - page.high - BOTTOM_MARGIN - 2 * NOTES_GAP
        if notes >= MIN_NOTES_HEIGHT:  # a record is also kept by pen
            lines = ruled(formatter.term("card.notes"), document.wide - 2 * MARGIN, notes)
            lines.draw(document, MARGIN, top - page.high - NOTES_GAP)
    end_page(document, running, 1, 1)
    return document.finish()


def _fit_page(
    document: Document, seen: Seen, record: Record, formatter: MessageFormatter, room: float
) -> Block:
    """Return the page in the largest type that fits."""
    wide = document.wide - 2 * MARGIN
    pages = (_make_page(seen, record, formatter, wide, size) for size in TYPE_SIZES)
    last = None
    for last in pages:
        if last.high <= room:
            break
    assert last is not None
    return last


def _make_page(seen: Seen, record: Record, formatter: MessageFormatter, wide: float, size: float) -> Block:
    words, title_size = fit(record.title, HEAD, TITLE_SIZE - 4, wide)
    half = (wide - GUTTER) / 2
    sides = [
        (place * (half + GUTTER), _side(seen, record, formatter, side, half, size))
        for place, side in enumerate(SIDES)
    ]
    return stack(
        [
            paragraph(words, wide, HEAD, title_size, title_size * 1.1, tag="H1"),
            paragraph(record.standing, wide, STRONG, size + 2),
            _facts(record.general, wide, size),
            space(4),
            beside(sides),
            space(4),
            _below(seen, record, formatter, wide, size),
            *[paragraph(asked, wide, TEXT, size, fill=SOFT) for asked in record.asked],
        ],
        gap=3.0,
    )


def _facts(facts: Sequence[Fact], wide: float, size: float) -> Block:
    """Return names and values in one paragraph."""
    return paragraph(" · ".join(f"{name}: {value}" for name, value in facts), wide, TEXT, size)


def _side(
    seen: Seen, record: Record, formatter: MessageFormatter, side: Side, wide: float, size: float
) -> Block:
    deep = livery(formatter.catalog, _faction(formatter, seen, side)).deep
    name = f"{formatter.side(side)} · {formatter.term(f'faction.{_faction(formatter, seen, side)}')}"
    blocks = [_bar(wide, deep, side), heading(name, wide)]
    blocks += [_fact(fact, wide, size) for fact in record.sides[side]]
    return group("Sect", stack(blocks, gap=1.5), name)


def _bar(wide: float, deep: Color, side: Side) -> Block:
    drawing = Drawing(wide, 3)
    for shape in side_bar(0, 0, wide, 3, deep, side == "axis"):
        drawing.add(shape)

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.picture(drawing, left, top - 3)

    return Block(3, draw)


def _fact(fact: Fact, wide: float, size: float) -> Block:
    """Return a name in its column, and its value wrapped beside it."""
    name, value = fact
    indent, lead = wide * 0.36, size * 1.25
    lines = wrap(value, TEXT, size, wide - indent)
    name, name_size = fit(name, NARROW, size, indent - 6)
    high = lead * max(len(lines), 1)

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (lead + size * 0.72) / 2
        with document.leaf("P", (left, top - high, left + wide, top)):
            document.text(left, base, name, NARROW, name_size, SOFT)
            document.lines(left + indent, base, lines, TEXT, size, lead)

    return Block(high, draw)


def _below(seen: Seen, record: Record, formatter: MessageFormatter, wide: float, size: float) -> Block:
    """Return the graph on the left, each battle's row beside its text."""
    left = wide * GRAPH_WIDTH_SHARE
    rows = [_battle_block(fought, wide - left - GUTTER, size) for fought in record.history]
    heights = [max(row.high, ROW_HEIGHT) for row in rows]
    going_on = seen["state"]["verdict"] is None
    drawing = draw_graph(seen, formatter, left, [*heights, ROW_HEIGHT] if going_on else heights)

    def graph(document: Document, at: float, top: float) -> None:
        bottom = top - drawing.height
        with document.leaf("Figure", (at, bottom, at + left, top), describe_graph(seen, formatter)):
            document.picture(drawing, at, bottom)

    def history(document: Document, at: float, top: float) -> None:
        head = label(formatter.term("campaign_word.history"), wide - left - GUTTER)
        top -= arc_height(seen) + BOX_HEIGHT
        head.draw(document, at, top + head.high + 4)
        for row, high in zip(rows, heights, strict=True):
            row.draw(document, at, top)
            top -= high

    columns = [(0.0, Block(drawing.height, graph)), (left + GUTTER, Block(drawing.height, history))]
    return beside(columns)


def _battle_block(fought: BattleEntry, wide: float, size: float) -> Block:
    lead = size * 1.22
    head = wrap(fought.head, STRONG, size, wide)
    rest = wrap(fought.rest, NARROW, size, wide)
    high = lead * (len(head) + len(rest)) + 3

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (lead + size * 0.72) / 2 - 1
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.lines(left, base, head, STRONG, size, lead, INK)
            document.lines(left, base - lead * len(head), rest, NARROW, size, lead, SOFT)

    return Block(high, draw)


def _faction(formatter: MessageFormatter, seen: Mapping[str, Any], side: Side) -> str:
    return formatter.catalog.campaigns[seen["campaign"]].factions[side]
