"""Paint a drawing onto a PDF page.

ReportLab's own renderer saves and restores the whole graphics state around every shape. Our drawings give
every shape its colours, so it is enough to change what differs from the shape before, and hundredths of a
point are fine enough for its place; groups still save and restore.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reportlab.graphics.renderPDF import _PDFRenderer
from reportlab.graphics.shapes import Drawing, Group, Line, Path, Polygon, Rect, String
from reportlab.pdfgen.canvas import Canvas

from exports.theme import width

#: What ends a path: by whether it is filled and whether it is stroked.
_ENDINGS = {(True, True): "B*", (True, False): "f*", (False, True): "S", (False, False): "n"}


class Painter(_PDFRenderer):
    """A renderer that sets colour, line and font only when they change."""

    _canvas: Any

    def __init__(self) -> None:
        super().__init__()
        self._now: dict[str, Any] = {}

    def drawNode(self, node: Any) -> None:
        if isinstance(node, Group):
            before, self._now = self._now, dict(self._now)
            self._canvas.saveState()
            if tuple(node.transform) != (1, 0, 0, 1, 0, 0):
                self._canvas.transform(*node.transform)
            for child in node.contents:
                self.drawNode(child)
            self._canvas.restoreState()
            self._now = before
            return
        self._dress(node)
        self.drawNodeDispatcher(node)

    def _dress(self, node: Any) -> None:
        now, canvas = self._now, self._canvas
        fill = getattr(node, "fillColor", None)
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

    def drawLine(self, node: Line) -> None:
        self._end([f"{node.x1:.2f} {node.y1:.2f} m {node.x2:.2f} {node.y2:.2f} l"])

    def drawRect(self, node: Rect) -> None:
        if node.rx or node.ry:
            super().drawRect(node)
        else:
            self._end([f"{node.x:.2f} {node.y:.2f} {node.width:.2f} {node.height:.2f} re"])

    def drawPolygon(self, node: Polygon) -> None:
        pairs = list(_pairs(node.points))
        self._end([pairs[0] + " m", *[pair + " l" for pair in pairs[1:]], "h"])

    def drawPath(self, node: Path) -> None:
        """Operators of a ReportLab path: 0 moves, 1 draws a line, 2 a curve, 3 closes."""
        points, at = node.points, 0
        code: list[str] = []
        for operator in node.operators:
            if operator == 3:
                code.append("h")
            elif operator == 2:
                code.append(" ".join(f"{value:.2f}" for value in points[at : at + 6]) + " c")
                at += 6
            else:
                code.append(f"{points[at]:.2f} {points[at + 1]:.2f} {'l' if operator else 'm'}")
                at += 2
        self._end(code)

    def _end(self, code: list[str]) -> None:
        self._canvas._code.append(f"n {' '.join(code)} {_ENDINGS[bool(self._fill), bool(self._stroke)]}")


def _pairs(points: Iterable[float]) -> Iterable[str]:
    values = iter(points)
    return (f"{x:.2f} {y:.2f}" for x, y in zip(values, values, strict=True))


def paint(drawing: Drawing, canvas: Canvas, x: float, y: float) -> None:
    """Draw with the lower left corner at a point of the page."""
    painter: Any = Painter()
    painter.draw(drawing, canvas, x, y, showBoundary=False)
