"""Everything that people store, for operators: find, unlist and delete, whatever it is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    Text,
    and_,
    cast,
    delete,
    func,
    literal,
    null,
    or_,
    select,
    true,
    union_all,
    update,
)

from . import documents as document_storage
from .schema import (
    battles,
    document_versions,
    documents,
    drafts,
    events,
    jobs,
    outbox,
    owner_data,
    seat_tokens,
    seats,
    shared_document_links,
    shared_documents,
    subscriptions,
    tables,
)
from .tables import Repository

ItemKind = Literal["document", "tournament", "diary", "archive", "table", "battle", "owner_data"]
ITEM_KINDS: tuple[ItemKind, ...] = get_args(ItemKind)
SHARED_KINDS = ("tournament", "diary", "archive")
LISTED_KINDS = ("document", *SHARED_KINDS)
DELETE_BATCH = 500


@dataclass(frozen=True, slots=True)
class Item:
    """Something that a client stored. ``id`` is public, except for owner data, which has the link's hash."""

    kind: ItemKind
    id: str
    what: str  # game and kind of document, or procedure
    title: str
    listed: bool | None  # None if it cannot be listed
    size: int
    owner: str
    made_at: str
    seen_at: str  # last change, or for tables and battles the last day on which somebody opened them


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """A filter for stored items; empty fields match everything."""

    kinds: Sequence[str] = ITEM_KINDS
    ids: Sequence[str] = ()
    owner: str = ""
    seen_before: str = ""
    listed: bool | None = None
    game: str = ""
    kind: str = ""  # of documents


def _query(kind: str) -> Select[Any]:
    """Return the query for all items of a kind, with the columns of Item."""
    if kind == "document":
        what, title = documents.c.game + "/" + documents.c.kind, cast(documents.c.summary, Text)
        made, seen = documents.c.made_at, documents.c.at
        return _columns(kind, documents.c.id, what, title, documents.c.listed, documents, made, seen)
    if kind in SHARED_KINDS:
        table = shared_documents
        query = _columns(
            kind, table.c.id, table.c.game, table.c.title, table.c.listed, table, table.c.made_at, table.c.at
        )
        return query.where(table.c.kind == kind)
    if kind == "table":
        made, seen = tables.c.opened_at, tables.c.seen_at
        return _columns(kind, tables.c.id, tables.c.procedure, tables.c.title, null(), tables, made, seen)
    if kind == "battle":
        made, seen = battles.c.made_at, battles.c.seen_at
        return _columns(kind, battles.c.id, battles.c.procedure, literal(""), null(), battles, made, seen)
    made, seen = owner_data.c.made_at, owner_data.c.at
    return _columns(
        kind, owner_data.c.link_hash, owner_data.c.game, literal(""), null(), owner_data, made, seen
    )


def _columns(
    kind: str, row_id: Any, what: Any, title: Any, listed: Any, table: Table, made_at: Any, seen_at: Any
) -> Select[Any]:
    return select(
        literal(kind).label("kind"),
        row_id.label("id"),
        what.label("what"),
        title.label("title"),
        listed.label("listed"),
        table.c.size.label("size"),
        table.c.owner.label("owner"),
        made_at.label("made_at"),
        seen_at.label("seen_at"),
    )


def find_items(
    repository: Repository, wanted: ItemFilter, start: int = 0, most: int = 1000
) -> tuple[list[Item], int]:
    """Return matching items, the least recently used first, and their total number."""
    rows = union_all(*(_query(kind) for kind in wanted.kinds)).subquery()
    conditions: list[ColumnElement[bool]] = []
    if wanted.ids:
        conditions.append(rows.c.id.in_(wanted.ids))
    if wanted.owner:
        conditions.append(rows.c.owner == wanted.owner)
    if wanted.seen_before:
        conditions.append(rows.c.seen_at < wanted.seen_before)
    if wanted.listed is not None:
        conditions.append(rows.c.listed.is_(wanted.listed))
    if wanted.game:
        conditions.append(
            or_(rows.c.what == wanted.game, rows.c.what.startswith(f"{wanted.game}/", autoescape=True))
        )
    if wanted.kind:
        conditions.append(rows.c.what.endswith(f"/{wanted.kind}", autoescape=True))
    fits = and_(true(), *conditions)
    query = select(rows).where(fits).order_by(rows.c.seen_at, rows.c.id).offset(start).limit(most)
    total = repository.scalar(select(func.count()).select_from(rows).where(fits))
    found = [_read_title(item) for item in repository.every(Item, query)]
    return found, int(total)


def _read_title(item: Item) -> Item:
    """Return an item with the title that its summary has, in the first language."""
    listed = None if item.listed is None else bool(item.listed)
    title: Any = item.title
    if item.kind == "document":
        title = json.loads(item.title or "{}").get("title") or ""
    if isinstance(title, dict):
        title = next(iter(title.values()), "")
    return replace(item, listed=listed, title=str(title))


def set_listed(repository: Repository, item: Item, listed: bool) -> None:
    """List or unlist a document, tournament or diary; its writers can change that again."""
    if item.kind == "document":
        document_storage.set_listed(repository, item.id, listed)
    else:
        repository.execute(
            update(shared_documents).where(shared_documents.c.id == item.id).values(listed=listed)
        )


def delete_items(repository: Repository, items: Sequence[Item]) -> None:
    """Delete items with everything that belongs to them."""
    for start in range(0, len(items), DELETE_BATCH):
        with repository.writing() as connection:
            for item in items[start : start + DELETE_BATCH]:
                _delete(connection, item)


def _delete(connection: Connection, item: Item) -> None:
    if item.kind == "document":
        _delete_where(connection, document_versions, document_versions.c.document_id == item.id)
        _delete_where(connection, documents, documents.c.id == item.id)
    elif item.kind in SHARED_KINDS:
        _delete_where(connection, shared_document_links, shared_document_links.c.document_id == item.id)
        _delete_where(connection, shared_documents, shared_documents.c.id == item.id)
    elif item.kind == "battle":
        _delete_where(connection, battles, battles.c.id == item.id)
    elif item.kind == "owner_data":
        _delete_where(connection, owner_data, owner_data.c.link_hash == item.id)
    else:
        own = select(subscriptions.c.id).where(subscriptions.c.table_id == item.id)
        _delete_where(connection, outbox, outbox.c.subscription_id.in_(own))
        for table in (subscriptions, drafts, seat_tokens, seats, events):
            _delete_where(connection, table, table.c.table_id == item.id)
        _delete_where(connection, tables, tables.c.id == item.id)


def _delete_where(connection: Connection, table: Table, condition: Any) -> None:
    connection.execute(delete(table).where(condition))


def delete_address(repository: Repository, address_hash: str) -> int:
    """Delete every subscription and message of a notification address; return how many subscriptions."""
    own = or_(
        outbox.c.address_hash == address_hash,
        outbox.c.subscription_id.in_(
            select(subscriptions.c.id).where(subscriptions.c.address_hash == address_hash)
        ),
    )
    return repository.execute(
        delete(outbox).where(own), delete(subscriptions).where(subscriptions.c.address_hash == address_hash)
    )


def delete_old_jobs(repository: Repository, before: str) -> int:
    """Delete jobs that were requested before a time, with their results."""
    return repository.execute(delete(jobs).where(jobs.c.made_at < before))
