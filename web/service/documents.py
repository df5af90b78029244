"""Documents that people write, of any game: begun, saved as they go, checked, mended, listed and printed.

A document has an address for readers, its id, and a secret link for those who write. Every saving follows a
numbered one; of two that follow the same, one is taken and the other is told what differs.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from catalogs import Catalog
from generator import authoring
from generator.finding import Finding, mended
from generator.game import Authored, Document, Procedure, authored, games
from generator.merging import NOTHING, merged
from generator.settled import document_settings
from generator.table import REFEREE, Seat
from generator.versions import Change, diff
from schemas.errors import HorahError
from schemas.plain import read_json
from web.storage import documents as storage
from web.storage.documents import Saving, Stamp, Stored, Wanted
from web.storage.records import now
from web.storage.repository import Taken
from web.summaries import summary_of

from .context import Context
from .errors import Conflict, NotHere
from .printing import Printed, Wish, render
from .quota import allow as allow_bytes
from .secrecy import find_by_link, is_link, link_hash, new_id, new_link

LONGEST_NOTE = 200
PAGE = 40
LARGEST = 192 * 1024  # bytes of a document: less than any request may bring


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of document of a game, with the catalogues it is held against."""

    catalog: Catalog
    about: Authored

    @property
    def game(self) -> str:
        return self.catalog.game

    @property
    def name(self) -> str:
        return self.about.kind


@dataclass(frozen=True)
class Found:
    """A document as it stands: one that comes with the game (then without a number) or written here."""

    kind: Kind
    id: str
    version: int | None
    document: Document
    at: str = ""
    listed: bool = False
    note: str = ""

    @property
    def of_library(self) -> bool:
        """Return whether it comes with the game."""
        return self.version is None

    @cached_property
    def malformed(self) -> tuple[Finding, ...]:
        """Everything that its schema does not allow; looked for once."""
        return tuple(authoring.shape(self.kind.game, self.kind.about, self.document))


@dataclass(frozen=True, slots=True)
class Line:
    """A document as a list shows it."""

    id: str
    game: str
    kind: str
    shown: Mapping[str, Any]
    at: str = ""
    of_library: bool = False
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    items: tuple[Line, ...]
    total: int
    page: int
    size: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A new document: its id, which is the readers' link, and the writers' secret link, told only now."""

    id: str
    link: str
    version: int
    document: Document


class Stale(Conflict):
    """Somebody else saved first. Nothing is lost: both are here, and what each of them changed."""

    def __init__(self, base: Document, mine: Document, theirs: Found) -> None:
        super().__init__("STALE.document", version=theirs.version)
        self.mine, self.theirs = mine, theirs
        self.my_changes: tuple[Change, ...] = diff(base, mine)
        self.their_changes: tuple[Change, ...] = diff(base, theirs.document)
        self.together: Document = merged(base, mine, theirs.document)
        kept = {change.place: change.after for change in diff(base, self.together)}
        self.clashes = tuple(  # what they changed and mine would replace
            change for change in self.their_changes if kept.get(change.place, NOTHING) != change.after
        )


def kinds(context: Context) -> list[Kind]:
    """Every kind of document that can be written."""
    return [Kind(context.catalogs[game.id], about) for game in games().values() for about in game.authored]


def kind_of(context: Context, game: str, name: str) -> Kind:
    """One of them; an unknown one is not found."""
    found = games().get(game)
    about = next((each for each in found.authored if each.kind == name), None) if found else None
    if about is None:
        raise NotHere
    return Kind(context.catalogs[game], about)


def received(kind: Kind, given: Any, *, draft: bool = False) -> Document:
    """A document from outside that can be kept: an object of its format, not too large.

    It may be unfinished: what is wrong with it the checks say. Only what no form could show is refused, and
    that of a draft, which comes from its own editor or from among what is kept, is known.
    """
    if not isinstance(given, dict):
        raise HorahError("NO_DOCUMENT.object")
    if given.get("format") != kind.about.format:
        raise HorahError("NO_DOCUMENT.format", given=given.get("format"), format=kind.about.format)
    if storage.bytes_in(given) > LARGEST:
        raise HorahError("NO_DOCUMENT.large", most=LARGEST // 1024)
    own = copy.deepcopy(given)
    return own if draft else kind.about.accept(own)


def read(kind: Kind, text: str) -> Document:
    """A document out of a file."""
    try:
        found = read_json(text)
    except ValueError:
        raise HorahError("NO_DOCUMENT.json") from None
    return received(kind, found)


# ------------------------------------------------------------------------------------------------ begin


def begin(
    context: Context,
    kind: Kind,
    document: Any = None,
    owner: str = "",
    note: str = "",
    *,
    draft: bool = False,
) -> Begun:
    """Keep a document; without one, the blank with which an author begins. Its link is told only here."""
    given = kind.about.blank(kind.catalog) if document is None else document
    whole = received(kind, given, draft=draft)
    allow_bytes(context, owner, storage.bytes_in(whole))
    link = new_link()
    stored = Stored(new_id(), link_hash(link), now(), kind.game, kind.name, owner)
    first = Saving(stored.id, 0, whole, _note(note), False, stored.made_at)
    storage.add(context.repository, stored, first, summary_of(kind.game, kind.name, whole))
    return Begun(stored.id, link, 0, whole)


def begin_copy(context: Context, found: Found, owner: str = "") -> Begun:
    """Begin one's own document from one that can be read, as its readers see it."""
    view = seen(found, found.kind.about.readers)
    return begin(context, found.kind, view, owner, draft=bool(found.malformed))


