"""The map panel: grid, objectives, edges, set-up zones, and pieces on the map before play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from reportlab.graphics.shapes import Drawing, Group, Shape
from reportlab.lib.colors import Color

from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Board, Edge
from exports.kit.shapes import (
    Point,
    centred_text,
    move_shapes,
    outline,
    polygon,
    rect,
    rule,
    side_bar,
    text,
)
from exports.kit.theme import HEAD, INK, NARROW, PAPER, RULE, SOFT, Livery, fit, livery, width
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.ground.card_ground import get_card_ground
from generator.games.combat_commander.hexes import all_hexes, neighbour, zone

from ..ground.drawing import draw_ground
from ..ground.map_sheet import crossed_hexes, draw_lattice
from ..ground.overlay import Overlay, Zone, draw_under_numbers
from ..messages import MessageFormatter
from .glyphs import map_glyph
from .hexgrid import HexGrid, edge_bar

FRAME_HEIGHT, SIDE_MARGIN = (
    17.0,
    2.0,
)  # points above and below for bar and label of a friendly edge; points beside
BAR_HEIGHT = 4.0
MIN_SIGN_TYPE = 8.0  # points: the least size of letters and numbers on signs
LEGEND_HEIGHT = 34.0
LEGEND_TYPE_SIZE = 8.5
UNIT_KINDS = ("leader", "hero", "squad", "team", "weapon", "radio")
Card = Mapping[str, Any]


def draw_battle_map(card: Card, formatter: MessageFormatter, size: float = 15.5) -> Drawing:
    """2.1 to 2.3, RS.10 to RS.13: draw the map with everything the card says about it.

    With a known ground, zones show as a pale tint under the terrain and a band along the edge, so that no
    terrain is covered.
    """
    grid = make_map_grid(card, formatter.catalog.board, size)
    ground = get_card_ground(formatter.catalog, card)
    drawing = Drawing(grid.wide + 2 * SIDE_MARGIN, grid.tall + 2 * FRAME_HEIGHT + LEGEND_HEIGHT)
    body = (
        _draw_without_ground(card, formatter, grid)
        if ground is None
        else _draw_with_ground(card, formatter, grid, ground)
    )
    for side in SIDES:
        body += _draw_edge(card, formatter, grid, side)
    body += draw_works(card, grid)
    for side in SIDES:
        for fixed in card["sides"][side]["setup"].get("fixed", ()):
            body += draw_units(grid, fixed, formatter, side_livery(card, formatter, side), side)
    body += draw_flags(card, formatter, grid)
    body += _draw_exits(card, grid)
    drawing.add(move_shapes(body, SIDE_MARGIN, FRAME_HEIGHT + LEGEND_HEIGHT))
    drawing.add(move_shapes(_draw_legend(card, formatter, grid), SIDE_MARGIN, 0))
    return drawing


def _draw_without_ground(card: Card, formatter: MessageFormatter, grid: HexGrid) -> list[Shape]:
    """Draw a map without known ground: zones as shade and hatching, and the grid."""
    body = [*_draw_zone(card, formatter, grid, "axis"), *_draw_zone(card, formatter, grid, "allied")]
    body.append(_draw_lattice(grid))
    return [*body, *(shape for side in SIDES for shape in _draw_frontier(card, grid, side))]


def _draw_with_ground(card: Card, formatter: MessageFormatter, grid: HexGrid, ground: Ground) -> list[Shape]:
    zones = tuple(
        Zone(set_up_zone(card, grid.board, side), side == "axis", side_livery(card, formatter, side).deep)
        for side in SIDES
    )
    return [
        *draw_zone_tints(card, formatter, grid),
        *draw_ground(ground, grid, levels_left=True),
        *draw_under_numbers(Overlay(zones=zones), grid),
        draw_lattice(
            grid, plain=crossed_hexes(ground).union(*(_rim_hexes(zone, grid.board) for zone in zones))
        ),
    ]


def _rim_hexes(zone: Zone, board: Board) -> set[str]:
    """Return the hexes of a zone along its border, where the band may run under the number."""
    around = {hex_id: {neighbour(hex_id, edge, board) for edge in board.edges} for hex_id in zone.hexes}
    return {hex_id for hex_id, others in around.items() if others - zone.hexes - {None}}


def draw_zone_tints(card: Card, formatter: MessageFormatter, grid: HexGrid) -> list[Shape]:
    """RS.10 to RS.13: draw both set-up zones in a pale tint of their sides."""
    return [
        outline(
            [grid.corners(hex_id) for hex_id in sorted(set_up_zone(card, grid.board, side))],
            fill=_pale(side_livery(card, formatter, side).tint),
        )
        for side in SIDES
    ]


def _pale(colour: Color) -> Color:
    """Return a colour half way to white."""
    return Color(*((1 + part) / 2 for part in (colour.red, colour.green, colour.blue)))


def make_map_grid(card: Card, board: Board, size: float) -> HexGrid:
    """2.2: return the grid with the friendly edges above and below, so upright along the map."""
    return HexGrid(board, size, card["map"]["orientation"] == "long")


def map_size(card: Card, board: Board, wide: float, tall: float) -> float:
    """Return the largest hex size with which the panel fits a frame."""
    unit_grid = make_map_grid(card, board, 1.0)
    return min(
        (wide - 2 * SIDE_MARGIN) / unit_grid.wide, (tall - 2 * FRAME_HEIGHT - LEGEND_HEIGHT) / unit_grid.tall
    )


def map_height(card: Card, board: Board, size: float) -> float:
    """Return the height of the panel with hexes of this size."""
    return make_map_grid(card, board, size).tall + 2 * FRAME_HEIGHT + LEGEND_HEIGHT


def side_livery(card: Card, formatter: MessageFormatter, side: str) -> Livery:
    """Return the colours of the faction that plays a side."""
    return livery(formatter.catalog, card["sides"][side]["faction"])


def set_up_zone(card: Card, board: Board, side: str) -> frozenset[str]:
    """Return the hexes of a side's set-up zone."""
    setup = card["sides"][side]["setup"]
    return zone(board, setup["edge"], setup["depth"])


