"""My tables: the tables a device remembers, whose turn it is, and recovery of lost seats.

The device keeps the list itself and a script sends it to this page. Without script, a URL with the links
shows the same and can be bookmarked, and a list can be imported from a file.
"""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from exports.game import format_error
from generator.game import find_procedure
from schemas.errors import HorahError
from schemas.json_input import read_json
from web.http.downloads import as_attachment
from web.http.offline_headers import allow_offline
from web.http.rate_limit import costs, pay
from web.http.request_context import address, context, formatter, language, sentence, uploaded_text
from web.service.errors import NotHere
from web.service.tables import participants
from web.service.tables.summary import TableSummary, summarize_tables
from web.service.tokens import is_link

from .browser_cookie import browser_key
from .template_helpers import procedure_name

blueprint = Blueprint("mine_pages", __name__, url_prefix="/mine")

FORMAT = "hora-h/mine/1"
LINK_SEPARATOR = "."


@blueprint.get("")
def index() -> str:
    """Show the empty list, which the device's script fills."""
    allow_offline("page")
    return _page(())


@blueprint.get("/of/<links>")
def show_links(links: str) -> str:
    """Show the tables of these links."""
    return _page(_links(links.split(LINK_SEPARATOR)))


@blueprint.get("/of/<links>/list.json")
def download_list(links: str) -> Response:
    """Download the list, to import it on another device."""
    valid_links = _links(links.split(LINK_SEPARATOR))
    kept = [{"kind": "table", "address": url_for("table_pages.show", link=link)} for link in valid_links]
    body = json.dumps({"format": FORMAT, "kept": kept}, ensure_ascii=False, indent=1)
    return as_attachment(Response(body, mimetype="application/json"), "hora-h-mine.json")


@blueprint.post("/import")
@costs(3)
def import_list() -> Response | Redirect:
    """Show the tables of an uploaded list; with script, the device also remembers them."""
    valid_links = _links(_addresses(uploaded_text()))
    if not valid_links:
        return _show_error(HorahError("NO_LIST"))
    return redirect(url_for("mine_pages.show_links", links=LINK_SEPARATOR.join(valid_links)), 303)


@blueprint.post("/recover")
@costs(5)
def recover() -> Response | Redirect:
    """Recover seats by their code: they get new links, the old ones end."""
    try:
        links = participants.recover(context(), request.form.get("code", ""), browser_key())
    except HorahError as fault:
        return _show_error(fault)
    return redirect(url_for("mine_pages.show_links", links=LINK_SEPARATOR.join(links)), 303)


@blueprint.get("/code")
def code() -> Redirect:
    """Redirect the language switch of the page with a code, which is shown only once."""
    return redirect(url_for("mine_pages.index"), 303)


@blueprint.post("/code")
@costs(5)
def make_code() -> Response:
    """Show one recovery code for all these seats, once."""
    links = _links(request.form.get("links", "").split(LINK_SEPARATOR))
    seats = [each for each in summarize_tables(context(), links, language()) if each.found]
    try:
        own = [each.link for each in seats if each.link != each.table]
        made = participants.make_recovery_code(context(), own)
    except HorahError as fault:
        return _show_error(fault)
    named = [(_title(each), "" if each.together else _seat(each)) for each in seats if each.link in own]
    return make_response(
        render_template("recovery.html", link="", seats=named, made=made, there=address("mine_pages.index"))
    )


@blueprint.get("/to/<table>")
def find_seat(table: str) -> str:
    """Show the page that a notification links to; a script on the device finds the seat."""
    if not is_link(table):
        raise NotHere
    return render_template("my_tables_redirect.html", table=table)


def _page(links: tuple[str, ...], refusal: str = "") -> str:
    pay(len(links))
    browser_key()  # set the cookie that the recovery form needs
    summaries = summarize_tables(context(), links, language())
    return render_template(
        "my_tables.html",
        links=LINK_SEPARATOR.join(links),
        rows=[_row(each) for each in summaries],
        refusal=refusal,
        most=participants.MAX_SEATS,
    )


def _show_error(fault: HorahError) -> Response:
    return make_response(_page((), sentence(fault)), getattr(fault, "status", 422))


def _links(given: list[str]) -> tuple[str, ...]:
    """Return the valid links without duplicates, up to the limit."""
    return tuple(dict.fromkeys(each for each in given if is_link(each)))[: participants.MAX_SEATS]


def _addresses(text: str) -> list[str]:
    """Return the links of the tables in an uploaded list; empty if it is not a list."""
    try:
        read: Any = read_json(text)
        kept = read["kept"] if read["format"] == FORMAT else []
        return [str(each["address"]).rpartition("/tables/")[2] for each in kept if each["kind"] == "table"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return []


def _row(summary: TableSummary) -> dict[str, Any]:
    """Return a table of the list as text."""
    if not summary.found:
        return {"link": summary.link, "found": False}
    words = formatter(find_procedure(summary.procedure).game)

    def who(seat: str) -> str:
        name = summary.names.get(seat)
        return f"{words.term(f'seat.{seat}')} ({name})" if name else words.term(f"seat.{seat}")

    trouble = summary.trouble
    return {
        "link": summary.link,
        "found": True,
        "table": summary.table,
        "title": _title(summary),
        "played": procedure_name(find_procedure(summary.procedure))
        or words.term(f"game.{words.catalog.game}"),
        "seat": _seat(summary),
        "together": summary.together,
        "watching": summary.link == summary.table,
        "yours": summary.yours,
        "finished": summary.finished,
        "closed": summary.closed,
        "asked": [
            (who(each["seat"]), words.term(f"ask.{each['ask']}"), each["rule"]) for each in summary.asked
        ],
        "wanted": summary.wanted,
        "last": summary.last,
        "last_at": summary.last_at,
        "trouble": format_error(trouble, language(), context().catalogs) if trouble else "",
    }


def _title(summary: TableSummary) -> str:
    kind = find_procedure(summary.procedure)
    return summary.title or procedure_name(kind) or formatter(kind.game).term(f"game.{kind.game}")


def _seat(summary: TableSummary) -> str:
    kind = find_procedure(summary.procedure)
    return formatter(kind.game).term(f"seat.{summary.seat}")
