"""The positions of a campaign as a drawing: where the front may go next, and its path so far.

Positions stand side by side; arcs above them lead from the present one to those that a win in some posture
opens. Below, one row per battle: a disc where it was fought, solid if the Axis won it, hollow otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.graphics.shapes import Drawing, Path

from catalogs.games.combat_commander.campaigns import Campaign, NormandyFigures, StalingradFigures
from catalogs.games.combat_commander.model import Side
from exports.kit.shapes import centred_text, disc, outline, polygon, rect, rule, text
from exports.kit.svg import to_svg
from exports.kit.theme import FAINT, HEAD, INK, NARROW, PAPER, RULE, SOFT, Livery, fit, livery, load_fonts
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.campaign.positions import POSTURES, Road, iterate_roads

from .campaign_path import Seen, battle_path, current_position
from .messages import MessageFormatter

BOX_HEIGHT, ARC_HEIGHT = 30.0, 46.0  # points: height of a box, and of the space for arcs above it
ROW_HEIGHT = 17.0
SIDE_PADDING = 20.0  # points left and right, for labels and arrows that lead out
DISC_RADIUS = 6.2


@dataclass(frozen=True, slots=True)
class Node:
    """A position, or a printed scenario."""

    name: str
    sheet: str
    place: str


def list_nodes(seen: Seen, formatter: MessageFormatter) -> list[Node]:
    """Return all positions in order of the front: the German end or the stalled position first."""
    campaign = formatter.catalog.campaigns[seen["campaign"]]
    if not campaign.positions:
        return [
            Node(str(scenario.number), _format_phase(formatter, scenario.phase), "")
            for scenario in campaign.scenarios.values()
        ]
    positions = []
    for name in position_order(campaign):
        position = campaign.positions[name]
        sheet = formatter.format("campaign_record.map", number=position.map)
        positions.append(Node(name, sheet, formatter.text(position.place)))
    return positions


def position_order(campaign: Campaign) -> tuple[str, ...]:
    """Return the positions of a campaign from one end to the other."""
    figures = campaign.figures
    if isinstance(figures, StalingradFigures):
        return figures.graph.order
    if isinstance(figures, NormandyFigures):
        return (figures.advance.stalled, *figures.advance.ladder)
    return tuple(str(number) for number in campaign.scenarios)


def open_roads(seen: Seen, formatter: MessageFormatter) -> list[Road]:
    """Return the roads that lead on from current."""
    state, campaign = seen["state"], formatter.catalog.campaigns[seen["campaign"]]
    if state["verdict"] is not None:
        return []
    current = current_position(seen)
    return [
        road for road in iterate_roads(campaign) if road.start == current and _is_open(campaign, state, road)
    ]


def _is_open(campaign: Campaign, state: Mapping[str, Any], road: Road) -> bool:
    """NO-C3.3: return whether a road is open; from the stalled position it depends on the wins so far."""
    figures = campaign.figures
    if not isinstance(figures, NormandyFigures):
        return True
    wins = state["wins"][road.winner] + 1
    if road.end.startswith("won:"):
        return bool(wins == figures.wins_needed)
    advanced = state["wins"][figures.advance.side] + (road.winner == figures.advance.side)
    return wins < figures.wins_needed and (road.wins is None or advanced in road.wins)


def draw_graph(
    seen: Seen, formatter: MessageFormatter, wide: float = 250.0, rows: Sequence[float] | None = None
) -> Drawing:
    """Draw positions, roads and path; ``rows`` gives the height of each battle's row."""
    walked = battle_path(seen)
    heights = list(rows) if rows is not None else [ROW_HEIGHT] * (len(walked) + 1)
    drawing = Drawing(wide, arc_height(seen) + BOX_HEIGHT + sum(heights))
    positions = list_nodes(seen, formatter)
    column = (wide - 2 * SIDE_PADDING) / len(positions)
    places = {node.name: SIDE_PADDING + (number + 0.5) * column for number, node in enumerate(positions)}
    top = drawing.height - arc_height(seen)
    for road, both in _merge_roads(open_roads(seen, formatter)):
        _draw_arc(drawing, formatter, seen, road, both, places, top)
    _draw_positions(drawing, seen, formatter, places, top)
    _draw_path(drawing, seen, formatter, places, top - BOX_HEIGHT, heights)
    return drawing


def arc_height(seen: Seen) -> float:
    """Return the height for arcs, which is none if the campaign is over."""
    return ARC_HEIGHT if seen["state"]["verdict"] is None else 0.0


def _merge_roads(roads: Sequence[Road]) -> list[tuple[Road, bool]]:
    """Return each road once, and whether either winner opens it."""
    ends: dict[str, list[Road]] = {}
    for road in roads:
        ends.setdefault(road.end, []).append(road)
    return [(pair[0], len({road.winner for road in pair}) == len(SIDES)) for pair in ends.values()]