def _draw_lattice(grid: HexGrid) -> Group:
    """Draw the outlines and numbers of all hexes."""
    hexes = all_hexes(grid.board)
    shapes: list[Shape] = [outline([grid.corners(hex_id) for hex_id in hexes], stroke=RULE, line=0.45)]
    for hex_id in hexes:
        x, y = _number_spot(grid, hex_id)
        shapes.append(text(x, y, hex_id, _type_size(grid), NARROW, SOFT, "middle"))
    return Group(*shapes)


def _type_size(grid: HexGrid) -> float:
    return max(grid.size * 0.46, 7.0)


def _number_spot(grid: HexGrid, hex_id: str) -> Point:
    """Return the baseline of a hex number, below the top side of its hex."""
    return grid.number_spot(hex_id, _type_size(grid))


def _plate(grid: HexGrid, hex_id: str) -> list[Point]:
    """Return the blank plate behind a hex number, which keeps hatching out of it."""
    x, y = _number_spot(grid, hex_id)
    half = width(hex_id, NARROW, _type_size(grid)) / 2 + 0.9
    top = y + _type_size(grid) * 0.7 + 0.5
    return [(x - half, y - 0.8), (x + half, y - 0.8), (x + half, top), (x - half, top)]


def _draw_zone(card: Card, formatter: MessageFormatter, grid: HexGrid, side: str) -> list[Shape]:
    """RS.10 to RS.13: draw solid shade for the Axis, hatching for the Allies."""
    hexes, dress = set_up_zone(card, grid.board, side), side_livery(card, formatter, side)
    if side == "axis":
        return [outline([grid.corners(hex_id) for hex_id in sorted(hexes)], fill=dress.tint)]
    lines = outline(grid.hatching(hexes), stroke=dress.mid, line=0.3, closed=False)
    return [lines, outline([_plate(grid, hex_id) for hex_id in sorted(hexes)], fill=PAPER)]


