"""Documents that people write, for any game: create, save, check, fix, list and print.

The id of a document is its public address; writers have a secret link. Every save names the version it
follows; of two saves that follow the same version, the second is refused with the differences.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from catalogs import Catalog
from generator import authoring
from generator.diff import Change, diff
from generator.findings import Finding, apply_changes
from generator.game import Authored, Document, Procedure, find_authored, games
from generator.settings_check import document_settings
from generator.table import REFEREE, Seat
from generator.three_way_merge import MISSING, merge_versions
from schemas.errors import HorahError
from schemas.json_input import read_json
from schemas.limits import KIBIBYTE, MAX_DOCUMENT_BYTES, MAX_VERSION_NOTE_LENGTH
from web.service.document_summary import summarize
from web.storage import documents as storage
from web.storage.documents import DocumentFilter, Stored, StoredVersion, VersionStamp
from web.storage.records import document_bytes, now
from web.storage.tables import Taken

from .context import Context
from .errors import Conflict, NotHere
from .quota import check_quota
from .rendering import Rendering, RenderRequest, render
from .tokens import find_by_link, is_link, link_hash, new_id, new_link

PAGE_SIZE = 40


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of document of a game, with the game's catalogues."""

    catalog: Catalog
    about: Authored

    @property
    def game(self) -> str:
        return self.catalog.game

    @property
    def name(self) -> str:
        return self.about.kind


@dataclass(frozen=True)
class LoadedDocument:
    """A document: one that comes with the game (without a version) or one written here."""

    kind: Kind
    id: str
    version: int | None
    document: Document
    at: str = ""
    listed: bool = False
    note: str = ""

    @property
    def of_library(self) -> bool:
        """Return whether the document comes with the game."""
        return self.version is None

    @cached_property
    def malformed(self) -> tuple[Finding, ...]:
        """Return everything that violates its schema; cached."""
        return tuple(authoring.find_schema_violations(self.kind.game, self.kind.about, self.document))

    @cached_property
    def impossible(self) -> tuple[Finding, ...]:
        """Return the errors about values that do not exist, of a well-formed document."""
        if self.malformed:
            return ()
        return tuple(self.kind.about.find_impossible(self.kind.catalog, self.document))

    @cached_property
    def has_expected_parts(self) -> bool:
        """Return whether a game's own editor can show the document: at most single values are wrong."""
        return not self.malformed or authoring.has_expected_parts(
            self.kind.game, self.kind.about, self.document
        )


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A document in a list."""

    id: str
    game: str
    kind: str
    shown: Mapping[str, Any]
    at: str = ""
    of_library: bool = False
    version: int | None = None


@dataclass(frozen=True, slots=True)
class DocumentPage:
    items: tuple[DocumentLine, ...]
    total: int
    page: int
    size: int


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A new document: its public id, and the writers' secret link, which is not stored."""

    id: str
    link: str
    version: int
    document: Document


class Stale(Conflict):
    """Somebody else saved first. Holds both documents and the changes of each."""

    def __init__(self, base: Document, mine: Document, theirs: LoadedDocument) -> None:
        super().__init__("STALE.document", version=theirs.version)
        self.mine, self.theirs = mine, theirs
        self.my_changes: tuple[Change, ...] = diff(base, mine)
        self.their_changes: tuple[Change, ...] = diff(base, theirs.document)
        self.together: Document = merge_versions(base, mine, theirs.document)
        merged = {change.place: change.after for change in diff(base, self.together)}
        self.clashes = tuple(  # their changes that mine would overwrite
            change for change in self.their_changes if merged.get(change.place, MISSING) != change.after
        )


def list_kinds(context: Context) -> list[Kind]:
    """Return every kind of document that can be written."""
    return [Kind(context.catalogs[game.id], about) for game in games().values() for about in game.authored]


def find_kind(context: Context, game: str, name: str) -> Kind:
    """Return a kind of document; raise NotHere if it is unknown."""
    declaration = games().get(game)
    about = next((each for each in declaration.authored if each.kind == name), None) if declaration else None
    if about is None:
        raise NotHere
    return Kind(context.catalogs[game], about)


