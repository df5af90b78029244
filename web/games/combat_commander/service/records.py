"""The record of a campaign as a seat may see it: PDF, text, and the graph of positions."""

from __future__ import annotations

from typing import Any

from catalogs.games.combat_commander.model import Language
from generator.game import Document
from web.service import tables
from web.service.context import Context
from web.service.errors import NotHere
from web.service.rendering import Rendering, RenderRequest, make_rendering, render_limited

from ..request_context import catalog_of

GRAPH_WIDTH_POINTS = 640.0


def make_record_view(state: Document) -> dict[str, Any]:
    """Convert the state of a table to the form that the record and the graph are made from."""
    last = state["seeds"][-1]
    return {
        "campaign": state["procedure"].partition("/")[0],
        "state": state["state"],
        "asked": state["asked"],
        "sealed": state["sealed"],
        "finished": state["finished"],
        "seed": last["seed"],
        "commitment": last["commitments"]["whole"],
    }


def render_record_file(context: Context, sitting: tables.Sitting, wish: RenderRequest) -> Rendering:
    """Render the record as PDF or text, or the graph of positions with the path so far as SVG."""
    view = make_record_view(tables.state(context, sitting))
    stand = context.repository.last_event_key(sitting.table)
    key = ("record", sitting.table, stand, sitting.seat, *wish.key())

    def draw() -> Rendering:
        return make_rendering(wish.kind, _body(context, view, wish))

    return render_limited(context, key, draw)


def render_blank_file(context: Context, name: str, wish: RenderRequest) -> Rendering:
    """Render the blank record of a campaign, to fill in by pen."""
    catalog = catalog_of(context)
    if name not in catalog.campaigns:
        raise NotHere

    def draw() -> Rendering:
        from exports.games.combat_commander.blank_record import render_blank_record

        return make_rendering(wish.kind, render_blank_record(name, catalog, wish.lang, wish.paper))

    return render_limited(context, ("blank record", name, catalog.version, *wish.key()), draw)


def _body(context: Context, view: dict[str, Any], wish: RenderRequest) -> bytes:
    from exports.games.combat_commander.pdf.record import render_record
    from exports.games.combat_commander.record import format_record

    if wish.kind == "pdf":
        return render_record(view, catalog_of(context), wish.lang, wish.paper)
    if wish.kind == "svg":
        return _graph(context, view, wish.lang)
    return format_record(view, catalog_of(context), wish.lang).encode()


def _graph(context: Context, view: dict[str, Any], lang: Language) -> bytes:
    from exports.games.combat_commander.graph import graph_svg
    from exports.games.combat_commander.messages import MessageFormatter

    return graph_svg(view, MessageFormatter(catalog_of(context), lang), GRAPH_WIDTH_POINTS).encode()