def _draw_frontier(card: Card, grid: HexGrid, side: str) -> list[Shape]:
    runs = grid.frontier(set_up_zone(card, grid.board, side))
    return [outline(runs, stroke=INK, line=1.1, closed=False)] if runs else []


def _draw_edge(card: Card, formatter: MessageFormatter, grid: HexGrid, side: str) -> list[Shape]:
    """2.2.2: draw the bar and the label of a friendly edge."""
    edge = grid.paper_edge(card["map"]["friendly_edge"][side])
    dress = side_livery(card, formatter, side)
    x, y, wide, high = edge_bar(grid, edge, BAR_HEIGHT, 1.5)
    label = formatter.phrase(
        "edge_label_turned" if grid.upright else "edge_label",
        faction=formatter.faction(card, side),
        depth=formatter.zone(card, side),
        edge=formatter.phrase(f"edge.{card['map']['friendly_edge'][side]}"),
    )
    label, size = fit(label, HEAD, 9.0, grid.wide)
    return [
        *side_bar(x, y, wide, high, dress.deep, side == "axis"),
        _draw_edge_label(grid, edge, label, size),
    ]


def _draw_edge_label(grid: HexGrid, edge: Edge, label: str, size: float) -> Shape:
    far = 1.5 + BAR_HEIGHT + 2.2
    y = grid.tall + far if edge == "top" else -far - size * 0.7
    return text(grid.wide / 2, y, label, size, HEAD, INK, "middle")


def draw_flags(card: Card, formatter: MessageFormatter, grid: HexGrid) -> list[Shape]:
    """2.3, 7.3.1: draw the objectives as flags at the right of their hexes, in their holders' colours."""
    shapes: list[Shape] = []
    for number, hex_id in sorted((card["map"].get("objectives") or {}).items()):
        x, y = grid.centre(hex_id)
        shapes += draw_flag(
            card, formatter, number, x + 0.14 * grid.size, y - 0.46 * grid.size, 0.6 * grid.size
        )
    return shapes


def draw_flag(
    card: Card, formatter: MessageFormatter, number: str, x: float, y: float, size: float, pole: float = 0.62
) -> list[Shape]:
    """2.3, 7.3.1: draw an objective as a flag: solid for the Axis, framed for the Allies, bare for nobody.

    (x, y) is the foot of the pole, which is ``pole`` times as long as the cloth is wide.
    """
    holder = card["objectives"]["control"][number]
    high = max(MIN_SIGN_TYPE * 1.12, 0.86 * size)
    fill, edge, line, ink = PAPER, INK, 0.6, INK
    if holder == "axis":
        fill = edge = side_livery(card, formatter, "axis").deep
        ink = PAPER
    elif holder == "allied":
        edge, line = side_livery(card, formatter, "allied").deep, max(1.6, 0.1 * size)
    top = y + pole * size + high
    cloth = [(x, top), (x + size, top), (x + size, top - high), (x, top - high)]
    return [
        rule(x, y, x, top, INK, 1.1),
        polygon(cloth, fill, edge, line),
        centred_text(x + size / 2, top - high / 2, number, max(MIN_SIGN_TYPE, 0.74 * size), HEAD, ink),
    ]


def draw_objective(
    card: Card, formatter: MessageFormatter, number: str, x: float, y: float, radius: float
) -> list[Shape]:
    """Draw the cloth of an objective's flag around a point, for lists and legends."""
    size = 2 * radius
    high = max(MIN_SIGN_TYPE * 1.12, 0.86 * size)
    return draw_flag(card, formatter, number, x - radius, y - high / 2, size, 0.0)[1:]