def check_received(kind: Kind, given: Any, *, draft: bool = False) -> Document:
    """Check that a document can be stored: an object of its format, not too large.

    It may be unfinished: the checks report that. Content that no form could show is refused, except for a
    draft, which comes from our editor or from storage.
    """
    if not isinstance(given, dict):
        raise HorahError("NO_DOCUMENT.object")
    if given.get("format") != kind.about.format:
        raise HorahError("NO_DOCUMENT.format", given=given.get("format"), format=kind.about.format)
    if document_bytes(given) > MAX_DOCUMENT_BYTES:
        raise HorahError("NO_DOCUMENT.large", most=MAX_DOCUMENT_BYTES // KIBIBYTE)
    own = copy.deepcopy(given)
    return own if draft else kind.about.accept(own)


def read(kind: Kind, text: str) -> Document:
    """Parse a document from a file."""
    try:
        document = read_json(text)
    except ValueError:
        raise HorahError("NO_DOCUMENT.json") from None
    return check_received(kind, document)


# ------------------------------------------------------------------------------------------------ create


def begin(
    context: Context,
    kind: Kind,
    document: Any = None,
    owner: str = "",
    note: str = "",
    *,
    draft: bool = False,
) -> NewDocument:
    """Store a new document, by default the blank one; its link is returned only here."""
    initial = kind.about.blank(kind.catalog) if document is None else document
    whole = check_received(kind, initial, draft=draft)
    check_quota(context, owner, document_bytes(whole))
    link = new_link()
    stored = Stored(new_id(), link_hash(link), now(), kind.game, kind.name, owner)
    first = StoredVersion(stored.id, 0, whole, _clean_note(note), False, stored.made_at)
    storage.add(context.repository, stored, first, summarize(kind.game, kind.name, whole))
    return NewDocument(stored.id, link, 0, whole)


def begin_copy(context: Context, original: LoadedDocument, owner: str = "") -> NewDocument:
    """Start a new document from a readable one, as its readers see it."""
    view = view_for_seat(original, original.kind.about.readers)
    return begin(context, original.kind, view, owner, draft=bool(original.malformed))


# -------------------------------------------------------------------------------------------- find, save


def enter(context: Context, link: str, kind: Kind | None = None) -> str:
    """Return the id of the document of a writers' link; the kind must match if one is given."""
    stored = find_by_link(link, partial(storage.find_by_link, context.repository))
    if stored is None or not _is_declared(stored, kind):
        raise NotHere
    return stored.id


def _is_declared(stored: Stored, kind: Kind | None) -> bool:
    if kind is not None:
        return (stored.game, stored.kind) == (kind.game, kind.name)
    game = games().get(stored.game)
    return game is not None and any(each.kind == stored.kind for each in game.authored)


def allow(context: Context, document_id: str, link: str | None, kind: Kind | None = None) -> None:
    """Refuse a link that is not the writers' link of this document."""
    if link is None or enter(context, link, kind) != document_id:
        raise NotHere


def find(
    context: Context, document_id: str, version: int | None = None, kind: Kind | None = None
) -> LoadedDocument:
    """Return a document that was written here, at a version or the latest.

    The kind must match if one is given.
    """
    stored = storage.find_by_id(context.repository, document_id) if is_link(document_id) else None
    if stored is None or not _is_declared(stored, kind):
        raise NotHere
    row = storage.find_version(context.repository, document_id, version)
    if row is None:
        raise NotHere
    return _load(kind or find_kind(context, stored.game, stored.kind), row)


def load_document(context: Context, kind: Kind, name: str, version: int | None = None) -> LoadedDocument:
    """Return a document of a kind: from the game's library by name, or written here by id."""
    if version is None and name in kind.about.shelf(kind.catalog):
        return load_from_library(context, kind, name)
    return find(context, name, version, kind)


def load_from_library(context: Context, kind: Kind, name: str) -> LoadedDocument:
    """Return a document that comes with the game."""
    shelf = kind.about.shelf(kind.catalog)
    if name not in shelf:
        raise NotHere
    return LoadedDocument(kind, name, None, copy.deepcopy(dict(shelf[name])))


def save(
    context: Context,
    document_id: str,
    document: Any,
    follows: int,
    *,
    note: str = "",
    listed: bool | None = None,
    draft: bool = False,
) -> LoadedDocument:
    """Save a document as the version after ``follows``; raise Stale if another save came first.

    An unchanged document is not saved again.
    """
    last = find(context, document_id)
    mine = check_received(last.kind, document, draft=draft)
    shown = last.listed if listed is None else listed
    if follows != last.version:
        base = storage.find_version(context.repository, document_id, follows)
        raise Stale(dict(base.document) if base else last.document, mine, last)
    if mine == last.document and not note and shown == last.listed:
        return last
    stored = storage.find_by_id(context.repository, document_id)
    check_quota(context, stored.owner if stored else "", document_bytes(mine))
    new = StoredVersion(document_id, follows + 1, mine, _clean_note(note), shown, now())
    try:
        storage.add_version(context.repository, new, summarize(last.kind.game, last.kind.name, mine))
    except Taken:
        raise Stale(last.document, mine, find(context, document_id)) from None
    return _load(last.kind, new)


def versions(context: Context, document_id: str) -> list[VersionStamp]:
    """Return every version, the latest first."""
    find(context, document_id)
    return storage.list_stamps(context.repository, document_id)


def changes(context: Context, document_id: str, before: int, after: int) -> tuple[Change, ...]:
    """Return what changed between two versions."""
    old, new = (find(context, document_id, number).document for number in (before, after))
    return diff(old, new)


def delete_document(context: Context, document_id: str) -> None:
    """Delete a document with all its versions; tables that began from it keep their copy."""
    find(context, document_id)
    storage.remove(context.repository, document_id)


def _load(kind: Kind, stored: StoredVersion) -> LoadedDocument:
    return LoadedDocument(
        kind, stored.document_id, stored.version, dict(stored.document), stored.at, stored.listed, stored.note
    )


def _clean_note(note: str) -> str:
    return " ".join(note.split())[:MAX_VERSION_NOTE_LENGTH]


# ------------------------------------------------------------------------------------- list and view


def list_library(
    context: Context,
    kind: Kind,
    text: str = "",
    page: int = 1,
    size: int = PAGE_SIZE,
    marks: tuple[str, ...] = (),
) -> DocumentPage:
    """Return a page of the library: documents of the game, then listed ones, the latest first.

    ``marks`` filter the list, for example ``year:1944``. Only summaries are read, no whole documents.
    """
    wanted = DocumentFilter(kind.game, kind.name, True, marks, text)
    ours = [
        DocumentLine(name, kind.game, kind.name, summary.shown, of_library=True)
        for name, document in kind.about.shelf(kind.catalog).items()
        if storage.fits(summary := summarize(kind.game, kind.name, document), wanted)
    ]
    start = (page - 1) * size
    first = ours[start : start + size]
    rows, total = storage.search(context.repository, wanted, max(0, start - len(ours)), size - len(first))
    return DocumentPage((*first, *map(_make_line, rows)), len(ours) + total, page, size)


def _make_line(row: Stored) -> DocumentLine:
    return DocumentLine(row.id, row.game, row.kind, row.summary or {}, row.at, version=row.version)


def list_linked(
    context: Context, kind: Kind, document_id: str, links: Sequence[str], most: int
) -> list[DocumentLine]:
    """Return the documents of a kind that a document links to, and the listed ones that link to it."""
    near = storage.find_marked(context.repository, kind.game, kind.name, [f"link:{document_id}"], most)
    ahead = (storage.find_by_id(context.repository, link) for link in links if is_link(link))
    return [_make_line(row) for row in (*near, *ahead) if row is not None and _is_declared(row, kind)]


def view_for_seat(loaded: LoadedDocument, seat: Seat) -> Document:
    """Return a document as a seat may see it; a malformed one is visible to its author only."""
    if seat == REFEREE or loaded.malformed:
        return loaded.document if seat == REFEREE else {"format": loaded.kind.about.format}
    return loaded.kind.about.view(copy.deepcopy(loaded.document), seat)


def run_checks(kind: Kind, document: Document) -> tuple[Finding, ...]:
    """Return all findings of the checks, the worst first."""
    findings = authoring.check_document(kind.catalog, kind.about, document)
    return tuple(sorted(findings, key=lambda finding: authoring.SEVERITIES.index(finding.severity)))


def apply_fix(kind: Kind, document: Document, number: int) -> Document:
    """Return the document with the fix of one finding, by its index in :func:`run_checks`."""
    findings = run_checks(kind, document)
    if not 0 <= number < len(findings) or not findings[number].fix:
        raise HorahError("NO_FIX.document")
    return apply_changes(document, findings[number].fix or ())


def require_well_formed(found: LoadedDocument) -> Document:
    """Return a document that satisfies its schema; raise the first finding otherwise."""
    for finding in found.malformed:
        raise authoring.make_refusal(found.kind.game, found.kind.about, finding)
    return found.document


def require_possible(loaded: LoadedDocument) -> Document:
    """Return a well-formed document without values that do not exist; raise the first error otherwise."""
    document = require_well_formed(loaded)
    for finding in loaded.impossible:
        raise authoring.make_impossible_error(finding)
    return document


def is_playable(loaded: LoadedDocument) -> bool:
    """Return whether the document can be played."""
    kind = loaded.kind
    findings = loaded.malformed or kind.about.check(kind.catalog, loaded.document)
    return not any(finding.severity == "error" for finding in findings)


def render_document(
    context: Context,
    loaded: LoadedDocument,
    seat: Seat,
    wish: RenderRequest,
    content: Callable[[], Document] | None = None,
) -> Rendering:
    """Render a document for a seat; ``content`` replaces the seat's view if given."""
    kind = loaded.kind
    require_possible(loaded)
    wish = replace(wish, made_at=loaded.at)
    key = ("document", kind.game, kind.name, loaded.id, str(loaded.version), loaded.at, seat, *wish.key())
    return render(context, kind.catalog, key, content or (lambda: view_for_seat(loaded, seat)), wish)


def resolve_setting(context: Context, game: str, kind_name: str, given: Any) -> Any:
    """Return the document for a setting: a whole one unchanged, or the one at an address or id."""
    if not isinstance(given, str):
        return given
    kind = Kind(context.catalogs[game], find_authored(game, kind_name))
    name = given.strip().rstrip("/").rpartition("/")[2]
    return load_document(context, kind, _id_of(context, name)).document if name else None


def resolve_settings(context: Context, procedure: Procedure, values: Mapping[str, Any]) -> dict[str, Any]:
    """Replace document addresses in settings by whole documents, so that later edits do not matter."""
    whole = document_settings(procedure, context.catalogs[procedure.game]) if values else {}
    return {
        name: resolve_setting(context, procedure.game, whole[name], value) if name in whole else value
        for name, value in values.items()
    }


def _id_of(context: Context, name: str) -> str:
    """Return the id of a document that may be named by its writers' link."""
    try:
        return enter(context, name)
    except NotHere:
        return name
