"""Books that organisers and clubs keep, such as tournaments and diaries.

A book has an id, which is its readers' address, and a secret link for its keeper. The links of other writers
are hashes of the keeper's link, so the keeper can always list them and they never reveal the keeper's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from generator.tournament.match import Match
from schemas.errors import HorahError
from schemas.limits import KIBIBYTE, MAX_ARCHIVE_BYTES, MAX_SHARED_DOCUMENT_BYTES
from web.storage import shared_documents as storage
from web.storage.records import document_bytes, now
from web.storage.shared_documents import KEEPER, StoredLink, StoredSharedDocument
from web.storage.tables import Taken

from .context import Context
from .errors import Conflict, Forbidden, NotHere
from .quota import check_quota
from .tokens import derive_link, find_by_link, is_link, link_hash, new_id, new_link

MAX_ATTEMPTS = 20  # attempts at a change when other changes come first
PAGE_SIZE = 40
SIZE_LIMITS = {"archive": MAX_ARCHIVE_BYTES}  # bytes, by kind
Body = Mapping[str, Any]
View = TypeVar("View")


@dataclass(frozen=True, slots=True)
class Entry:
    """Book with the writer who opened it: its keeper, a numbered writer, or a reader (None)."""

    stored: StoredSharedDocument
    writer: int | None

    @property
    def keeper(self) -> bool:
        return self.writer == KEEPER


@dataclass(frozen=True, slots=True)
class Sight:
    """Book as seen by one writer or reader, with the match rules and catalogue of its game."""

    entry: Entry
    match: Match
    catalog: Any

    @property
    def id(self) -> str:
        return self.entry.stored.id

    @property
    def version(self) -> int:
        return self.entry.stored.version

    @property
    def keeper(self) -> bool:
        return self.entry.keeper


@dataclass(frozen=True, slots=True)
class Begun(Generic[View]):
    """New book and its keeper's link, which cannot be shown again."""

    sight: View
    link: str


def derive_writer_link(keeper: str, writer: int) -> str:
    """Derive a writer's link from the keeper's."""
    if writer == KEEPER:
        return keeper
    return derive_link(keeper, f"hora-h book {writer}")


def begin(
    context: Context,
    kind: str,
    game: str,
    title: str,
    body: Body,
    owner: str,
    others: Iterable[int] = (),
) -> tuple[Entry, str]:
    """Store a new book; return its keeper's link, which cannot be shown again."""
    size = _check_size(kind, body)
    check_quota(context, owner, size)
    keeper, moment = new_link(), now()
    stored = StoredSharedDocument(new_id(), kind, game, title, 1, body, False, size, owner, moment, moment)
    storage.add(context.repository, stored, _links(stored.id, keeper, others))
    return Entry(stored, KEEPER), keeper


def _links(document_id: str, keeper: str, others: Iterable[int]) -> list[StoredLink]:
    return [
        StoredLink(link_hash(derive_writer_link(keeper, writer)), document_id, writer)
        for writer in (KEEPER, *others)
    ]


def read(context: Context, kind: str, document_id: str) -> StoredSharedDocument:
    """Return a book by its id."""
    stored = storage.find(context.repository, document_id) if is_link(document_id) else None
    if stored is None or stored.kind != kind:
        raise NotHere
    return stored


def enter(context: Context, kind: str, link: str) -> Entry:
    """Open a book by a secret link; raise ``NotHere`` if the link is wrong."""
    row = find_by_link(link, partial(storage.find_link, context.repository))
    if row is None:
        raise NotHere
    return Entry(read(context, kind, row.document_id), row.writer)


def sit(context: Context, kind: str, document_id: str, link: str | None) -> Entry:
    """Open a book by its id and an optional link; raise ``NotHere`` if the link is of another book."""
    if link is None:
        return Entry(read(context, kind, document_id), None)
    entry = enter(context, kind, link)
    if entry.stored.id != document_id:
        raise NotHere
    return entry


def version(context: Context, kind: str, document_id: str) -> int:
    """Return the version of a book, which grows with every change. Open pages poll it."""
    number = storage.find_version(context.repository, kind, document_id) if is_link(document_id) else None
    if number is None:
        raise NotHere
    return number


def change(
    context: Context,
    entry: Entry,
    act: Callable[[dict[str, Any]], Body],
    keeper: str = "",
    others: Callable[[Body], Iterable[int]] = lambda body: (),
    **fields: Any,
) -> Entry:
    """Change the body of a book. If another change comes first, apply ``act`` again to the new body.

    With the keeper's link, store links for writers that the change adds.
    """
    stored = entry.stored
    try:
        for _ in range(MAX_ATTEMPTS):
            body = act(dict(stored.body))
            links = _links(stored.id, keeper, others(body)) if keeper else []
            size = _check_size(stored.kind, body)
            check_quota(context, stored.owner, size - stored.size)
            new = replace(
                stored,
                body=body,
                title=body["title"],
                version=stored.version + 1,
                size=size,
                at=now(),
                **fields,
            )
            try:
                storage.replace(context.repository, new, links)
                return Entry(new, entry.writer)
            except Taken:
                stored = read(context, stored.kind, stored.id)
        raise Conflict("STALE.book")
    except HorahError as fault:
        fault.game = fault.game or stored.game
        raise


def check_readable(entry: Entry) -> None:
    """Raise ``NotHere`` for a reader of a book that its keeper does not list."""
    if not entry.keeper and not entry.stored.listed:
        raise NotHere


def change_as_keeper(
    context: Context, sight: Sight, act: Callable[[dict[str, Any]], Body], **fields: Any
) -> Entry:
    """Change the body of a book; raise ``Forbidden`` for anyone but its keeper."""
    _check_keeper(sight)
    return change(context, sight.entry, act, **fields)


def forget_as_keeper(context: Context, sight: Sight) -> None:
    """Delete a book; raise ``Forbidden`` for anyone but its keeper."""
    _check_keeper(sight)
    forget(context, sight.entry.stored)


def _check_keeper(sight: Sight) -> None:
    if not sight.keeper:
        raise Forbidden(f"NOT_YOURS.{sight.entry.stored.kind}")


def forget(context: Context, stored: StoredSharedDocument) -> None:
    storage.remove(context.repository, stored.id)


def list_public(
    context: Context, kind: str, page: int = 1, size: int = PAGE_SIZE
) -> tuple[list[StoredSharedDocument], int]:
    return storage.list_documents(context.repository, kind, (page - 1) * size, size)


def _check_size(kind: str, body: Body) -> int:
    size, most = document_bytes(body), SIZE_LIMITS.get(kind, MAX_SHARED_DOCUMENT_BYTES)
    if size > most:
        raise HorahError("LARGE_BOOK", most=most // KIBIBYTE)
    return size
