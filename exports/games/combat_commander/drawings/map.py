"""The map panel: the grid as printed, objectives, edges, set-up zones, and what stands on it before play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from reportlab.graphics.shapes import Drawing, Group, Shape

from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Board, Edge
from exports.kit.shapes import (
    Point,
    centred,
    disc,
    moved,
    outline,
    polygon,
    rect,
    rule,
    side_bar,
    text,
)
from exports.kit.theme import HEAD, INK, NARROW, PAPER, RULE, SOFT, Livery, fit, livery, width
from generator.games.combat_commander.ground.card_ground import get_card_ground
from generator.games.combat_commander.hexes import all_hexes, zone

from ..ground.drawing import ground_shapes
from ..ground.over import Over, Zone, under_numbers
from ..ground.sheet import crossed, lattice, objective_spot
from ..scribe import Scribe
from .glyphs import on_map
from .hexgrid import HexGrid, bars

SIDES = ("axis", "allied")
FRAME, ACROSS = 17.0, 2.0  # room above and below for the bar and the label of a friendly edge; beside
BAR = 4.0
LEGEND = 34.0
LEGEND_TYPE = 8.5
UNIT_KINDS = ("leader", "hero", "squad", "team", "weapon", "radio")
Card = Mapping[str, Any]


def battle_map(card: Card, scribe: Scribe, size: float = 15.5) -> Drawing:
    """2.1 to 2.3, RS.10 to RS.13: the map with everything the card says about it.

    Its ground lies under everything; a zone is then seen by the plates of its numbers and the band along its
    edge, so that nothing of the ground is covered.
    """
    grid = map_grid(card, scribe.catalog.board, size)
    ground = get_card_ground(scribe.catalog, card)
    drawing = Drawing(grid.wide + 2 * ACROSS, grid.tall + 2 * FRAME + LEGEND)
    body = _bare(card, scribe, grid) if ground is None else _grounded(card, scribe, grid, ground)
    for side in SIDES:
        body += _edge(card, scribe, grid, side)
    body += _pieces_on_map(card, scribe, grid, ground is not None)
    body += _objectives(card, scribe, grid, ground is not None)
    body += _exits(card, grid)
    drawing.add(moved(body, ACROSS, FRAME + LEGEND))
    drawing.add(moved(_legend(card, scribe, grid), ACROSS, 0))
    return drawing


def _bare(card: Card, scribe: Scribe, grid: HexGrid) -> list[Shape]:
    """A map whose ground is not known: zones as shade and hatching, and the grid."""
    body = [*_zone(card, scribe, grid, "axis"), *_zone(card, scribe, grid, "allied")]
    body.append(_lattice(grid))
    return [*body, *(shape for side in SIDES for shape in _frontier(card, grid, side))]


def _grounded(card: Card, scribe: Scribe, grid: HexGrid, ground: Ground) -> list[Shape]:
    zones = tuple(
        Zone(set_up(card, grid.board, side), side == "axis", colours(card, scribe, side).deep)
        for side in SIDES
    )
    return [
        *ground_shapes(ground, grid),
        *under_numbers(Over(zones=zones), grid),
        lattice(grid, zones=zones, plain=crossed(ground)),
    ]


def map_grid(card: Card, board: Board, size: float) -> HexGrid:
    """2.2: the map as the battle lies: friendly edges above and below, so upright along the map."""
    return HexGrid(board, size, card["map"]["orientation"] == "long")


def map_size(card: Card, board: Board, wide: float, tall: float) -> float:
    """The largest hex that lets the panel fit a frame."""
    one = map_grid(card, board, 1.0)
    return min((wide - 2 * ACROSS) / one.wide, (tall - 2 * FRAME - LEGEND) / one.tall)


def map_height(card: Card, board: Board, size: float) -> float:
    """How high the panel is with hexes of this size."""
    return map_grid(card, board, size).tall + 2 * FRAME + LEGEND


def colours(card: Card, scribe: Scribe, side: str) -> Livery:
    """The colours of the faction that plays a side."""
    return livery(scribe.catalog, card["sides"][side]["faction"])


def set_up(card: Card, board: Board, side: str) -> frozenset[str]:
    """The hexes of a side's set-up zone."""
    setup = card["sides"][side]["setup"]
    return zone(board, setup["edge"], setup["depth"])


def _lattice(grid: HexGrid) -> Group:
    """Draw the outlines and numbers of all hexes."""
    hexes = all_hexes(grid.board)
    shapes: list[Shape] = [outline([grid.corners(one) for one in hexes], stroke=RULE, line=0.45)]
    for one in hexes:
        x, y = _number_spot(grid, one)
        shapes.append(text(x, y, one, _type_size(grid), NARROW, SOFT, "middle"))
    return Group(*shapes)


