"""Pages for documents of any game: the library, a document, and the form to write one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as Redirect

from exports.kit.fields import field_label
from exports.kit.messages import MessageFormatter
from generator import authoring
from generator.diff import Change
from generator.findings import GONE, Finding
from generator.game import list_procedures
from generator.settings_check import document_settings
from generator.table import REFEREE
from schemas import validation
from schemas.errors import HorahError
from schemas.fields import format_value
from schemas.limits import MAX_QUERY_LENGTH
from web.games.registry import games
from web.http.downloads import offered_files, send_rendering, wish_for
from web.http.rate_limit import costs, pay_for_size
from web.http.request_context import (
    address,
    client_owner,
    context,
    formatter,
    parse_number,
    sentence,
    uploaded_text,
)
from web.service import documents
from web.service.documents import Kind, LoadedDocument, Stale
from web.service.errors import NotHere

from . import document_form
from .document_form import Form, Node
from .form_fields import FieldFinding, value_text
from .settings import document_title

blueprint = Blueprint("document_pages", __name__, url_prefix="/documents")

MAX_FINDINGS = 60  # findings that a page shows


@dataclass(frozen=True, slots=True)
class Editor:
    """State of the edit page of one document."""

    link: str
    found: LoadedDocument
    document: dict[str, Any]
    refusal: str = ""
    stale: Stale | None = None
    follows: int | None = None

    @property
    def version(self) -> int | None:
        return self.found.version if self.follows is None else self.follows


# -------------------------------------------------------------------------------------------- library


@blueprint.get("")
def index() -> str:
    """List the kinds of documents, game by game."""
    rows = [(kind, _kind_word(kind), formatter(kind.game).term(f"game.{kind.game}")) for kind in _kinds()]
    return render_template("documents/index.html", rows=rows)


@blueprint.get("/<game>/<kind>")
def library(game: str, kind: str) -> str | Redirect:
    """List the documents of a kind, with the ways to begin one."""
    kind_ = _enter(game, kind)
    return _redirect_to_own_page(kind_, "library") or _library(kind_)


def _library(kind: Kind, refusal: str = "") -> str:
    text = request.args.get("q", "").strip()[:MAX_QUERY_LENGTH]
    page = max(1, parse_number(request.args.get("page", "1"), 1))
    document_page = documents.list_library(context(), kind, text, page)
    words, about = formatter(kind.game), kind.about
    return render_template(
        "documents/library.html",
        kind=kind,
        word=_kind_word(kind),
        found=document_page,
        lines=[(line, *_line(kind, words.translate_all(line.shown))) for line in document_page.items],
        heads=[field_label(name, words) for name in about.columns],
        text=text,
        refusal=refusal,
    )


@blueprint.post("/<game>/<kind>")
@costs(5)
def begin(game: str, kind: str) -> Redirect | Response:
    """Begin a document: empty, from a file, or as a copy."""
    kind_, start = _enter(game, kind), request.form.get("way", "new")
    try:
        if start == "import":
            begun = documents.begin(
                context(), kind_, documents.read(kind_, uploaded_text(field="text")), client_owner()
            )
        elif start == "copy":
            other = documents.load_document(context(), kind_, request.form.get("document", ""))
            begun = documents.begin_copy(context(), other, client_owner())
        else:
            begun = documents.begin(context(), kind_, None, client_owner())
    except NotHere:
        raise
    except HorahError as fault:
        return make_response(_library(kind_, sentence(fault)), getattr(fault, "status", 422))
    return redirect(_edit_address(kind_, begun.link), 303)


def _kinds() -> list[Kind]:
    return documents.list_kinds(context())


def _enter(game: str, kind: str) -> Kind:
    kind_ = documents.find_kind(context(), game, kind)
    g.game = game
    return kind_


def _redirect_to_own_page(kind: Kind, page: str, name: str = "") -> Redirect | None:
    """Redirect to the game's page for a kind of document, or return None if it has none."""
    blueprint = games()[kind.game].document_pages.get(kind.name)
    if blueprint is None:
        return None
    names: dict[str, Any] = {f"{kind.name}_id": name} if name else {}
    return redirect(url_for(f"{blueprint}.{page}", **names), 303)


