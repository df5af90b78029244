"""Overlays of a map, and clickable pictures of maps."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from catalogs.games.combat_commander import load
from exports.games.combat_commander.drawings.hexgrid import HexGrid
from exports.games.combat_commander.ground.map_sheet import FRAME_WIDTH, draw_ground_map, render_ground_svg
from exports.games.combat_commander.ground.overlay import Overlay, Zone
from exports.games.combat_commander.messages import MessageFormatter
from exports.kit.theme import PAPER, livery
from generator.games.combat_commander.hexes import all_hexes, neighbours, zone

from .test_drawing import contrast, every

CATALOG = load()
FORMATTER = MessageFormatter(CATALOG, "en")
BOARD = CATALOG.board
SVG = "{http://www.w3.org/2000/svg}"


def links(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}a"))


@pytest.mark.parametrize("long", [False, True])
def test_every_hex_is_a_link_with_its_name(long: bool) -> None:
    svg = render_ground_svg(
        CATALOG.ground["10"],
        FORMATTER,
        "Map 10",
        long=long,
        over=Overlay(chosen=("C4",)),
        link=lambda one: f"/ground/10?from={one}&to=A1",
        label=lambda one: f"Hex {one}",
    )
    found = links(svg)
    assert [one.get("data-spot") for one in found] == list(all_hexes(BOARD))
    assert found[0].get("href") == "/ground/10?from=A1&to=A1"
    assert found[0].get("aria-label") == "Hex A1"
    assert [one.get("data-spot") for one in found if one.get("aria-current")] == ["C4"]
    assert ElementTree.fromstring(svg).get("role") == "group"


def test_hex_without_address_is_no_link() -> None:
    svg = render_ground_svg(CATALOG.ground["1"], FORMATTER, "Map 1", link=lambda one: None)
    assert not links(svg)
    assert svg.count('data-spot="') == 150


def test_picture_without_links_is_an_image() -> None:
    assert (
        ElementTree.fromstring(render_ground_svg(CATALOG.ground["1"], FORMATTER, "Map 1")).get("role")
        == "img"
    )


def test_clickable_areas_lie_over_their_hexes() -> None:
    """The outline of a clickable area is that of its hex, moved with the drawing."""
    drawing = draw_ground_map(CATALOG.ground["1"], FORMATTER, 24.0, long=True)
    grid = HexGrid(BOARD, 24.0, upright=True)
    below = drawing.height - grid.tall - FRAME_WIDTH
    svg = render_ground_svg(CATALOG.ground["1"], FORMATTER, "", long=True, link=lambda one: "#")
    points = links(svg)[0][0].get("points") or ""
    expected = [number for x, y in grid.corners("A1") for number in (x + FRAME_WIDTH, y + below)]
    assert [float(one) for one in points.split()] == pytest.approx(expected, abs=0.01)


def test_upright_grid_keeps_neighbours() -> None:
    lying, upright = HexGrid(BOARD, 10.0), HexGrid(BOARD, 10.0, upright=True)
    assert (upright.wide, upright.tall) == (lying.tall, lying.wide)
    assert upright.centre("A1")[1] > upright.centre("O1")[1]
    assert upright.centre("A1")[0] > upright.centre("A10")[0]
    for one in all_hexes(BOARD):
        x, y = upright.centre(one)
        assert 0 < x < upright.wide
        assert 0 < y < upright.tall
        for other in neighbours(one, BOARD):
            x2, y2 = upright.centre(other)
            assert ((x - x2) ** 2 + (y - y2) ** 2) ** 0.5 == pytest.approx(upright.high)
    assert [upright.paper_edge(edge) for edge in ("left", "top", "right", "bottom")] == [
        "top",
        "right",
        "bottom",
        "left",
    ]


@pytest.mark.parametrize("faction", sorted(CATALOG.factions))
def test_numbers_on_the_plates_of_a_zone_can_be_read(faction: str) -> None:
    deep = livery(CATALOG, faction).deep
    assert contrast(PAPER, deep) >= 4.5


def test_zones_differ_without_colour() -> None:
    """A solid and an outlined zone have different fills under the numbers."""
    hexes = zone(BOARD, "top", 3)
    fills = []
    for solid in (True, False):
        drawing = draw_ground_map(
            CATALOG.ground["1"], FORMATTER, key=False, over=Overlay(zones=(Zone(hexes, solid),))
        )
        fills.append([getattr(one, "fillColor", None) for one in every(drawing)])
    assert fills[0] != fills[1]


def test_a_long_note_stays_on_its_plate() -> None:
    drawing = draw_ground_map(
        CATALOG.ground["1"], FORMATTER, 20.0, over=Overlay(notes={"C4": "3?", "D4": "10?"})
    )
    sizes = {one.text: one.fontSize for one in every(drawing) if getattr(one, "text", "") in ("3?", "10?")}
    assert sizes["10?"] <= sizes["3?"]
