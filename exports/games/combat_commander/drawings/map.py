"""The map panel: the grid as printed, objectives, edges, set-up zones, and what stands on it before play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from reportlab.graphics.shapes import Drawing, Group, Shape

from catalogs.games.combat_commander.model import Board, Edge
from exports.kit.shapes import Point, centred, disc, moved, outline, polygon, rule, side_bar, text, turned
from exports.kit.theme import HEAD, INK, NARROW, PAPER, RULE, SOFT, Livery, fit, livery, width
from generator.games.combat_commander.hexes import all_hexes, zone

from ..scribe import Scribe
from .glyphs import on_map
from .hexgrid import HexGrid, bars
from .terrain import hexsides, terrain

SIDES = ("axis", "allied")
FRAME = 17.0  # room for the bar and the label of a friendly edge
BAR = 4.0
LEGEND = 34.0
LEGEND_TYPE = 8.5
Card = Mapping[str, Any]


def battle_map(card: Card, scribe: Scribe, size: float = 15.5) -> Drawing:
    """2.1 to 2.3, RS.10 to RS.13: the map with everything the card says about it."""
    grid = HexGrid(scribe.catalog.board, size)
    across, up = _frame(card)
    drawing = Drawing(grid.wide + 2 * across, grid.tall + 2 * up + LEGEND)
    body: list[Shape] = _zone(
        card, scribe, grid, "axis"
    )  # a solid shade lies under the ground, hatching above it
    body += _ground(card, grid)
    body += _zone(card, scribe, grid, "allied")
    body.append(_lattice(scribe.catalog.board, size))
    body += _hexsides(card, grid)
    for side in SIDES:
        body += _frontier(card, grid, side)
        body += _edge(card, scribe, grid, side)
    body += _pieces_on_map(card, scribe, grid)
    body += _objectives(card, scribe, grid)
    body += _exits(card, grid)
    drawing.add(moved(body, across, up + LEGEND))
    drawing.add(moved(_legend(card, scribe, grid), across, 0))
    return drawing


def _frame(card: Card) -> tuple[float, float]:
    """Room beside and above the grid: only where friendly edges are marked."""
    return (0.5, FRAME) if card["map"]["orientation"] == "wide" else (FRAME, 0.5)


def map_size(card: Card, board: Board, wide: float, tall: float) -> float:
    """The largest hex that lets the panel fit a frame."""
    one = HexGrid(board, 1.0)
    across, up = _frame(card)
    return min((wide - 2 * across) / one.wide, (tall - 2 * up - LEGEND) / one.tall)


def map_height(card: Card, board: Board, size: float) -> float:
    """How high the panel is with hexes of this size."""
    return HexGrid(board, size).tall + 2 * _frame(card)[1] + LEGEND


def colours(card: Card, scribe: Scribe, side: str) -> Livery:
    """The colours of the faction that plays a side."""
    return livery(scribe.catalog, card["sides"][side]["faction"])


def set_up(card: Card, board: Board, side: str) -> frozenset[str]:
    """The hexes of a side's set-up zone."""
    setup = card["sides"][side]["setup"]
    return zone(board, setup["edge"], setup["depth"])


@lru_cache(maxsize=8)
def _lattice(board: Board, size: float) -> Group:
    """Outlines and numbers of all hexes: the same on every map, so it is made once for a size."""
    grid = HexGrid(board, size)
    hexes = all_hexes(board)
    shapes: list[Shape] = [outline([grid.corners(one) for one in hexes], stroke=RULE, line=0.45)]
    for one in hexes:
        x, y = _number_spot(grid, one)
        shapes.append(text(x, y, one, _type_size(grid), NARROW, SOFT, "middle"))
    return Group(*shapes)


def _type_size(grid: HexGrid) -> float:
    return max(grid.size * 0.46, 7.0)


def _number_spot(grid: HexGrid, hex_id: str) -> Point:
    """The baseline of a hex number, under the top side of its hex."""
    x, y = grid.centre(hex_id)
    return x, y + grid.high / 2 - _type_size(grid) * 0.7 - 1.5


def _plate(grid: HexGrid, hex_id: str) -> list[Point]:
    """Bare paper behind a hex number, so that hatching does not run through it."""
    x, y = _number_spot(grid, hex_id)
    half = width(hex_id, NARROW, _type_size(grid)) / 2 + 0.9
    top = y + _type_size(grid) * 0.7 + 0.5
    return [(x - half, y - 0.8), (x + half, y - 0.8), (x + half, top), (x - half, top)]


