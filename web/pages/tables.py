"""A table that people share: opened here, played from three secret links, watched from a public one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, g, jsonify, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Redirect

from generator.game import Procedure, procedure, procedures, usual
from generator.table import EVERYONE, REFEREE
from generator.verify import verify
from schemas.errors import HorahError
from web.api.sending import send
from web.current import address, context, language, scribe, sentence, words_of
from web.current import number as whole
from web.desk import desk_of
from web.locks import costs
from web.service import tables
from web.service.errors import NotHere

from . import prompts, settings
from .downloads import wish_for
from .words import told

blueprint = Blueprint("table_pages", __name__, url_prefix="/tables")

LONGEST_TITLE = 80
NEWS = 5  # lines of the log above a question


@blueprint.get("/new")
def new() -> str:
    """Settle what is to be settled, then open."""
    return _form(_wanted(request.args.get("procedure", usual().name)), {}, "")


@blueprint.post("")
@costs(5)
def open_table() -> Response:
    """Open a table and show its links, once."""
    kind = _wanted(request.form.get("procedure", usual().name))
    chosen = settings.read(kind.describe(context().catalogs[kind.game]), request.form)
    title = words_of(request.form.get("title", ""))[:LONGEST_TITLE]
    try:
        opened = tables.open_table(context(), kind.name, chosen, title)
    except HorahError as fault:
        return make_response(_form(kind, chosen, title, sentence(fault)), 422)
    return make_response(_opened(kind, opened, title, typed=chosen.get("dice") == "typed"), 201)


def _wanted(name: str) -> Procedure:
    if name not in procedures():
        raise NotHere
    found = procedure(name)
    g.game = found.game
    return found


def _form(kind: Procedure, values: dict[str, Any], title: str, refusal: str = "") -> str:
    described = kind.describe(context().catalogs[kind.game])
    fixed = desk_of(kind.game).settled
    return render_template(
        "table_new.html",
        procedure=kind,
        name=_name(kind),
        groups=settings.groups(kind, described, kind.at_a_table(values), scribe(kind.game), fixed),
        title=title,
        refusal=refusal,
    )


def _opened(kind: Procedure, opened: tables.Opened, title: str, *, typed: bool) -> str:
    addresses = {
        seat: address("table_pages.show", link=opened.links[seat])
        for seat in (*kind.seats, REFEREE, EVERYONE)
    }
    codes = {seat: _code(address) for seat, address in addresses.items()}
    return render_template(
        "table_opened.html",
        opened=opened,
        players=[(seat, _about(kind, seat)) for seat in kind.seats],
        addresses=addresses,
        codes=codes,
        title=title,
        typed=typed,
    )


def _name(kind: Procedure) -> str:
    """What is played, where it has a name of its own."""
    words, key = scribe(kind.game), f"{kind.kind}.{kind.name.partition('/')[0]}"
    return words.term(key) if words.knows(key) else ""


def _about(kind: Procedure, seat: str) -> str:
    """Whom the link of a player is for."""
    words, own = scribe(kind.game), f"seat_about.{seat}"
    return words.sentence(own if words.knows(own) else "seat_about.player", {"seat": seat})


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
    number = request.form.get("number", "")
    with tables.seen(context(), here) as view:
        asked = _questions(view)
        desk = desk_of(view.procedure.game)
    current = asked and str(asked[0]["number"]) == number

    def take() -> None:
        value = desk.answer(asked[0], request.form) if current else None
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
    link: str, here: tables.Sitting, act: Callable[[], Any], given: prompts.Given = prompts.NOTHING
) -> Redirect | Response:
    try:
        act()
    except HorahError as fault:
        status = getattr(fault, "status", 422)
        return _page(link, here, sentence(fault), given, status)
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
    here = tables.enter(context(), link)
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
    given: prompts.Given = prompts.NOTHING,
    status: int = 200,
) -> Response:
    """Everything the page shows comes from one look at the table."""
    with tables.seen(context(), here) as view:
        game = view.procedure.game
        g.game = game
        desk, words, log = desk_of(game), scribe(game), view.log
        found = desk.look(view, log, words)
        lines = told(log, words.catalog, language())
        page = render_template(
            found.template,
            link=link,
            here=here,
            state=view.state,
            procedure=view.procedure,
            questions=[desk.question(each, given, found.scene, words) for each in _questions(view)],
            refusal=refusal,
            watching=here.seat in (EVERYONE, REFEREE),
            log=lines,
            news=lines[_last_seen(view, log) :][-NEWS:],
            can_undo=bool(view.by_people),
            cards=view.ready,
            **found.shown,
        )
    return make_response(page, status)


def _last_seen(view: tables.View, log: list[dict[str, Any]]) -> int:
    """Where the news begins for a seat: with the last answer that a person gave there. Watchers have none."""
    own = {n for n in view.by_people if view.live.table.entries[n].seat == view.seat}
    places = (
        place for place in range(len(log) - 1, -1, -1) if "what" not in log[place] and log[place]["n"] in own
    )
    return next(places, 0)


def _questions(view: tables.View) -> list[dict[str, Any]]:
    """What this seat may answer; a referee reads more than that."""
    mine = (view.seat, EVERYONE) if view.seat != EVERYONE else ()
    return [each for each in view.prompts if each["seat"] in mine]