def _type_size(grid: HexGrid) -> float:
    return max(grid.size * 0.46, 7.0)


def _number_spot(grid: HexGrid, hex_id: str) -> Point:
    """The baseline of a hex number, under the top side of its hex."""
    return grid.number_spot(hex_id, _type_size(grid))


def _plate(grid: HexGrid, hex_id: str) -> list[Point]:
    """Bare paper behind a hex number, so that hatching does not run through it."""
    x, y = _number_spot(grid, hex_id)
    half = width(hex_id, NARROW, _type_size(grid)) / 2 + 0.9
    top = y + _type_size(grid) * 0.7 + 0.5
    return [(x - half, y - 0.8), (x + half, y - 0.8), (x + half, top), (x - half, top)]


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
    edge = grid.lies(card["map"]["friendly_edge"][side])
    dress = colours(card, scribe, side)
    x, y, wide, high = bars(grid, edge, BAR, 1.5)
    label = scribe.phrase(
        "edge_label_turned" if grid.upright else "edge_label",
        faction=scribe.faction(card, side),
        depth=scribe.zone(card, side),
        edge=scribe.phrase(f"edge.{card['map']['friendly_edge'][side]}"),
    )
    label, size = fit(label, HEAD, 9.0, grid.wide)
    return [*side_bar(x, y, wide, high, dress.deep, side == "axis"), _edge_label(grid, edge, label, size)]


def _edge_label(grid: HexGrid, edge: Edge, label: str, size: float) -> Shape:
    far = 1.5 + BAR + 2.2
    y = grid.tall + far if edge == "top" else -far - size * 0.7
    return text(grid.wide / 2, y, label, size, HEAD, INK, "middle")


def _objectives(card: Card, scribe: Scribe, grid: HexGrid, grounded: bool) -> list[Shape]:
    """2.3, 7.3.1: the numbered spots in the dress of whoever controls them; beside the centre on a ground."""
    shapes: list[Shape] = []
    for number, hex_id in sorted((card["map"].get("objectives") or {}).items()):
        if grounded:
            shapes += objective(card, scribe, number, *objective_spot(grid, hex_id), grid.size * 0.32)
        else:
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


def _pieces_on_map(card: Card, scribe: Scribe, grid: HexGrid, grounded: bool) -> list[Shape]:
    """Markers, fortifications with a fixed hex, and units that the card places, on plates of their own."""
    shapes: list[Shape] = []
    taken: dict[str, int] = {}
    spots = dict.fromkeys((card["map"].get("objectives") or {}).values(), 1)
    for name, hex_id in _works(card):
        place = taken.get(hex_id, max(spots.get(hex_id, 0), int(grounded)))
        taken[hex_id] = place + 1
        sign = on_map(name)
        shapes.append(_at(grid, hex_id, place, (*((PLATE,) if grounded else ()), *sign)))
    for side in SIDES:
        for fixed in card["sides"][side]["setup"].get("fixed", ()):
            shapes += _stack(card, scribe, grid, side, fixed)
    return shapes


PLATE = disc(0, 0, 8.4, PAPER, INK, 0.5)  # behind the sign of a work, over woods and roads


def _works(card: Card) -> list[tuple[str, str]]:
    found = [(marker["type"], marker["hex"]) for marker in card.get("markers", ())]
    for work in card["fortifications"]:
        found += [(work["type"], hex_id) for hex_id in work.get("hexes", ())]
    return found


def _at(grid: HexGrid, hex_id: str, place: int, shapes: tuple[Shape, ...]) -> Group:
    """Up to four signs in a hex: the first alone in the middle, the next ones in the corners."""
    x, y = grid.centre(hex_id)
    across, up = ((0.0, -0.13), (0.55, -0.02), (-0.55, -0.2), (0.0, -0.34))[min(place, 3)]
    scale = grid.size / (15.5 if place == 0 else 26.0)
    return moved(list(shapes), x + across * grid.size, y + up * grid.high, scale)


def initials(scribe: Scribe, fixed: Mapping[str, Any]) -> str:
    """What starts in a hex in a few letters: a leader, two squads and a weapon are ``L 2S W``."""
    counts: dict[str, int] = {}
    pieces = [(ref, 1) for ref in fixed["leaders"]] + list(fixed["counters"].items())
    for ref, count in pieces:
        kind = scribe.piece(ref).kind
        counts[kind] = counts.get(kind, 0) + count
    known = [kind for kind in UNIT_KINDS if kind in counts]
    letters = (f"{_times(counts[kind])}{scribe.term(f'map_sign.{kind}')}" for kind in known)
    return " ".join(letters) or str(sum(counts.values()))


