"""My tables: what a device remembers, whose turn it is there, and how seats come back that were lost.

The device keeps the list itself. This page reads it with a little script; without, an address that names the
links shows the same and can be kept as a bookmark, and a file of the list can be read in.
"""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from exports.game import format_error
from generator.game import procedure
from schemas.errors import HorahError
from schemas.plain import read_json
from web.current import address, context, language, scribe, sentence
from web.downloads import as_attachment
from web.offline import may_be_kept
from web.rate_limit import costs, pay
from web.service import company
from web.service.errors import NotHere
from web.service.outlook import Outlook, outlooks
from web.service.secrecy import is_link

from .browser import browser_key
from .words import name_of

blueprint = Blueprint("mine_pages", __name__, url_prefix="/mine")

FORMAT = "hora-h/mine/1"
BETWEEN = "."


@blueprint.get("")
def index() -> str:
    """The list, which the device fills in: what the server sends holds nobody's."""
    may_be_kept("page")
    return _page(())


@blueprint.get("/of/<links>")
def of(links: str) -> str:
    """The tables of these links, one after the other."""
    return _page(_links(links.split(BETWEEN)))


@blueprint.get("/of/<links>/list.json")
def file(links: str) -> Response:
    """The list as a file, to be read in on another device."""
    found = _links(links.split(BETWEEN))
    kept = [{"kind": "table", "address": url_for("table_pages.show", link=link)} for link in found]
    body = json.dumps({"format": FORMAT, "kept": kept}, ensure_ascii=False, indent=1)
    return as_attachment(Response(body, mimetype="application/json"), "hora-h-mine.json")


@blueprint.post("/import")
@costs(3)
def read_in() -> Response | Redirect:
    """Show what stands in a file; the device that has script keeps it as well."""
    sent = request.files.get("file")
    text = sent.read().decode("utf-8", "replace") if sent else ""
    found = _links(_addresses(text))
    if not found:
        return _refused(HorahError("NO_LIST"))
    return redirect(url_for("mine_pages.of", links=BETWEEN.join(found)), 303)


@blueprint.post("/recover")
@costs(5)
def recover() -> Response | Redirect:
    """Seats by their recovery code: with new links, the old ones end."""
    try:
        links = company.recover(context(), request.form.get("code", ""), browser_key())
    except HorahError as fault:
        return _refused(fault)
    return redirect(url_for("mine_pages.of", links=BETWEEN.join(links)), 303)


@blueprint.get("/code")
def code() -> Redirect:
    """Where the language switch leads from a code: it was shown once."""
    return redirect(url_for("mine_pages.index"), 303)


@blueprint.post("/code")
@costs(5)
def make_code() -> Response:
    """One code for all these seats, shown once."""
    links = _links(request.form.get("links", "").split(BETWEEN))
    seats = [each for each in outlooks(context(), links, language()) if each.found]
    try:
        own = [each.link for each in seats if each.link != each.table]
        made = company.recovery_code(context(), own)
    except HorahError as fault:
        return _refused(fault)
    named = [(_title(each), "" if each.together else _seat(each)) for each in seats if each.link in own]
    return make_response(
        render_template("recovery.html", link="", seats=named, made=made, there=address("mine_pages.index"))
    )


@blueprint.get("/to/<table>")
def to(table: str) -> str:
    """Where a word about one's turn leads: the device knows the seat, this address does not."""
    if not is_link(table):
        raise NotHere
    return render_template("mine_to.html", table=table)


def _page(links: tuple[str, ...], refusal: str = "") -> str:
    pay(len(links))
    browser_key()  # sent with the form for a recovery code
    found = outlooks(context(), links, language())
    return render_template(
        "mine.html",
        links=BETWEEN.join(links),
        rows=[_row(each) for each in found],
        refusal=refusal,
        most=company.MOST_SEATS,
    )


def _refused(fault: HorahError) -> Response:
    return make_response(_page((), sentence(fault)), getattr(fault, "status", 422))


def _links(given: list[str]) -> tuple[str, ...]:
    """What can be links, once each and not too many."""
    return tuple(dict.fromkeys(each for each in given if is_link(each)))[: company.MOST_SEATS]


def _addresses(text: str) -> list[str]:
    """The links of the tables that a file of the list names; none where it is no such file."""
    try:
        read: Any = read_json(text)
        kept = read["kept"] if read["format"] == FORMAT else []
        return [str(each["address"]).rpartition("/tables/")[2] for each in kept if each["kind"] == "table"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return []


def _row(found: Outlook) -> dict[str, Any]:
    """A table of the list in words."""
    if not found.found:
        return {"link": found.link, "found": False}
    words = scribe(procedure(found.procedure).game)

    def who(seat: str) -> str:
        name = found.names.get(seat)
        return f"{words.term(f'seat.{seat}')} ({name})" if name else words.term(f"seat.{seat}")

    trouble = found.trouble
    return {
        "link": found.link,
        "found": True,
        "table": found.table,
        "title": _title(found),
        "played": name_of(procedure(found.procedure)) or words.term(f"game.{words.catalog.game}"),
        "seat": _seat(found),
        "together": found.together,
        "watching": found.link == found.table,
        "yours": found.yours,
        "finished": found.finished,
        "closed": found.closed,
        "asked": [
            (who(each["seat"]), words.term(f"ask.{each['ask']}"), each["rule"]) for each in found.asked
        ],
        "wanted": found.wanted,
        "last": found.last,
        "last_at": found.last_at,
        "trouble": format_error(trouble, language(), context().catalogs) if trouble else "",
    }


def _title(found: Outlook) -> str:
    kind = procedure(found.procedure)
    return found.title or name_of(kind) or scribe(kind.game).term(f"game.{kind.game}")


def _seat(found: Outlook) -> str:
    kind = procedure(found.procedure)
    return scribe(kind.game).term(f"seat.{found.seat}")
