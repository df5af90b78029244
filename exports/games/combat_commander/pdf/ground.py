"""The ground of a card on paper: what each terrain does, beside the map or overleaf."""

from __future__ import annotations

from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import Block, grouped, heading, paragraph, sketch, space, stack
from exports.kit.page import Part
from exports.kit.setting import Setting
from exports.kit.shapes import moved
from exports.kit.theme import HEAD_SIZE, NARROW, SMALL_SIZE, SOFT
from generator.games.combat_commander.ground.card_ground import get_ruled_ground

from ..ground.legend import legend, legend_words
from ..ground.words import ground_note
from ..scribe import Card, Scribe

KEY_COLUMN = 102.0  # the legend beside a map that stands upright
KEY_MOST = 425.0  # no higher than a page has room for beside the conditions


def legend_column(card: Card, scribe: Scribe) -> Block | None:
    """The legend of a map that stands upright, if it finds room beside it."""
    ground = get_ruled_ground(scribe.catalog, card)
    if ground is None or card["map"]["orientation"] != "long":
        return None
    shapes, high = legend(ground, scribe, KEY_COLUMN)
    note = ground_note(card, scribe)
    words = scribe.term("ground.title")
    head = [heading(words, KEY_COLUMN, size=HEAD_SIZE - 2), space(4)]
    if note:
        head += [paragraph(note, KEY_COLUMN, NARROW, SMALL_SIZE - 0.7, fill=SOFT), space(4)]
    above = stack(head)
    if not shapes or above.high + high > KEY_MOST:
        return None
    drawing = Drawing(KEY_COLUMN, high)
    drawing.add(moved(shapes, 0, 0))
    said = ". ".join(legend_words(ground, scribe))
    return grouped("Sect", stack([above, sketch(high, lambda: drawing, lambda: said)]), words)


def legend_parts(card: Card, scribe: Scribe, wide: float) -> list[Part]:
    """T78-T99: cover, cost and sight of what this map has; nothing where its ground is not known or open."""
    ground = get_ruled_ground(scribe.catalog, card)
    if ground is None:
        return []
    shapes, high = legend(ground, scribe, wide)
    if not shapes:
        return []
    words, note = scribe.term("ground.title"), ground_note(card, scribe)

    def part(setting: Setting) -> list[Block]:
        drawing = Drawing(wide, high)
        drawing.add(moved(shapes, 0, 0))
        blocks = [heading(words, wide), space(4)]
        if note:
            blocks += [paragraph(note, wide, NARROW, setting.small, fill=SOFT, keep=True), space(3)]
        blocks.append(sketch(high, lambda: drawing, lambda: ". ".join(legend_words(ground, scribe))))
        return [grouped("Sect", stack(blocks), words, (words, 2))]

    return [part]
