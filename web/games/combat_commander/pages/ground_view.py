"""A ground on a page: picture, clickable hexes, lines of sight with reasons, and a legend."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from flask import Response, make_response, render_template, request, url_for
from markupsafe import Markup
from reportlab.graphics.shapes import Drawing, Shape

from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Board
from exports.games.combat_commander.drawings.hexgrid import HexGrid
from exports.games.combat_commander.ground import legend
from exports.games.combat_commander.ground.drawing import draw_ground
from exports.games.combat_commander.ground.fire import fire_overlay, markers_by_hex
from exports.games.combat_commander.ground.ground_text import format_reason
from exports.games.combat_commander.ground.hex_text import SightGroup, describe_hex, group_by_sight
from exports.games.combat_commander.ground.map_sheet import (
    FRAME_WIDTH,
    draw_ground_map,
    draw_lattice,
    draw_objectives,
)
from exports.games.combat_commander.ground.overlay import Overlay, draw_over_numbers, draw_under_numbers
from exports.games.combat_commander.messages import MessageFormatter
from exports.kit.shapes import move_shapes
from exports.kit.svg import to_svg
from generator.games.combat_commander.ground.line_of_sight import check_sight, compute_sight_from
from generator.games.combat_commander.ground.los_map import LosMap
from generator.games.combat_commander.ground.los_map import build_los_map as ready
from generator.games.combat_commander.ground.map_figures import MapFigures
from generator.games.combat_commander.ground.markers import BLAZE, MAX_INPUT_LENGTH, SMOKE, parse_markers
from generator.games.combat_commander.hexes import all_hexes
from schemas.errors import HorahError
from web.games.combat_commander.service.maps import FIGURES, SHARES, parse_hex
from web.http.request_context import sentence

from ..request_context import CONTEXT

HEX_SIZE_POINTS = 24.0  # points from the centre of a hex to its corner, on a page
Address = Callable[[str | None, str | None], str]  # of the page that shows the sight from one hex to another
HexNet = tuple[str, tuple[tuple[str, str], ...]]  # the frame of a picture, and each hex with its outline


@dataclass(frozen=True, slots=True)
class Spot:
    """A clickable hex: its outline, its description, its link."""

    hex: str
    points: str
    words: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend."""

    id: str
    name: str
    rule: str
    cover: str
    move: str
    sight: str
    sample: Markup


@dataclass(frozen=True, slots=True)
class Why:
    """A reason for a line of sight, with a link to its catalogue row."""

    words: str
    href: str


@dataclass(frozen=True, slots=True)
class SightView:
    """The sight from a hex, and why another hex is seen or not."""

    one: str = ""
    other: str = ""
    here: str = ""  # descriptions of the hexes
    there: str = ""
    count: str = ""
    verdict: str = ""
    sure: str = ""
    basis: str = ""
    reasons: tuple[Why, ...] = ()
    kinds: tuple[SightGroup, ...] = ()
    under: Markup | None = None
    over: Markup | None = None
    dims: tuple[str, ...] = ()  # outlines of the hexes out of sight
    more: str = ""  # query parameters besides the hexes: the markers


def draw_in_frame(shapes: Sequence[Shape], board: Board, words: str = "", kind: str = "map") -> Markup:
    """Draw shapes in the frame that all map pictures on a page share."""
    grid = HexGrid(board, HEX_SIZE_POINTS)
    drawing = Drawing(grid.wide + 2 * FRAME_WIDTH, grid.tall + 2 * FRAME_WIDTH)
    drawing.add(move_shapes(shapes, FRAME_WIDTH, FRAME_WIDTH))
    return Markup(to_svg(drawing, words, kind))


@dataclass(frozen=True, slots=True)
class Layers:
    """A map in two pictures, so that overlays fit between the ground and the hex numbers."""

    ground: Markup
    numbers: Markup


def draw_layers(ground: Ground, formatter: MessageFormatter, words: str) -> Layers:
    """Draw a map without overlays."""
    board = formatter.catalog.board
    grid = HexGrid(board, HEX_SIZE_POINTS)
    spots = draw_objectives(ground.objectives or {}, grid)
    return Layers(
        draw_in_frame(draw_ground(ground, grid), board, words),
        draw_in_frame([draw_lattice(grid), *spots], board, "", "numbers"),
    )


@lru_cache(maxsize=32)
def get_map_layers(formatter: MessageFormatter, map_id: str, words: str) -> Layers:
    """Draw a map of the catalogue; cached."""
    return draw_layers(formatter.catalog.ground[map_id], formatter, words)


@lru_cache(maxsize=32)
def get_map_picture(formatter: MessageFormatter, map_id: str, words: str) -> Markup:
    """Draw a map of the catalogue as one picture; cached."""
    ground = formatter.catalog.ground[map_id]
    return Markup(to_svg(draw_ground_map(ground, formatter, HEX_SIZE_POINTS, key=False), words, "map"))


