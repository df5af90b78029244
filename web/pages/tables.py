"""A table that people share: opened here, played from three secret links, watched from a public one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Redirect

from generator.games.combat_commander.battle.state import SIDES
from generator.table import EVERYONE, REFEREE
from schemas.errors import HorahError
from web.api.sending import send
from web.current import address, context, language
from web.current import number as whole
from web.games.combat_commander.pages import campaigns, reports
from web.games.combat_commander.pages.standing import Standing, standing
from web.games.combat_commander.service import records
from web.locks import costs
from web.service import tables
from web.service.errors import NotHere
from web.service.procedures import BATTLE, PROCEDURES, Procedure, procedure

from . import prompts, settings
from .downloads import wish_for
from .words import said, scribe

blueprint = Blueprint("table_pages", __name__, url_prefix="/tables")

SETTLED = ("axis_player", "balance")  # at a table the seats are fixed, and there is no search
LONGEST_TITLE = 80
NEWS = 5  # lines of the log above a question


@blueprint.get("/new")
def new() -> str:
    """Settle what is to be settled, then open."""
    return _form(_wanted(request.args.get("procedure", BATTLE.name)), {}, "")


@blueprint.post("")
@costs(5)
def open_table() -> Response:
    """Open a table and show its links, once."""
    kind = _wanted(request.form.get("procedure", BATTLE.name))
    chosen = settings.read(kind.describe(context().catalog), request.form)
    title = request.form.get("title", "").strip()[:LONGEST_TITLE]
    try:
        opened = tables.open_table(context(), kind.name, chosen, title)
    except HorahError as fault:
        return make_response(_form(kind, chosen, title, said(fault)), 422)
    return make_response(_opened(opened, title, typed=chosen.get("dice") == "typed"), 201)


def _wanted(name: str) -> Procedure:
    if name not in PROCEDURES:
        raise NotHere
    return procedure(name)


def _form(kind: Procedure, values: dict[str, Any], title: str, refusal: str = "") -> str:
    described = kind.describe(context().catalog)
    preset = kind.at_a_table(values)
    return render_template(
        "table_new.html",
        procedure=kind,
        campaign=campaigns.name_of(kind),
        groups=settings.groups(described, preset, SETTLED, campaigns.name_of(kind)),
        title=title,
        refusal=refusal,
    )


def _opened(opened: tables.Opened, title: str, *, typed: bool) -> str:
    addresses = {
        seat: address("table_pages.show", link=opened.links[seat]) for seat in (*tables.SEATS, EVERYONE)
    }
    codes = {seat: _code(address) for seat, address in addresses.items()}
    return render_template(
        "table_opened.html", opened=opened, addresses=addresses, codes=codes, title=title, typed=typed
    )


def _code(address: str) -> Markup:
    """An address for the camera of a telephone; none where it would not find us."""
    from exports.kit.address import leads_nowhere
    from exports.kit.qr import qr
    from exports.kit.vector import vector

    if leads_nowhere(address):
        return Markup("")
    return Markup(vector(qr(address, 96.0), "", "code"))


@blueprint.get("/<link>")
def show(link: str) -> Response:
    """The table as this seat may see it."""
    return _page(link, tables.enter(context(), link))


@blueprint.post("/<link>")
def answer(link: str) -> Redirect | Response:
    """An answer to what is asked; one that does not fit comes back with a sentence and all its fields."""
    here = tables.enter(context(), link)
    asked = _questions(here)
    number = request.form.get("number", "")
    current = asked and str(asked[0]["number"]) == number

    def take() -> None:
        value = prompts.answer(asked[0], request.form) if current else None
        tables.answer(context(), here, whole(number, -1), value)

    return _do(link, here, take, request.form if current else prompts.NOTHING)


@blueprint.post("/<link>/undo")
def undo(link: str) -> Redirect | Response:
    """Ask to take answers back, or agree to it."""
    here = tables.enter(context(), link)
    count = request.form.get("answers", "1")
    return _do(link, here, lambda: tables.undo(context(), here, whole(count, 1)))


@blueprint.post("/<link>/reveal")
def reveal(link: str) -> Redirect | Response:
    """Say that the game is over and all may be shown."""
    here = tables.enter(context(), link)
    return _do(link, here, lambda: tables.reveal(context(), here))


def _do(
    link: str, here: tables.Sitting, act: Callable[[], Any], given: reports.Given = prompts.NOTHING
) -> Redirect | Response:
    try:
        act()
    except HorahError as fault:
        status = getattr(fault, "status", 422)
        return _page(link, here, said(fault), given, status)
    return redirect(url_for("table_pages.show", link=link), 303)


@blueprint.get("/<link>/version")
def version(link: str) -> Redirect:
    """A number that grows with everything that happens, for pages that follow along."""
    number = tables.version(context(), tables.enter(context(), link))
    response = jsonify(version=number)
    response.set_etag(str(number))
    response.headers["Cache-Control"] = "no-store"
    return response.make_conditional(request)


@blueprint.get("/<link>/record.json")
def record(link: str) -> Response:
    """Everything needed to check the dice elsewhere."""
    return jsonify(tables.record(context(), tables.enter(context(), link)))


@blueprint.get("/<link>/check")
@costs(3)
def check(link: str) -> str:
    """Was any die touched?"""
    from web.service.verify import verify

    here = tables.enter(context(), link)
    found = tables.finished_record(context(), here)
    return render_template(
        "verdict.html",
        verdict=verify(context().catalog, found),
        back=url_for("table_pages.show", link=link),
    )


@blueprint.get("/<link>/campaign.<any(pdf, txt):ending>")
@costs(5)
def campaign_record(link: str, ending: str) -> Response:
    """The record of a campaign on one page."""
    here = tables.enter(context(), link)
    if procedure(tables.state(context(), here)["procedure"]).kind != "campaign":
        raise NotHere
    wish = wish_for("card.pdf" if ending == "pdf" else "card.txt", "")
    return send(records.record(context(), here, wish), f"hora-h-{here.table[:8]}-{here.seat}")


@blueprint.get("/<link>/battles/<int:number>")
def battle(link: str, number: int) -> str:
    """The card of one battle of a campaign."""
    from web.games.combat_commander.pages.card import leaf

    here = tables.enter(context(), link)
    card = tables.card(context(), here, number)
    return render_template("table_card.html", link=link, here=here, number=number, leaf=leaf(card, scribe()))


@blueprint.get("/<link>/<name>")
@costs(5)
def download(link: str, name: str) -> Response:
    """A card as a file; what is printed in its footer is the public address."""
    here = tables.enter(context(), link)
    wish = wish_for(name, address("table_pages.show", link=here.table))
    word = request.args.get("battle", "")
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else None
    called = f"hora-h-{here.table[:8]}-{here.seat}" + (f"-{number}" if number else "")
    return send(tables.printed(context(), here, wish, number), called)


def _page(
    link: str,
    here: tables.Sitting,
    refusal: str = "",
    given: reports.Given = prompts.NOTHING,
    status: int = 200,
) -> Response:
    state = tables.state(context(), here)
    log = tables.log(context(), here)
    found = standing(log, here.seat)
    kind = procedure(state["procedure"])
    name = campaigns.name_of(kind)
    number = campaigns.map_of(state, name) if name else found.map
    maps = kind.tables(context().catalog).maps_in(state["settings"].get("edition"))
    sheet = maps.get(number or 0)
    if name:
        for side in SIDES:
            found.sides[side].faction = context().catalog.campaigns[name].factions[side]
    scene = prompts.Scene(number, sheet.objectives if sheet else None, name, log, found)
    questions = [prompts.question(each, given, scene) for each in _questions(here)]
    page = render_template(
        "table.html",
        link=link,
        here=here,
        state=state,
        procedure=kind,
        questions=questions,
        refusal=refusal,
        watching=here.seat in (EVERYONE, REFEREE),
        standing=found,
        typed=state["settings"].get("dice") == "typed",
        **_shown(here, state, log, found),
    )
    return make_response(page, status)


def _shown(
    here: tables.Sitting, state: dict[str, Any], log: list[dict[str, Any]], found: Standing
) -> dict[str, Any]:
    """The card at hand, or how it stands on the way there; the log in words; a campaign's record."""
    from web.games.combat_commander.pages.card import leaf, told, victory

    kind = procedure(state["procedure"])
    name = campaigns.name_of(kind)
    campaign = campaigns.standing(state) if name else None
    ready = tables.cards(context(), here)
    shown = bool(ready) and (campaign is None or campaign.at_hand)
    lines = told(context(), log, language())
    return {
        "log": lines,
        "news": lines[_last_seen(state, log, here.seat) :][-NEWS:],
        "can_undo": any(_by_a_person(state, line) for line in log),
        "track": victory(found.sketch(), scribe()) if found.known and campaign is None else None,
        "campaign": campaign,
        "campaign_name": name,
        "campaign_factions": context().catalog.campaigns[name].factions if name else {},
        "cards": len(ready),
        "leaf": leaf(ready[-1], scribe()) if shown else None,
    }


def _last_seen(state: dict[str, Any], log: list[dict[str, Any]], seat: str) -> int:
    """Where the news begins for a seat: with the last answer that a person gave there. Watchers have none."""
    own = (place for place in range(len(log) - 1, -1, -1) if _is_own(state, log[place], seat))
    return next(own, 0)


def _is_own(state: dict[str, Any], line: dict[str, Any], seat: str) -> bool:
    return line.get("seat") == seat and _by_a_person(state, line)


def _questions(here: tables.Sitting) -> list[dict[str, Any]]:
    """What this seat may answer; a referee reads more than that."""
    mine = (here.seat, EVERYONE) if here.seat != EVERYONE else ()
    return [each for each in tables.prompts(context(), here) if each["seat"] in mine]


def _by_a_person(state: dict[str, Any], line: dict[str, Any]) -> bool:
    """Can this line be an answer that a person gave?"""
    kinds = ("choose", "buy", "report", "roll" if state["settings"].get("dice") == "typed" else "")
    return line.get("kind") in kinds and line["seat"] in (*state["persons"], EVERYONE)
