"""The map of a card as SVG, from the very drawing that the PDF uses."""

from __future__ import annotations

from io import StringIO

from reportlab.graphics import renderSVG

from exports.drawings.map import battle_map
from exports.scribe import Card, Scribe
from exports.situation import title
from exports.theme import FONTS, load_fonts

#: What a browser is asked for in the place of each face.
_FACES = {
    name: {
        "family": "'Barlow Condensed', 'Arial Narrow', sans-serif"
        if "Condensed" in name
        else "Barlow, sans-serif",
        "weight": {"Regular": "400", "Medium": "500", "SemiBold": "600"}[name.partition("-")[2]],
    }
    for name in FONTS
}


def map_svg(card: Card, scribe: Scribe, size: float = 24.0) -> str:
    """The map panel as an SVG document."""
    load_fonts()
    out = StringIO()
    drawing = battle_map(card, scribe, size)
    renderSVG.drawToFile(drawing, out, fontHacks={name: dict(face) for name, face in _FACES.items()})
    words = f"{title(card, scribe)} · {scribe.map_name(card)}"
    text = out.getvalue().replace("<title>...</title>", f"<title>{_escape(words)}</title>")
    return text.replace("<desc>...</desc>", f"<desc>{_escape(words)}</desc>")


def _escape(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")
