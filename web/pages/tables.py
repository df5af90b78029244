"""A table that people share: opened here, played from the link of a seat, watched from a public one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, g, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from generator.game import Procedure, games, procedure, procedures, usual
from generator.table import EVERYONE, REFEREE
from generator.verify import verify
from schemas.errors import HorahError
from web.current import address, context, language, scribe, sentence, speak_with, words_of
from web.current import number as whole
from web.desk import desk_of
from web.downloads import send_rendering, wish_for
from web.offline import may_be_kept
from web.rate_limit import costs
from web.service import evening, tables
from web.service.boxes import with_blanks
from web.service.errors import NotHere
from web.service.secrecy import derived, is_link, link_hash, new_link
from web.service.turns import wanted

from . import happened, prompts, settings
from .owned import box_of, steps_of
from .proposed import proposed
from .sitting import hide, players, seated, show_to
from .words import name_of

blueprint = Blueprint("table_pages", __name__, url_prefix="/tables")

LONGEST_TITLE = 80
LONGEST_PERSON = 40
LONGEST_NOTE = 1000


@blueprint.get("/new")
def new() -> str:
    """Settle what is to be settled, then open. An address may name a document to begin from."""
    kind = _wanted(request.args.get("procedure", usual().name))
    described = kind.describe(context().catalogs[kind.game])
    known = {each.name for each in described}
    wished = {name: value for name, value in desk_of(kind.game).wished().items() if name in known}
    whole = (each.name for each in described if each.document)
    named = {name: request.args[name] for name in whole if name in request.args}
    return _form(kind, {**wished, **named}, "")


@blueprint.post("")
@costs(5)
def open_table() -> Response | Redirect:
    """Open a table and go to the page of its seats; who sends the form twice has opened one table."""
    kind = _wanted(request.form.get("procedure", usual().name))
    host = _host(kind)
    if host.link and context().repository.seat(link_hash(host.link)):
        return redirect(url_for("seat_pages.show", link=host.link), 303)
    chosen = settings.read(kind.describe(context().catalogs[kind.game]), request.form)
    title = words_of(request.form.get("title", ""))[:LONGEST_TITLE]
    try:
        box = box_of(kind.game) if "box" in request.form else None
        opened = tables.open_table(context(), kind.name, chosen, title, box, host)
    except HorahError as fault:
        return make_response(_form(kind, chosen, title, sentence(fault)), 422)
    own = next(link for seat, link in opened.links.items() if seat != EVERYONE)
    return redirect(url_for("seat_pages.show", link=own), 303)


def _host(kind: Procedure) -> tables.Host:
    """Return the seat of the person who opens; a form sent twice derives the same link from its ``once``."""
    form = request.form
    word = form.get("once", "")
    link = derived(word, "hora-h open") if is_link(word) else ""
    name = words_of(form.get("name", ""))[:LONGEST_PERSON]
    return tables.Host(form.get("mine") or kind.seats[0], name, "referee" in form, link)


def _wanted(name: str) -> Procedure:
    if name not in procedures():
        raise NotHere
    found = procedure(name)
    g.game = found.game
    return found


def _form(kind: Procedure, values: dict[str, Any], title: str, refusal: str = "") -> str:
    described = kind.describe(context().catalogs[kind.game])
    fixed = desk_of(kind.game).settled
    named = {each.name: values[each.name] for each in described if each.document and each.name in values}
    plain = {name: value for name, value in values.items() if name not in named}
    return render_template(
        "table_new.html",
        procedure=kind,
        name=name_of(kind),
        groups=settings.groups(
            kind, described, {**kind.at_a_table(plain), **named}, scribe(kind.game), fixed
        ),
        title=title,
        refusal=refusal,
        box=steps_of(kind.game),
        blanks=kind.game in with_blanks(),
        with_box="box" in request.form or request.method == "GET",
        mine=request.form.get("mine") or kind.seats[0],
        person=request.form.get("name", ""),
        referee="referee" in request.form,
        once=request.form.get("once") or new_link(),
    )


@blueprint.get("/<link>")
def show(link: str) -> Response:
    """The table as this seat may see it."""
    return _page(link, seated(link))


@blueprint.post("/<link>")
def answer(link: str) -> Redirect | Response:
    """An answer to what is asked; one that does not fit comes back with a sentence and all its fields."""
    here = seated(link)
    number = whole(request.form.get("number", ""), -1)

    def typed(view: tables.View) -> Any:
        return desk_of(view.procedure.game).answer(_questions(view)[0], request.form)

    return done(link, here, lambda: tables.answer_made(context(), here, number, typed), request.form)


@blueprint.post("/<link>/undo")
def undo(link: str) -> Redirect | Response:
    """Ask to take answers back, or agree to it."""
    here = seated(link)
    count = request.form.get("answers", "1")
    return done(link, here, lambda: tables.undo(context(), here, whole(count, 1)))


@blueprint.post("/<link>/reveal")
def reveal(link: str) -> Redirect | Response:
    """Say that the game is over and all may be shown."""
    here = seated(link)
    return done(link, here, lambda: tables.reveal(context(), here))


def done(
    link: str, here: tables.Sitting, act: Callable[[], Any], given: prompts.Given = prompts.NOTHING
) -> Redirect | Response:
    """Something a seat does; what is refused comes back on the page of the table."""
    try:
        act()
    except HorahError as fault:
        status = getattr(fault, "status", 422)
        return _page(link, here, sentence(fault), given, status)
    response = redirect(url_for("table_pages.show", link=link), 303)
    if here.together and not tables.state(context(), here)["yours"]:
        hide(response, link)  # the next question is another's
    return response


@blueprint.post("/<link>/look")
def look(link: str) -> Redirect:
    """On one device for several players: take the screen away for one of them, or put it up."""
    here, wish = tables.enter(context(), link), request.form.get("seat", "")
    response = redirect(url_for("table_pages.show", link=link), 303)
    if here.together and wish in players(here):
        show_to(response, link, wish)
    else:
        hide(response, link)
    return response


@blueprint.get("/<link>/version")
@costs(0)
def version(link: str) -> Redirect:
    """Tell how many events the table has: open pages ask every other second whether there are more."""
    number = tables.version(context(), tables.enter(context(), link))
    response = jsonify(version=number)
    response.set_etag(str(number))
    response.headers["Cache-Control"] = "no-store"
    return response.make_conditional(request)


@blueprint.get("/<link>/record.json")
def record(link: str) -> Response:
    """Everything needed to check the dice elsewhere."""
    return jsonify(tables.record(context(), seated(link)))


@blueprint.get("/<link>/check")
@costs(3)
def check(link: str) -> str:
    """Was any die touched?"""
    here = seated(link)
    found = tables.finished_record(context(), here)
    return render_template(
        "verdict.html",
        verdict=verify(context().catalogs, found),
        back=url_for("table_pages.show", link=link),
    )


@blueprint.get("/<link>/<name>")
@costs(5)
def download(link: str, name: str) -> Response:
    """A card as a file; what is printed in its footer is the public address."""
    here = seated(link)
    if not here.together:
        may_be_kept("file")
    wish = wish_for(name, address("table_pages.show", link=here.table))
    word = request.args.get("battle", "")
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else None
    called = f"hora-h-{here.table[:8]}-{here.seat}" + (f"-{number}" if number else "")
    return send_rendering(tables.printed(context(), here, wish, number), called)


def _page(
    link: str,
    here: tables.Sitting,
    refusal: str = "",
    given: prompts.Given = prompts.NOTHING,
    status: int = 200,
) -> Response:
    """Render the page of a table; everything it shows comes from one look at the table."""
    if here.together and here.seat == EVERYONE:
        return make_response(_screen(link, here, refusal), status)
    if not here.together:  # behind a screen between seats nothing may lie that another finds
        may_be_kept("table")
    with tables.seen(context(), here) as view:
        return make_response(_made(link, here, view, refusal, given), status)


def _screen(link: str, here: tables.Sitting, refusal: str) -> str:
    """What lies between two players of one device: whose turn it is, and nothing that is secret."""
    waiting = players(here)
    with tables.seen(context(), here) as view:
        g.game = view.procedure.game
        asked = [seat for seat in waiting if tables.View(view.live, seat).yours]
        return render_template(
            "pass.html",
            link=link,
            state=view.state,
            name=name_of(view.procedure),
            players=sorted(waiting, key=lambda seat: seat not in asked),
            asked=asked,
            refusal=refusal,
        )


def _made(link: str, here: tables.Sitting, view: tables.View, refusal: str, given: prompts.Given) -> str:
    game, lang = view.procedure.game, language()
    g.game = game
    desk, words = desk_of(game), speak_with(view.live.session.catalog, view.state["settings"])
    log = view.log
    found = desk.look(view, log, words)
    waiting = proposed(view, words)
    leaf = happened.leaf(len(log), whole(request.args.get("log", ""), 0))
    return render_template(
        found.template,
        link=link,
        here=here,
        state=view.state,
        wanted=wanted(view.live, (view.seat,)),
        procedure=view.procedure,
        questions=[
            desk.question(each, given if _of(given, each) else prompts.NOTHING, found.scene, words)
            for each in _questions(view)
            if waiting is None or waiting.corrects or view.seat not in view.live.session.persons
        ],
        proposal=waiting,
        amend=desk.amend,
        refusal=refusal,
        watching=view.seat in (EVERYONE, REFEREE),
        log=happened.lines(view, leaf, words.catalog, lang),
        log_leaf=leaf,
        news=happened.news(view, words.catalog, lang),
        can_undo=bool(view.by_people),
        cards=view.ready,
        remarks=view.remarks,
        most_note=LONGEST_NOTE,
        counts=games()[game].match is not None,
        meeting=evening.ahead(view, here),
        **found.shown,
    )


def _of(given: prompts.Given, asked: dict[str, Any]) -> bool:
    """Was this typed in answer to the question? What belongs to another is not shown again."""
    return given.get("number") == str(asked["number"])


def _questions(view: tables.View) -> list[dict[str, Any]]:
    """What this seat may answer; a referee reads more than that."""
    mine = (view.seat, EVERYONE) if view.seat != EVERYONE else ()
    return [each for each in view.prompts if each["seat"] in mine]
