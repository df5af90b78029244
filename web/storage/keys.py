"""Storage of the service's own secrets, each created once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import select

from .records import now
from .schema import keys
from .tables import Repository, Taken


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A secret of the service."""

    name: str
    value: str
    made_at: str


def ensure_key(repository: Repository, name: str, make: Callable[[], str]) -> str:
    """Return a secret, made now if there is none; of two processes the first one's counts."""
    query = select(keys.c.value).where(keys.c.name == name)
    value = repository.scalar(query)
    if value is None:
        with suppress(Taken):
            repository.add((keys, [StoredKey(name, make(), now())]))
        value = repository.scalar(query)
    return str(value)
