"""Scenarios in and out of the database: each saving is a row of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from .repository import Repository, Taken, as_row
from .schema import savings, scenarios

KEPT = 200  # savings without a note that stay


@dataclass(frozen=True, slots=True)
class StoredScenario:
    """A scenario and the hash of the link with which it can be edited."""

    id: str
    link_hash: str
    made_at: str


@dataclass(frozen=True, slots=True)
class Saving:
    """A scenario as it stood once; those with a note are kept for ever."""

    scenario_id: str
    n: int
    card: Mapping[str, Any]
    note: str
    listed: bool
    at: str


@dataclass(frozen=True, slots=True)
class Stamp:
    """When and why a scenario was saved."""

    n: int
    note: str
    at: str


def add_scenario(repository: Repository, scenario: StoredScenario, first: Saving) -> None:
    """A new scenario with its first saving."""
    with repository.writing() as connection:
        connection.execute(insert(scenarios), as_row(scenario))
        connection.execute(insert(savings), as_row(first))


def by_link(repository: Repository, link_hash: str) -> StoredScenario | None:
    with repository.reading() as connection:
        found = connection.execute(select(scenarios).where(scenarios.c.link_hash == link_hash)).first()
    return StoredScenario(*found) if found else None


def add_saving(repository: Repository, new: Saving) -> None:
    """Save once more; Taken if another saving has this number already."""
    old = and_(savings.c.scenario_id == new.scenario_id, savings.c.note == "", savings.c.n < new.n - KEPT)
    try:
        with repository.writing() as connection:
            connection.execute(insert(savings), as_row(new))
            connection.execute(delete(savings).where(old))
    except IntegrityError as fault:
        raise Taken from fault


def saving(repository: Repository, scenario_id: str, n: int | None = None) -> Saving | None:
    """One saving of a scenario: that of a number, or the last."""
    query = select(savings).where(savings.c.scenario_id == scenario_id)
    if n is not None:
        query = query.where(savings.c.n == n)
    with repository.reading() as connection:
        found = connection.execute(query.order_by(savings.c.n.desc()).limit(1)).first()
    return Saving(*found) if found else None


def stamps(repository: Repository, scenario_id: str) -> list[Stamp]:
    """Every saving of a scenario, the last one first."""
    query = select(savings.c.n, savings.c.note, savings.c.at).where(savings.c.scenario_id == scenario_id)
    with repository.reading() as connection:
        return [Stamp(*row) for row in connection.execute(query.order_by(savings.c.n.desc()))]


def listed(repository: Repository) -> list[Saving]:
    """The last saving of every scenario whose author lists it, the latest first."""
    last = (
        select(savings.c.scenario_id, func.max(savings.c.n).label("n"))
        .group_by(savings.c.scenario_id)
        .subquery()
    )
    query = (
        select(savings)
        .join(last, and_(savings.c.scenario_id == last.c.scenario_id, savings.c.n == last.c.n))
        .where(savings.c.listed)
        .order_by(savings.c.at.desc())
    )
    with repository.reading() as connection:
        return [Saving(*row) for row in connection.execute(query)]
