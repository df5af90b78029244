"""The board as a diagram: every area and zone a tile, in the order of their numbers, not positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.graphics.shapes import Drawing, Shape
from reportlab.lib.colors import HexColor

from catalogs.games.thunder_at_cassino import Catalog
from exports.kit.shapes import centred_text, disc, hatch, outline, rect, text
from exports.kit.theme import FAINT, HEAD, INK, NARROW, PAPER, RULE, SOFT, livery
from generator.games.thunder_at_cassino.scenario.document import make_setup

from .messages import MessageFormatter

TILE_SIZE, TILE_GAP, HEADING_HEIGHT = 44.0, 3.0, 18.0
ACROSS_PAPER = 11  # tiles in a row that need no scaling on A4 and Letter
EDGE_WIDTH = 1.0  # points, so that no line is clipped
GOLD = HexColor(0xB8860B)


@dataclass(frozen=True, slots=True)
class Tile:
    """The content of a tile."""

    place: str
    owner: str  # german, allied, or empty without points
    points: str = ""
    rubble: str = ""
    smoke: bool = False
    fifth: bool = False
    closed: bool = False  # outside the scenario


def make_tiles(
    catalog: Catalog, play: Mapping[str, Any], own: Mapping[str, Any] | None = None
) -> dict[str, Tile]:
    """Return the tiles of a play; ``own`` is a custom scenario."""
    setup = make_setup(own) if own else catalog.setups.get(play["scenario"])
    smoked = {cloud["place"] for cloud in play["clouds"]}
    result = {}
    for place in catalog.places:
        area = catalog.areas.get(place)
        victory = area is not None and area.victory and (setup is None or setup.is_in_play(place))
        owner = ("allied" if place in play["control"] else "german") if victory else ""
        value = play["values"].get(place) if victory else None
        level = play["rubble"].get(place, 0)
        result[place] = Tile(
            place,
            owner,
            ("?" if value is None else str(value)) if victory else "",
            _format_open_rubble(play, place) if level is None else str(level or ""),
            place in smoked,
            place in play["fifth"],
            setup is not None and not setup.is_in_play(place),
        )
    return result


def _format_open_rubble(play: Mapping[str, Any], place: str) -> str:
    """Return rubble whose level depends on the terrain, with its reduction."""
    cut = play["rubble_cut"].get(place, 0)
    return f"?−{cut}" if cut else "?"


def draw_board(formatter: MessageFormatter, tiles: Mapping[str, Tile], across: int = 12) -> Drawing:
    """Draw town, hill and zones below one another, ``across`` tiles in a row."""
    catalog = formatter.catalog
    groups = [
        (
            formatter.term("inset.town"),
            [p for p in catalog.places if p in catalog.areas and catalog.areas[p].inset == "town"],
        ),
        (
            formatter.term("inset.hill"),
            [p for p in catalog.places if p in catalog.areas and catalog.areas[p].inset != "town"],
        ),
        (formatter.term("inset.zones"), [p for p in catalog.places if p in catalog.zones]),
    ]
    step = TILE_SIZE + TILE_GAP
    high = sum(HEADING_HEIGHT + step * -(-len(places) // across) for _, places in groups)
    drawing = Drawing(across * step - TILE_GAP + 2 * EDGE_WIDTH, high + EDGE_WIDTH)
    top = high + EDGE_WIDTH
    for title, places in groups:
        drawing.add(text(EDGE_WIDTH, top - HEADING_HEIGHT + 6, title, 10.5, HEAD, SOFT))
        top -= HEADING_HEIGHT
        for number, place in enumerate(places):
            row, column = divmod(number, across)
            for shape in _draw_tile(
                formatter, tiles[place], EDGE_WIDTH + column * step, top - row * step - TILE_SIZE
            ):
                drawing.add(shape)
        top -= step * -(-len(places) // across)
    return drawing


def _draw_tile(formatter: MessageFormatter, tile: Tile, x: float, y: float) -> list[Shape]:
    """Draw a tile; Allied areas are solid, German ones hatched, so they differ without colour."""
    catalog = formatter.catalog
    ground = FAINT if tile.closed else PAPER
    if tile.owner:
        dress = livery(catalog, tile.owner)
        allied = tile.owner == "allied"
        shapes: list[Shape] = [
            rect(x, y, TILE_SIZE, TILE_SIZE, dress.deep if allied else dress.tint, dress.deep, 1.4, 3)
        ]
        if not allied:
            shapes.append(
                outline(hatch(x + 2, y + 2, TILE_SIZE - 4, 8, 3.0), stroke=dress.deep, line=0.8, closed=False)
            )
        ink = PAPER if allied else INK
    else:
        shapes = [rect(x, y, TILE_SIZE, TILE_SIZE, ground, RULE, 0.7, 3)]
        ink = SOFT if tile.closed else INK
    shapes.append(centred_text(x + TILE_SIZE / 2, y + TILE_SIZE * 0.55, tile.place, 16, HEAD, ink))
    if tile.points:
        shapes.append(text(x + TILE_SIZE - 4, y + TILE_SIZE - 11, tile.points, 10, HEAD, ink, "end"))
    if tile.rubble:
        shapes += _draw_rubble(x, y, tile.rubble)
    if tile.smoke:
        shapes += [
            disc(x + TILE_SIZE - 8, y + 8, 5.5, SOFT, PAPER, 0.8),
            centred_text(x + TILE_SIZE - 8, y + 8, "~", 9, HEAD, PAPER),
        ]
    if tile.fifth:
        shapes += [
            disc(x + 8, y + TILE_SIZE - 8, 6.5, GOLD, PAPER, 0.8),
            centred_text(x + 8, y + TILE_SIZE - 8, "+1", 8, NARROW, PAPER),
        ]
    return shapes


def _draw_rubble(x: float, y: float, level: str) -> list[Shape]:
    peak = [(x + 2.0, y + 2.0), (x + 11.0, y + 16.0), (x + 20.0, y + 2.0)]
    return [
        outline([peak], HexColor(0x6B5B45), PAPER, 0.8),
        centred_text(x + 11.0, y + 6.4, level, 8.0, NARROW, PAPER),
    ]


def describe_board(formatter: MessageFormatter, tiles: Mapping[str, Tile]) -> str:
    """Return the text alternative of the board."""

    def named(places: Sequence[str]) -> str:
        return ", ".join(places) or formatter.term("answer.nothing")

    facts = {
        "allied": named([p for p, tile in tiles.items() if tile.owner == "allied"]),
        "german": named([p for p, tile in tiles.items() if tile.owner == "german"]),
        "rubble": named([f"{p} ({tile.rubble})" for p, tile in tiles.items() if tile.rubble]),
        "smoke": named([p for p, tile in tiles.items() if tile.smoke]),
    }
    return formatter.sentence("board.words", facts)