def _ground(card: Card, grid: HexGrid) -> list[Shape]:
    custom = card["map"].get("custom")
    return terrain(custom["hexes"], grid) if custom else []


def _hexsides(card: Card, grid: HexGrid) -> list[Shape]:
    custom = card["map"].get("custom")
    return hexsides(custom["hexes"], grid) if custom else []


def _zone(card: Card, scribe: Scribe, grid: HexGrid, side: str) -> list[Shape]:
    """RS.10 to RS.13: solid shade for the axis, hatching for the allied side."""
    hexes, dress = set_up(card, grid.board, side), colours(card, scribe, side)
    if side == "axis":
        return [outline([grid.corners(one) for one in sorted(hexes)], fill=dress.tint)]
    lines = outline(grid.hatching(hexes), stroke=dress.mid, line=0.3, closed=False)
    return [lines, outline([_plate(grid, one) for one in sorted(hexes)], fill=PAPER)]


def _frontier(card: Card, grid: HexGrid, side: str) -> list[Shape]:
    runs = grid.frontier(set_up(card, grid.board, side))
    return [outline(runs, stroke=INK, line=1.1, closed=False)] if runs else []


def _edge(card: Card, scribe: Scribe, grid: HexGrid, side: str) -> list[Shape]:
    """2.2.2: the bar and the label of a friendly edge."""
    edge: Edge = card["map"]["friendly_edge"][side]
    dress = colours(card, scribe, side)
    x, y, wide, high = bars(grid, edge, BAR, 1.5)
    label = scribe.phrase(
        "edge_label",
        faction=scribe.faction(card, side),
        depth=scribe.zone(card, side),
    )
    room = grid.wide if edge in ("top", "bottom") else grid.tall
    label, size = fit(label, HEAD, 9.0, room)
    return [*side_bar(x, y, wide, high, dress.deep, side == "axis"), _edge_label(grid, edge, label, size)]


def _edge_label(grid: HexGrid, edge: Edge, label: str, size: float) -> Shape:
    far = 1.5 + BAR + 2.2
    if edge == "top":
        return text(grid.wide / 2, grid.tall + far, label, size, HEAD, INK, "middle")
    if edge == "bottom":
        return text(grid.wide / 2, -far - size * 0.7, label, size, HEAD, INK, "middle")
    words = [text(0, 0, label, size, HEAD, INK, "middle")]
    if edge == "left":
        return turned(words, -far, grid.tall / 2, 90)
    return turned(words, grid.wide + far, grid.tall / 2, -90)


def _objectives(card: Card, scribe: Scribe, grid: HexGrid) -> list[Shape]:
    """2.3, 7.3.1: the numbered spots in the dress of whoever controls them."""
    shapes: list[Shape] = []
    for number, hex_id in sorted((card["map"].get("objectives") or {}).items()):
        x, y = grid.centre(hex_id)
        shapes += objective(card, scribe, number, x, y - grid.high * 0.13, grid.size * 0.42)
    return shapes


def objective(card: Card, scribe: Scribe, number: str, x: float, y: float, radius: float) -> list[Shape]:
    """Solid under the axis, a ring under the allied side, a thin circle under nobody."""
    holder = card["objectives"]["control"][number]
    if holder == "axis":
        deep = colours(card, scribe, "axis").deep
        return [disc(x, y, radius, deep, PAPER, 0.6), centred(x, y, number, radius * 1.7, HEAD, PAPER)]
    if holder == "allied":
        deep = colours(card, scribe, "allied").deep
        ring = disc(x, y, radius * 0.9, PAPER, deep, radius * 0.3)
        return [ring, centred(x, y, number, radius * 1.5, HEAD, INK)]
    return [disc(x, y, radius, PAPER, INK, 0.6), centred(x, y, number, radius * 1.7, HEAD, INK)]


def _pieces_on_map(card: Card, scribe: Scribe, grid: HexGrid) -> list[Shape]:
    """Markers, fortifications with a fixed hex, and units that the card places."""
    shapes: list[Shape] = []
    taken: dict[str, int] = {}
    spots = dict.fromkeys((card["map"].get("objectives") or {}).values(), 1)
    for name, hex_id in _works(card):
        place = taken.get(hex_id, spots.get(hex_id, 0))
        taken[hex_id] = place + 1
        shapes.append(_at(grid, hex_id, place, on_map(name)))
    for side in SIDES:
        for fixed in card["sides"][side]["setup"].get("fixed", ()):
            place = taken.get(fixed["hex"], spots.get(fixed["hex"], 0))
            taken[fixed["hex"]] = place + 1
            shapes.append(_at(grid, fixed["hex"], place, _block(card, scribe, side)))
    return shapes


