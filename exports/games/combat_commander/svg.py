"""The map of a card as SVG, from the very drawing that the PDF uses."""

from __future__ import annotations

from exports.games.combat_commander.drawings.map import battle_map
from exports.games.combat_commander.scribe import Card, Scribe
from exports.games.combat_commander.situation import title
from exports.kit.vector import vector

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def map_svg(card: Card, scribe: Scribe, size: float = 24.0) -> str:
    """The map panel as an SVG document; ``size`` is half the width of a hex."""
    words = f"{title(card, scribe)} · {scribe.map_name(card)}"
    return f"{DECLARATION}{vector(battle_map(card, scribe, size), words)}\n"
