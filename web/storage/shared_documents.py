"""Storage of shared documents (tournaments, diaries): one row each, with the current version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, delete, func, select, update

from .schema import book_links, books
from .tables import Repository, Taken, add_records

KEEPER = 0  # the main writer; other writers have other numbers


@dataclass(frozen=True, slots=True)
class StoredBook:
    """A shared document; its id is the public address."""

    id: str
    kind: str
    game: str
    title: str
    n: int
    body: Mapping[str, Any]
    listed: bool
    size: int
    owner: str
    made_at: str
    at: str


@dataclass(frozen=True, slots=True)
class StoredLink:
    """The hash of a link, and the writer it belongs to."""

    link_hash: str
    book_id: str
    who: int


def add(repository: Repository, book: StoredBook, links: Sequence[StoredLink]) -> None:
    repository.add((books, [book]), (book_links, links))


def find(repository: Repository, book_id: str) -> StoredBook | None:
    return repository.find(StoredBook, select(books).where(books.c.id == book_id))


def find_link(repository: Repository, link_hash: str) -> StoredLink | None:
    return repository.find(StoredLink, select(book_links).where(book_links.c.link_hash == link_hash))


def find_version(repository: Repository, kind: str, book_id: str) -> int | None:
    """Return the current version of a document: one cheap query."""
    query = select(books.c.n).where(books.c.id == book_id, books.c.kind == kind)
    found: int | None = repository.scalar(query)
    return found


def replace(repository: Repository, new: StoredBook, links: Sequence[StoredLink] = ()) -> None:
    """Replace a document by its next version and add new links; raise Taken if another version came first."""
    before = and_(books.c.id == new.id, books.c.n == new.n - 1)
    known = select(book_links.c.link_hash).where(book_links.c.book_id == new.id)
    changes = {name: getattr(new, name) for name in ("n", "title", "body", "listed", "size", "at")}
    with repository.writing() as connection:
        if connection.execute(update(books).where(before).values(**changes)).rowcount != 1:
            raise Taken
        there = set(connection.execute(known).scalars())
        add_records(connection, (book_links, [link for link in links if link.link_hash not in there]))


def remove(repository: Repository, book_id: str) -> None:
    repository.execute(
        delete(book_links).where(book_links.c.book_id == book_id), delete(books).where(books.c.id == book_id)
    )


def list_books(repository: Repository, kind: str, start: int, most: int) -> tuple[list[StoredBook], int]:
    """Return listed documents, the latest first, and their total number."""
    fits = and_(books.c.kind == kind, books.c.listed)
    query = select(books).where(fits).order_by(books.c.at.desc(), books.c.id).offset(start).limit(most)
    with repository.reading() as connection:
        total = connection.execute(select(func.count()).select_from(books).where(fits)).scalar_one()
        return [StoredBook(*row) for row in connection.execute(query)], int(total)
