"""QR codes as drawings: one path of the dark modules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing

from exports.kit.shapes import Point, outline
from exports.kit.theme import INK


@lru_cache(maxsize=256)
def draw_qr_code(content: str, size: float) -> Drawing:
    """Draw a QR code; runs of dark modules in a row become one rectangle."""
    modules = dark_modules(content)
    unit = size / len(modules)
    runs: list[list[Point]] = []
    for line, row in enumerate(modules):
        start = None
        for place, dark in enumerate([*row, False]):
            if dark and start is None:
                start = place
            elif not dark and start is not None:
                runs.append(_box(start * unit, size - (line + 1) * unit, (place - start) * unit, unit))
                start = None
    drawing = Drawing(size, size)
    drawing.add(outline(runs, fill=INK))
    return drawing


def dark_modules(content: str) -> list[list[bool]]:
    """Return the code row by row, without the quiet zone around it."""
    widget: Any = QrCodeWidget(content, barLevel="M")
    widget.qr.make()
    return [[bool(dark) for dark in row] for row in widget.qr.modules]


def _box(x: float, y: float, wide: float, high: float) -> list[Point]:
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