# -------------------------------------------------------------------------------------------- find, save


def enter(context: Context, link: str, kind: Kind | None = None) -> str:
    """Return the id of the document that a writers' link leads to, of a kind if one is named."""
    found = find_by_link(link, partial(storage.by_link, context.repository))
    if found is None or not _declared(found, kind):
        raise NotHere
    return found.id


def _declared(found: Stored, kind: Kind | None) -> bool:
    if kind is not None:
        return (found.game, found.kind) == (kind.game, kind.name)
    game = games().get(found.game)
    return game is not None and any(each.kind == found.kind for each in game.authored)


def allow(context: Context, document_id: str, link: str | None, kind: Kind | None = None) -> None:
    """Refuse a link that is not the writers' link of this document."""
    if link is None or enter(context, link, kind) != document_id:
        raise NotHere


def find(context: Context, document_id: str, version: int | None = None, kind: Kind | None = None) -> Found:
    """Return a document that was written here, of a kind if one is named, as it stands or as it stood."""
    stored = storage.by_id(context.repository, document_id) if is_link(document_id) else None
    if stored is None or not _declared(stored, kind):
        raise NotHere
    found = storage.saving(context.repository, document_id, version)
    if found is None:
        raise NotHere
    return _found(kind or kind_of(context, stored.game, stored.kind), found)


def look_up(context: Context, kind: Kind, name: str, version: int | None = None) -> Found:
    """Return a document of a kind: from the shelf by its name, or written here by its id."""
    if version is None and name in kind.about.shelf(kind.catalog):
        return on_shelf(context, kind, name)
    return find(context, name, version, kind)


def on_shelf(context: Context, kind: Kind, name: str) -> Found:
    """A document that comes with the game."""
    shelf = kind.about.shelf(kind.catalog)
    if name not in shelf:
        raise NotHere
    return Found(kind, name, None, copy.deepcopy(dict(shelf[name])))


def save(
    context: Context,
    document_id: str,
    document: Any,
    follows: int,
    *,
    note: str = "",
    listed: bool | None = None,
    draft: bool = False,
) -> Found:
    """Save a document that follows a version; if another came first nothing is changed, and Stale says all.

    One that is the same as the version before it is not saved again.
    """
    last = find(context, document_id)
    mine = received(last.kind, document, draft=draft)
    shown = last.listed if listed is None else listed
    if follows != last.version:
        base = storage.saving(context.repository, document_id, follows)
        raise Stale(dict(base.document) if base else last.document, mine, last)
    if mine == last.document and not note and shown == last.listed:
        return last
    stored = storage.by_id(context.repository, document_id)
    allow_bytes(context, stored.owner if stored else "", storage.bytes_in(mine))
    new = Saving(document_id, follows + 1, mine, _note(note), shown, now())
    try:
        storage.add_saving(context.repository, new, summary_of(last.kind.game, last.kind.name, mine))
    except Taken:
        raise Stale(last.document, mine, find(context, document_id)) from None
    return _found(last.kind, new)


def versions(context: Context, document_id: str) -> list[Stamp]:
    """Every version there is, the last one first."""
    find(context, document_id)
    return storage.stamps(context.repository, document_id)


def changes(context: Context, document_id: str, before: int, after: int) -> tuple[Change, ...]:
    """Return what changed between two versions."""
    old, new = (find(context, document_id, number).document for number in (before, after))
    return diff(old, new)


def forget(context: Context, document_id: str) -> None:
    """Delete a document with all its versions; tables that began from it keep their copy."""
    find(context, document_id)
    storage.remove(context.repository, document_id)


