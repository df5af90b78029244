"""The map of a card as SVG, from the same drawing as the PDF."""

from __future__ import annotations

from exports.kit.svg import to_svg_file

from .drawings.map import draw_battle_map
from .messages import Card, MessageFormatter
from .situation import card_title


def render_map(card: Card, formatter: MessageFormatter, size: float = 24.0) -> str:
    """Return the map panel as an SVG document; ``size`` is half the width of a hex."""
    words = f"{card_title(card, formatter)} · {formatter.map_name(card)}"
    return to_svg_file(draw_battle_map(card, formatter, size), words)
