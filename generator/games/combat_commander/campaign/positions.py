"""ST-C3.2, NO-C3.3: graph of positions: where the front moves, by winner and posture.

Edges carry ``winner``, ``postures`` and, where it matters, ``wins``: the number of wins after which the road
is taken. networkx is imported only when a graph is built; the procedures use the plain functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from catalogs.games.combat_commander.campaigns import Campaign as Sheet
from catalogs.games.combat_commander.model import Posture, Side

from .registry import campaigns

if TYPE_CHECKING:
    import networkx as nx

POSTURES: tuple[Posture, ...] = ("attack", "recon", "defend")


class Road(NamedTuple):
    """An edge from a position to a position, or to the end of the campaign."""

    start: str
    end: str
    winner: Side
    postures: tuple[Posture, ...]
    wins: tuple[int, ...] | None = None  # NO-C3.3: wins of the advancing side, this battle included


def iterate_roads(sheet: Sheet) -> Iterator[Road]:
    """Yield every edge of a campaign's graph."""
    yield from campaigns()[sheet.id].roads(sheet)


def get_victory_node(side: Side) -> str:
    """Return the node in which a side has won by its position alone."""
    return f"won:{side}"


def build_position_graph(sheet: Sheet) -> nx.MultiDiGraph[str]:
    """Return the graph of a campaign: nodes with map and place, edges labelled with winner and postures."""
    import networkx as nx

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(campaign=sheet.id)
    for name, position in sheet.positions.items():
        graph.add_node(name, map=position.map, place=dict(position.place), near=position.near)
    for number, scenario in sheet.scenarios.items():
        graph.add_node(str(number), phase=scenario.phase)
    for road in iterate_roads(sheet):
        if road.end.startswith("won:"):
            graph.add_node(road.end, victory=road.winner)
        labels: dict[str, Any] = {"winner": road.winner, "postures": road.postures, "wins": road.wins}
        graph.add_edge(road.start, road.end, **labels)
    return graph


def list_next_positions(
    graph: nx.MultiDiGraph[str], position: str, winner: Side, posture: Posture
) -> tuple[str, ...]:
    """Return the nodes that the winner of a battle may reach from a position."""
    ends = [
        end
        for _, end, road in graph.out_edges(position, data=True)
        if road["winner"] == winner and posture in road["postures"]
    ]
    return tuple(dict.fromkeys(ends))