def _works(card: Card) -> list[tuple[str, str]]:
    found = [(marker["type"], marker["hex"]) for marker in card.get("markers", ())]
    for work in card["fortifications"]:
        found += [(work["type"], hex_id) for hex_id in work.get("hexes", ())]
    return found


def _at(grid: HexGrid, hex_id: str, place: int, shapes: tuple[Shape, ...]) -> Group:
    """Up to four signs in a hex: the first alone in the middle, the next ones in the corners."""
    x, y = grid.centre(hex_id)
    across, up = ((0.0, -0.13), (0.55, -0.2), (-0.55, -0.2), (0.0, -0.34))[min(place, 3)]
    scale = grid.size / (15.5 if place == 0 else 26.0)
    return moved(list(shapes), x + across * grid.size, y + up * grid.high, scale)


def _block(card: Card, scribe: Scribe, side: str) -> tuple[Shape, ...]:
    """A unit that starts in this hex."""
    return tuple(side_bar(-4.5, -4.5, 9, 9, colours(card, scribe, side).deep, side == "axis"))


def _exits(card: Card, grid: HexGrid) -> list[Shape]:
    """PA-2.4: exit points with their value."""
    shapes: list[Shape] = []
    for point in card["map"].get("exit_points", ()):
        x, y = grid.centre(point["hex"])
        y -= grid.high * 0.3
        arrow = [(x - 4, y - 1.5), (x + 4, y - 1.5), (x, y - 5)]
        shapes += [polygon(arrow, INK), centred(x, y + 1.5, str(point["value"]), 7)]
    return shapes


def _legend(card: Card, scribe: Scribe, grid: HexGrid) -> list[Shape]:
    """Beneath the map: what the signs mean, and the compass."""
    shapes: list[Shape] = list(compass(scribe.catalog.board, grid.wide - 16, LEGEND / 2 - 1, 8.0))
    x, y = 0.0, LEGEND - 13
    for sign, words in _signs(card, scribe):
        before = 13.0 if sign else 0.0
        wide = before + width(words, NARROW, LEGEND_TYPE) + 11
        if x and x + wide > grid.wide - 40:
            x, y = 0.0, y - 11
        shapes += [moved(sign, x + 5, y), text(x + before, y - 3.0, words, LEGEND_TYPE, NARROW, SOFT)]
        x += wide
    return shapes


def _signs(card: Card, scribe: Scribe) -> list[tuple[list[Shape], str]]:
    signs: list[tuple[list[Shape], str]] = []
    if card["map"].get("objectives"):
        holders = sorted(set(card["objectives"]["control"].values()), key=["axis", "allied", "none"].index)
        for holder in holders:
            number = next(n for n, who in sorted(card["objectives"]["control"].items()) if who == holder)
            sign = objective(card, scribe, number, 0, 0, 4.2)[:1]
            key = "objective_free" if holder == "none" else "objective_of"
            whom = "" if holder == "none" else scribe.faction(card, holder)
            signs.append((sign, scribe.phrase(key, faction=whom)))
    else:
        signs.append(([], scribe.phrase("objectives_on_map")))
    for name in dict.fromkeys(name for name, _ in _works(card)):
        key = f"marker.{name}" if name not in scribe.catalog.fortifications else f"fortification.{name}"
        signs.append(([moved(list(on_map(name)), 0, 0, 0.62)], scribe.term(key)))
    return signs


def compass(board: Board, x: float, y: float, radius: float) -> list[Shape]:
    """2.2.2: the six directions with their numbers."""
    grid = HexGrid(board, radius)
    centre_x, centre_y = grid.centre("A1")
    shift = (x - centre_x, y - centre_y)
    corners = [(a + shift[0], b + shift[1]) for a, b in grid.corners("A1")]
    shapes: list[Shape] = [polygon(corners, None, SOFT, 0.6)]
    for number in sorted(board.edges):
        (x1, y1), (x2, y2) = grid.side("A1", number)
        middle = ((x1 + x2) / 2 - centre_x, (y1 + y2) / 2 - centre_y)
        shapes.append(centred(x + middle[0] * 1.7, y + middle[1] * 1.7, str(number), 7.0, HEAD, SOFT))
        shapes.append(rule(x, y, x + middle[0] * 0.45, y + middle[1] * 0.45, SOFT, 0.5))
    return shapes
