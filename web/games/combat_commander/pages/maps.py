"""The atlas: all maps with their figures, and a page for each with lines of sight."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from catalogs.games.combat_commander import Catalog
from exports.games.combat_commander.ground.hex_text import list_doubts
from exports.games.combat_commander.ground.map_pdf import render_one_page
from exports.games.combat_commander.messages import MessageFormatter
from generator.games.combat_commander.ground.los_map import LosMap
from web.games.combat_commander.service import maps
from web.games.combat_commander.service.maps import FEATURES, MapFilter, Sheet
from web.http.downloads import send_rendering
from web.http.offline_headers import allow_offline
from web.http.rate_limit import costs
from web.http.request_context import context, parse_number
from web.http.request_context import paper as wished_paper
from web.service.rendering import Rendering, make_rendering, render_limited

from ..request_context import OWNED
from ..request_context import catalog as base_catalog
from . import ground_view
from .map_thumbnails import draw_small_map, send_drawing
from .owned_maps import owned_maps, remember_maps
from .page_text import term

blueprint = Blueprint("map_pages", __name__, url_prefix="/maps")
catalog, formatter = OWNED.catalog, OWNED.formatter

ORDERS = ("", "cover", "-cover", "sight", "-sight", "building", "hill", "road", "water")


@blueprint.get("")
def atlas() -> str:
    """List all maps as small pictures, with filters and a form for owned maps."""
    wanted, mine = _requested_filter(), owned_maps()
    allow_offline("catalogue", whole=not request.args)
    everything = maps.list_sheets(catalog())
    return render_template(
        "maps/atlas.html",
        tiles=[_make_tile(sheet) for sheet in maps.filter_sheets(everything, wanted, mine)],
        total=len(everything),
        sets=list(dict.fromkeys(sheet.set for sheet in everything)),
        wanted=wanted,
        orders=ORDERS,
        features=FEATURES,
        owned=mine,
    )


def _requested_filter() -> MapFilter:
    order, features = request.args.get("order", ""), request.args.getlist("has")
    return MapFilter(
        order=order if order in ORDERS else "",
        set=request.args.get("set", "")[:40],
        features=frozenset(name for name in features if name in FEATURES),
        mine="mine" in request.args,
    )


def _make_tile(sheet: Sheet) -> dict[str, Any]:
    words = formatter()
    return {
        "sheet": sheet,
        "title": words.format("ground.map", n=sheet.number),
        "alt": _alternative_text(sheet, words),
        "figures": ground_view.format_figures(sheet.figures, words) if sheet.figures else (),
        "version": _thumbnail_digest(sheet),
    }


def _alternative_text(sheet: Sheet, words: MessageFormatter) -> str:
    """Describe a map in one sentence, as alternative text."""
    figures = sheet.figures
    if figures is None:
        return words.format("ground.map", n=sheet.number)
    return words.format(
        "atlas.alt",
        n=sheet.number,
        cover=round(figures.cover / 10),
        sight=round(figures.sight / 10),
        building=figures.building,
        hill=figures.hill,
    )


@blueprint.post("/owned")
def say_owned() -> Redirect:
    """Store the owned maps: the ticked ones among those shown, a whole set, or none."""
    sets = {sheet.number: sheet.set for sheet in maps.list_sheets(catalog())}
    listed = {parse_number(text, 0) for text in request.form.getlist("shown")}
    ticked = {parse_number(text, 0) for text in request.form.getlist("map")} & listed
    owned = (set(owned_maps()) - listed) | ticked
    box = request.form.get("box")
    if box is not None:
        owned |= {number for number, name in sets.items() if name == box}
    if "forget" in request.form:
        owned = set()
    response = redirect(_return_address(), 303)
    remember_maps(response, owned & set(sets))
    return response


def _return_address() -> str:
    """Return the address to go back to: the map, or the atlas with its filters."""
    wanted = request.form
    if at := parse_number(wanted.get("at", ""), 0):
        return url_for("map_pages.show", map_id=at)
    has = [name for name in wanted.getlist("has") if name in FEATURES]
    order = wanted.get("order", "")
    return url_for(
        "map_pages.atlas",
        order=order if order in ORDERS and order else None,
        set=wanted.get("set", "")[:40] or None,
        has=has or None,
        mine=wanted.get("mine") and "1",
        _anchor="owned",
    )


@blueprint.get("/<int:map_id>")
def show(map_id: int) -> Response | Redirect:
    """Show a map: sight from each hex with reasons, the effects of its terrain, its provenance.

    A map whose ground nobody recorded leads to the drawing board.
    """
    if maps.get_sheet(catalog(), map_id).ground is None:
        return redirect(url_for("recorded_map_pages.edit", map_id=map_id), 303)
    sheet = maps.get_sheet_with_ground(catalog(), map_id)
    if not request.args:
        allow_offline("catalogue")
    field = maps.get_los_map(catalog(), str(sheet.number))
    return ground_view.render_ground_page(
        "maps/map.html", field, _address(sheet), **_make_parts(sheet, field)
    )


@blueprint.get("/<int:map_id>/look")
def look(map_id: int) -> str:
    """Return only the part of the page that changes when a hex is clicked."""
    sheet = maps.get_sheet_with_ground(catalog(), map_id)
    return ground_view.render_look(maps.get_los_map(catalog(), str(sheet.number)), _address(sheet))


def _address(sheet: Sheet) -> str:
    return url_for("map_pages.show", map_id=sheet.number)


def _make_parts(sheet: Sheet, field: LosMap) -> dict[str, Any]:
    words = formatter()
    assert sheet.ground is not None and sheet.figures is not None
    return {
        "sheet": sheet,
        "title": words.format("ground.map", n=sheet.number),
        "figures": ground_view.format_figures(sheet.figures, words),
        "layers": ground_view.get_map_layers(words, str(sheet.number), _alternative_text(sheet, words)),
        "provenance": term(f"provenance.{sheet.ground.provenance}"),
        "measured": field.touches is not None,
        "doubts": list(list_doubts(sheet.ground, words)),
        "neighbours": _find_neighbours(sheet.number),
        "mine": sheet.number in owned_maps(),
    }


def _find_neighbours(number: int) -> tuple[int | None, int | None]:
    """Return the previous and the next map among those with ground."""
    numbers = [sheet.number for sheet in maps.list_sheets(catalog()) if sheet.ground is not None]
    place = numbers.index(number)
    return (
        numbers[place - 1] if place else None,
        numbers[place + 1] if place + 1 < len(numbers) else None,
    )


@blueprint.get("/<int:map_id>/small.svg")
def small(map_id: int) -> Response:
    """Return a small picture; its address changes with its content."""
    sheet = maps.get_sheet_with_ground(catalog(), map_id)
    response = send_drawing(_get_thumbnail(catalog(), str(sheet.number)))
    if str(map_id) in base_catalog().ground:
        allow_offline("catalogue")
    else:
        response.headers["Cache-Control"] = "private, no-cache"  # this owner's alone
    return response


def list_addresses() -> list[str]:
    """Return the addresses of the atlas, its pictures, and each map."""
    addresses = [url_for("map_pages.atlas")]
    for sheet in maps.list_sheets(base_catalog()):
        if sheet.ground is not None:
            addresses.append(_address(sheet))
            addresses.append(get_thumbnail_url(sheet.number))
    return addresses


def get_thumbnail_url(number: int) -> str:
    """Return the address of the small picture of a map whose ground is recorded."""
    sheet = maps.get_sheet_with_ground(catalog(), number)
    return url_for("map_pages.small", map_id=number, v=_thumbnail_digest(sheet))


def _thumbnail_digest(sheet: Sheet) -> str:
    return sha256(_get_thumbnail(catalog(), str(sheet.number))).hexdigest()[:12] if sheet.ground else ""


@lru_cache(maxsize=64)
def _get_thumbnail(tables: Catalog, map_id: str) -> bytes:
    return draw_small_map(tables.ground[map_id], tables)


@blueprint.get("/<int:map_id>/map.pdf")
@costs(10)
def paper(map_id: int) -> Response:
    """Return the map with its legend as PDF."""
    sheet = maps.get_sheet_with_ground(catalog(), map_id)
    allow_offline("file")
    assert sheet.ground is not None
    ground, words = sheet.ground, formatter()
    size = wished_paper()

    def draw() -> Rendering:
        title = words.format("ground.map", n=sheet.number)
        body = render_one_page(ground, title, _alternative_text(sheet, words), words, size)
        return make_rendering("pdf", body)

    key = ("map", str(map_id), catalog().version, words.lang, size)
    return send_rendering(render_limited(context(), key, draw), f"hora-h-map-{map_id}")
