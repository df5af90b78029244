"""Storage of the catalogues that tables were opened with, one row for each version."""

from __future__ import annotations

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from .records import now
from .schema import catalogs
from .tables import Repository


def find(repository: Repository, game: str, version: str) -> str | None:
    """Return the stored text of a version."""
    query = select(catalogs.c.body).where(catalogs.c.game == game, catalogs.c.version == version)
    found: str | None = repository.scalar(query)
    return found


def add(repository: Repository, game: str, version: str, body: str) -> None:
    """Store a version; another process may have stored it first."""
    row = {"game": game, "version": version, "body": body, "made_at": now()}
    try:
        repository.execute(insert(catalogs).values(row))
    except IntegrityError:
        return
