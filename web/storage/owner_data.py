"""Storage of owner data: one row each, with the current version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select, update

from .schema import owner_data
from .tables import Repository, Taken


@dataclass(frozen=True, slots=True)
class StoredOwnerData:
    """Owner data under the hash of its link."""

    link_hash: str
    game: str
    version: int
    document: Mapping[str, Any]
    size: int
    owner: str
    made_at: str
    at: str


def add(repository: Repository, data: StoredOwnerData) -> None:
    repository.add((owner_data, [data]))


def find(repository: Repository, link_hash: str) -> StoredOwnerData | None:
    return repository.find(StoredOwnerData, select(owner_data).where(owner_data.c.link_hash == link_hash))


def replace(repository: Repository, new: StoredOwnerData) -> None:
    """Replace owner data by its next version; raise Taken if another version came first."""
    before = (owner_data.c.link_hash == new.link_hash) & (owner_data.c.version == new.version - 1)
    changes = {"version": new.version, "document": new.document, "size": new.size, "at": new.at}
    if repository.execute(update(owner_data).where(before).values(changes)) != 1:
        raise Taken


def remove(repository: Repository, link_hash: str) -> None:
    repository.execute(delete(owner_data).where(owner_data.c.link_hash == link_hash))
