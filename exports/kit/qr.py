"""A QR code as a drawing: one path of its dark modules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing

from exports.kit.shapes import Point, outline
from exports.kit.theme import INK


@lru_cache(maxsize=256)
def qr(content: str, size: float) -> Drawing:
    """Runs of dark modules along each line are drawn as one rectangle."""
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
    """The code itself, row by row, without the white around it."""
    widget: Any = QrCodeWidget(content, barLevel="M")
    widget.qr.make()
    return [[bool(dark) for dark in row] for row in widget.qr.modules]


def _box(x: float, y: float, wide: float, high: float) -> list[Point]:
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
