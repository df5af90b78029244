"""Storage of documents: each version is a row.

The summary for lists is stored beside the versions, so that lists do not read whole documents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from schemas.limits import MAX_VERSIONS_WITHOUT_NOTE

from .document_summary import Summary
from .records import document_bytes
from .schema import document_versions as versions
from .schema import documents
from .tables import Repository, Taken, as_row


@dataclass(frozen=True, slots=True)
class Stored:
    """A document as lists show it, and the hash of its writers' link."""

    id: str
    link_hash: str
    made_at: str
    game: str
    kind: str
    owner: str = ""  # a hash of the address it came from
    version: int = 0  # the latest
    listed: bool = False
    at: str = ""
    size: int = 0  # bytes of all its versions
    summary: Mapping[str, Any] | None = None
    search_text: str = ""


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """A version of a document; versions with a note are kept for ever."""

    document_id: str
    version: int
    document: Mapping[str, Any]
    note: str
    listed: bool
    at: str
    size: int = 0


@dataclass(frozen=True, slots=True)
class VersionStamp:
    """The time and note of a version."""

    version: int
    note: str
    at: str


@dataclass(frozen=True, slots=True)
class DocumentFilter:
    """A filter for documents; empty fields match everything."""

    game: str = ""
    kind: str = ""
    listed: bool | None = True
    marks: tuple[str, ...] = ()
    text: str = ""
    owner: str = ""


def add(repository: Repository, stored: Stored, first: StoredVersion, summary: Summary) -> Stored:
    """Store a new document with its first version."""
    first = replace(first, size=document_bytes(first.document))
    listed_document = replace(
        stored,
        version=first.version,
        listed=first.listed,
        at=first.at,
        size=first.size,
        summary=dict(summary.shown),
        search_text=summary.search_text,
    )
    repository.add((documents, [listed_document]), (versions, [first]))
    return listed_document


def add_version(repository: Repository, new: StoredVersion, summary: Summary) -> None:
    """Store a new version; raise Taken if there is one with this number already."""
    new = replace(new, size=document_bytes(new.document))
    old = and_(
        versions.c.document_id == new.document_id,
        versions.c.note == "",
        versions.c.version < new.version - MAX_VERSIONS_WITHOUT_NOTE,
    )
    try:
        with repository.writing() as connection:
            connection.execute(insert(versions), as_row(new))
            connection.execute(delete(versions).where(old))
            connection.execute(
                update(documents)
                .where(documents.c.id == new.document_id)
                .values(
                    version=new.version,
                    listed=new.listed,
                    at=new.at,
                    size=_size(new.document_id),
                    summary=dict(summary.shown),
                    search_text=summary.search_text,
                )
            )
    except IntegrityError as fault:
        raise Taken from fault


def _size(document_id: str) -> Any:
    query = select(func.coalesce(func.sum(versions.c.size), 0)).where(versions.c.document_id == document_id)
    return query.scalar_subquery()


def find_by_link(repository: Repository, link_hash: str) -> Stored | None:
    return repository.find(Stored, select(documents).where(documents.c.link_hash == link_hash))


def find_by_id(repository: Repository, document_id: str) -> Stored | None:
    return repository.find(Stored, select(documents).where(documents.c.id == document_id))


def find_version(
    repository: Repository, document_id: str, version: int | None = None
) -> StoredVersion | None:
    """Return a version of a document: the one with a number, or the latest."""
    query = select(versions).where(versions.c.document_id == document_id)
    if version is not None:
        query = query.where(versions.c.version == version)
    return repository.find(StoredVersion, query.order_by(versions.c.version.desc()).limit(1))


def list_versions(repository: Repository, document_id: str) -> list[StoredVersion]:
    """Return every version of a document in order, with its content."""
    query = select(versions).where(versions.c.document_id == document_id).order_by(versions.c.version)
    return repository.every(StoredVersion, query)


def list_stamps(repository: Repository, document_id: str) -> list[VersionStamp]:
    """Return the time and note of every version, the latest first."""
    query = select(versions.c.version, versions.c.note, versions.c.at).where(
        versions.c.document_id == document_id
    )
    return repository.every(VersionStamp, query.order_by(versions.c.version.desc()))


def search(
    repository: Repository, wanted: DocumentFilter, start: int = 0, most: int = 50
) -> tuple[list[Stored], int]:
    """Return summaries of matching documents, the latest first, and their total number."""
    fits = and_(*_conditions(wanted))
    query = select(documents).where(fits).order_by(documents.c.at.desc(), documents.c.id)
    with repository.reading() as connection:
        total = connection.execute(select(func.count()).select_from(documents).where(fits)).scalar_one()
        rows = connection.execute(query.offset(start).limit(most)) if start < total and most > 0 else ()
        return [Stored(*row) for row in rows], int(total)


def fits(summary: Summary, wanted: DocumentFilter) -> bool:
    """Return whether a document that is not stored matches the marks and words of a filter."""
    return all(term in summary.search_text for term in _search_terms(wanted))


def _search_terms(wanted: DocumentFilter) -> list[str]:
    return [f"|{mark}|" for mark in wanted.marks] + wanted.text.casefold().split()


def _conditions(wanted: DocumentFilter) -> list[ColumnElement[bool]]:
    exact = {"game": wanted.game, "kind": wanted.kind, "owner": wanted.owner}
    conditions = [documents.c[name] == value for name, value in exact.items() if value]
    if wanted.listed is not None:
        conditions.append(documents.c.listed.is_(wanted.listed))
    conditions += [documents.c.search_text.contains(term, autoescape=True) for term in _search_terms(wanted)]
    return conditions or [documents.c.id.is_not(None)]


def find_marked(
    repository: Repository, game: str, kind: str, marks: Sequence[str], most: int
) -> list[Stored]:
    """Return listed documents that have one of some marks."""
    if not marks:
        return []
    any_of = or_(*(documents.c.search_text.contains(f"|{mark}|", autoescape=True) for mark in marks))
    mine = and_(documents.c.game == game, documents.c.kind == kind, documents.c.listed)
    query = select(documents).where(mine, any_of).order_by(documents.c.at.desc()).limit(most)
    return repository.every(Stored, query)


def set_listed(repository: Repository, document_id: str, listed: bool) -> None:
    """List or unlist a document on behalf of a moderator; its author can change it with the next version."""
    last = select(func.max(versions.c.version)).where(versions.c.document_id == document_id).scalar_subquery()
    newest = and_(versions.c.document_id == document_id, versions.c.version == last)
    repository.execute(
        update(documents).where(documents.c.id == document_id).values(listed=listed),
        update(versions).where(newest).values(listed=listed),
    )


def remove(repository: Repository, document_id: str) -> None:
    """Delete a document with all its versions."""
    repository.execute(
        delete(versions).where(versions.c.document_id == document_id),
        delete(documents).where(documents.c.id == document_id),
    )


def restore_document(
    repository: Repository, stored: Stored, document_versions: Sequence[StoredVersion]
) -> None:
    """Restore an archived document; raise Taken if there is one with its id."""
    repository.add((documents, [stored]), (versions, document_versions))
