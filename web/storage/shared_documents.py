"""Storage of shared documents (tournaments, diaries): one row each, with the current version."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Text, and_, cast, delete, func, or_, select, update

from .schema import shared_document_links as writer_links
from .schema import shared_documents as documents
from .tables import Repository, Taken, add_records

KEEPER = 0  # the main writer; other writers have other numbers


@dataclass(frozen=True, slots=True)
class StoredSharedDocument:
    """A shared document; its id is the public address."""

    id: str
    kind: str
    game: str
    title: str
    version: int
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
    document_id: str
    writer: int


def add(repository: Repository, document: StoredSharedDocument, links: Sequence[StoredLink]) -> None:
    repository.add((documents, [document]), (writer_links, links))


def find(repository: Repository, document_id: str) -> StoredSharedDocument | None:
    return repository.find(StoredSharedDocument, select(documents).where(documents.c.id == document_id))


def find_link(repository: Repository, link_hash: str) -> StoredLink | None:
    return repository.find(StoredLink, select(writer_links).where(writer_links.c.link_hash == link_hash))


def find_version(repository: Repository, kind: str, document_id: str) -> int | None:
    """Return the current version of a document: one cheap query."""
    query = select(documents.c.version).where(documents.c.id == document_id, documents.c.kind == kind)
    version: int | None = repository.scalar(query)
    return version


def replace(repository: Repository, new: StoredSharedDocument, links: Sequence[StoredLink] = ()) -> None:
    """Replace a document by its next version and add new links; raise Taken if another version came first."""
    before = and_(documents.c.id == new.id, documents.c.version == new.version - 1)
    known = select(writer_links.c.link_hash).where(writer_links.c.document_id == new.id)
    changes = {name: getattr(new, name) for name in ("version", "title", "body", "listed", "size", "at")}
    with repository.writing() as connection:
        if connection.execute(update(documents).where(before).values(**changes)).rowcount != 1:
            raise Taken
        known_hashes = set(connection.execute(known).scalars())
        add_records(
            connection, (writer_links, [link for link in links if link.link_hash not in known_hashes])
        )


def remove(repository: Repository, document_id: str) -> None:
    repository.execute(
        delete(writer_links).where(writer_links.c.document_id == document_id),
        delete(documents).where(documents.c.id == document_id),
    )


def list_documents(
    repository: Repository, kind: str, start: int, most: int
) -> tuple[list[StoredSharedDocument], int]:
    """Return listed documents, the latest first, and their total number."""
    listed = and_(documents.c.kind == kind, documents.c.listed)
    query = (
        select(documents)
        .where(listed)
        .order_by(documents.c.at.desc(), documents.c.id)
        .offset(start)
        .limit(most)
    )
    with repository.reading() as connection:
        total = connection.execute(select(func.count()).select_from(documents).where(listed)).scalar_one()
        return [StoredSharedDocument(*row) for row in connection.execute(query)], int(total)


def find_mentioning(
    repository: Repository, game: str, texts: Sequence[str], most: int
) -> list[StoredSharedDocument]:
    """Return listed documents of a game whose body contains one of some texts, the latest first."""
    body = cast(documents.c.body, Text)
    mentions = or_(*(body.icontains(json.dumps(text)[1:-1], autoescape=True) for text in texts))
    query = select(documents).where(documents.c.listed, documents.c.game == game, mentions)
    return repository.every(
        StoredSharedDocument, query.order_by(documents.c.at.desc(), documents.c.id).limit(most)
    )
