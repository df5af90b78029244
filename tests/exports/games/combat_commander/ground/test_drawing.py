"""The drawn ground: complete, nothing else, legible without colour, small files."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from reportlab.graphics.shapes import Drawing, Group, Path, String
from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from catalogs.frozen import Frozen
from catalogs.games.combat_commander import load
from catalogs.games.combat_commander.ground import Exit, Ground
from exports.games.combat_commander.drawings.hexgrid import HexGrid
from exports.games.combat_commander.ground.drawing import LEVEL_TINTS, ROAD, ROOF, TERRAIN_LOOKS, draw_ground
from exports.games.combat_commander.ground.legend import format_cover, format_move, format_sight, list_terrain
from exports.games.combat_commander.ground.map_sheet import draw_ground_map, draw_thumbnail
from exports.games.combat_commander.ground.region import join_runs, outline_area
from exports.games.combat_commander.messages import MessageFormatter
from exports.kit.draw_pdf import paint
from exports.kit.svg import to_svg
from exports.kit.theme import INK, PAPER, SOFT, load_fonts

CATALOG = load()
MAPS = sorted(CATALOG.ground, key=int)
ENGLISH, SPANISH = MessageFormatter(CATALOG, "en"), MessageFormatter(CATALOG, "es")
GRID = HexGrid(CATALOG.board, 20.0)


def every(node: Any) -> Iterator[Any]:
    for one in node.contents:
        if isinstance(one, Group):
            yield from every(one)
        else:
            yield one


def words(drawing: Drawing) -> list[str]:
    return [one.text for one in every(drawing) if isinstance(one, String)]


def luminance(colour: Color) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)


def contrast(one: Color, other: Color) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("number", MAPS)
@pytest.mark.parametrize("long", [False, True], ids=["wide", "long"])
def test_every_map_as_pdf_and_svg(number: str, long: bool) -> None:
    load_fonts()
    drawing = draw_ground_map(CATALOG.ground[number], ENGLISH, long=long)
    assert (drawing.width < drawing.height) is long or not long
    out = BytesIO()
    canvas = Canvas(out, pagesize=(drawing.width, drawing.height), invariant=1, pageCompression=1)
    paint(drawing, canvas, 0, 0)
    canvas.showPage()
    canvas.save()
    assert len(out.getvalue()) < 150 * 1024
    assert to_svg(drawing).startswith("<svg")


@pytest.mark.parametrize("number", MAPS)
def test_numbers_objectives_and_levels_are_written(number: str) -> None:
    ground = CATALOG.ground[number]
    found = words(draw_ground_map(ground, ENGLISH, key=False))
    assert {f"{column}{row}" for column in "ABCDEFGHIJKLMNO" for row in range(1, 11)} <= set(found)
    assert sorted(one for one in found if one.lstrip("+").isdecimal()) == sorted(
        [*"12345", *(f"+{level}" for level in ground.levels.values())]
    )


@pytest.mark.parametrize("number", MAPS)
@pytest.mark.parametrize("formatter", [ENGLISH, SPANISH], ids=["en", "es"])
def test_legend_lists_exactly_the_terrain_of_the_map(number: str, formatter: MessageFormatter) -> None:
    ground = CATALOG.ground[number]
    there = {kind for types in ground.terrain.values() for kind in types} | set(ground.sides.values())
    there |= {way for way, sides in ground.ways.items() if sides} | ({"hill"} if ground.levels else set())
    assert {row.id for row in list_terrain(ground, CATALOG.terrain)} == there
    found = words(draw_ground_map(ground, formatter))
    for row in CATALOG.terrain.values():
        assert (formatter.term(f"terrain.{row.id}") in found) is (row.id in there), row.id


@pytest.mark.parametrize(
    ("kind", "covers", "costs", "sees"),
    [
        ("building", "3", "2", "blocked, 1 blind hex"),
        ("woods", "2", "2", "blocked, 1 blind hex"),
        ("brush", "1", "2", "hindrance 3"),
        ("orchard", "1", "1", "hindrance 2"),
        ("field", "0", "1", "hindrance 1"),
        ("major_bridge", "2", "1, only along it", "hindrance 1"),
        ("minor_bridge", "2", "1 along it", "hindrance 1"),
        ("gully", "1", "2", "only adjacent or from higher ground"),
        ("water_barrier", "–", "impassable", "clear"),
        ("stream", "-1", "3", "clear"),
        ("marsh", "0", "3", "hindrance 1"),
        ("road", "-1 in the hex", "1 along it", "clear"),
        ("railway", "–", "1 along it", "hindrance 1; clear along it"),
        ("trail", "–", "1 along it", "–"),
        ("fence", "–", "+1 to cross", "hindrance 1; clear along its own hexside"),
        ("hedge", "1 if fire crosses it", "+1 to cross", "blocked; clear along its own hexside"),
        ("wall", "2 if fire crosses it", "+1 to cross", "blocked; clear along its own hexside"),
        ("hill", "–", "+1 uphill", "from the crest (T88)"),
        ("cliff", "–", "impassable", "clear"),
    ],
)
def test_legend_matches_the_terrain_chart(kind: str, covers: str, costs: str, sees: str) -> None:
    row = CATALOG.terrain[kind]
    assert (format_cover(row, ENGLISH), format_move(row, ENGLISH), format_sight(row, ENGLISH)) == (
        covers,
        costs,
        sees,
    )


@pytest.mark.parametrize(
    "ground",
    [PAPER, *LEVEL_TINTS, ROOF, ROAD, *(look.tint for look in TERRAIN_LOOKS.values())],
    ids=lambda tint: tint.hexval(),
)
def test_numbers_stand_out_from_every_tint(ground: Color) -> None:
    assert contrast(INK, ground) >= 7
    assert contrast(SOFT, PAPER) >= 4.5


def test_every_sign_stands_out_from_its_tint_without_colour() -> None:
    for kind, look in TERRAIN_LOOKS.items():
        assert contrast(look.sign, look.tint) >= (2.2 if kind == "field" else 3), kind


def test_levels_darken_step_by_step() -> None:
    lights = [luminance(tint) for tint in LEVEL_TINTS]
    assert lights == sorted(lights, reverse=True)
    assert all(contrast(one, other) > 1.1 for one, other in itertools.pairwise(LEVEL_TINTS))


@pytest.mark.parametrize("kind", [row.id for row in CATALOG.terrain.values() if row.module is None])
def test_every_terrain_of_the_chart_is_drawn(kind: str) -> None:
    """Terrain in a hex, on its side or through it adds a shape; open ground and markers do not."""
    row = CATALOG.terrain[kind]
    bare = len(draw_ground(Ground("0", {}), GRID))
    straight = frozenset({("C3", "C4"), ("C4", "C5")})
    there = {
        "type": Ground("0", {"C4": (kind,)}, ways={"road": straight} if kind.endswith("_bridge") else {}),
        "feature": Ground("0", {}, {"C4": 1}) if kind == "hill" else Ground("0", {}, ways={kind: straight}),
        "side": Ground("0", {}, sides={("C4", "C5"): kind}),
        "marker": Ground("0", {}),
    }[row.kind]
    drawn = len(draw_ground(there, GRID))
    assert (drawn > bare) is (kind != "open" and row.kind != "marker")


def test_area_is_inset_only_at_its_border() -> None:
    fills, edges = outline_area(GRID, {"C4", "C5"}, 0.8)
    assert len(fills) == 2
    assert len(edges) == 10  # the shared side is no edge
    assert len(join_runs(edges)) == 1
    fills, edges = outline_area(GRID, {"A1"}, 0.8)
    assert len(edges) == 2  # four of its sides are the edge of the map, where it continues


def test_each_kind_is_one_path() -> None:
    """The woods of a map are one tint, one rim and one path of crowns, which keeps the file small."""
    paths = [one for one in draw_ground(CATALOG.ground["7"], GRID) if isinstance(one, Path)]
    assert len(paths) <= 8


@pytest.mark.parametrize("number", MAPS)
def test_a_thumbnail_is_small_and_bare(number: str) -> None:
    drawing = draw_thumbnail(CATALOG.ground[number], ENGLISH)
    assert drawing.width == pytest.approx(161)
    assert not any(one[0].isalpha() for one in words(drawing))


def test_gully_leaves_the_map_only_at_its_exits() -> None:
    """Map 4 has a gully up to M10 without an exit; with an exit it continues to the edge."""
    four = CATALOG.ground["4"]
    leaving = replace(four, exits=Frozen({**four.exits, "gully": (Exit("M10", ()),)}))

    def lowest(land: Ground) -> float:
        sign = TERRAIN_LOOKS["gully"].sign
        lines = [one for one in draw_ground(land, GRID) if getattr(one, "strokeColor", None) == sign]
        return min(min(one.points[1::2]) for one in lines)

    assert lowest(four) > GRID.centre("M10")[1] - 0.5 * GRID.size
    assert lowest(leaving) < GRID.centre("M10")[1] - 0.6 * GRID.size
