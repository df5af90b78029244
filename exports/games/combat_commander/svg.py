"""The map of a card as SVG, from the very drawing that the PDF uses."""

from __future__ import annotations

from exports.kit.vector import vector

from .drawings.map import battle_map
from .scribe import Card, Scribe
from .situation import title

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def map_svg(card: Card, scribe: Scribe, size: float = 24.0) -> str:
    """The map panel as an SVG document; ``size`` is half the width of a hex."""
    words = f"{title(card, scribe)} · {scribe.map_name(card)}"
    return f"{DECLARATION}{vector(battle_map(card, scribe, size), words)}\n"
