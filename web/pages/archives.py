"""Archive pages: the keeper's shelf of battles, and the public one with its search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from exports.archive.facts import FIELDS, list_options, matches
from schemas.errors import HorahError
from schemas.limits import MAX_QUERY_LENGTH
from web.http.downloads import as_attachment, choose_cache, offered_files, send_rendering, wish_for
from web.http.rate_limit import costs
from web.http.request_context import address, clean_line, client_owner, context, formatter, sentence
from web.service import archives
from web.service.archives import Sight
from web.service.errors import NotHere

from .keeper import (
    Action,
    find_remembered_link,
    list_games_with_matches,
    make_common_actions,
    perform_action,
)
from .preferences import remember

blueprint = Blueprint("archive_pages", __name__, url_prefix="/archives")

COOKIE = "archive"  # holds the link of the archive that this device remembers
MAX_SHOWN = 24  # entries on a page; a search finds the others


@blueprint.get("")
def index() -> str:
    """List the public archives and the remembered one, with the form to begin one."""
    return _index()


def _index(refusal: str = "", given: Mapping[str, str] | None = None) -> str:
    return render_template(
        "archives/index.html",
        items=archives.list_public(context())[0],
        games=list_games_with_matches(),
        own=find_remembered_link(COOKIE, archives.enter),
        battle=request.values.get("battle", ""),
        refusal=refusal,
        given=given or {},
    )


@blueprint.post("")
@costs(5)
def begin() -> Redirect | Response:
    """Begin an archive and redirect to its keeper's page."""
    given = {name: request.form.get(name, "") for name in ("game", "title", "battle")}
    try:
        begun = archives.begin(context(), given["game"], clean_line(given["title"]), client_owner())
    except HorahError as fault:
        return make_response(_index(sentence(fault), given), getattr(fault, "status", 422))
    where = url_for("archive_pages.keep", link=begun.link, battle=given["battle"] or None)
    response = redirect(where, 303)
    remember(response, COOKIE, begun.link)
    return response


@blueprint.get("/record")
def record() -> Redirect:
    """Redirect from a battle to the archive that this device remembers, or to the page where one begins."""
    battle, link = request.args.get("battle") or None, find_remembered_link(COOKIE, archives.enter)
    if link:
        return redirect(url_for("archive_pages.keep", link=link, battle=battle, _anchor="new"), 303)
    return redirect(url_for("archive_pages.index", battle=battle), 303)


@blueprint.get("/<archive_id>")
@costs(3)
def show(archive_id: str) -> str:
    """Show a listed archive, as far as the search finds something."""
    sight = _set_game(archives.sit(context(), archive_id, None))
    return render_template(
        "archives/show.html",
        **_page_variables(sight),
        file_of=lambda entry, name: url_for(
            "archive_pages.file", archive_id=archive_id, entry_id=entry.id, name=name
        ),
    )


@blueprint.get("/keep/<link>")
@costs(3)
def keep(link: str) -> str:
    """Show the keeper's page."""
    return _keep(link, _enter_keeper(link))


def _keep(link: str, sight: Sight, refusal: str = "") -> str:
    return render_template(
        "archives/keep.html",
        **_page_variables(sight),
        link=link,
        battle=request.values.get("battle", ""),
        listed=sight.entry.stored.listed,
        readers=address("archive_pages.show", archive_id=sight.id),
        refusal=refusal,
        file_of=lambda entry, name: url_for(
            "archive_pages.own_file", link=link, entry_id=entry.id, name=name
        ),
    )


@blueprint.post("/keep/<link>")
@costs(3)
def change(link: str) -> Redirect | Response:
    """Perform the keeper's action; show the page again with the error if it fails."""
    sight, given = _enter_keeper(link), request.form.to_dict()
    return perform_action(
        ACTIONS,
        sight,
        given,
        lambda refusal: _keep(link, sight, refusal),
        pages="archive_pages",
        link=link,
        cookie=COOKIE,
    )


def _add(sight: Sight, given: Mapping[str, str]) -> str:
    archives.add(context(), sight, given.get("battle", "").strip())
    return "entries"


def _remove(sight: Sight, given: Mapping[str, str]) -> str:
    archives.remove(context(), sight, given.get("entry", ""))
    return "entries"


ACTIONS: dict[str, Action] = {"add": _add, "remove": _remove, **make_common_actions(archives)}


@blueprint.get("/keep/<link>/archive.zip")
@costs(10)
def save(link: str) -> Response:
    """Send the archive as a folder in a ZIP file."""
    body = archives.pack(context(), _enter_keeper(link))
    return as_attachment(Response(body, mimetype="application/zip"), "hora-h-archive.zip")


@blueprint.get("/<archive_id>/battles/<entry_id>/<name>")
@costs(3)
def file(archive_id: str, entry_id: str, name: str) -> Response:
    """Send the card or the picture of an entry of a listed archive."""
    return _send_file(_set_game(archives.sit(context(), archive_id, None)), entry_id, name)


@blueprint.get("/keep/<link>/battles/<entry_id>/<name>")
@costs(3)
def own_file(link: str, entry_id: str, name: str) -> Response:
    """Send the card or the picture of an entry to the keeper."""
    return _send_file(_enter_keeper(link), entry_id, name)


def _send_file(sight: Sight, entry_id: str, name: str) -> Response:
    if name not in offered_files(sight.archive.game) or name == "pack.pdf":
        raise NotHere
    wish = wish_for(name, "")
    printed = archives.render_entry(context(), sight, entry_id, wish)
    return send_rendering(printed, f"hora-h-{entry_id}", cache=choose_cache(wish.kind))


def _enter_keeper(link: str) -> Sight:
    return _set_game(archives.enter(context(), link))


def _set_game(sight: Sight) -> Sight:
    g.game = sight.archive.game
    return sight


def _page_variables(sight: Sight) -> dict[str, Any]:
    words = formatter(sight.archive.game)
    wanted = {name: request.args.get(name, "")[:MAX_QUERY_LENGTH] for name in ("q", *FIELDS)}
    described = sight.describe(words)
    found = [(entry, facts) for entry, facts in described if matches(facts, wanted)]
    return {
        "sight": sight,
        "title": sight.archive.title or words.term("archive.title"),
        "wanted": wanted,
        "options": list_options(facts for _, facts in described),
        "sides": [words.name("seat", side) for side in sight.match.sides],
        "total": len(described),
        "found": len(found),
        "entries": [
            (entry, facts, archives.find_plays(context(), sight.archive.game, entry))
            for entry, facts in found[:MAX_SHOWN]
        ],
        "files": offered_files(sight.archive.game),
    }
