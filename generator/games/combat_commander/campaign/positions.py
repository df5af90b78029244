"""ST-C3.2, NO-C3.3: positions as a graph: who must win where, and in which posture, to go where.

Edges carry ``winner``, ``postures`` and, in Normandy, ``wins``: the wins after which the road is taken.
networkx is imported only when a graph is asked for; the procedures use the plain functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from catalogs.games.combat_commander.campaigns import (
    Advance,
    Campaign,
    GastadoresFigures,
    Line,
    NormandyFigures,
    StalingradFigures,
    figures_of,
)
from catalogs.games.combat_commander.model import Posture, Side

from ..battle.state import SIDES

if TYPE_CHECKING:
    import networkx as nx

POSTURES: tuple[Posture, ...] = ("attack", "recon", "defend")


class Road(NamedTuple):
    """An edge: from a position to a position, or to the end of the campaign."""

    start: str
    end: str
    winner: Side
    postures: tuple[Posture, ...]
    wins: tuple[int, ...] | None = None  # NO-C3.3: wins of the advancing side, this battle included


def next_positions(line: Line, position: str, winner: Side, posture: Posture) -> tuple[str, ...]:
    """ST-C3.2: steps toward the enemy's end by posture; steps past the last position are not offered."""
    place = line.order.index(position)
    ends = (place + line.direction[winner] * step for step in line.steps[posture])
    return tuple(line.order[end] for end in ends if 0 <= end < len(line.order))


def next_advance(advance: Advance, winner: Side, wins: int) -> str:
    """NO-C3.3: the next rung after a win; a loss stalls, except on the last rung.

    Every rung after the first is entered by a win, so the rung is the number of wins.
    """
    last = len(advance.ladder) - 1
    if winner == advance.side or wins >= last:
        return advance.ladder[min(wins, last)]
    return advance.stalled


def roads(sheet: Campaign) -> Iterator[Road]:
    """Every edge of a campaign's graph."""
    if isinstance(sheet.figures, StalingradFigures):
        yield from _line_roads(sheet.figures.graph)
    elif isinstance(sheet.figures, NormandyFigures):
        yield from _ladder_roads(sheet.figures)
    else:
        yield from _phase_roads(sheet)


def victory_node(side: Side) -> str:
    """The node in which a side has won by its position alone."""
    return f"won:{side}"


def _line_roads(line: Line) -> Iterator[Road]:
    for position in line.order:
        for winner in SIDES:
            if line.decisive[winner] == position:
                yield Road(position, victory_node(winner), winner, POSTURES)
                continue
            reach: dict[str, list[Posture]] = {}
            for posture in POSTURES:
                for end in next_positions(line, position, winner, posture):
                    reach.setdefault(end, []).append(posture)
            for end, postures in reach.items():
                yield Road(position, end, winner, tuple(postures))


def _ladder_roads(figures: NormandyFigures) -> Iterator[Road]:
    advance, needed = figures.advance, figures.wins_needed
    other: Side = "axis" if advance.side == "allied" else "allied"
    last = advance.ladder[-1]
    for place, position in enumerate(advance.ladder):
        end = next_advance(advance, other, place)
        yield Road(position, end, other, POSTURES, (place,))
        if position != last:
            yield Road(position, advance.ladder[place + 1], advance.side, POSTURES, (place + 1,))
    for wins in range(1, len(advance.ladder)):
        yield Road(advance.stalled, advance.ladder[wins], advance.side, POSTURES, (wins,))
    yield Road(advance.stalled, advance.stalled, other, POSTURES)
    yield Road(last, victory_node(advance.side), advance.side, POSTURES, (needed,))
    for position in (*advance.ladder, advance.stalled):
        yield Road(position, victory_node(other), other, POSTURES)


def _phase_roads(sheet: Campaign) -> Iterator[Road]:
    """Gastadores: from each scenario of a phase to each of the next, whoever wins."""
    figures = figures_of(sheet, GastadoresFigures)
    for phase in figures.phases[:-1]:
        for start in sheet.scenarios.values():
            for end in sheet.scenarios.values():
                if start.phase == phase.phase and end.phase == phase.phase + 1:
                    for winner in SIDES:
                        yield Road(str(start.number), str(end.number), winner, POSTURES)


def position_graph(sheet: Campaign) -> nx.MultiDiGraph[str]:
    """The graph of a campaign: nodes with map and place, edges labelled with who must win and how."""
    import networkx as nx

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(campaign=sheet.id)
    for name, position in sheet.positions.items():
        graph.add_node(name, map=position.map, place=dict(position.place), near=position.near)
    for number, scenario in sheet.scenarios.items():
        graph.add_node(str(number), phase=scenario.phase)
    for road in roads(sheet):
        if road.end.startswith("won:"):
            graph.add_node(road.end, victory=road.winner)
        labels: dict[str, Any] = {"winner": road.winner, "postures": road.postures, "wins": road.wins}
        graph.add_edge(road.start, road.end, **labels)
    return graph


def legal_next(graph: nx.MultiDiGraph[str], position: str, winner: Side, posture: Posture) -> tuple[str, ...]:
    """The nodes that the winner of a battle may reach from a position."""
    found = [
        end
        for _, end, road in graph.out_edges(position, data=True)
        if road["winner"] == winner and posture in road["postures"]
    ]
    return tuple(dict.fromkeys(found))