def _times(count: int) -> str:
    return "" if count == 1 else str(count)


def _stack(card: Card, scribe: Scribe, grid: HexGrid, side: str, fixed: Mapping[str, Any]) -> list[Shape]:
    """The units that start in a hex: their letters on a plate of their side, in the lower half of the hex."""
    x, y = grid.centre(fixed["hex"])
    dress, solid = colours(card, scribe, side), side == "axis"
    label, size = fit(initials(scribe, fixed), HEAD, max(0.5 * grid.size, 7.5), 2.0 * grid.size)
    half, high = max(width(label, HEAD, size) / 2 + 2.0, 0.4 * grid.size), size * 1.12
    low = y - 0.42 * grid.size - high / 2
    box = rect(x - half, low, 2 * half, high, dress.deep if solid else PAPER, dress.deep, 1.0, 1.2)
    ink = PAPER if solid else INK
    return [rect(x - half - 0.8, low - 0.8, 2 * half + 1.6, high + 1.6, PAPER, None, 0, 1.6), box,
            centred(x, low + high / 2, label, size, HEAD, ink)]  # fmt: skip


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
    """Beneath the map: what the signs mean, and the compass; smaller where there are many of them."""
    shapes: list[Shape] = list(compass(replace(grid, size=8.0), grid.wide - 16, LEGEND / 2 - 1))
    signs = _signs(card, scribe)
    for size, lead, top in (
        (LEGEND_TYPE, 11.0, 13.0),
        (LEGEND_TYPE, 10.0, 7.0),
        (7.5, 8.2, 5.5),
        (7.0, 7.2, 3.0),
    ):
        entries, deep = _set(signs, grid.wide - (40 if top > 5.5 else 30), size)
        if top + (deep - 1) * lead + 0.4 * size <= LEGEND:
            break
    for x, line, sign, words in entries:
        y = LEGEND - top - line * lead
        at = x + (13.0 if sign else 0.0)
        shapes += [moved(sign, x + 5, y), text(at, y - 3.0, words, size, NARROW, SOFT)]
    return shapes


def _set(
    signs: list[tuple[list[Shape], str]], room: float, size: float
) -> tuple[list[tuple[float, int, list[Shape], str]], int]:
    """Signs with their words set into lines: place, line, sign, words; and how many lines there are."""
    entries, x, line = [], 0.0, 0
    for sign, words in signs:
        wide = (13.0 if sign else 0.0) + width(words, NARROW, size) + 11
        if x and x + wide > room:
            x, line = 0.0, line + 1
        entries.append((x, line, sign, words))
        x += wide
    return entries, line + 1


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
    return signs + _letters(card, scribe)


def _letters(card: Card, scribe: Scribe) -> list[tuple[list[Shape], str]]:
    """What the letters of placed units mean; which units they are stands in the list by hex."""
    placed = [fixed for side in SIDES for fixed in card["sides"][side]["setup"].get("fixed", ())]
    refs = [ref for fixed in placed for ref in (*fixed["leaders"], *fixed["counters"])]
    there = {scribe.piece(ref).kind for ref in refs}
    words = [
        f"{scribe.term(f'map_sign.{kind}')} {scribe.term(f'kind.{kind}').lower()}"
        for kind in UNIT_KINDS
        if kind in there
    ]
    return [([], " · ".join(words))] if words else []


def compass(grid: HexGrid, x: float, y: float) -> list[Shape]:
    """2.2.2: the six directions with their numbers, as the map lies."""
    centre_x, centre_y = grid.centre("A1")
    corners = [(a + x - centre_x, b + y - centre_y) for a, b in grid.corners("A1")]
    shapes: list[Shape] = [polygon(corners, None, SOFT, 0.6)]
    for number in sorted(grid.board.edges):
        (x1, y1), (x2, y2) = grid.side("A1", number)
        middle = ((x1 + x2) / 2 - centre_x, (y1 + y2) / 2 - centre_y)
        shapes.append(centred(x + middle[0] * 1.7, y + middle[1] * 1.7, str(number), 7.0, HEAD, SOFT))
        shapes.append(rule(x, y, x + middle[0] * 0.45, y + middle[1] * 0.45, SOFT, 0.5))
    return shapes