def _draw_arc(
    drawing: Drawing,
    formatter: MessageFormatter,
    seen: Seen,
    road: Road,
    both: bool,
    places: Mapping[str, float],
    base: float,
) -> None:
    """Draw an arrow from the present position, labelled with the postures that open it."""
    ink = SOFT if both else _colours(formatter, seen, road.winner).deep
    start = places[road.start]
    end = places.get(road.end)
    if end is None:
        end = drawing.width - 3 if _leads_right(formatter, seen, road.winner) else 3.0
    lift = min(12.0 + 0.12 * abs(end - start), 0.75 * (ARC_HEIGHT - 3))
    if road.end == road.start:
        start, end, lift = start - 18, end - 6, 14.0
    peak = base + lift / 0.75
    line = 1.6 if road.winner == "axis" and not both else 0.8
    arc = Path(fillColor=None, strokeColor=ink, strokeWidth=line, strokeLineCap=1, strokeLineJoin=1)
    arc.moveTo(start, base + 1)
    arc.curveTo(start, peak, end, peak, end, base + 5)
    drawing.add(arc)
    drawing.add(polygon([(end, base + 1), (end - 2.6, base + 6.5), (end + 2.6, base + 6.5)], ink))
    words = _road_label(formatter, road, both)
    if words and road.end == road.start:
        drawing.add(text(start - 4, base + 5, words, 8.0, HEAD, ink, "end"))
    elif words and road.end in places:
        away = 5 if end > start else -5
        drawing.add(text(end + away, base + 5, words, 8.0, HEAD, ink, "start" if away > 0 else "end"))


def _road_label(formatter: MessageFormatter, road: Road, both: bool) -> str:
    """Return the initials of the opening postures; if any posture does, the winner, or nothing if both."""
    if len(road.postures) < len(POSTURES):
        return " ".join(formatter.term(f"posture.{posture}")[0] for posture in road.postures)
    return "" if both else formatter.side(road.winner)


def _leads_right(formatter: MessageFormatter, seen: Seen, side: Side) -> bool:
    figures = formatter.catalog.campaigns[seen["campaign"]].figures
    if isinstance(figures, StalingradFigures):
        return figures.graph.direction[side] > 0
    return isinstance(figures, NormandyFigures) and figures.advance.side == side


def _draw_positions(
    drawing: Drawing, seen: Seen, formatter: MessageFormatter, places: Mapping[str, float], top: float
) -> None:
    current, positions = current_position(seen), list_nodes(seen, formatter)
    wide = (drawing.width - 2 * SIDE_PADDING) / len(positions) - 5
    for node in positions:
        x = places[node.name]
        mine = node.name == current and seen["state"]["verdict"] is None
        fill, edge = (INK, INK) if mine else (FAINT, RULE)
        drawing.add(rect(x - wide / 2, top - BOX_HEIGHT + 4, wide, BOX_HEIGHT - 4, fill, edge, 0.6, 3))
        ink = PAPER if mine else INK
        drawing.add(centred_text(x, top - 8, node.name, 10, HEAD, ink))
        words, size = fit(node.sheet, NARROW, 8.0, wide - 3)
        drawing.add(centred_text(x, top - 19, words, size, NARROW, PAPER if mine else SOFT))


def _draw_path(
    drawing: Drawing,
    seen: Seen,
    formatter: MessageFormatter,
    places: Mapping[str, float],
    top: float,
    heights: Sequence[float],
) -> None:
    """Draw one row per battle, top down, joined by the movement of the front."""
    for x in places.values():
        drawing.add(rule(x, 0, x, top, FAINT, 0.6))
    centres = []
    for high in heights:
        centres.append(top - min(high, ROW_HEIGHT) / 2)
        top -= high
    walked = battle_path(seen)
    stops = [(places[name], y) for (name, _), y in zip(walked, centres, strict=False)]
    current = current_position(seen)
    going_on = seen["state"]["verdict"] is None and current in places and len(centres) > len(walked)
    if going_on and current is not None:
        stops.append((places[current], centres[len(walked)]))
    if len(stops) > 1:
        drawing.add(outline([stops], stroke=SOFT, line=1.1, closed=False))
    for number, ((_, winner), spot) in enumerate(zip(walked, stops, strict=False), 1):
        _draw_battle(drawing, formatter, seen, winner, spot, str(number))
    if going_on:
        x, y = stops[-1]
        drawing.add(disc(x, y, DISC_RADIUS - 2.2, PAPER, INK, 0.9))


def _draw_battle(
    drawing: Drawing,
    formatter: MessageFormatter,
    seen: Seen,
    winner: Side,
    spot: tuple[float, float],
    number: str,
) -> None:
    deep = _colours(formatter, seen, winner).deep
    solid = winner == "axis"
    drawing.add(disc(*spot, DISC_RADIUS, deep if solid else PAPER, deep, 1.4))
    drawing.add(centred_text(*spot, number, 8.0, HEAD, PAPER if solid else deep))


def _colours(formatter: MessageFormatter, seen: Seen, side: Side) -> Livery:
    return livery(formatter.catalog, formatter.catalog.campaigns[seen["campaign"]].factions[side])


def _format_phase(formatter: MessageFormatter, phase: int) -> str:
    return f"{formatter.term('campaign_word.phase')} {phase}"


def describe_graph(seen: Seen, formatter: MessageFormatter) -> str:
    """Return the text alternative of the drawing."""
    positions = "; ".join(
        ", ".join(filter(None, (n.name, n.sheet, n.place))) for n in list_nodes(seen, formatter)
    )
    walked = ", ".join(f"{name} ({formatter.side(winner)})" for name, winner in battle_path(seen))
    current = current_position(seen)
    if current and seen["state"]["verdict"] is None:
        walked = f"{walked}, {current}" if walked else current
    return formatter.format("campaign_record.graph_alt", positions=positions, path=walked)


def graph_svg(seen: Seen, formatter: MessageFormatter, wide: float = 420.0) -> str:
    """Return the drawing as an SVG element for a page."""
    load_fonts()
    return to_svg(draw_graph(seen, formatter, wide), describe_graph(seen, formatter))