def draw_works(card: Card, grid: HexGrid) -> list[Shape]:
    """Draw markers and fortifications with a fixed hex in the middle of it, several side by side.

    They make room for a flag at the right and for units at the lower left.
    """
    hexes: dict[str, list[str]] = {}
    for name, hex_id in list_works(card):
        hexes.setdefault(hex_id, []).append(name)
    flags = set((card["map"].get("objectives") or {}).values())
    units = {fixed["hex"] for side in SIDES for fixed in card["sides"][side]["setup"].get("fixed", ())}
    shapes: list[Shape] = []
    for hex_id, names in hexes.items():
        x, y = grid.centre(hex_id)
        if hex_id in flags:
            x, y = x - 0.3 * grid.size, y - 0.22 * grid.size
        if hex_id in units and grid.upright:
            y += 0.24 * grid.size
        scale = grid.size / (18.0 if len(names) == 1 else 26.0)
        for place, name in enumerate(names):
            at = x + (place - (len(names) - 1) / 2) * 18 * scale
            plate = rect(-8.6, -6.4, 17.2, 12.8, PAPER, INK, 0.5, 1.5)
            shapes.append(move_shapes([plate, *map_glyph(name)], at, y, scale))
    return shapes


def draw_units(
    grid: HexGrid, fixed: Mapping[str, Any], formatter: MessageFormatter, dress: Livery, side: str
) -> list[Shape]:
    """Draw the letters of the units that start in a hex on a plate at its lower left."""
    x, y = grid.centre(fixed["hex"])
    type_size = max(MIN_SIGN_TYPE, 0.4 * grid.size)
    letters = format_initials(formatter, fixed).split(" ")
    room = 1.55 * grid.size
    lines = [" ".join(letters)]
    if width(lines[0], HEAD, type_size) > room:
        half = -(-len(letters) // 2)
        lines = [" ".join(letters[:half]), " ".join(letters[half:])]
    wide = max(width(line, HEAD, type_size) for line in lines) + 3.0
    lead = type_size * 0.98
    high = lead * len(lines) + 1.4
    left = x - (0.8 if grid.upright else 0.6) * grid.size
    low = y - (0.58 if grid.upright else 0.82) * grid.size
    fill, ink = (dress.deep, PAPER) if side == "axis" else (PAPER, INK)
    shapes: list[Shape] = [rect(left, low, wide, high, fill, dress.deep, 0.9, 1.2)]
    for place, line in enumerate(reversed(lines)):
        shapes.append(text(left + 1.5, low + 1.6 + place * lead, line, type_size, HEAD, ink))
    return shapes


def list_works(card: Card) -> list[tuple[str, str]]:
    """Return markers and fortifications with a fixed hex: name and hex."""
    works = [(marker["type"], marker["hex"]) for marker in card.get("markers", ())]
    for work in card["fortifications"]:
        works += [(work["type"], hex_id) for hex_id in work.get("hexes", ())]
    return works


def format_initials(formatter: MessageFormatter, fixed: Mapping[str, Any]) -> str:
    """Return the units of a hex in letters: a leader, two squads and a weapon are ``L 2S W``."""
    counts: dict[str, int] = {}
    pieces = [(ref, 1) for ref in fixed["leaders"]] + list(fixed["counters"].items())
    for ref, count in pieces:
        kind = formatter.piece(ref).kind
        counts[kind] = counts.get(kind, 0) + count
    known = [kind for kind in UNIT_KINDS if kind in counts]
    letters = (f"{_format_count(counts[kind])}{formatter.term(f'map_sign.{kind}')}" for kind in known)
    return " ".join(letters) or str(sum(counts.values()))


def _format_count(count: int) -> str:
    return "" if count == 1 else str(count)


def _draw_exits(card: Card, grid: HexGrid) -> list[Shape]:
    """PA-2.4: draw exit points with their value."""
    shapes: list[Shape] = []
    for point in card["map"].get("exit_points", ()):
        x, y = grid.centre(point["hex"])
        y -= grid.high * 0.3
        arrow = [(x - 4, y - 1.5), (x + 4, y - 1.5), (x, y - 5)]
        shapes += [polygon(arrow, INK), centred_text(x, y + 1.5, str(point["value"]), 7)]
    return shapes


def _draw_legend(card: Card, formatter: MessageFormatter, grid: HexGrid) -> list[Shape]:
    """Draw the legend and the compass below the map, in smaller type if there are many signs."""
    shapes: list[Shape] = list(draw_compass(replace(grid, size=8.0), grid.wide - 16, LEGEND_HEIGHT / 2 - 1))
    signs = _list_signs(card, formatter)
    for size, lead, top in (
        (LEGEND_TYPE_SIZE, 11.0, 13.0),
        (LEGEND_TYPE_SIZE, 10.0, 7.0),
        (7.5, 8.2, 5.5),
        (7.0, 7.2, 3.0),
    ):
        entries, deep = _arrange_signs(signs, grid.wide - (40 if top > 5.5 else 30), size)
        if top + (deep - 1) * lead + 0.4 * size <= LEGEND_HEIGHT:
            break
    for x, line, sign, words in entries:
        y = LEGEND_HEIGHT - top - line * lead
        at = x + (13.0 if sign else 0.0)
        shapes += [move_shapes(sign, x + 5, y), text(at, y - 3.0, words, size, NARROW, SOFT)]
    return shapes


def _arrange_signs(
    signs: list[tuple[list[Shape], str]], room: float, size: float
) -> tuple[list[tuple[float, int, list[Shape], str]], int]:
    """Arrange signs and words in lines; return (x, line, sign, words) and the number of lines."""
    entries, x, line = [], 0.0, 0
    for sign, words in signs:
        wide = (13.0 if sign else 0.0) + width(words, NARROW, size) + 11
        if x and x + wide > room:
            x, line = 0.0, line + 1
        entries.append((x, line, sign, words))
        x += wide
    return entries, line + 1


def _list_signs(card: Card, formatter: MessageFormatter) -> list[tuple[list[Shape], str]]:
    signs: list[tuple[list[Shape], str]] = []
    if card["map"].get("objectives"):
        holders = sorted(set(card["objectives"]["control"].values()), key=["axis", "allied", "none"].index)
        for holder in holders:
            number = next(n for n, who in sorted(card["objectives"]["control"].items()) if who == holder)
            sign = draw_objective(card, formatter, number, 0, 0, 4.2)[:1]
            key = "objective_free" if holder == "none" else "objective_of"
            whom = "" if holder == "none" else formatter.faction(card, holder)
            signs.append((sign, formatter.phrase(key, faction=whom)))
    else:
        signs.append(([], formatter.phrase("objectives_on_map")))
    for name in dict.fromkeys(name for name, _ in list_works(card)):
        key = f"marker.{name}" if name not in formatter.catalog.fortifications else f"fortification.{name}"
        signs.append(([move_shapes(list(map_glyph(name)), 0, 0, 0.62)], formatter.term(key)))
    return signs + [([], words) for words in list_letters(card, formatter)]


def list_letters(card: Card, formatter: MessageFormatter) -> list[str]:
    """Return the meaning of the letters in one line, if units have a hex; the list by hex names them."""
    placed = [fixed for side in SIDES for fixed in card["sides"][side]["setup"].get("fixed", ())]
    refs = [ref for fixed in placed for ref in (*fixed["leaders"], *fixed["counters"])]
    there = {formatter.piece(ref).kind for ref in refs}
    words = [
        f"{formatter.term(f'map_sign.{kind}')} {formatter.form('kind', kind, 'inline')}"
        for kind in UNIT_KINDS
        if kind in there
    ]
    return [" · ".join(words)] if words else []


def draw_compass(grid: HexGrid, x: float, y: float) -> list[Shape]:
    """2.2.2: draw the six directions with their numbers, as the map lies."""
    centre_x, centre_y = grid.centre("A1")
    corners = [(a + x - centre_x, b + y - centre_y) for a, b in grid.corners("A1")]
    shapes: list[Shape] = [polygon(corners, None, SOFT, 0.6)]
    for number in sorted(grid.board.edges):
        (x1, y1), (x2, y2) = grid.side("A1", number)
        middle = ((x1 + x2) / 2 - centre_x, (y1 + y2) / 2 - centre_y)
        shapes.append(centred_text(x + middle[0] * 1.7, y + middle[1] * 1.7, str(number), 8.0, HEAD, SOFT))
        shapes.append(rule(x, y, x + middle[0] * 0.45, y + middle[1] * 0.45, SOFT, 0.5))
    return shapes
