"""The map and the forces of a battle under way, shown beside its questions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from flask import url_for
from markupsafe import Markup

from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Board
from exports.games.combat_commander.drawings.hexgrid import HexGrid
from exports.games.combat_commander.forces import Lot
from exports.games.combat_commander.ground.map_sheet import FRAME_WIDTH, draw_thumbnail
from exports.kit.svg import to_svg
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.ground.battlefield_document import to_ground

from ..request_context import catalog, formatter
from .battle_status import BattleStatus, SideStatus
from .card import draw_stack
from .ground_view import outline_hexes
from .map_thumbnails import WIDTH_POINTS
from .maps import get_thumbnail_url
from .page_text import format_count, thing

FORCE_SCALE = 1.1  # of counters beside a question
BAR_POINTS = 7.0  # thickness of the bar along a friendly edge
Edges = Mapping[str, str]  # friendly edge by side
Counter = tuple[Markup, str]  # a drawing and its name


@dataclass(frozen=True, slots=True)
class Spot:
    """An objective on the map: its number, its hex, its outline and its centre."""

    number: str
    hex: str
    points: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A friendly edge as a rectangle on the map."""

    side: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A map with its objectives and friendly edges; without ground only the hexes of the objectives show."""

    words: str
    frame: str
    spots: tuple[Spot, ...]
    bars: tuple[Bar, ...]
    source: str = ""  # address of the picture
    drawing: Markup | None = None  # of a battlefield that has no address
    page: str = ""  # of this map
    record: str = ""  # page where the owner records the ground that we do not have
    outlines: tuple[str, ...] = ()  # of every hex, where the ground is not known


@lru_cache(maxsize=2)
def _thumbnail_grid(board: Board) -> HexGrid:
    return HexGrid(board, (WIDTH_POINTS - 2 * FRAME_WIDTH + 1) / HexGrid(board, 1.0).wide)


def picture_map(
    number: int | None, spots: Mapping[int, str] | None, status: BattleStatus, edges: Edges | None = None
) -> MapPicture | None:
    """Return the map of a battle, as soon as it is known."""
    tables = formatter().catalog  # at a table with the maps that its owner recorded
    own = status.battlefield
    if own is None and not number:
        return None
    ground: Ground | None = to_ground(own) if own is not None else tables.ground.get(str(number))
    printed = own is None and str(number) in catalog().ground
    grid = _thumbnail_grid(tables.board)
    tall = grid.tall + 2 * FRAME_WIDTH
    frame, outlines = outline_hexes(tables.board, grid, FRAME_WIDTH, FRAME_WIDTH, tall)
    shapes = dict(outlines)
    objectives = (ground.objectives if ground and own is not None else spots) or {}
    return MapPicture(
        words=status.ground or f"{formatter().term('card.map')} {number}",
        frame=frame,
        spots=tuple(
            Spot(str(n), at, shapes[at], *_centre(grid, at, tall)) for n, at in sorted(objectives.items())
        ),
        bars=tuple(_list_bars(edges or {}, grid.wide + 2 * FRAME_WIDTH, tall)),
        source=get_thumbnail_url(number) if printed and number else "",
        drawing=_draw(ground) if ground is not None and not printed else None,
        page=url_for("map_pages.show", map_id=number) if printed else "",
        record="" if ground else url_for("recorded_map_pages.edit", map_id=number),
        outlines=() if ground else tuple(shapes.values()),
    )


def _draw(ground: Ground) -> Markup:
    return Markup(to_svg(draw_thumbnail(ground, formatter(), WIDTH_POINTS)))


def _centre(grid: HexGrid, hex_id: str, tall: float) -> tuple[float, float]:
    x, y = grid.centre(hex_id)
    return round(x + FRAME_WIDTH, 1), round(tall - y - FRAME_WIDTH, 1)


def _list_bars(edges: Edges, wide: float, tall: float) -> Iterator[Bar]:
    """RS.1: yield the friendly edges as bars outside of the map."""
    places = {
        "top": (0.0, -BAR_POINTS, wide, BAR_POINTS),
        "bottom": (0.0, tall, wide, BAR_POINTS),
        "left": (-BAR_POINTS, 0.0, BAR_POINTS, tall),
        "right": (wide, 0.0, BAR_POINTS, tall),
    }
    for side, edge in edges.items():
        yield Bar(side, *places[edge])


def list_counters(status: SideStatus, side: str) -> tuple[Counter, ...]:
    """Return the counters of a side: leaders first, then units and weapons, then purchases."""
    if not status.faction:
        return ()
    lots = [Lot(1, (leader,)) for leader in status.leader_refs]
    lots += [Lot(count, (ref,)) for ref, count in status.counters.items()]
    lots += [Lot(count, (ref,)) for ref, count in status.bought_pieces.items()]
    return tuple(draw_lots(lots, side, status.faction))


def draw_lots(lots: Collection[Lot], side: str, faction: str) -> Iterator[Counter]:
    """Yield stacks of counters with their names."""
    for lot in lots:
        name = thing(lot.refs[0])
        yield (
            draw_stack(formatter(), lot, side, faction, FORCE_SCALE),
            format_count(lot.count, name) if lot.count > 1 else name,
        )


def side_of(faction: str) -> str:
    """Return the side that a faction plays on."""
    return str(catalog().factions[faction].side) if faction in catalog().factions else SIDES[0]