@lru_cache(maxsize=4)
def outline_map(board: Board) -> HexNet:
    """Return the frame of a map picture, and the outlines of its hexes."""
    grid = HexGrid(board, HEX_SIZE_POINTS)
    return outline_hexes(board, grid, FRAME_WIDTH, FRAME_WIDTH, grid.tall + 2 * FRAME_WIDTH)


def outline_hexes(board: Board, grid: HexGrid, left: float, bottom: float, height: float) -> HexNet:
    """Return the frame of a picture of this height, and the outlines of all hexes inside its margins."""

    def outline(hex_id: str) -> str:
        return " ".join(f"{x + left:.1f},{height - y - bottom:.1f}" for x, y in grid.corners(hex_id))

    frame = f"0 0 {grid.wide + 2 * left:.2f} {height:.2f}"
    return frame, tuple((hex_id, outline(hex_id)) for hex_id in all_hexes(board))


def list_spots(
    ground: Ground, formatter: MessageFormatter, address: Address, viewer: str | None, target: str | None
) -> tuple[Spot, ...]:
    """Return every hex with its description and the link that a click follows."""
    _, outlines = outline_map(formatter.catalog.board)
    return tuple(
        Spot(
            hex_id,
            points,
            describe_hex(ground, hex_id, formatter),
            address(*list_hexes_after_click(hex_id, viewer, target)),
        )
        for hex_id, points in outlines
    )


def list_hexes_after_click(
    hex_id: str, viewer: str | None, target: str | None
) -> tuple[str | None, str | None]:
    """Return the hexes after a click: first select the viewer, then the target.

    A click on the viewer clears both; a click on the target makes it the viewer.
    """
    if viewer is None or hex_id == target:
        return hex_id, None
    return (None, None) if hex_id == viewer else (viewer, hex_id)


def render_ground_page(template: str, field: LosMap, address: str, **facts: Any) -> Response:
    """Render a map page with the sight and the markers of the query, or with the error they lead to."""
    refusal, viewer, target = "", None, None
    try:
        viewer, target = requested_hexes(CONTEXT.formatter())
        field = add_markers(field, CONTEXT.formatter())
    except HorahError as fault:
        refusal = sentence(fault)
    parts = _page_parts(field, CONTEXT.formatter(), address, viewer, target)
    return make_response(
        render_template(template, refusal=refusal, **parts, **facts), 422 if refusal else 200
    )


def render_look(field: LosMap, address: str) -> str:
    """Render only the part of a map page that changes when a hex is clicked."""
    formatter = CONTEXT.formatter()
    field = add_markers(field, formatter)
    looked = look_from(field, formatter, *requested_hexes(formatter))
    frame = outline_map(formatter.catalog.board)[0]
    return render_template("maps/looking.html", looking=looked, address=address, frame=frame)


def _page_parts(
    field: LosMap, formatter: MessageFormatter, address: str, viewer: str | None, target: str | None
) -> dict[str, Any]:
    """Return the template variables of a map page, except its picture."""

    def leads(start: str | None, end: str | None) -> str:
        query_parts = {"from": start, "to": end} | _requested_markers()
        query = urlencode([(name, typed) for name, typed in query_parts.items() if typed])
        return f"{address}?{query}#look"

    return {
        "looking": look_from(field, formatter, viewer, target),
        "address": address,
        "markers": _requested_markers(),
        "frame": outline_map(formatter.catalog.board)[0],
        "spots": list_spots(field.ground, formatter, leads, viewer, target),
        "legend": list_legend(field.ground, formatter),
    }


def requested_hexes(formatter: MessageFormatter) -> tuple[str | None, str | None]:
    """Return viewer and target from the query; equal hexes count as the viewer only."""
    viewer, target = (parse_hex(formatter.catalog, request.args.get(name, "")) for name in ("from", "to"))
    viewer, target = (viewer, target) if viewer else (target, None)
    return viewer, None if viewer == target else target


def _requested_markers() -> dict[str, str]:
    """Return smoke and fire from the query, as typed."""
    return {name: request.args.get(name, "").strip()[:MAX_INPUT_LENGTH] for name in (SMOKE, BLAZE)}


def _marker_query() -> str:
    query = urlencode([(name, typed) for name, typed in _requested_markers().items() if typed])
    return f"&{query}" if query else ""


def add_markers(field: LosMap, formatter: MessageFormatter) -> LosMap:
    """T79, T94: return the field with the smoke and fire of the query."""
    markers = parse_markers(formatter.catalog, field.ground, **_requested_markers())
    return ready(formatter.catalog, field.ground, markers) if markers else field


