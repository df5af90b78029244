"""Write a drawing as SVG for a page with a strict content security policy: no styles, no ids.

ReportLab's writer uses style attributes, which a page under ``style-src 'self'`` ignores, and rounds text
positions to whole points. Here colours, lines and fonts are presentation attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import islice
from typing import Any

from reportlab.graphics.shapes import Circle, Drawing, Group, Line, Path, Polygon, PolyLine, Rect, String
from reportlab.lib.colors import Color

from exports.kit.shapes import Point
from exports.kit.theme import FONTS, width

#: CSS font family and weight for each font.
FACES = {
    name: (
        "Barlow Condensed, Arial Narrow, sans-serif" if "Condensed" in name else "Barlow, sans-serif",
        {"Regular": 400, "Medium": 500, "SemiBold": 600}[name.partition("-")[2]],
    )
    for name in FONTS
}
CAPS = ("butt", "round", "square")
JOINS = ("miter", "round", "bevel")
OPERATORS = ("m", "l", "c", "z")  # relative
MOVE, CLOSE = 0, 3
ARGUMENTS = (2, 2, 6, 0)


@dataclass(frozen=True, slots=True)
class Spot:
    """A clickable area of a drawing: outline, name, label and link."""

    name: str  # ``data-spot``, for scripts
    words: str
    points: tuple[Point, ...]
    href: str | None = None  # None: an area without a link
    chosen: bool = False


def to_svg(
    drawing: Drawing, words: str = "", kind: str = "", scale: float = 1.0, spots: Iterable[Spot] = ()
) -> str:
    """Return an ``svg`` element; without words it is decoration that screen readers skip.

    Spots lie over everything else, in the drawing's coordinates; with them the picture is a group of
    links.
    """
    over = "".join(_spot(spot) for spot in spots)
    role = "group" if over else "img"
    label = f'role="{role}" aria-label="{escape(words)}"' if words else 'aria-hidden="true"'
    css_class = f' class="{escape(kind)}"' if kind else ""
    wide, high = _number(drawing.width), _number(drawing.height)
    size = f'width="{_number(drawing.width * scale)}" height="{_number(drawing.height * scale)}"'
    body = "".join(_shape(shape) for shape in drawing.contents) + over
    flipped = f'<g transform="matrix(1 0 0 -1 0 {high})">{body}</g>'
    view = f'viewBox="0 0 {wide} {high}" {size} {label}'
    return f'<svg xmlns="http://www.w3.org/2000/svg"{css_class} {view}>{flipped}</svg>'


def to_svg_file(drawing: Drawing, words: str) -> str:
    """Return an SVG document."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{to_svg(drawing, words)}\n'


def _spot(spot: Spot) -> str:
    points = " ".join(_number(number) for point in spot.points for number in point)
    shape = f'<polygon points="{points}" fill="#000000" fill-opacity="0"/>'
    state = f'class="{"spot chosen" if spot.chosen else "spot"}" data-spot="{escape(spot.name)}"'
    if spot.href is None:
        return f"<g {state}>{shape}</g>"
    current = ' aria-current="true"' if spot.chosen else ""
    return f'<a {state} href="{escape(spot.href)}" aria-label="{escape(spot.words)}"{current}>{shape}</a>'


def _shape(shape: Any) -> str:
    if isinstance(shape, Group):
        return _group(shape)
    if isinstance(shape, String):
        return _string(shape)
    name, place = _geometry(shape)
    return f"<{name}{_write_attributes((*place, *_paint_attributes(shape)))}/>"


def _group(group: Group) -> str:
    body = "".join(_shape(shape) for shape in group.contents)
    if not body or tuple(group.transform) == (1, 0, 0, 1, 0, 0):
        return body
    return f'<g transform="matrix({" ".join(map(_number, group.transform))})">{body}</g>'


def _string(string: String) -> str:
    """Write a text, flipped back about its baseline because the drawing is flipped."""
    family, weight = FACES[string.fontName]
    x = string.x
    wide = width(string.text, string.fontName, string.fontSize)
    if string.textAnchor != "start":
        x -= wide if string.textAnchor == "end" else wide / 2
    face = f'font-family="{family}" font-weight="{weight}" font-size="{_number(string.fontSize)}"'
    # A fallback font is fitted to the width of ours.
    room = f'textLength="{_number(wide)}" lengthAdjust="spacingAndGlyphs"'
    place = f'transform="matrix(1 0 0 -1 {_number(x)} {_number(string.y)})"'
    return f'<text {place} {face} fill="{_colour(string.fillColor)}" {room}>{escape(string.text)}</text>'


def _geometry(shape: Any) -> tuple[str, tuple[tuple[str, str], ...]]:
    if isinstance(shape, Rect):
        names: tuple[str, ...] = ("x", "y", "width", "height") + (("rx",) if shape.rx else ())
        return "rect", tuple((name, _number(getattr(shape, name))) for name in names)
    if isinstance(shape, Circle):
        return "circle", tuple((name, _number(getattr(shape, name))) for name in ("cx", "cy", "r"))
    if isinstance(shape, Line):
        return "line", tuple((name, _number(getattr(shape, name))) for name in ("x1", "y1", "x2", "y2"))
    if isinstance(shape, Path):
        return "path", (("d", _path(shape)),)
    if isinstance(shape, Polygon | PolyLine):
        name = "polygon" if isinstance(shape, Polygon) else "polyline"
        return name, (("points", " ".join(map(_number, shape.points))),)
    raise TypeError(f"no SVG for {type(shape).__name__}")


def _path(path: Path) -> str:
    """Write a path in relative coordinates: equal shapes are equal texts, which compress to a fraction.

    Operators of a ReportLab path: 0 moves, 1 draws a line, 2 a curve, 3 closes. A move starts from the
    position as written, so that rounding does not add up from one shape to the next.
    """
    points = iter(path.points)
    parts: list[str] = []
    exact = written = begun_exact = begun_written = (0.0, 0.0)
    for operator in map(int, path.operators):
        if operator == CLOSE:
            parts.append(OPERATORS[CLOSE])
            exact, written = begun_exact, begun_written
            continue
        numbers = list(islice(points, ARGUMENTS[operator]))
        base = written if operator == MOVE else exact
        steps = [round(number - base[place % 2], 2) + 0.0 for place, number in enumerate(numbers)]
        parts.append(OPERATORS[operator] + " ".join(map(_number, steps)))
        exact, written = (numbers[-2], numbers[-1]), (written[0] + steps[-2], written[1] + steps[-1])
        if operator == MOVE:
            begun_exact, begun_written = exact, written
    return "".join(parts)


def _paint_attributes(shape: Any) -> Iterator[tuple[str, str]]:
    fill = getattr(shape, "fillColor", None)
    if not isinstance(shape, Line):
        yield "fill", _colour(fill)
    if shape.strokeColor is None:
        return
    yield "stroke", _colour(shape.strokeColor)
    yield "stroke-width", _number(shape.strokeWidth)
    if shape.strokeLineCap:
        yield "stroke-linecap", CAPS[shape.strokeLineCap]
    if shape.strokeLineJoin:
        yield "stroke-linejoin", JOINS[shape.strokeLineJoin]


def _colour(colour: Color | None) -> str:
    return "none" if colour is None else f"#{colour.hexval()[2:]}"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _write_attributes(attributes: Iterable[tuple[str, str]]) -> str:
    """Write attributes; all values are our own, so none needs escaping."""
    return "".join([f' {name}="{value}"' for name, value in attributes])
