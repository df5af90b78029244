"""Tickets to seats, in and out of the database: made together, used once."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from .records import Event, StoredSeat, StoredTicket
from .repository import Repository, Taken, as_row
from .schema import calls, events, seats, tickets


class Used(Exception):
    """Another came first with the same ticket."""


def of_table(repository: Repository, table_id: str) -> list[StoredTicket]:
    """Every ticket of a table, the oldest first."""
    query = select(tickets).where(tickets.c.table_id == table_id).order_by(tickets.c.made_at)
    return repository.every(StoredTicket, query)


def of_hash(repository: Repository, digest: str) -> list[StoredTicket]:
    """What one link or code gives; a code may give several seats."""
    query = select(tickets).where(tickets.c.hash == digest).order_by(tickets.c.table_id)
    return repository.every(StoredTicket, query)


def seats_of(repository: Repository, table_id: str) -> list[StoredSeat]:
    """The links that were given out for a table."""
    return repository.every(StoredSeat, select(seats).where(seats.c.table_id == table_id))


def issue(repository: Repository, new: Sequence[StoredTicket]) -> None:
    """Keep tickets; what was made before for the same seat in the same way, and not used, is void."""
    with repository.writing() as connection:
        for each in new:
            void(connection, each)
        connection.execute(insert(tickets), [as_row(each) for each in new])


def withdraw(repository: Repository, ticket: StoredTicket) -> None:
    """Let tickets of a kind for a seat be void."""
    with repository.writing() as connection:
        void(connection, ticket)


def void(connection: Connection, ticket: StoredTicket) -> None:
    same = and_(tickets.c.table_id == ticket.table_id, tickets.c.seat == ticket.seat)
    connection.execute(delete(tickets).where(same, tickets.c.kind == ticket.kind, tickets.c.used_at == ""))


def use(repository: Repository, ticket: StoredTicket, seat: StoredSeat, happened: Sequence[Event]) -> None:
    """Exchange a ticket for a link: the links, tickets and calls of the seat before it end.

    Used if another came first; Taken if something else happened at the table meanwhile.
    """
    mine = and_(
        tickets.c.hash == ticket.hash, tickets.c.table_id == ticket.table_id, tickets.c.seat == ticket.seat
    )
    before = and_(seats.c.table_id == seat.table_id, seats.c.seat == seat.seat)
    others = and_(tickets.c.table_id == seat.table_id, tickets.c.seat == seat.seat)
    called = and_(calls.c.table_id == seat.table_id, calls.c.seat == seat.seat)
    try:
        with repository.writing() as connection:
            marked = connection.execute(
                update(tickets).where(mine, tickets.c.used_at == "").values(used_at=happened[0].at)
            )
            if marked.rowcount != 1:
                raise Used
            connection.execute(delete(seats).where(before))
            connection.execute(delete(calls).where(called))
            connection.execute(delete(tickets).where(others, tickets.c.used_at == ""))
            connection.execute(insert(seats), as_row(seat))
            connection.execute(insert(events), [as_row(each) for each in happened])
    except IntegrityError as fault:
        raise Taken from fault
