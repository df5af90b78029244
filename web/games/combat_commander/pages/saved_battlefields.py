"""Stored battlefields: read by address, edited with a secret link, optionally listed."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from generator.games.combat_commander.ground.battlefield_document import Document, is_well_formed, to_ground
from generator.games.combat_commander.ground.drawable import is_drawable
from generator.games.combat_commander.ground.map_figures import measure_ground
from schemas.errors import HorahError
from web.games.combat_commander.service import battlefields, scenarios
from web.http.rate_limit import charge_cpu, costs, heavy
from web.http.request_context import client_owner, context, parse_number, sentence
from web.service import documents
from web.service.documents import Kind, LoadedDocument, Stale
from web.service.errors import NotHere
from web.service.rendering import Rendering, make_rendering, render_limited

from ..request_context import GAME, catalog, formatter
from . import ground_view
from .battlefield_board import (
    Sheet,
    describe_ground,
    make_stored_parts,
    name_document,
    parse_sheet,
    render_editor,
)
from .battlefields import KIND, compare_figures, play_on, send_document, send_ground_pdf
from .map_thumbnails import draw_small_map, send_drawing

blueprint = Blueprint("battlefield_kept", __name__, url_prefix="/battlefields/kept")


def kind() -> Kind:
    """Return the document kind of battlefields."""
    return documents.find_kind(context(), GAME, KIND)


@blueprint.post("")
@costs(5)
def keep() -> Redirect | Response:
    """Save the battlefield in the editor: as a new document, or as the next version with its link."""
    return _keep(lambda link: redirect(url_for("battlefield_kept.edit", link=link, kept="1"), 303))


@blueprint.post("/play")
@costs(10)
def play() -> Redirect | Response:
    """Save the battlefield in the editor and roll a battle on it."""
    return _keep(lambda link: play_on(documents.enter(context(), link)))


def _keep(then: Callable[[str], Redirect]) -> Redirect | Response:
    """Save the battlefield in the editor, then go on with its link."""
    link = request.form.get("link", "")
    sheet = parse_sheet()
    document = name_document(sheet)
    try:
        if link:
            document_id = documents.enter(context(), link)
            follows = parse_number(request.form.get("version", ""), -1)
            documents.save(context(), document_id, document, follows, listed="listed" in request.form)
        else:
            link = documents.begin(context(), kind(), document, client_owner()).link
        return then(link)
    except NotHere:
        raise
    except Stale as fault:
        return _together(link, fault)
    except HorahError as fault:
        return make_response(render_editor(sheet, sentence(fault)), getattr(fault, "status", 422))


def _together(link: str, fault: Stale) -> Response:
    """Show the merge of both changes in the editor, after someone else saved first."""
    both, theirs = fault.together, fault.theirs
    if not is_well_formed(both) or not is_drawable(catalog(), both):
        both = fault.mine
    sheet = Sheet(
        both, (battlefields.canonical_json(theirs.document), battlefields.canonical_json(fault.mine))
    )
    parts = make_stored_parts(link, theirs.id, theirs.version or 0, theirs.listed)
    return make_response(render_editor(sheet, formatter().term("battlefield.together"), **parts), 409)


@blueprint.get("/edit/<link>")
@costs(3)
@heavy
def edit(link: str) -> str:
    """Open the editor for the holder of the link."""
    stored = documents.find(context(), documents.enter(context(), link))
    _mine(stored)
    return render_editor(
        Sheet(stored.document), **make_stored_parts(link, stored.id, stored.version or 0, stored.listed)
    )


def _mine(stored: LoadedDocument) -> None:
    """Raise an error if the document is not a drawable battlefield."""
    if stored.kind.name != KIND or stored.kind.game != GAME:
        raise NotHere
    battlefields.require_drawable(catalog(), stored.document)


def _found(document_id: str) -> LoadedDocument:
    stored = documents.find(context(), document_id)
    _mine(stored)
    return stored


@blueprint.get("/<document_id>")
@costs(3)
@heavy
def show(document_id: str) -> Response:
    """Show a battlefield to its readers."""
    stored = _found(document_id)
    field = battlefields.get_los_map(catalog(), battlefields.canonical_json(stored.document))
    return ground_view.render_ground_page(
        "battlefields/kept.html",
        field,
        _address(stored),
        layers=ground_view.draw_layers(field.ground, formatter(), title_of(stored.document)),
        found=stored,
        document=battlefields.canonical_json(stored.document),
        title=title_of(stored.document),
        likeness=compare_figures(measure_ground(catalog(), field.ground), formatter()),
        sound=documents.is_playable(stored),
    )


@blueprint.post("/<document_id>/scenario")
@costs(5)
def scenario(document_id: str) -> Redirect:
    """Create a scenario on this battlefield with the generator, and open it in the editor."""
    stored = _found(document_id)
    part = {"title": title_of(stored.document), "map": {"number": None, "battlefield": stored.document}}
    new = scenarios.begin_filled(context(), part, owner=client_owner())
    return redirect(url_for("scenario_pages.edit", link=new.link), 303)


@blueprint.get("/<document_id>/look")
@heavy
def look(document_id: str) -> str:
    """Return only the part of the page that changes when a hex is clicked."""
    stored = _found(document_id)
    field = battlefields.get_los_map(catalog(), battlefields.canonical_json(stored.document))
    return ground_view.render_look(field, _address(stored))


@blueprint.get("/<document_id>/small.svg")
@charge_cpu
def small(document_id: str) -> Response:
    """Return a small picture of the battlefield."""
    stored = _found(document_id)
    key = ("small battlefield", catalog().version, battlefields.digest_document(stored.document))

    def make() -> Rendering:
        return make_rendering("svg", draw_small_map(to_ground(stored.document), catalog()))

    return send_drawing(render_limited(context(), key, make).body)


@blueprint.get("/<document_id>/battlefield.json")
def document(document_id: str) -> Response:
    """Return the document as a file."""
    stored = _found(document_id)
    return send_document(stored.document, stored.id[:12])


@blueprint.get("/<document_id>/<name>")
@costs(10)
def paper(document_id: str, name: str) -> Response:
    """Return the battlefield as PDF: on one page, or full size over several."""
    stored = _found(document_id)
    ground, key = to_ground(stored.document), battlefields.digest_document(stored.document)
    return send_ground_pdf(ground, name, title_of(stored.document), describe_ground(ground, formatter()), key)


def title_of(document: Document) -> str:
    return str(document.get("name") or "") or formatter().term("battlefield.unnamed")


def _address(stored: LoadedDocument) -> str:
    return url_for("battlefield_kept.show", document_id=stored.id)
