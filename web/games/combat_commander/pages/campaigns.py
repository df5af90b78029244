"""Campaigns: the list of them, and the state of one under way as a seat may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, render_template
from markupsafe import Markup

from exports.games.combat_commander.record import Record, make_record
from generator.game import Procedure, find_procedure, list_procedures
from generator.games.combat_commander.battle.state import SIDES
from web.http.downloads import send_rendering, wish_for
from web.http.offline_headers import allow_offline
from web.http.rate_limit import costs
from web.http.request_context import context, language
from web.pages.viewer import current_sitting
from web.service import tables
from web.service.errors import NotHere

from ..request_context import catalog, formatter
from ..service import records
from ..service.records import make_record_view
from .campaign_front import Ladder, Leader, list_leaders, list_prospects, list_veterans, make_ladder
from .card import lay_out_card, load_table_card
from .page_text import in_language

blueprint = Blueprint("campaign_pages", __name__, url_prefix="/campaigns")
table_blueprint = Blueprint("campaign_table_pages", __name__, url_prefix="/tables")
Seen = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CampaignStatus:
    """A campaign under way, prepared for a page."""

    record: Record
    ladder: Ladder
    prospects: Mapping[str, Sequence[str]]  # what a win would mean, by side
    leaders: Mapping[str, tuple[Leader, ...]]
    veterans: Mapping[str, tuple[tuple[Markup, str], ...]]
    at_hand: bool  # a battle is ready to be played
    changes: tuple[tuple[str, str], ...]  # Gastadores: differences from the printed scenario


@dataclass(frozen=True, slots=True)
class Offer:
    """A campaign that can be opened."""

    procedure: Procedure
    name: str
    ladder: Ladder
    factions: Mapping[Any, str]
    year: int


@blueprint.get("")
def index() -> str:
    """List every campaign with its positions and a link to open it."""
    campaigns = list_procedures(lambda kind: kind == "campaign")
    return render_template("campaigns.html", offers=[_make_offer(procedure) for procedure in campaigns])


def campaign_name(kind: Procedure) -> str:
    """Return the name of the campaign that a procedure plays; empty for a battle."""
    return kind.name.partition("/")[0] if kind.kind == "campaign" else ""


def read_status(state: dict[str, Any]) -> CampaignStatus:
    """Return the state of a campaign from the state of its table."""
    view, words = make_record_view(state), formatter()
    return CampaignStatus(
        record=make_record(view, catalog(), language(), named=True),
        ladder=make_ladder(view, words),
        prospects=list_prospects(view, words),
        leaders={side: tuple(list_leaders(view, words, side)) for side in SIDES},
        veterans={side: tuple(list_veterans(view, words, side)) for side in SIDES},
        at_hand=view["state"]["stage"] == "ready",
        changes=tuple(_list_changes(view)),
    )


def contested_map(state: dict[str, Any], name: str) -> int | None:
    """Return the map of the contested position; None for a printed scenario, which has its own map."""
    position = catalog().campaigns[name].positions.get(make_record_view(state)["state"].get("position", ""))
    return position.map if position else None


def _list_changes(view: Seen) -> list[tuple[str, str]]:
    """La Campaña: return patches of a printed scenario and resources in force, each with its heading."""
    sheet, state = catalog().campaigns[view["campaign"]], view["state"]
    if not state.get("scenario"):
        return []
    patches = [("", in_language(patch.text)) for patch in sheet.scenarios[state["scenario"]].patches]
    resources = [sheet.resources[name] for name in state["in_force"]]
    return patches + [(in_language(resource.title), in_language(resource.summary)) for resource in resources]


def _make_offer(kind: Procedure) -> Offer:
    name = campaign_name(kind)
    sheet = catalog().campaigns[name]
    view = _initial_view(kind)
    return Offer(
        procedure=kind,
        name=name,
        ladder=make_ladder(view, formatter()),
        factions=sheet.factions,
        year=sheet.year,
    )


def _initial_view(kind: Procedure) -> Seen:
    """Return the state of a campaign before its first question, with default settings."""
    from generator.session import begin
    from generator.table import EVERYONE

    session = begin(kind, catalog(), kind.read(catalog(), {}), "")
    return {"campaign": campaign_name(kind), "state": session.standing(EVERYONE)}


@blueprint.get("/<name>/blank.pdf")
@costs(5)
def blank(name: str) -> Response:
    """Return a blank record of a campaign, to fill in by pen."""
    return send_rendering(
        records.render_blank_file(context(), name, wish_for("card.pdf", "")), f"hora-h-{name}"
    )


@table_blueprint.get("/<link>/campaign.<any(pdf, txt):ending>")
@costs(5)
def record(link: str, ending: str) -> Response:
    """Return the record of a campaign as PDF or text."""
    seated = current_sitting(link)
    if not seated.together:
        allow_offline("file")
    if find_procedure(tables.state(context(), seated)["procedure"]).kind != "campaign":
        raise NotHere
    wish = wish_for("card.pdf" if ending == "pdf" else "card.txt", "")
    return send_rendering(
        records.render_record_file(context(), seated, wish), f"hora-h-{seated.table[:8]}-{seated.seat}"
    )


@table_blueprint.get("/<link>/battles/<int:number>")
def battle(link: str, number: int) -> str:
    """Show the card of one battle of a campaign."""
    seated = current_sitting(link)
    if not seated.together:
        allow_offline("card")
    card = load_table_card(seated, number)
    return render_template(
        "table_card.html", link=link, here=seated, number=number, leaf=lay_out_card(card, formatter())
    )
