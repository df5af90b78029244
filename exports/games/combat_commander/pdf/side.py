"""The secret sheet of one side: its chits above a fold, its orders and its force."""

from __future__ import annotations

from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import (
    GUTTER,
    Block,
    beside,
    column_width,
    group,
    heading,
    in_columns,
    label,
    paragraph,
    sketch,
    space,
    stack,
)
from exports.kit.document import Document
from exports.kit.shapes import centred_text, rect
from exports.kit.theme import HEAD, HEAD_SIZE, INK, NARROW, PAPER, SOFT, STRONG, TEXT, wrap
from exports.kit.type_scale import TypeScale
from generator.games.combat_commander.ground.card_ground import get_card_ground

from ..checklist import marker_words
from ..drawings.map import draw_battle_map, make_map_grid, map_height, map_size
from ..messages import Card, MessageFormatter
from .forces import figure_row, force_parts, stats_row, subtitle
from .ground import LEGEND_COLUMN_WIDTH, legend_column, legend_parts

MAX_MAP_HEX_SIZE, MAX_MAP_HEIGHT = (
    22.0,
    600.0,
)  # points: maximum hex size and map height, large enough to plan on


def side_blocks(
    card: Card,
    formatter: MessageFormatter,
    side: str,
    wide: float,
    type_scale: TypeScale,
    *,
    mapped: bool = True,
) -> list[Block]:
    """Return one side's own sheet, with the map unless the card beside it shows it."""
    words = formatter.phrase("side_title", faction=formatter.faction(card, side))
    parts = [stack(part) for part in force_parts(card, formatter, side, column_width(wide, 2), type_scale)]
    return [
        group("Sect", heading(words, wide, size=HEAD_SIZE + 4 * type_scale.ease), words, (words, 1)),
        paragraph(subtitle(card, formatter, side), wide, STRONG, type_scale.text, keep=True),
        space(type_scale.gap),
        _secret_block(card, formatter, side, wide, type_scale),
        _fold_block(formatter, wide, type_scale),
        space(type_scale.gap),
        _orders_row(card, formatter, side, wide, type_scale),
        stats_row(card, formatter, side, wide, type_scale),
        space(type_scale.gap),
        in_columns(space(0), parts, wide, 2, type_scale.gap, "Div"),
        *(_map_blocks(card, formatter, wide, type_scale) if mapped else ()),
    ]


def _map_blocks(card: Card, formatter: MessageFormatter, wide: float, type_scale: TypeScale) -> list[Block]:
    """Return the map with its legend, for the back of the sheet."""
    if get_card_ground(formatter.catalog, card) is None:
        return []
    board, name = formatter.catalog.board, formatter.map_name(card)
    key = legend_column(card, formatter)
    beside_it = LEGEND_COLUMN_WIDTH + GUTTER if key else 0.0
    size = min(map_size(card, board, wide - beside_it, MAX_MAP_HEIGHT), MAX_MAP_HEX_SIZE)
    drawn = sketch(
        map_height(card, board, size),
        lambda: draw_battle_map(card, formatter, size),
        lambda: formatter.map_words(card),
    )
    at = make_map_grid(card, board, size).wide + GUTTER
    blocks = [group("Sect", beside([(0.0, drawn), (at, key)] if key else [(0.0, drawn)]), name)]
    if key is None:
        blocks += [block for part in legend_parts(card, formatter, wide) for block in part(type_scale)]
    return [space(type_scale.gap + 6), stack(blocks)]


def _secret_block(
    card: Card, formatter: MessageFormatter, side: str, wide: float, type_scale: TypeScale
) -> Block:
    """7.3.3: return this side's chits, large."""
    letters = card["objectives"]["secret"][side]
    blocks: list[Block] = [label(formatter.phrase("side_secret"), wide, size=type_scale.small), space(4)]
    if letters == "hidden" or not letters:
        blocks.append(paragraph(formatter.phrase("side_secret_none"), wide, TEXT, type_scale.text + 1))
        return stack(blocks)
    return stack(
        [
            *blocks,
            *[_chit_block(letter, formatter.term(f"chit.{letter}"), wide, type_scale) for letter in letters],
        ]
    )


def _chit_block(letter: str, words: str, wide: float, type_scale: TypeScale) -> Block:
    """Return a secret chit with its words beside it."""
    side = 54.0 + 30.0 * type_scale.ease
    size = HEAD_SIZE + 2 + 8 * type_scale.ease
    lines = wrap(words, HEAD, size, wide - side - 14)
    drawing = Drawing(side, side)
    drawing.add(rect(0.5, 0.5, side - 1, side - 1, INK, INK, 1, 4))
    drawing.add(centred_text(side / 2, side / 2, letter, side * 0.6, HEAD, PAPER))

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left, top - side, left + wide, top)):
            document.picture(drawing, left, top - side)
            base = top - side / 2 - size * 0.35 + (len(lines) - 1) * size * 0.6
            document.lines(left + side + 14, base, lines, HEAD, size, size * 1.2)

    return Block(side + 6, draw)


def _fold_block(formatter: MessageFormatter, wide: float, type_scale: TypeScale) -> Block:
    """Return the line to fold along, with an instruction."""
    size = type_scale.small + 1
    lines = wrap(formatter.phrase("side_keep"), NARROW, size, wide)
    words = size * 1.3 * len(lines)

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.dashed_rule(left, left + wide, top - 8, SOFT)
        with document.leaf("P", (left, top - 11 - words, left + wide, top - 11)):
            document.lines(left, top - 11 - size, lines, NARROW, size, size * 1.3, SOFT)

    return Block(11 + words, draw)


def _orders_row(
    card: Card, formatter: MessageFormatter, side: str, wide: float, type_scale: TypeScale
) -> Block:
    """Return the key facts of this player's set-up."""
    setup = card["sides"][side]["setup"]
    first = card["first_turn"]
    cells = [
        (formatter.term(f"edge.{setup['edge']}"), formatter.term("card.edge")),
        (formatter.zone(card, side), formatter.term("card.zone")),
        (formatter.term(f"setup.{setup['order']}"), formatter.term("card.setup_order")),
        (formatter.faction(card, first) if first else "–", formatter.term("card.first_turn")),
        (marker_words(card, formatter, card["marker"]), formatter.term("card.vp_marker")),
    ]
    return figure_row(cells, wide, type_scale)
