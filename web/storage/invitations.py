"""Storage of single-use seat tokens: invitations, hand-overs, recovery codes."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, select, update
from sqlalchemy.exc import IntegrityError

from .records import Event, StoredSeat, StoredTicket
from .schema import calls, events, seats, tickets
from .tables import Repository, Taken, add_records


class AlreadyUsed(Exception):
    """Another request used the same token first."""


def list_tickets(repository: Repository, table_id: str) -> list[StoredTicket]:
    """Return every token of a table, the oldest first."""
    query = select(tickets).where(tickets.c.table_id == table_id).order_by(tickets.c.made_at)
    return repository.every(StoredTicket, query)


def find_tickets(repository: Repository, digest: str) -> list[StoredTicket]:
    """Return the tokens with a hash; a recovery code may give several seats."""
    query = select(tickets).where(tickets.c.hash == digest).order_by(tickets.c.table_id)
    return repository.every(StoredTicket, query)


def list_seats(repository: Repository, table_id: str) -> list[StoredSeat]:
    """Return the seats of a table that have a link."""
    return repository.every(StoredSeat, select(seats).where(seats.c.table_id == table_id))


def issue(repository: Repository, new: Sequence[StoredTicket]) -> None:
    """Store tokens; unused earlier ones of the same kind for the same seat become void."""
    with repository.writing() as connection:
        for each in new:
            void(connection, each)
        add_records(connection, (tickets, new))


def withdraw(repository: Repository, ticket: StoredTicket) -> None:
    """Void the unused tokens of a kind for a seat."""
    with repository.writing() as connection:
        void(connection, ticket)


def void(connection: Connection, ticket: StoredTicket) -> None:
    same = and_(tickets.c.table_id == ticket.table_id, tickets.c.seat == ticket.seat)
    connection.execute(delete(tickets).where(same, tickets.c.kind == ticket.kind, tickets.c.used_at == ""))


def use(repository: Repository, ticket: StoredTicket, seat: StoredSeat, happened: Sequence[Event]) -> None:
    """Exchange a token for a link; the seat's earlier links, tokens and subscriptions end.

    Raise Used if another request came first, Taken if another event was stored meanwhile.
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
                raise AlreadyUsed
            connection.execute(delete(seats).where(before))
            connection.execute(delete(calls).where(called))
            connection.execute(delete(tickets).where(others, tickets.c.used_at == ""))
            add_records(connection, (seats, [seat]), (events, happened))
    except IntegrityError as fault:
        raise Taken from fault