def _found(kind: Kind, saving: Saving) -> Found:
    return Found(
        kind, saving.document_id, saving.n, dict(saving.document), saving.at, saving.listed, saving.note
    )


def _note(note: str) -> str:
    return " ".join(note.split())[:LONGEST_NOTE]


# ------------------------------------------------------------------------------------- lists and looks


def shelf(
    context: Context,
    kind: Kind,
    text: str = "",
    page: int = 1,
    size: int = PAGE,
    marks: tuple[str, ...] = (),
) -> Shelf:
    """Return those that come with the game, then those whose authors list them, the latest first.

    ``marks`` narrow the list down, as ``year:1944``. Of those written here only what a list shows is read.
    """
    wanted = Wanted(kind.game, kind.name, True, marks, text)
    ours = [
        Line(name, kind.game, kind.name, summary.shown, of_library=True)
        for name, document in kind.about.shelf(kind.catalog).items()
        if storage.fits(summary := summary_of(kind.game, kind.name, document), wanted)
    ]
    start = (page - 1) * size
    first = ours[start : start + size]
    rows, total = storage.shelf(context.repository, wanted, max(0, start - len(ours)), size - len(first))
    return Shelf((*first, *map(_line, rows)), len(ours) + total, page, size)


def _line(row: Stored) -> Line:
    return Line(row.id, row.game, row.kind, row.summary or {}, row.at, version=row.n)


def linked(context: Context, kind: Kind, document_id: str, links: Sequence[str], most: int) -> list[Line]:
    """Return the documents of a kind that a document links to, and the listed ones that link to it."""
    near = storage.marked(context.repository, kind.game, kind.name, [f"link:{document_id}"], most)
    ahead = (storage.by_id(context.repository, link) for link in links if is_link(link))
    return [_line(row) for row in (*near, *ahead) if row is not None and _declared(row, kind)]


def seen(found: Found, seat: Seat) -> Document:
    """A document as a seat may see it; one that is not of the right shape only its author sees."""
    if seat == REFEREE or found.malformed:
        return found.document if seat == REFEREE else {"format": found.kind.about.format}
    return found.kind.about.view(copy.deepcopy(found.document), seat)


def study(kind: Kind, document: Document) -> tuple[Finding, ...]:
    """Everything the checks say, the worst first."""
    found = authoring.study(kind.catalog, kind.about, document)
    return tuple(sorted(found, key=lambda each: authoring.SEVERITIES.index(each.severity)))


def fixed(kind: Kind, document: Document, number: int) -> Document:
    """The document with the fix of one finding, counted as :func:`study` gives them."""
    found = study(kind, document)
    if not 0 <= number < len(found) or not found[number].fix:
        raise HorahError("NO_FIX.document")
    return mended(document, found[number].fix or ())


def sound(found: Found) -> bool:
    """Can it be played?"""
    kind = found.kind
    findings = found.malformed or kind.about.check(kind.catalog, found.document)
    return not any(each.severity == "error" for each in findings)


def printed(
    context: Context, found: Found, seat: Seat, wish: Wish, content: Callable[[], Document] | None = None
) -> Printed:
    """Print a document for a seat; ``content`` makes what is printed where it is not the seat's view."""
    kind = found.kind
    for finding in found.malformed:
        raise authoring.refusal(kind.game, kind.about, finding)
    key = ("document", kind.game, kind.name, found.id, str(found.version), found.at, seat, *wish.key())
    return render(context, kind.catalog, key, content or (lambda: seen(found, seat)), wish)


def for_setting(context: Context, game: str, kind_name: str, given: Any) -> Any:
    """What a setting that takes a document was given: a whole one as it is, an address for the one there."""
    if not isinstance(given, str):
        return given
    kind = Kind(context.catalogs[game], authored(game, kind_name))
    name = given.strip().rstrip("/").rpartition("/")[2]
    return look_up(context, kind, _id_of(context, name)).document if name else None


def with_documents(context: Context, procedure: Procedure, values: Mapping[str, Any]) -> dict[str, Any]:
    """Settings in which a document is named by its address have it whole: nothing changes it from here on."""
    whole = document_settings(procedure, context.catalogs[procedure.game]) if values else {}
    return {
        name: for_setting(context, procedure.game, whole[name], value) if name in whole else value
        for name, value in values.items()
    }


def _id_of(context: Context, name: str) -> str:
    """An author may name a document by his own link, too."""
    try:
        return enter(context, name)
    except NotHere:
        return name
