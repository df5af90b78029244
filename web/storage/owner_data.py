"""Storage of owner data: one row each, with the current version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select, update

from .schema import boxes
from .tables import Repository, Taken


@dataclass(frozen=True, slots=True)
class StoredBox:
    """Owner data under the hash of its link."""

    link_hash: str
    game: str
    n: int
    box: Mapping[str, Any]
    size: int
    owner: str
    made_at: str
    at: str


def add(repository: Repository, box: StoredBox) -> None:
    repository.add((boxes, [box]))


def find(repository: Repository, link_hash: str) -> StoredBox | None:
    return repository.find(StoredBox, select(boxes).where(boxes.c.link_hash == link_hash))


def replace(repository: Repository, new: StoredBox) -> None:
    """Replace owner data by its next version; raise Taken if another version came first."""
    before = (boxes.c.link_hash == new.link_hash) & (boxes.c.n == new.n - 1)
    changes = {"n": new.n, "box": new.box, "size": new.size, "at": new.at}
    if repository.execute(update(boxes).where(before).values(changes)) != 1:
        raise Taken


def remove(repository: Repository, link_hash: str) -> None:
    repository.execute(delete(boxes).where(boxes.c.link_hash == link_hash))