def look_from(
    field: LosMap, formatter: MessageFormatter, viewer: str | None, target: str | None
) -> SightView:
    """10: return the sight from one hex, and why it sees another or not."""
    markers = markers_by_hex(field)
    if viewer is None:
        under, top = draw_overlay(Overlay(markers=markers), formatter.catalog.board)
        return SightView(under=under, over=top, more=_marker_query()) if markers else SightView()
    sights = compute_sight_from(field, viewer)
    over = replace(fire_overlay(viewer, sights), markers=markers, hidden=frozenset())  # dimmed, not hatched
    outlines = dict(outline_map(formatter.catalog.board)[1])
    count = sum(glimpse.seen for glimpse in sights.values())
    unsure = sum(not glimpse.sure for glimpse in sights.values())
    view = SightView(
        one=viewer,
        dims=tuple(outlines[other] for other, glimpse in sights.items() if not glimpse.seen),
        more=_marker_query(),
        here=describe_hex(field.ground, viewer, formatter),
        count=formatter.format("sight.from", one=viewer, seen=count, all=len(sights), look=unsure),
        basis=formatter.term("sight.measured" if field.touches is not None else "sight.judged"),
        kinds=tuple(group_by_sight(sights, formatter)),
    )
    if target is not None:
        view, over = _explain(view, over, field, formatter, target)
    under, top = draw_overlay(over, formatter.catalog.board)
    return replace(view, under=under, over=top)


def _explain(
    view: SightView, over: Overlay, field: LosMap, formatter: MessageFormatter, target: str
) -> tuple[SightView, Overlay]:
    """10.1: add the line to another hex, and the reasons along it."""
    sight = check_sight(field, view.one, target)
    decides = frozenset(hex_id for why in sight.reasons for hex_id in why.hexes)
    ends = (view.one, target)
    explained = replace(
        view,
        other=target,
        there=describe_hex(field.ground, target, formatter),
        verdict=formatter.format(f"sight.{sight.kind}", one=view.one, other=target, n=sight.hindrance),
        sure=formatter.term("sight.sure" if sight.sure else "sight.look"),
        reasons=tuple(
            Why(format_reason(why, formatter), _terrain_address(why.what, formatter)) for why in sight.reasons
        ),
    )
    return explained, replace(over, lit=decides - set(ends), chosen=ends, string=ends)


def _terrain_address(terrain: str, formatter: MessageFormatter) -> str:
    """Return the address of a terrain's catalogue row; empty if it has none."""
    if terrain not in formatter.catalog.terrain:
        return ""
    return url_for("catalog_pages.show_row", table="terrain", row_id=terrain)


def draw_overlay(over: Overlay, board: Board) -> tuple[Markup, Markup]:
    """Draw the overlays: under the hex numbers, and on top of everything."""
    grid = HexGrid(board, HEX_SIZE_POINTS)
    return (
        draw_in_frame(draw_under_numbers(over, grid), board, "", "under"),
        draw_in_frame(draw_over_numbers(over, grid), board, "", "over"),
    )


def list_legend(ground: Ground, formatter: MessageFormatter) -> tuple[Entry, ...]:
    """T78 to T99: return the legend of the terrain on this map."""
    return tuple(
        Entry(
            row.id,
            formatter.term(f"terrain.{row.id}"),
            row.rule,
            legend.format_cover(row, formatter),
            legend.format_move(row, formatter),
            legend.format_sight(row, formatter),
            draw_terrain_sample(formatter, row.id),
        )
        for row in legend.list_terrain(ground, formatter.catalog.terrain)
    )


@lru_cache(maxsize=128)
def draw_terrain_sample(formatter: MessageFormatter, terrain: str) -> Markup:
    """Draw a hex with only this terrain in it; cached."""
    drawing = Drawing(2 * legend.SAMPLE_SIZE + 2, 2 * legend.SAMPLE_SIZE)
    drawing.add(move_shapes(legend.draw_sample(formatter.catalog.terrain[terrain], formatter), 1, 1))
    return Markup(to_svg(drawing, "", "sample", 2.2))


def map_address(card: Mapping[str, Any]) -> str:
    """Return the address of the page of a card's map; empty if there is none."""
    sheet = card["map"]
    if sheet["number"] is not None:
        return url_for("map_pages.show", map_id=sheet["number"])
    own = sheet.get("battlefield") or {}
    if "drawn" in own and not own.get("changed"):
        return url_for("battlefield_pages.show", **own["drawn"])
    return ""


def format_figures(figures: MapFigures, formatter: MessageFormatter) -> tuple[tuple[str, str], ...]:
    """Return the figures of a map in words."""
    return tuple(
        (formatter.term(f"atlas.figure.{name}"), format_figure(name, getattr(figures, name)))
        for name in FIGURES
    )


def format_figure(name: str, value: int) -> str:
    """Return a figure of a map: a share in per cent, or a number of hexes."""
    return f"{round(value / 10)} %" if name in SHARES else str(value)
