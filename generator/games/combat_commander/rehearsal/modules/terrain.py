"""ST-T1, ST-T2, ST-4, NO-1, NO-2, NO-5.2, NO-5.3: apply special rules to the terrain.

A ground with rubble, hedgerows or night is built as a board, so that sight, movement and cover need no
special cases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from catalogs.frozen import Frozen
from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground, Side, side

from ..board import UNSEEN, Board, Hex, build_board

RUBBLE, FACTORY, BUILDING, HEDGE, BOCAGE = "rubble", "factory", "building", "hedge", "bocage"
View = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class TerrainOverlay:
    """Markers and rules that change a ground."""

    rubble: frozenset[str] = frozenset()
    factories: tuple[frozenset[str], ...] = ()
    ruins: bool = False  # ST-4: no roads
    bocage: bool = False  # NO-1
    rural: frozenset[str] | None = frozenset()  # NO-2: roads that do not reduce cover; None means all
    night: bool = False  # NO-5
    lit: frozenset[str] = frozenset()  # NO-6.2
    busted: frozenset[Side] = frozenset()  # NO-C2.2
    terrain: Mapping[str, str] = Frozen()  # hexes whose terrain the card changes


NO_OVERLAY = TerrainOverlay()


@lru_cache(maxsize=64)
def build_special_board(catalog: Catalog, ground: Ground, overlay: TerrainOverlay) -> Board:
    """Build the board of a ground under special rules."""
    board = build_board(catalog, apply_overlay(ground, overlay), overlay.rubble)
    if overlay == NO_OVERLAY:
        return board
    if overlay.rubble:
        board = _apply_rubble(catalog, ground, board, overlay)
    if overlay.factories:
        board = replace(board, view=_apply_factories(catalog, board, overlay))
    if overlay.rural is None or overlay.rural:
        rural = board.road if overlay.rural is None else {board.numbers[name] for name in overlay.rural}
        board = replace(board, road=board.road - rural)
    return _apply_night(catalog, ground, board, overlay) if overlay.night else board


def apply_overlay(ground: Ground, overlay: TerrainOverlay) -> Ground:
    """Return the ground without roads, with bocage and without terrain under rubble, as the rules say.

    ST-T1.1: rubble is a terrain type above all others, so nothing below it counts (T78.1).
    """
    inside = frozenset().union(*overlay.factories)
    terrain = {
        name: tuple(FACTORY if kind == BUILDING and name in inside else kind for kind in kinds)
        for name, kinds in {**ground.terrain, **{n: (kind,) for n, kind in overlay.terrain.items()}}.items()
        if name not in overlay.rubble
    }
    sides = {
        ends: BOCAGE if kind == HEDGE and overlay.bocage else kind
        for ends, kind in ground.sides.items()
        if ends not in overlay.busted
    }
    ways, exits = dict(ground.ways), dict(ground.exits)
    if overlay.ruins:
        ways.pop("road", None)
        exits.pop("road", None)
    return replace(
        ground, terrain=Frozen(terrain), sides=Frozen(sides), ways=Frozen(ways), exits=Frozen(exits)
    )


def _apply_rubble(catalog: Catalog, ground: Ground, board: Board, overlay: TerrainOverlay) -> Board:
    """ST-T1.1: rubble has cost and cover 2, and one more of each per neighbour with rubble."""
    row = catalog.terrain[RUBBLE]
    per_neighbour = int(row.figures["per_neighbour"])
    rubble = {board.numbers[name] for name in overlay.rubble}
    extra = {hex_: per_neighbour * sum(near in rubble for near in board.neighbours[hex_]) for hex_ in rubble}
    along = _collect_way_sides(ground, overlay)
    cost: list[Mapping[Hex, int]] = []
    for here, costs in enumerate(board.cost):
        changed = dict(costs)
        for there in rubble.intersection(costs):
            if side(board.names[here], board.names[there]) not in along:
                open_ = int(catalog.terrain["open"].move["points"])
                changed[there] += int(row.move["points"]) + extra[there] - open_
        cost.append(changed)
    cover = list(board.cover)
    for hex_ in rubble:
        cover[hex_] = int(row.cover["value"]) + extra[hex_]
    return replace(board, cost=tuple(cost), cover=tuple(cover), move_area_cache={})


def _collect_way_sides(ground: Ground, overlay: TerrainOverlay) -> frozenset[Side]:
    """T92, T93, T96: return the hexsides that a way crosses, which keep the cost of the way."""
    return frozenset().union(
        *(sides for way, sides in ground.ways.items() if not (overlay.ruins and way == "road"))
    )


def _apply_factories(catalog: Catalog, board: Board, overlay: TerrainOverlay) -> View:
    """ST-T2.1: sight inside a factory is hindered, not blocked."""
    hindrance = int(catalog.terrain[FACTORY].figures["hindrance_inside"])
    view = [list(row) for row in board.view]
    for factory in overlay.factories:
        inside = {board.numbers[name] for name in factory - overlay.rubble}
        for start in inside:
            for end in inside:
                way = board.get_hexes_between(start, end) if start != end else ()
                if way and inside.issuperset(way):
                    view[start][end] = hindrance
    return tuple(map(tuple, view))


def _apply_night(catalog: Catalog, ground: Ground, board: Board, overlay: TerrainOverlay) -> Board:
    """NO-5.2: terrain costs one more, ways do not; NO-5.3: range hinders except to lit hexes."""
    figures = catalog.fight["rule.night"].figures
    lit = {board.numbers[name] for name in overlay.lit}
    view = tuple(
        tuple(
            seen if seen == UNSEEN or there in lit else max(seen, far[there] * figures["hindrance"])
            for there, seen in enumerate(row)
        )
        for row, far in zip(board.view, board.distances, strict=True)
    )
    along, names = _collect_way_sides(ground, overlay), board.names
    cost = tuple(
        {
            there: points + (0 if side(names[here], names[there]) in along else figures["move"])
            for there, points in costs.items()
        }
        for here, costs in enumerate(board.cost)
    )
    return replace(board, view=view, cost=cost, move_area_cache={}, fire_area_cache={})
