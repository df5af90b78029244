"""Table pages: open a table, play from a seat's link, watch from the public one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, g, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from generator.game import Procedure, default_procedure, find_procedure, games, procedures
from generator.table import EVERYONE, REFEREE
from generator.verify import verify
from schemas.errors import HorahError
from schemas.limits import MAX_PERSON_NAME_LENGTH, MAX_TABLE_NOTE_LENGTH, MAX_TITLE_LENGTH
from web.games.registry import default_game
from web.games.table_ui import table_ui_of
from web.http.downloads import send_rendering, send_version, wish_for
from web.http.offline_headers import allow_offline
from web.http.rate_limit import costs
from web.http.request_context import (
    address,
    clean_line,
    client_owner,
    context,
    formatter,
    language,
    parse_number,
    sentence,
    use_catalog,
)
from web.service import tables
from web.service.errors import NotHere
from web.service.notifications import next_meeting
from web.service.owner_data import games_with_blanks
from web.service.tables.pending import pending_matters
from web.service.tokens import derive_link, is_link, link_hash, new_link

from . import log as log_pages
from . import prompts, settings
from .owner_catalog import remembered_data, remembered_progress
from .proposals import pending_proposal
from .template_helpers import procedure_name
from .viewer import current_sitting, hide_view, players, show_view

blueprint = Blueprint("table_pages", __name__, url_prefix="/tables")


@blueprint.get("/new")
def new() -> str:
    """Show the form for a new table; the URL may name a document to start from."""
    kind = _find_procedure(request.args.get("procedure", default_procedure(default_game().id).name))
    described = kind.describe(context().catalogs[kind.game])
    known = {each.name for each in described}
    wished = {
        name: value for name, value in table_ui_of(kind.game).preferred_settings().items() if name in known
    }
    whole = (each.name for each in described if each.document)
    named = {name: request.args[name] for name in whole if name in request.args}
    return _form(kind, {**wished, **named}, "")


@blueprint.post("")
@costs(5)
def open_table() -> Response | Redirect:
    """Open a table and redirect to its seats; a form sent twice opens one table."""
    kind = _find_procedure(request.form.get("procedure", default_procedure(default_game().id).name))
    host = _host(kind)
    if host.link and context().repository.seat(link_hash(host.link)):
        return redirect(url_for("seat_pages.show", link=host.link), 303)
    chosen = settings.read_settings(kind.describe(context().catalogs[kind.game]), request.form)
    title = clean_line(request.form.get("title", ""))[:MAX_TITLE_LENGTH]
    try:
        box = remembered_data(kind.game) if "box" in request.form else None
        opened = tables.open_table(context(), kind.name, chosen, title, box, host, client_owner())
    except HorahError as fault:
        return make_response(_form(kind, chosen, title, sentence(fault)), 422)
    own = next(link for seat, link in opened.links.items() if seat != EVERYONE)
    return redirect(url_for("seat_pages.show", link=own), 303)


def _host(kind: Procedure) -> tables.Host:
    """Return the seat of the host; a form sent twice derives the same link from its ``once`` field."""
    form = request.form
    word = form.get("once", "")
    link = derive_link(word, "hora-h open") if is_link(word) else ""
    name = clean_line(form.get("name", ""))[:MAX_PERSON_NAME_LENGTH]
    return tables.Host(form.get("mine") or kind.seats[0], name, "referee" in form, link)


def _find_procedure(name: str) -> Procedure:
    if name not in procedures():
        raise NotHere
    procedure = find_procedure(name)
    g.game = procedure.game
    return procedure


def _form(kind: Procedure, values: dict[str, Any], title: str, refusal: str = "") -> str:
    described = kind.describe(context().catalogs[kind.game])
    fixed = table_ui_of(kind.game).fixed_settings
    named = {each.name: values[each.name] for each in described if each.document and each.name in values}
    plain = {name: value for name, value in values.items() if name not in named}
    return render_template(
        "table_new.html",
        procedure=kind,
        name=procedure_name(kind),
        groups=settings.make_groups(
            kind, described, {**kind.at_a_table(plain), **named}, formatter(kind.game), fixed
        ),
        title=title,
        refusal=refusal,
        box=remembered_progress(kind.game),
        blanks=kind.game in games_with_blanks(),
        with_box="box" in request.form or request.method == "GET",
        mine=request.form.get("mine") or kind.seats[0],
        person=request.form.get("name", ""),
        referee="referee" in request.form,
        once=request.form.get("once") or new_link(),
    )


@blueprint.get("/<link>")
def show(link: str) -> Response:
    """Show the table as this seat may see it."""
    return _page(link, current_sitting(link))


@blueprint.post("/<link>")
def answer(link: str) -> Redirect | Response:
    """Take an answer; on an error, show the form again with its fields and a message."""
    sitting = current_sitting(link)
    number = parse_number(request.form.get("number", ""), -1)
    if prompts.is_form_button(request.form):
        return _page(link, sitting, given=request.form)

    def typed(view: tables.View) -> Any:
        return table_ui_of(view.procedure.game).read_answer(_questions(view)[0], request.form)

    return run_action(
        link, sitting, lambda: tables.answer_with(context(), sitting, number, typed), request.form
    )


@blueprint.post("/<link>/undo")
def undo(link: str) -> Redirect | Response:
    """Request an undo, or agree to one."""
    sitting = current_sitting(link)
    count = request.form.get("answers", "1")
    return run_action(link, sitting, lambda: tables.undo(context(), sitting, parse_number(count, 1)))


@blueprint.post("/<link>/reveal")
def reveal(link: str) -> Redirect | Response:
    """Request to reveal the secrets of a finished game."""
    sitting = current_sitting(link)
    return run_action(link, sitting, lambda: tables.reveal(context(), sitting))


def run_action(
    link: str, sitting: tables.Sitting, act: Callable[[], Any], given: prompts.Given = prompts.NOTHING
) -> Redirect | Response:
    """Run an action of a seat; on an error, show the table with a message."""
    try:
        act()
    except HorahError as fault:
        status = getattr(fault, "status", 422)
        return _page(link, sitting, sentence(fault), given, status)
    response = redirect(url_for("table_pages.show", link=link), 303)
    if sitting.together and not tables.state(context(), sitting)["yours"]:
        hide_view(response, link)  # the next question is for another player
    return response


@blueprint.post("/<link>/look")
def look(link: str) -> Redirect:
    """On a shared device, show the view of one player, or hide it."""
    sitting, seat = tables.enter(context(), link), request.form.get("seat", "")
    response = redirect(url_for("table_pages.show", link=link), 303)
    if sitting.together and seat in players(sitting):
        show_view(response, link, seat)
    else:
        hide_view(response, link)
    return response


@blueprint.get("/<link>/version")
@costs(0)
def version(link: str) -> Redirect:
    """Return the number of events; open pages poll this every other second."""
    return send_version(tables.version(context(), tables.enter(context(), link)))


@blueprint.get("/<link>/record.json")
def record(link: str) -> Response:
    """Download everything needed to verify the dice elsewhere."""
    return jsonify(tables.record(context(), current_sitting(link)))


@blueprint.get("/<link>/check")
@costs(3)
def check(link: str) -> str:
    """Verify the dice of the table."""
    sitting = current_sitting(link)
    record_ = tables.finished_record(context(), sitting)
    return render_template(
        "verdict.html",
        verdict=verify(context().catalogs, record_),
        back=url_for("table_pages.show", link=link),
    )


@blueprint.get("/<link>/<name>")
@costs(5)
def download(link: str, name: str) -> Response:
    """Send a card as a file; its footer shows the public URL."""
    sitting = current_sitting(link)
    if not sitting.together:
        allow_offline("file")
    seat = wish_for(name, address("table_pages.show", link=sitting.table))
    word = request.args.get("battle", "")
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else None
    called = f"hora-h-{sitting.table[:8]}-{sitting.seat}" + (f"-{number}" if number else "")
    return send_rendering(tables.render_card(context(), sitting, seat, number), called)


def _page(
    link: str,
    sitting: tables.Sitting,
    refusal: str = "",
    given: prompts.Given = prompts.NOTHING,
    status: int = 200,
) -> Response:
    """Render the page of a table from one state of it."""
    if sitting.together and sitting.seat == EVERYONE:
        return make_response(_pass_screen(link, sitting, refusal), status)
    if not sitting.together:  # players of a shared device must not find each other's pages
        allow_offline("table")
    with tables.view_table(context(), sitting) as view:
        return make_response(_render(link, sitting, view, refusal, given), status)


def _pass_screen(link: str, sitting: tables.Sitting, refusal: str) -> str:
    """Render the screen between two players of one device: whose turn it is, and no secrets."""
    waiting = players(sitting)
    with tables.view_table(context(), sitting) as view:
        g.game = view.procedure.game
        asked = [seat for seat in waiting if tables.View(view.live, seat).yours]
        return render_template(
            "pass.html",
            link=link,
            state=view.state,
            name=procedure_name(view.procedure),
            players=sorted(waiting, key=lambda seat: seat not in asked),
            asked=asked,
            refusal=refusal,
        )


def _render(link: str, sitting: tables.Sitting, view: tables.View, refusal: str, given: prompts.Given) -> str:
    game, lang = view.procedure.game, language()
    g.game = game
    table_ui, words = table_ui_of(game), use_catalog(view.live.session.catalog, view.state["settings"])
    log = view.log
    page = table_ui.make_page(view, log, words)
    waiting = pending_proposal(view, words)
    leaf = log_pages.choose_page(len(log), parse_number(request.args.get("log", ""), 0))
    return render_template(
        page.template,
        link=link,
        here=sitting,
        state=view.state,
        wanted=pending_matters(view.live, (view.seat,)),
        procedure=view.procedure,
        questions=[
            table_ui.make_question(
                each, given if _belongs_to(given, each) else prompts.NOTHING, page.question_context, words
            )
            for each in _questions(view)
            if waiting is None or waiting.corrects or view.seat not in view.live.session.persons
        ],
        proposal=waiting,
        amend=table_ui.correction_endpoint,
        refusal=refusal,
        watching=view.seat in (EVERYONE, REFEREE),
        log=log_pages.page_lines(view, leaf, words.catalog, lang),
        log_leaf=leaf,
        news=log_pages.recent_lines(view, words.catalog, lang),
        can_undo=bool(view.by_people),
        cards=view.ready,
        remarks=view.remarks,
        most_note=MAX_TABLE_NOTE_LENGTH,
        counts=games()[game].match is not None,
        meeting=next_meeting.find_upcoming(view, sitting),
        **page.variables,
    )


def _belongs_to(given: prompts.Given, asked: dict[str, Any]) -> bool:
    """Return whether a form belongs to this question; values for another one are not shown again."""
    return given.get("number") == str(asked["number"])


def _questions(view: tables.View) -> list[dict[str, Any]]:
    """Return the questions this seat may answer; a referee can read more than those."""
    mine = (view.seat, EVERYONE) if view.seat != EVERYONE else ()
    return [each for each in view.prompts if each["seat"] in mine]
