"""Drawings inside a page: well formed, without styles and ids, the same shapes as on paper."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from reportlab.graphics.shapes import Circle, Drawing, Ellipse, Group, Line, Path, PolyLine, Rect, String
from reportlab.lib.colors import HexColor

from catalogs.games.combat_commander import load
from exports.games.combat_commander.drawings.map import draw_battle_map
from exports.games.combat_commander.messages import MessageFormatter
from exports.kit.svg import to_svg
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings

INK = HexColor(0x1F2326)
SVG = "{http://www.w3.org/2000/svg}"


def drawn(*shapes: object, words: str = "") -> ElementTree.Element:
    drawing = Drawing(100, 50)
    for shape in shapes:
        drawing.add(shape)
    return ElementTree.fromstring(to_svg(drawing, words))


def path() -> Path:
    found = Path(fillColor=None, strokeColor=INK, strokeWidth=2, strokeLineCap=1, strokeLineJoin=1)
    found.moveTo(0, 0)
    found.lineTo(4, 4)
    found.curveTo(1, 2, 3, 4, 5, 6)
    found.closePath()
    return found


@pytest.mark.parametrize(
    ("shape", "name", "attributes"),
    [
        (
            Rect(1, 2, 3, 4, rx=1, ry=1, fillColor=INK, strokeColor=None),
            "rect",
            {"x": "1", "y": "2", "width": "3", "height": "4", "rx": "1", "fill": "#1f2326"},
        ),
        (
            Circle(5, 6, 7, fillColor=None, strokeColor=INK, strokeWidth=0.5),
            "circle",
            {"cx": "5", "cy": "6", "r": "7", "fill": "none", "stroke": "#1f2326", "stroke-width": "0.5"},
        ),
        (
            Line(1, 2, 3, 4.125, strokeColor=INK, strokeWidth=1),
            "line",
            {"x1": "1", "y1": "2", "x2": "3", "y2": "4.12", "stroke": "#1f2326", "stroke-width": "1"},
        ),
        (
            path(),
            "path",
            {
                "d": "m0 0l4 4c-3 -2 -1 0 1 2z",
                "fill": "none",
                "stroke": "#1f2326",
                "stroke-width": "2",
                "stroke-linecap": "round",
                "stroke-linejoin": "round",
            },
        ),
    ],
)
def test_a_shape(shape: object, name: str, attributes: dict[str, str]) -> None:
    found = drawn(shape).find(f".//{SVG}{name}")
    assert found is not None
    assert found.attrib == attributes


def test_text_stands_upright_on_its_baseline() -> None:
    word = String(10, 20.25, "Ñ & <b>", fontName="Barlow-Regular", fontSize=8, fillColor=INK)
    found = drawn(word).find(f".//{SVG}text")
    assert found is not None
    assert found.text == "Ñ & <b>"
    assert found.attrib["transform"] == "matrix(1 0 0 -1 10 20.25)"


@pytest.mark.parametrize(
    ("number", "written"),
    [(0.0, "0"), (100.0, "100"), (0.5, "0.5"), (0.05, "0.05"), (-0.001, "-0"), (20.10, "20.1"), (7.999, "8")],
)
def test_numbers_are_written_alike_alone_and_in_lists(number: float, written: str) -> None:
    line = PolyLine([number, 10, 3, number], strokeColor=INK)
    found = drawn(line, Rect(number, 0, 1, 1, fillColor=INK, strokeColor=None))
    assert [found.find(f".//{SVG}polyline").attrib["points"], found.find(f".//{SVG}rect").attrib["x"]] == [  # type: ignore[union-attr]
        f"{written} 10 3 {written}",
        written,
    ]


def test_equal_shapes_are_equal_texts_and_rounding_does_not_add_up() -> None:
    """Paths are written in relative steps, each shape from the position as written."""
    path = Path(fillColor=None, strokeColor=INK)
    for place in range(300):
        path.moveTo(place / 3, 1)
        path.lineTo(place / 3 + 0.126, 2)
        path.lineTo(place / 3 + 0.333, 3)
        path.closePath()
    steps = drawn(path).find(f".//{SVG}path").attrib["d"].split("z")[:-1]  # type: ignore[union-attr]
    assert {step.partition("l")[2] for step in steps} == {"0.13 1l0.21 1"}
    starts = [float(step[1:].split(" ")[0]) for step in steps]
    assert sum(starts) == pytest.approx(299 / 3, abs=0.01)


def test_a_group_keeps_its_transform_and_an_empty_one_vanishes() -> None:
    group = Group(Circle(0, 0, 1, fillColor=INK, strokeColor=None))
    group.transform = (2, 0, 0, 2, 5, 6)
    found = drawn(group, Group())
    transforms = [one.attrib["transform"] for one in found.iter(f"{SVG}g")]
    assert transforms == ["matrix(1 0 0 -1 0 50)", "matrix(2 0 0 2 5 6)"]


@pytest.mark.parametrize(
    ("words", "attributes"),
    [("A map", {"role": "img", "aria-label": "A map"}), ("", {"aria-hidden": "true"})],
)
def test_drawing_has_a_label_or_is_hidden(words: str, attributes: dict[str, str]) -> None:
    found = drawn(words=words).attrib
    assert attributes.items() <= found.items()


def test_unknown_shape_is_an_error() -> None:
    with pytest.raises(TypeError, match="Ellipse"):
        drawn(Ellipse(1, 2, 3, 4))


def test_a_map_holds_nothing_that_a_strict_policy_forbids() -> None:
    catalog = load()
    card = make(catalog, Settings(), "1944").card()
    text = to_svg(draw_battle_map(card, MessageFormatter(catalog, "es"), 20.0), "Mapa")
    found = ElementTree.fromstring(text)
    for element in found.iter():
        assert not {"style", "id", "class", "href"} & set(element.attrib)
    assert len(found.findall(f".//{SVG}text")) > len(catalog.board.columns) * len(catalog.board.rows)
