"""Documents that people write, in and out of the database: each version is a row of its own.

Beside its versions a document has what lists show of it, so that no list reads a whole one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from .repository import Repository, Taken, as_row
from .schema import document_versions as versions
from .schema import documents
from .summary import Summary

KEPT = 200  # versions without a note that stay


@dataclass(frozen=True, slots=True)
class Stored:
    """A document as lists know it, and the hash of the link with which it can be changed."""

    id: str
    link_hash: str
    made_at: str
    game: str
    kind: str
    owner: str = ""  # a hash of the address it came from
    n: int = 0  # of the last saving
    listed: bool = False
    at: str = ""
    size: int = 0  # bytes of all its versions
    summary: Mapping[str, Any] | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Saving:
    """A document as it stood once; those with a note are kept for ever."""

    document_id: str
    n: int
    document: Mapping[str, Any]
    note: str
    listed: bool
    at: str
    size: int = 0


@dataclass(frozen=True, slots=True)
class Stamp:
    """When and why a document was saved."""

    n: int
    note: str
    at: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which documents are looked for; what is empty does not matter."""

    game: str = ""
    kind: str = ""
    listed: bool | None = True
    marks: tuple[str, ...] = ()
    text: str = ""
    owner: str = ""


def bytes_in(document: Mapping[str, Any]) -> int:
    """How much a document takes."""
    return len(json.dumps(document, ensure_ascii=False).encode())


def add(repository: Repository, stored: Stored, first: Saving, summary: Summary) -> Stored:
    """A new document with its first saving."""
    first = replace(first, size=bytes_in(first.document))
    known = replace(
        stored,
        n=first.n,
        listed=first.listed,
        at=first.at,
        size=first.size,
        summary=dict(summary.shown),
        words=summary.words,
    )
    with repository.writing() as connection:
        connection.execute(insert(documents), as_row(known))
        connection.execute(insert(versions), as_row(first))
    return known


def add_saving(repository: Repository, new: Saving, summary: Summary) -> None:
    """Save once more; Taken if another saving has this number already."""
    new = replace(new, size=bytes_in(new.document))
    old = and_(versions.c.document_id == new.document_id, versions.c.note == "", versions.c.n < new.n - KEPT)
    try:
        with repository.writing() as connection:
            connection.execute(insert(versions), as_row(new))
            connection.execute(delete(versions).where(old))
            connection.execute(
                update(documents)
                .where(documents.c.id == new.document_id)
                .values(
                    n=new.n,
                    listed=new.listed,
                    at=new.at,
                    size=_size(new.document_id),
                    summary=dict(summary.shown),
                    words=summary.words,
                )
            )
    except IntegrityError as fault:
        raise Taken from fault


def _size(document_id: str) -> Any:
    query = select(func.coalesce(func.sum(versions.c.size), 0)).where(versions.c.document_id == document_id)
    return query.scalar_subquery()


def by_link(repository: Repository, link_hash: str) -> Stored | None:
    return _one(repository, documents.c.link_hash == link_hash)


def by_id(repository: Repository, document_id: str) -> Stored | None:
    return _one(repository, documents.c.id == document_id)


def _one(repository: Repository, condition: ColumnElement[bool]) -> Stored | None:
    return repository.find(Stored, select(documents).where(condition))


def saving(repository: Repository, document_id: str, n: int | None = None) -> Saving | None:
    """One saving of a document: that of a number, or the last."""
    query = select(versions).where(versions.c.document_id == document_id)
    if n is not None:
        query = query.where(versions.c.n == n)
    return repository.find(Saving, query.order_by(versions.c.n.desc()).limit(1))


def every_saving(repository: Repository, document_id: str) -> list[Saving]:
    """Every saving of a document in order, whole."""
    query = select(versions).where(versions.c.document_id == document_id).order_by(versions.c.n)
    return repository.every(Saving, query)


def stamps(repository: Repository, document_id: str) -> list[Stamp]:
    """Every saving of a document, the last one first."""
    query = select(versions.c.n, versions.c.note, versions.c.at).where(versions.c.document_id == document_id)
    return repository.every(Stamp, query.order_by(versions.c.n.desc()))


def shelf(repository: Repository, wanted: Wanted, start: int = 0, most: int = 50) -> tuple[list[Stored], int]:
    """The documents that fit, the latest first, from a place on; and how many there are. No whole one is
    read."""
    fits = and_(*_conditions(wanted))
    query = select(documents).where(fits).order_by(documents.c.at.desc(), documents.c.id)
    with repository.reading() as connection:
        total = connection.execute(select(func.count()).select_from(documents).where(fits)).scalar_one()
        rows = connection.execute(query.offset(start).limit(most)) if start < total and most > 0 else ()
        return [Stored(*row) for row in rows], int(total)


def fits(summary: Summary, wanted: Wanted) -> bool:
    """Return whether a document that is not stored has the marks and the words that are looked for."""
    return all(each in summary.words for each in _sought(wanted))


def _sought(wanted: Wanted) -> list[str]:
    return [f"|{mark}|" for mark in wanted.marks] + wanted.text.casefold().split()


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    exact = {"game": wanted.game, "kind": wanted.kind, "owner": wanted.owner}
    found = [documents.c[name] == value for name, value in exact.items() if value]
    if wanted.listed is not None:
        found.append(documents.c.listed.is_(wanted.listed))
    found += [documents.c.words.contains(each, autoescape=True) for each in _sought(wanted)]
    return found or [documents.c.id.is_not(None)]


def marked(repository: Repository, game: str, kind: str, marks: Sequence[str], most: int) -> list[Stored]:
    """Listed documents that have one of some marks."""
    if not marks:
        return []
    any_of = or_(*(documents.c.words.contains(f"|{mark}|", autoescape=True) for mark in marks))
    mine = and_(documents.c.game == game, documents.c.kind == kind, documents.c.listed)
    query = select(documents).where(mine, any_of).order_by(documents.c.at.desc()).limit(most)
    return repository.every(Stored, query)


def set_listed(repository: Repository, document_id: str, listed: bool) -> None:
    """List a document or not, whatever its author says; he may say otherwise with his next saving."""
    with repository.writing() as connection:
        connection.execute(update(documents).where(documents.c.id == document_id).values(listed=listed))
        last = select(func.max(versions.c.n)).where(versions.c.document_id == document_id).scalar_subquery()
        newest = and_(versions.c.document_id == document_id, versions.c.n == last)
        connection.execute(update(versions).where(newest).values(listed=listed))


def remove(repository: Repository, document_id: str) -> None:
    """Delete a document with all its versions."""
    with repository.writing() as connection:
        connection.execute(delete(versions).where(versions.c.document_id == document_id))
        connection.execute(delete(documents).where(documents.c.id == document_id))


def put_back(repository: Repository, stored: Stored, its_versions: Sequence[Saving]) -> None:
    """An archived document as it was; Taken if there is one of its id."""
    try:
        with repository.writing() as connection:
            connection.execute(insert(documents), as_row(stored))
            connection.execute(insert(versions), [as_row(each) for each in its_versions])
    except IntegrityError as fault:
        raise Taken from fault
