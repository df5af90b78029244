"""The sheet of one side: its orders, its force, and at the foot a strip with its secret."""

from __future__ import annotations

from exports.kit.blocks import (
    GUTTER,
    Block,
    beside,
    column_width,
    group,
    heading,
    in_columns,
    paragraph,
    sketch,
    space,
    stack,
)
from exports.kit.document import Document
from exports.kit.theme import HEAD_SIZE, NARROW, SMALL_SIZE, SOFT, STRONG, TEXT
from exports.kit.type_scale import TypeScale
from generator.games.combat_commander.ground.card_ground import get_card_ground

from ..checklist import marker_words
from ..drawings.map import draw_battle_map, make_map_grid, map_height, map_size
from ..messages import Card, MessageFormatter
from .card import chit
from .forces import figure_row, force_parts, stats_row, subtitle
from .ground import LEGEND_COLUMN_WIDTH, legend_column, legend_parts

STRIP_HALF_HEIGHT = 58.0  # points: half of the strip at the foot
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
        *_no_secret(card, formatter, side, wide, type_scale),
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


def _no_secret(
    card: Card, formatter: MessageFormatter, side: str, wide: float, type_scale: TypeScale
) -> list[Block]:
    """7.3.3: return a sentence if this side has no secret chit."""
    if card["objectives"]["secret"][side] not in ("hidden", []):
        return []
    words = formatter.phrase("side_secret_none")
    return [paragraph(words, wide, TEXT, type_scale.text), space(type_scale.gap)]


def secret_strip(card: Card, formatter: MessageFormatter, side: str, wide: float) -> Block | None:
    """7.3.3: return this side's secret chits on a strip to cut off or to fold twice, or None if it has none.

    The lower half is folded up onto the upper half, which is empty, so the secret cannot be read.
    """
    letters = card["objectives"]["secret"][side]
    if letters == "hidden" or not letters:
        return None
    chits = stack(
        [
            chit(letter, formatter.term(f"chit.{letter}"), wide / 2, HEAD_SIZE, open_=False)
            for letter in letters
        ]
    )
    half = max(STRIP_HALF_HEIGHT, chits.high + 24.0)

    def draw(document: Document, left: float, top: float) -> None:
        secret = f"{formatter.phrase('side_secret')}. {formatter.phrase('side_keep')}"
        for number, words in enumerate((formatter.phrase("side_fold"), secret)):
            line = top - number * half - 4
            with document.artifact():
                document.dashed_rule(left, left + wide, line, SOFT)
            with document.leaf("P", (left, line - 14, left + wide, line - 2)):
                document.text(left, line - 11, words, NARROW, SMALL_SIZE, SOFT)
        with document.section("L", formatter.phrase("own_secret", faction=formatter.faction(card, side))):
            chits.draw(document, left, top - half - 22)

    return Block(2 * half, draw)


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