def _kind_word(kind: Kind) -> str:
    return formatter(kind.game).term(f"kind.{kind.name}")


def _line(kind: Kind, row: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return the title and the columns of a document in the library."""
    return document_title(row, kind.about.title, kind.game), _columns(kind, row)


def _columns(kind: Kind, row: Mapping[str, Any]) -> list[str]:
    words = formatter(kind.game)
    return [_cell(name, row.get(name), words) for name in kind.about.columns]


def _cell(name: str, value: Any, words: MessageFormatter) -> str:
    if value is None:
        return "–"
    return (
        document_title({name: value}, name, words.catalog.game)
        if isinstance(value, Mapping)
        else value_text(name, value, words)
    )


# ------------------------------------------------------------------------------------------- to read


@blueprint.get("/<game>/<kind>/<name>")
def shelved(game: str, kind: str, name: str) -> str | Redirect:
    """Show a document that comes with the game."""
    loaded = documents.load_from_library(context(), _enter(game, kind), name)
    return _redirect_to_own_page(loaded.kind, "show", name) or _read(loaded, name)


@blueprint.get("/read/<document_id>")
def read(document_id: str) -> str | Redirect:
    """Show a document as its readers see it."""
    loaded = _find(document_id)
    pay_for_size(loaded.document)
    return _redirect_to_own_page(loaded.kind, "show", document_id) or _read(loaded, document_id)


@blueprint.get("/<game>/<kind>/<name>/<file>")
@costs(5)
def shelved_file(game: str, kind: str, name: str, file: str) -> Response:
    """Send a document that comes with the game as a file."""
    loaded = documents.load_from_library(context(), _enter(game, kind), name)
    where = url_for("document_pages.shelved", game=game, kind=kind, name=name)
    return _file(loaded, file, where, loaded.kind.about.readers)


@blueprint.get("/read/<document_id>/<file>")
@costs(5)
def read_file(document_id: str, file: str) -> Response:
    """Send a document as a file, as its readers see it."""
    where, loaded = address("document_pages.read", document_id=document_id), _find(document_id)
    return _file(loaded, file, where, loaded.kind.about.readers)


def _find(document_id: str) -> LoadedDocument:
    loaded = documents.find(context(), document_id)
    g.game = loaded.kind.game
    return loaded


def _file(loaded: LoadedDocument, file: str, where: str, seat: str) -> Response:
    if file not in offered_files(loaded.kind.game):
        raise NotHere
    printed = documents.render_document(context(), loaded, seat, wish_for(file, where))
    return send_rendering(printed, f"hora-h-{loaded.kind.name}-{loaded.id[:12]}")


def _read(loaded: LoadedDocument, name: str) -> str:
    kind = loaded.kind
    whole = not loaded.malformed
    seen = formatter(kind.game).translate_all(documents.view_for_seat(loaded, kind.about.readers))
    return render_template(
        "documents/read.html",
        kind=kind,
        word=_kind_word(kind),
        found=loaded,
        name=name,
        whole=whole,
        sound=whole and documents.is_playable(loaded),
        title=document_title(seen, kind.about.title, kind.game),
        tree=_tree(kind, seen, {}) if whole else None,
        files=_files(kind),
        tables=_tables(kind),
    )


def _files(kind: Kind) -> list[tuple[str, str]]:
    """Return the available files and their labels."""
    names = {"card.pdf": "PDF", "card.txt": gettext("Text"), "card.md": "Markdown", "card.json": "JSON"}
    offered = offered_files(kind.game)
    return [(file, word) for file, word in names.items() if file in offered]


def _tables(kind: Kind) -> list[tuple[str, str]]:
    """Return the procedures that can start from such a document, each with its setting."""
    return [
        (each.name, name)
        for each in list_procedures()
        if each.game == kind.game
        for name, takes in document_settings(each, kind.catalog).items()
        if takes == kind.name
    ]


# ------------------------------------------------------------------------------------------ to write


@blueprint.get("/edit/<link>")
def edit(link: str) -> str | Redirect:
    """Show the form."""
    loaded = _find(documents.enter(context(), link))
    if _has_own_editor(loaded):
        return redirect(_edit_address(loaded.kind, link), 303)
    return _page(Editor(link, loaded, loaded.document))


def _has_own_editor(loaded: LoadedDocument) -> bool:
    """Return whether the game has an editor that can show the document; the general form shows any."""
    return loaded.kind.name in games()[loaded.kind.game].document_pages and loaded.has_expected_parts


@blueprint.post("/edit/<link>")
@costs(2)
def write(link: str) -> Response | Redirect:
    """Apply the typed fields and the pressed button; save unless another version was saved first."""
    loaded = _find(documents.enter(context(), link))
    if _has_own_editor(loaded):
        raise NotHere
    what, _, rest = request.form.get("do", "save").partition(":")
    typed = document_form.read_document(*_schema(loaded.kind), request.form)
    follows = parse_number(request.form.get("version", ""), -1)
    try:
        editor = _save_typed(link, loaded, typed, follows, what, rest)
    except Stale as stale:
        editor = Editor(link, loaded, stale.mine, sentence(stale), stale, follows)
    except NotHere:
        raise
    except HorahError as fault:
        editor = Editor(link, loaded, typed, sentence(fault), None, follows)
    if editor.refusal or editor.stale:
        return make_response(_page(editor), 409 if editor.stale else 422)
    anchor = f"p{rest}" if what in ("add", "up") else "said" if what in ("fix", "fixall", "save") else None
    return redirect(_edit_address(loaded.kind, link, _anchor=anchor), 303)


def _save_typed(
    link: str, loaded: LoadedDocument, typed: dict[str, Any], follows: int, what: str, rest: str
) -> Editor:
    """Save the typed document after applying the pressed button."""
    if what == "theirs":
        return Editor(link, loaded, loaded.document)
    seen = parse_number(request.form.get("seen", ""), -1)
    if what in ("mine", "merge") and seen == loaded.version:
        base = documents.find(context(), loaded.id, follows) if what == "merge" else None
        follows = seen
        typed = _merge(base, typed, loaded) if base else typed
    listed = {"list": True, "unlist": False}.get(what)
    note = request.form.get("note", "") if what == "keep" else ""
    saved = documents.save(
        context(), loaded.id, _apply_button(loaded.kind, typed, what, rest), follows, note=note, listed=listed
    )
    return Editor(link, saved, saved.document)


def _merge(base: LoadedDocument, mine: dict[str, Any], theirs: LoadedDocument) -> dict[str, Any]:
    return Stale(base.document, mine, theirs).together


def _apply_button(kind: Kind, document: dict[str, Any], what: str, rest: str) -> dict[str, Any]:
    """Return the document with a line added, removed or moved up, or with a fix applied."""
    if what == "fix":
        return documents.apply_fix(kind, document, parse_number(rest, -1))
    if what == "fixall":
        return authoring.apply_fixes(kind.catalog, kind.about, document, frozenset({"error", "warning"}))[0]
    return document_form.press_button(*_schema(kind), document, what, rest)


@blueprint.post("/edit/<link>/replace")
@costs(5)
def replace(link: str) -> Response | Redirect:
    """Replace the document with one from a file; the old one stays among the versions."""
    loaded = _find(documents.enter(context(), link))
    try:
        new = documents.read(loaded.kind, uploaded_text(field="text"))
        documents.save(context(), loaded.id, new, loaded.version or 0)
    except HorahError as fault:
        return make_response(_page(Editor(link, loaded, loaded.document, sentence(fault))), 422)
    return redirect(_edit_address(loaded.kind, link), 303)


@blueprint.post("/edit/<link>/restore")
def restore(link: str) -> Redirect:
    """Save an old version as the next one, so that no version is lost."""
    loaded = _find(documents.enter(context(), link))
    old = documents.find(context(), loaded.id, parse_number(request.form.get("version", ""), -1))
    documents.save(context(), loaded.id, old.document, loaded.version or 0)
    return redirect(_edit_address(loaded.kind, link), 303)


@blueprint.post("/edit/<link>/delete")
def delete(link: str) -> Redirect:
    """Delete the document if the user confirmed it."""
    loaded = _find(documents.enter(context(), link))
    if "sure" not in request.form:
        return redirect(_edit_address(loaded.kind, link, _anchor="more"), 303)
    documents.delete_document(context(), loaded.id)
    return redirect(url_for("document_pages.library", game=loaded.kind.game, kind=loaded.kind.name), 303)


@blueprint.get("/edit/<link>/<file>")
@costs(5)
def edit_file(link: str, file: str) -> Response:
    """Send the document as a file, as its author sees it."""
    loaded = _find(documents.enter(context(), link))
    return _file(loaded, file, address("document_pages.read", document_id=loaded.id), REFEREE)


def _edit_address(kind: Kind, link: str, **more: Any) -> str:
    """Return the address of the game's editor, or of the general form if it has none."""
    endpoint = games()[kind.game].editors.get(kind.name, "document_pages.edit")
    return url_for(endpoint, link=link, **more)


# ----------------------------------------------------------------------------------------- the page


def _schema(kind: Kind) -> tuple[str, Mapping[str, Any]]:
    name = validation.find_schema_name(kind.game, kind.about.schema)
    return name, validation.schema(name)


def _tree(kind: Kind, document: Mapping[str, Any], findings: Mapping[str, list[FieldFinding]]) -> Node:
    catalog = kind.catalog
    form = Form(formatter(kind.game), lambda field: kind.about.offers(catalog, field), findings)
    name, rules = _schema(kind)
    return document_form.make_node(form, name, rules, dict(document), (), kind.name)


def _page(editor: Editor) -> str:
    pay_for_size(editor.document)
    kind, words = editor.found.kind, formatter(editor.found.kind.game).for_settings(editor.document)
    findings = documents.run_checks(kind, editor.document)
    places = document_form.places_in(_tree(kind, editor.document, {}))
    by_place = document_form.findings_by_place(
        findings[:MAX_FINDINGS], places, lambda n, each: _describe_finding(kind, words, n, each)
    )
    counts = {name: sum(each.severity == name for each in findings) for name in ("error", "warning", "note")}
    return render_template(
        "documents/edit.html",
        editor=editor,
        kind=kind,
        word=_kind_word(kind),
        title=document_title(editor.document, kind.about.title, kind.game),
        tree=_tree(kind, editor.document, by_place),
        top=by_place.get("", []),
        counts=counts,
        fixes=any(each.fix and each.severity != "note" for each in findings),
        public=address("document_pages.read", document_id=editor.found.id),
        private=address("document_pages.edit", link=editor.link),
        files=_files(kind),
        stamps=documents.versions(context(), editor.found.id)[:50],
        tables=_tables(kind),
        changes=lambda changes: [_change(words, each) for each in changes],
    )


def _describe_finding(kind: Kind, words: MessageFormatter, n: int, finding: Finding) -> FieldFinding:
    remedy = ""
    if finding.fix:
        remedy = words.say(finding.remedy) if finding.remedy else _remedy(words, finding)
    return FieldFinding(finding.severity, words.say(finding.message), str(n) if finding.fix else "", remedy)


def _remedy(words: MessageFormatter, finding: Finding) -> str:
    """Return the label of a fix button when the check gives none."""
    assert finding.fix
    place, value = finding.fix[0]
    name = authoring.field_name(place)
    if value is GONE:
        return str(gettext("Remove: %(what)s", what=field_label(name, words)))
    text = value_text(name, value, words) if isinstance(value, str | bool) else format_value(value)
    return str(gettext("%(what)s: %(value)s", what=field_label(name, words), value=text))


def _change(words: MessageFormatter, change: Change) -> str:
    """Describe a difference: the field, and its value before and after."""
    name = next((step for step in reversed(change.place.split("/")) if not step.isdigit()), "")
    before, after = (_short(each) for each in (change.before, change.after))
    return f"{field_label(name, words)}: {before} → {after}"


def _short(value: Any) -> str:
    text = format_value(value) if not isinstance(value, dict | list) else f"({len(value)})"
    return (text if len(text) <= 60 else f"{text[:59]}…") or "–"
