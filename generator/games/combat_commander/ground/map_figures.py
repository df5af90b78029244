"""Measure a map: cover, sight, roads, buildings, areas, hills, water."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Board

from ..hexes import all_hexes, neighbours
from .line_of_sight import compute_sight_table
from .los_map import build_los_map, get_leading_terrain
from .movement_cost import get_cover, get_way_hexes

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class MapFigures:
    """Figures of a map: counts of hexes, and shares in thousandths."""

    cover: int  # share of the hexes with cover 1 or more (T78.3)
    sight: int  # share of the other hexes that a hex sees on average (10), estimated
    road: int  # hexes with a road
    building: int  # hexes with a building
    areas: int  # connected areas of the same terrain
    hill: int  # hexes above level 0
    water: int  # hexes of water


@dataclass(frozen=True, slots=True)
class FigureRange:
    """The minimum and maximum of each figure."""

    least: MapFigures
    most: MapFigures

    def list_outside(self, figures: MapFigures) -> tuple[str, ...]:
        """Return the names of the figures that lie outside the range."""
        low, high, values = asdict(self.least), asdict(self.most), asdict(figures)
        return tuple(name for name, value in values.items() if not low[name] <= value <= high[name])


def measure_ground(catalog: Catalog, ground: Ground) -> MapFigures:
    """Measure a ground."""
    hexes = all_hexes(catalog.board)
    types = {hex_id: get_leading_terrain(catalog, ground, hex_id) for hex_id in hexes}
    sight_table = compute_sight_table(build_los_map(catalog, ground))
    return MapFigures(
        cover=round(
            1000 * sum((get_cover(catalog, ground, hex_id) or 0) >= 1 for hex_id in hexes) / len(hexes)
        ),
        sight=round(1000 * sum(result.seen for result in sight_table.values()) / len(sight_table)),
        road=len(get_way_hexes(ground, "road")),
        building=sum(kind == "building" for kind in types.values()),
        areas=count_areas(catalog.board, types),
        hill=sum(level > 0 for level in ground.levels.values()),
        water=sum(kind is not None and catalog.terrain[kind].water for kind in types.values()),
    )


def count_areas(board: Board, types: dict[str, str | None]) -> int:
    """Return the number of connected areas of the same terrain, without open ground."""
    import networkx as nx  # here: most battles draw no map

    graph = build_hex_graph(board).edge_subgraph([]).copy()
    graph.add_nodes_from(hex_id for hex_id, kind in types.items() if kind is not None)
    graph.add_edges_from(
        (hex_id, other)
        for hex_id, other in build_hex_graph(board).edges
        if types[hex_id] is not None and types[hex_id] == types[other]
    )
    return int(nx.number_connected_components(graph))


def build_hex_graph(board: Board) -> nx.Graph[str]:
    """Return the hexes of a board as a graph of neighbours."""
    import networkx as nx  # here: most battles draw no map

    graph: nx.Graph[str] = nx.Graph()
    for hex_id in all_hexes(board):
        graph.add_edges_from((hex_id, other) for other in neighbours(hex_id, board))
    return graph


def get_printed_range(catalog: Catalog) -> FigureRange:
    """Return the range of the printed maps from the table ``ground_figures``."""
    rows = [MapFigures(**figures) for figures in catalog.ground_figures.values()]
    names = list(asdict(rows[0]))
    least = {name: min(getattr(row, name) for row in rows) for name in names}
    most = {name: max(getattr(row, name) for row in rows) for name in names}
    return FigureRange(MapFigures(**least), MapFigures(**most))


@lru_cache(maxsize=64)
def get_map_figures(catalog: Catalog, map_id: str) -> MapFigures:
    """Return the figures of a map from the catalogue, or measure it once."""
    known = catalog.ground_figures.get(map_id)
    return measure_ground(catalog, catalog.ground[map_id]) if known is None else MapFigures(**known)
