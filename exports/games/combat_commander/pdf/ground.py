"""The legend of a card's map on paper, beside the map or on the back."""

from __future__ import annotations

from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import Block, group, heading, paragraph, sketch, space, stack
from exports.kit.page import Part
from exports.kit.shapes import move_shapes
from exports.kit.theme import HEAD_SIZE, NARROW, SMALL_SIZE, SOFT
from exports.kit.type_scale import TypeScale
from generator.games.combat_commander.ground.card_ground import get_ruled_ground

from ..ground.ground_text import ground_note
from ..ground.legend import draw_legend, list_legend
from ..messages import Card, MessageFormatter

LEGEND_COLUMN_WIDTH = 102.0  # points: width of the legend beside an upright map
MAX_LEGEND_HEIGHT = 425.0  # points: maximum height beside the conditions


def legend_column(card: Card, formatter: MessageFormatter) -> Block | None:
    """Return the legend for the column beside an upright map, or None if it does not fit."""
    ground = get_ruled_ground(formatter.catalog, card)
    if ground is None or card["map"]["orientation"] != "long":
        return None
    shapes, high = draw_legend(ground, formatter, LEGEND_COLUMN_WIDTH)
    note = ground_note(card, formatter)
    words = formatter.term("ground.title")
    head = [heading(words, LEGEND_COLUMN_WIDTH, size=HEAD_SIZE - 2), space(4)]
    if note:
        head += [paragraph(note, LEGEND_COLUMN_WIDTH, NARROW, SMALL_SIZE - 0.7, fill=SOFT), space(4)]
    above = stack(head)
    if not shapes or above.high + high > MAX_LEGEND_HEIGHT:
        return None
    drawing = Drawing(LEGEND_COLUMN_WIDTH, high)
    drawing.add(move_shapes(shapes, 0, 0))
    words_of_legend = ". ".join(list_legend(ground, formatter))
    return group("Sect", stack([above, sketch(high, lambda: drawing, lambda: words_of_legend)]), words)


def legend_parts(card: Card, formatter: MessageFormatter, wide: float) -> list[Part]:
    """T78-T99: return cover, cost and sight of this map's terrain, if its ground is known."""
    ground = get_ruled_ground(formatter.catalog, card)
    if ground is None:
        return []
    shapes, high = draw_legend(ground, formatter, wide)
    if not shapes:
        return []
    words, note = formatter.term("ground.title"), ground_note(card, formatter)

    def part(type_scale: TypeScale) -> list[Block]:
        drawing = Drawing(wide, high)
        drawing.add(move_shapes(shapes, 0, 0))
        blocks = [heading(words, wide), space(4)]
        if note:
            blocks += [paragraph(note, wide, NARROW, type_scale.small, fill=SOFT, keep=True), space(3)]
        blocks.append(sketch(high, lambda: drawing, lambda: ". ".join(list_legend(ground, formatter))))
        return [group("Sect", stack(blocks), words, (words, 2))]

    return [part]
