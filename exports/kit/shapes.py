"""Shapes that all drawings are made of: no stroke unless asked for, round joins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Literal

from reportlab.graphics.shapes import Circle, Drawing, Group, Line, Path, Polygon, Rect, Shape, String
from reportlab.lib.colors import Color

from exports.kit.theme import HEAD, INK, PAPER

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
MOVE, LINE, CLOSE = 0, 1, 3  # operators of a path
CAPITAL_HEIGHT = 0.7  # height of a capital or a figure in Barlow, as a share of its size


def rect(
    x: float,
    y: float,
    wide: float,
    high: float,
    fill: Color | None = None,
    stroke: Color | None = None,
    line: float = 0.5,
    radius: float = 0.0,
) -> Rect:
    dress: dict[str, Any] = {"fillColor": fill, "strokeColor": stroke, "strokeWidth": line}
    return Rect(x, y, wide, high, rx=radius, ry=radius, **dress)


def rule(x1: float, y1: float, x2: float, y2: float, stroke: Color = INK, line: float = 0.5) -> Line:
    return Line(x1, y1, x2, y2, strokeColor=stroke, strokeWidth=line, strokeLineCap=0)


def disc(
    x: float, y: float, radius: float, fill: Color | None, stroke: Color | None = None, line: float = 0.5
) -> Circle:
    return Circle(x, y, radius, fillColor=fill, strokeColor=stroke, strokeWidth=line)


def polygon(
    points: Sequence[Point], fill: Color | None = None, stroke: Color | None = None, line: float = 0.5
) -> Polygon:
    flat = [coordinate for point in points for coordinate in point]
    return Polygon(flat, fillColor=fill, strokeColor=stroke, strokeWidth=line, strokeLineJoin=1)


def outline(
    runs: Iterable[Sequence[Point]],
    fill: Color | None = None,
    stroke: Color | None = None,
    line: float = 0.5,
    closed: bool = True,
    cap: Literal[0, 1, 2] = 1,
) -> Path:
    """Return many polygons or lines as one path, which is cheaper to draw and smaller in the file."""
    path = Path(fillColor=fill, strokeColor=stroke, strokeWidth=line, strokeLineJoin=1, strokeLineCap=cap)
    for run in runs:
        path.points.extend(chain.from_iterable(run))
        path.operators.extend((MOVE, *(LINE,) * (len(run) - 1), *(CLOSE,) * closed))
    return path


def text(
    x: float,
    y: float,
    what: str,
    size: float,
    font: str = HEAD,
    fill: Color = INK,
    anchor: Anchor = "start",
) -> String:
    return String(x, y, what, fontName=font, fontSize=size, fillColor=fill, textAnchor=anchor)


def centred_text(x: float, y: float, what: str, size: float, font: str = HEAD, fill: Color = INK) -> String:
    """Return text whose capitals are centred on a point."""
    return text(x, y - size * CAPITAL_HEIGHT / 2, what, size, font, fill, "middle")


def move_shapes(shapes: Sequence[Shape], x: float, y: float, scale: float = 1.0) -> Group:
    group = Group(*shapes)
    group.transform = (scale, 0, 0, scale, x, y)
    return group


def scale_drawing(drawing: Drawing, scale: float) -> Drawing:
    """Return a drawing scaled."""
    scaled = Drawing(drawing.width * scale, drawing.height * scale)
    scaled.add(move_shapes(drawing.contents, 0, 0, scale))
    return scaled


def hatch(x: float, y: float, wide: float, high: float, gap: float) -> list[list[Point]]:
    """Return diagonal lines that fill a rectangle exactly."""
    runs: list[list[Point]] = []
    reach = x - high + gap / 2
    while reach < x + wide:
        start, end = max(reach, x), min(reach + high, x + wide)
        if end - start > 0.01:
            runs.append([(start, y + start - reach), (end, y + end - reach)])
        reach += gap
    return runs


def side_bar(x: float, y: float, wide: float, high: float, deep: Color, solid: bool) -> list[Shape]:
    """Return the mark of a side: one side is solid, the other hatched, so it works without colour."""
    if solid:
        return [rect(x, y, wide, high, deep)]
    inner = (x + 0.5, y + 0.5, wide - 1.0, high - 1.0)
    strokes = outline(hatch(*inner, 2.6), stroke=deep, line=0.9, closed=False, cap=0)
    return [
        rect(x, y, wide, high, PAPER),
        strokes,
        rect(x + 0.3, y + 0.3, wide - 0.6, high - 0.6, None, deep, 0.6),
    ]
