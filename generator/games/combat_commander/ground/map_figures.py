"""What a map is like, in figures: cover, sight, roads, buildings, areas, hills, water."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Board

from ..hexes import all_hexes, neighbours
from .los_map import field, leading
from .movement_cost import cover, on
from .line_of_sight import table

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Figures:
    """Hexes are counted; shares are in thousandths."""

    cover: int  # share of the hexes with cover 1 or more (T78.3)
    sight: int  # share of the other hexes that a hex sees on average (10), by best guess
    road: int  # hexes with a road
    building: int  # hexes with a building
    areas: int  # areas of one and the same terrain
    hill: int  # hexes above level 0
    water: int  # hexes of water


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the greatest of each figure."""

    least: Figures
    most: Figures

    def outside(self, figures: Figures) -> tuple[str, ...]:
        """The figures that lie outside."""
        low, high, found = asdict(self.least), asdict(self.most), asdict(figures)
        return tuple(name for name, value in found.items() if not low[name] <= value <= high[name])


def figures(catalog: Catalog, ground: Ground) -> Figures:
    """A ground measured."""
    hexes = all_hexes(catalog.board)
    types = {one: leading(catalog, ground, one) for one in hexes}
    seen = table(field(catalog, ground))
    return Figures(
        cover=round(1000 * sum((cover(catalog, ground, one) or 0) >= 1 for one in hexes) / len(hexes)),
        sight=round(1000 * sum(glimpse.seen for glimpse in seen.values()) / len(seen)),
        road=len(on(ground, "road")),
        building=sum(kind == "building" for kind in types.values()),
        areas=areas(catalog.board, types),
        hill=sum(level > 0 for level in ground.levels.values()),
        water=sum(kind is not None and catalog.terrain[kind].water for kind in types.values()),
    )


def areas(board: Board, types: dict[str, str | None]) -> int:
    """How many areas of one terrain there are, open ground left out."""
    import networkx as nx  # here: most battles draw no map

    like = hexgraph(board).edge_subgraph([]).copy()
    like.add_nodes_from(one for one, kind in types.items() if kind is not None)
    like.add_edges_from(
        (one, other)
        for one, other in hexgraph(board).edges
        if types[one] is not None and types[one] == types[other]
    )
    return int(nx.number_connected_components(like))


def hexgraph(board: Board) -> nx.Graph[str]:
    """The hexes of a board, neighbours joined."""
    import networkx as nx  # here: most battles draw no map

    graph: nx.Graph[str] = nx.Graph()
    for one in all_hexes(board):
        graph.add_edges_from((one, other) for other in neighbours(one, board))
    return graph


def measured(catalog: Catalog) -> Range:
    """The range of the printed maps, as the table ``ground_figures`` keeps it."""
    rows = [Figures(**figures) for figures in catalog.ground_figures.values()]
    names = list(asdict(rows[0]))
    least = {name: min(getattr(row, name) for row in rows) for name in names}
    most = {name: max(getattr(row, name) for row in rows) for name in names}
    return Range(Figures(**least), Figures(**most))


@lru_cache(maxsize=64)
def figures_of(catalog: Catalog, map_id: str) -> Figures:
    """The figures of a map: those the table keeps, or measured once for a catalogue where it has none."""
    known = catalog.ground_figures.get(map_id)
    return figures(catalog, catalog.ground[map_id]) if known is None else Figures(**known)
