"""Storage of drafts of answers: one row for each seat and question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, insert, select
from sqlalchemy.exc import IntegrityError

from .schema import drafts
from .tables import Repository, Taken, as_row


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """The draft of a seat for a question."""

    table_id: str
    seat: str
    place: int
    question: str
    fields: Mapping[str, str]
    at: str


def find_draft(repository: Repository, table_id: str, seat: str, place: int) -> StoredDraft | None:
    return repository.find(StoredDraft, select(drafts).where(*_key(table_id, seat, place)))


def put_draft(repository: Repository, draft: StoredDraft, oldest: str) -> None:
    """Replace a draft, and delete those of any table that are older than ``oldest``.

    Raise Taken if another draft for the same seat and question was stored at the same moment.
    """
    try:
        with repository.writing() as connection:
            connection.execute(delete(drafts).where(drafts.c.at < oldest))
            connection.execute(delete(drafts).where(*_key(draft.table_id, draft.seat, draft.place)))
            connection.execute(insert(drafts), as_row(draft))
    except IntegrityError as fault:
        raise Taken from fault


def delete_drafts(repository: Repository, table_id: str, first_place: int) -> None:
    """Delete the drafts of every seat for a place and all later ones."""
    followed = (drafts.c.table_id == table_id) & (drafts.c.place >= first_place)
    repository.execute(delete(drafts).where(followed))


def _key(table_id: str, seat: str, place: int) -> tuple[ColumnElement[bool], ...]:
    return drafts.c.table_id == table_id, drafts.c.seat == seat, drafts.c.place == place
