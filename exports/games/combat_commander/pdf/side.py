"""The sheet of one side: its secret above a fold, its orders and its force. For that player's eyes only."""

from __future__ import annotations

from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import (
    GUTTER,
    Block,
    beside,
    column,
    grouped,
    heading,
    in_columns,
    label,
    paragraph,
    sketch,
    space,
    stack,
)
from exports.kit.document import Document
from exports.kit.setting import Setting
from exports.kit.shapes import centred, rect
from exports.kit.theme import HEAD, HEAD_SIZE, INK, NARROW, PAPER, SOFT, STRONG, TEXT, wrap
from generator.games.combat_commander.ground.card_ground import get_card_ground

from ..checklist import marker_words
from ..drawings.map import battle_map, map_grid, map_height, map_size
from ..scribe import Card, Scribe
from .forces import figures, force_parts, stats, subtitle
from .ground import KEY_COLUMN, legend_column, legend_parts

MAP_HEX, MAP_TALL = 22.0, 600.0  # the map of a side's own sheet: large enough to plan on


def side_sheet(
    card: Card, scribe: Scribe, side: str, wide: float, setting: Setting, *, mapped: bool = True
) -> list[Block]:
    """One side's own sheet; with the map where it does not lie beside the card that shows it."""
    words = scribe.phrase("side_title", faction=scribe.faction(card, side))
    parts = [stack(part) for part in force_parts(card, scribe, side, column(wide, 2), setting)]
    return [
        grouped("Sect", heading(words, wide, size=HEAD_SIZE + 4 * setting.ease), words, (words, 1)),
        paragraph(subtitle(card, scribe, side), wide, STRONG, setting.text, keep=True),
        space(setting.gap),
        _secret(card, scribe, side, wide, setting),
        _fold(scribe, wide, setting),
        space(setting.gap),
        _orders(card, scribe, side, wide, setting),
        stats(card, scribe, side, wide, setting),
        space(setting.gap),
        in_columns(space(0), parts, wide, 2, setting.gap, "Div"),
        *(_ground(card, scribe, wide, setting) if mapped else ()),
    ]


def _ground(card: Card, scribe: Scribe, wide: float, setting: Setting) -> list[Block]:
    """The map with what its terrain does, on the back of the sheet."""
    if get_card_ground(scribe.catalog, card) is None:
        return []
    board, name = scribe.catalog.board, scribe.map_name(card)
    key = legend_column(card, scribe)
    beside_it = KEY_COLUMN + GUTTER if key else 0.0
    size = min(map_size(card, board, wide - beside_it, MAP_TALL), MAP_HEX)
    drawn = sketch(
        map_height(card, board, size),
        lambda: battle_map(card, scribe, size),
        lambda: scribe.map_words(card),
    )
    at = map_grid(card, board, size).wide + GUTTER
    shown = [grouped("Sect", beside([(0.0, drawn), (at, key)] if key else [(0.0, drawn)]), name)]
    if key is None:
        shown += [block for part in legend_parts(card, scribe, wide) for block in part(setting)]
    return [space(setting.gap + 6), stack(shown)]


def _secret(card: Card, scribe: Scribe, side: str, wide: float, setting: Setting) -> Block:
    """7.3.3: this side's chits, large."""
    letters = card["objectives"]["secret"][side]
    blocks: list[Block] = [label(scribe.phrase("side_secret"), wide, size=setting.small), space(4)]
    if letters == "hidden" or not letters:
        blocks.append(paragraph(scribe.phrase("side_secret_none"), wide, TEXT, setting.text + 1))
        return stack(blocks)
    return stack([*blocks, *[_chit(one, scribe.term(f"chit.{one}"), wide, setting) for one in letters]])


def _chit(letter: str, words: str, wide: float, setting: Setting) -> Block:
    """A secret chit with its words beside it."""
    side = 54.0 + 30.0 * setting.ease
    size = HEAD_SIZE + 2 + 8 * setting.ease
    lines = wrap(words, HEAD, size, wide - side - 14)
    drawing = Drawing(side, side)
    drawing.add(rect(0.5, 0.5, side - 1, side - 1, INK, INK, 1, 4))
    drawing.add(centred(side / 2, side / 2, letter, side * 0.6, HEAD, PAPER))

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left, top - side, left + wide, top)):
            document.picture(drawing, left, top - side)
            base = top - side / 2 - size * 0.35 + (len(lines) - 1) * size * 0.6
            document.lines(left + side + 14, base, lines, HEAD, size, size * 1.2)

    return Block(side + 6, draw)


def _fold(scribe: Scribe, wide: float, setting: Setting) -> Block:
    """The line to fold along, with what to do."""
    size = setting.small + 1
    lines = wrap(scribe.phrase("side_keep"), NARROW, size, wide)
    words = size * 1.3 * len(lines)

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.dashes(left, left + wide, top - 8, SOFT)
        with document.leaf("P", (left, top - 11 - words, left + wide, top - 11)):
            document.lines(left, top - 11 - size, lines, NARROW, size, size * 1.3, SOFT)

    return Block(11 + words, draw)


def _orders(card: Card, scribe: Scribe, side: str, wide: float, setting: Setting) -> Block:
    """What this player needs to know at a glance."""
    setup = card["sides"][side]["setup"]
    first = card["first_turn"]
    cells = [
        (scribe.term(f"edge.{setup['edge']}"), scribe.term("card.edge")),
        (scribe.zone(card, side), scribe.term("card.zone")),
        (scribe.term(f"setup.{setup['order']}"), scribe.term("card.setup_order")),
        (scribe.faction(card, first) if first else "–", scribe.term("card.first_turn")),
        (marker_words(card, scribe, card["marker"]), scribe.term("card.vp_marker")),
    ]
    return figures(cells, wide, setting)
