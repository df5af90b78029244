"""Paint a drawing onto a PDF page.

ReportLab's renderer saves and restores the whole graphics state around every shape. Our drawings set every
shape's colours, so we only change what differs from the previous shape, and write coordinates in tenths
of a point. Groups still save and restore. SVG is made from the same drawings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from reportlab.graphics.shapes import Circle, Drawing, Group, Line, Path, Polygon, Rect, String

from exports.kit.theme import mark_missing, width

#: PDF operator that ends a path, by (is filled, is stroked).
_PATH_ENDINGS = {(True, True): "B*", (True, False): "f*", (False, True): "S", (False, False): "n"}
_IDENTITY = (1, 0, 0, 1, 0, 0)


def paint(drawing: Drawing, canvas: Any, x: float, y: float) -> None:
    """Draw with the lower left corner at a point of the page."""
    canvas._code.append(f"q 1 0 0 1 {x:.1f} {y:.1f} cm")
    painter = Painter(canvas)
    for node in drawing.contents:
        painter.node(node)
    canvas._code.append("Q")


class Painter:
    """Write shapes as PDF operators; set colour, line and font only when they change."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._code: list[str] = canvas._code
        self._now: dict[str, Any] = {}
        self._draw: dict[type, Callable[[Any], None]] = {
            Circle: self._circle,
            Line: self._line,
            Path: self._path,
            Polygon: self._polygon,
            Rect: self._rect,
            String: self._string,
        }

    def node(self, node: Any) -> None:
        """Paint a shape, or a group with its transform and contents."""
        if not isinstance(node, Group):
            self._draw[type(node)](node)
            return
        moved = tuple(node.transform) != _IDENTITY
        before = dict(self._now)
        if moved:
            self._code.append(f"q {' '.join(f'{value:.4f}' for value in node.transform)} cm")
        for child in node.contents:
            self.node(child)
        if moved:
            self._code.append("Q")
            self._now = before

    def _end(self, node: Any, code: str) -> None:
        """Write a path with the colours and line of its shape."""
        fill = getattr(node, "fillColor", None)
        if fill is not None:
            self._fill(fill)
        stroke = node.strokeColor
        if stroke is not None:
            self._stroke(node)
        self._code.append(f"{code} {_PATH_ENDINGS[fill is not None, stroke is not None]}")

    def _fill(self, colour: Any) -> None:
        if self._now.get("fill") is not colour:
            self._canvas.setFillColor(colour)
            self._now["fill"] = colour

    def _stroke(self, node: Any) -> None:
        if self._now.get("stroke") is not node.strokeColor:
            self._canvas.setStrokeColor(node.strokeColor)
            self._now["stroke"] = node.strokeColor
        line = (node.strokeWidth, node.strokeLineCap or 0, node.strokeLineJoin or 0)
        if self._now.get("line") != line:
            self._code.append(f"{line[0]:.2f} w {line[1]} J {line[2]} j")
            self._now["line"] = line

    def _string(self, node: String) -> None:
        self._fill(node.fillColor)
        face = (node.fontName, node.fontSize)
        if self._now.get("face") != face:
            self._canvas.setFont(*face)
            self._now["face"] = face
        x = node.x
        if node.textAnchor != "start":
            wide = width(node.text, node.fontName, node.fontSize)
            x -= wide if node.textAnchor == "end" else wide / 2
        self._canvas.drawString(x, node.y, mark_missing(node.text, node.fontName))

    def _circle(self, node: Circle) -> None:
        path = self._canvas.beginPath()
        path.circle(node.cx, node.cy, node.r)
        self._end(node, path.getCode())

    def _line(self, node: Line) -> None:
        self._end(node, f"n {node.x1:.1f} {node.y1:.1f} m {node.x2:.1f} {node.y2:.1f} l")

    def _rect(self, node: Rect) -> None:
        if node.rx or node.ry:
            path = self._canvas.beginPath()
            path.roundRect(node.x, node.y, node.width, node.height, node.rx)
            self._end(node, path.getCode())
        else:
            self._end(node, f"n {node.x:.1f} {node.y:.1f} {node.width:.1f} {node.height:.1f} re")

    def _polygon(self, node: Polygon) -> None:
        first, *others = _pairs(node.points)
        self._end(node, f"n {first} m {' '.join(f'{pair} l' for pair in others)} h")

    def _path(self, node: Path) -> None:
        """Write a ReportLab path; its operators are 0 move, 1 line, 2 curve, 3 close."""
        points, at = node.points, 0
        code = ["n"]
        for operator in node.operators:
            if operator == 3:
                code.append("h")
            elif operator == 2:
                code.append(" ".join(f"{value:.1f}" for value in points[at : at + 6]) + " c")
                at += 6
            else:
                code.append(f"{points[at]:.1f} {points[at + 1]:.1f} {'l' if operator else 'm'}")
                at += 2
        self._end(node, " ".join(code))


def _pairs(points: Iterable[float]) -> Iterable[str]:
    values = iter(points)
    return (f"{x:.1f} {y:.1f}" for x, y in zip(values, values, strict=True))
