"""Paint a drawing onto a PDF page.

ReportLab's own renderer saves and restores the whole graphics state around every shape. Our drawings give
every shape its colours, so it is enough to change what differs from the shape before; groups still save and
restore.
"""

from __future__ import annotations

from typing import Any

from reportlab.graphics.renderPDF import _PDFRenderer
from reportlab.graphics.shapes import Drawing, Group, String
from reportlab.pdfgen.canvas import Canvas

from exports.theme import width


class Painter(_PDFRenderer):
    """A renderer that sets colour, line and font only when they change."""

    _canvas: Any

    def __init__(self) -> None:
        super().__init__()
        self._now: dict[str, Any] = {}

    def drawNode(self, node: Any) -> None:
        if isinstance(node, Group):
            before, self._now = self._now, dict(self._now)
            super().drawNode(node)
            self._now = before
            return
        self._dress(node)
        self.drawNodeDispatcher(node)

    def _dress(self, node: Any) -> None:
        now, canvas = self._now, self._canvas
        fill = node.fillColor if hasattr(node, "fillColor") else None
        self._fill = fill is not None
        if fill is not None and now.get("fill") is not fill:
            canvas.setFillColor(fill)
            now["fill"] = fill
        if isinstance(node, String):
            face = (node.fontName, node.fontSize)
            if now.get("face") != face:
                canvas.setFont(*face)
                now["face"] = face
            return
        stroke = node.strokeColor
        self._stroke = stroke is not None
        if stroke is None:
            return
        if now.get("stroke") is not stroke:
            canvas.setStrokeColor(stroke)
            now["stroke"] = stroke
        line = (node.strokeWidth, getattr(node, "strokeLineCap", 0), getattr(node, "strokeLineJoin", 0))
        if now.get("line") != line:
            canvas.setLineWidth(line[0])
            canvas.setLineCap(line[1])
            canvas.setLineJoin(line[2])
            now["line"] = line

    def drawString(self, node: String) -> None:
        x = node.x
        if node.textAnchor != "start":
            wide = width(node.text, node.fontName, node.fontSize)
            x -= wide if node.textAnchor == "end" else wide / 2
        self._canvas.drawString(x, node.y, node.text)


def paint(drawing: Drawing, canvas: Canvas, x: float, y: float) -> None:
    """Draw with the lower left corner at a point of the page."""
    painter: Any = Painter()
    painter.draw(drawing, canvas, x, y, showBoundary=False)
