"""Campaigns: which there are, and how one that people play stands, from what a seat may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template
from markupsafe import Markup

from exports.record import Record, record_of, record_pdf, record_text
from web.current import context, language
from web.service.errors import Busy
from web.service.printing import ENDINGS, MIMES, Printed, Wish
from web.service.procedures import PROCEDURES, Procedure

from .words import both, scribe

blueprint = Blueprint("campaign_pages", __name__, url_prefix="/campaigns")

WIDE = 640.0
Seen = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Standing:
    """A campaign under way, ready for a page."""

    record: Record
    graph: Markup
    at_hand: bool  # a battle lies ready to be played
    changes: tuple[tuple[str, str], ...]  # Gastadores: what differs from the printed scenario


@dataclass(frozen=True, slots=True)
class Offer:
    """A campaign that can be opened."""

    procedure: Procedure
    name: str
    graph: Markup
    positions: tuple[tuple[str, str, str], ...]  # name, map or phase, place
    factions: Mapping[Any, str]
    year: int


@blueprint.get("")
def index() -> str:
    """Every campaign, with its positions, and the way to open it."""
    return render_template(
        "campaigns.html", offers=[_offer(each) for each in PROCEDURES.values() if each.kind == "campaign"]
    )


def name_of(kind: Procedure) -> str:
    """The campaign that a procedure plays; empty for a battle."""
    return kind.name.partition("/")[0] if kind.kind == "campaign" else ""


def standing(kind: Procedure, state: Mapping[str, Any]) -> Standing:
    """How a campaign stands, from the state of its table."""
    from exports.graph import graph_svg

    found = seen(kind, state)
    return Standing(
        record=record_of(found, context().catalog, language()),
        graph=Markup(graph_svg(found, scribe(), WIDE)),
        at_hand=found["state"]["stage"] == "ready",
        changes=tuple(_changes(found)),
    )


def seen(kind: Procedure, state: Mapping[str, Any]) -> Seen:
    """A campaign as a seat sees it, in the form that record and drawing are made from."""
    last = state["seeds"][-1]
    return {
        "campaign": name_of(kind),
        "state": state["state"],
        "asked": state["asked"],
        "sealed": state["sealed"],
        "finished": state["finished"],
        "seed": last["seed"],
        "commitment": last["commitments"]["whole"],
    }


def printed(kind: Procedure, state: Mapping[str, Any], wish: Wish) -> Printed:
    """The record on paper or as text; like cards, a few at a time."""
    found, catalog = seen(kind, state), context().catalog
    if wish.kind == "text":
        return Printed(record_text(found, catalog, wish.lang).encode(), MIMES["text"], ENDINGS["text"])
    if not context().printers.acquire(timeout=context().limits.printer_wait):
        raise Busy
    try:
        return Printed(record_pdf(found, catalog, wish.lang, wish.paper), MIMES["pdf"], ENDINGS["pdf"])
    finally:
        context().printers.release()


def _changes(found: Seen) -> list[tuple[str, str]]:
    """La Campaña: the patches of a printed scenario and the resources in force, each with its heading."""
    sheet, state = context().catalog.campaigns[found["campaign"]], found["state"]
    if not state.get("scenario"):
        return []
    patches = [("", both(patch.text)) for patch in sheet.scenarios[state["scenario"]].patches]
    resources = [sheet.resources[name] for name in state["in_force"]]
    return patches + [(both(one.title), both(one.summary)) for one in resources]


def _offer(kind: Procedure) -> Offer:
    from exports.graph import graph_svg, nodes

    name = name_of(kind)
    sheet = context().catalog.campaigns[name]
    begun = _begun(kind)
    return Offer(
        procedure=kind,
        name=name,
        graph=Markup(graph_svg(begun, scribe(), WIDE)),
        positions=tuple((node.name, node.sheet, node.place) for node in nodes(begun, scribe())),
        factions=sheet.factions,
        year=sheet.year,
    )


def _begun(kind: Procedure) -> Seen:
    """A campaign before its first question, by the book."""
    from generator.table import EVERYONE, Table

    catalog = context().catalog
    settings = kind.read(catalog, {})
    table = Table(kind.start(catalog, settings))
    return {"campaign": name_of(kind), "state": kind.state(catalog, settings, table, EVERYONE)}
