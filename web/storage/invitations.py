"""Storage of single-use seat tokens: invitations, hand-overs, recovery codes."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, select, update
from sqlalchemy.exc import IntegrityError

from .records import Event, StoredSeat, StoredSeatToken
from .schema import events, seat_tokens, seats, subscriptions
from .tables import Repository, Taken, add_records


class AlreadyUsed(Exception):
    """Another request used the same token first."""


def list_seat_tokens(repository: Repository, table_id: str) -> list[StoredSeatToken]:
    """Return every token of a table, the oldest first."""
    query = select(seat_tokens).where(seat_tokens.c.table_id == table_id).order_by(seat_tokens.c.made_at)
    return repository.every(StoredSeatToken, query)


def find_seat_tokens(repository: Repository, digest: str) -> list[StoredSeatToken]:
    """Return the tokens with a hash; a recovery code may give several seats."""
    query = select(seat_tokens).where(seat_tokens.c.token_hash == digest).order_by(seat_tokens.c.table_id)
    return repository.every(StoredSeatToken, query)


def list_seats(repository: Repository, table_id: str) -> list[StoredSeat]:
    """Return the seats of a table that have a link."""
    return repository.every(StoredSeat, select(seats).where(seats.c.table_id == table_id))


def issue(repository: Repository, new: Sequence[StoredSeatToken]) -> None:
    """Store tokens; unused earlier ones of the same kind for the same seat become void."""
    with repository.writing() as connection:
        for each in new:
            void(connection, each)
        add_records(connection, (seat_tokens, new))


def withdraw(repository: Repository, token: StoredSeatToken) -> None:
    """Void the unused tokens of a kind for a seat."""
    with repository.writing() as connection:
        void(connection, token)


def void(connection: Connection, token: StoredSeatToken) -> None:
    same = and_(seat_tokens.c.table_id == token.table_id, seat_tokens.c.seat == token.seat)
    connection.execute(
        delete(seat_tokens).where(same, seat_tokens.c.kind == token.kind, seat_tokens.c.used_at == "")
    )


def use(repository: Repository, token: StoredSeatToken, seat: StoredSeat, happened: Sequence[Event]) -> None:
    """Exchange a token for a link; the seat's earlier links, tokens and subscriptions end.

    Raise Used if another request came first, Taken if another event was stored meanwhile.
    """
    mine = and_(
        seat_tokens.c.token_hash == token.token_hash,
        seat_tokens.c.table_id == token.table_id,
        seat_tokens.c.seat == token.seat,
    )
    before = and_(seats.c.table_id == seat.table_id, seats.c.seat == seat.seat)
    others = and_(seat_tokens.c.table_id == seat.table_id, seat_tokens.c.seat == seat.seat)
    own_subscriptions = and_(subscriptions.c.table_id == seat.table_id, subscriptions.c.seat == seat.seat)
    try:
        with repository.writing() as connection:
            used = connection.execute(
                update(seat_tokens).where(mine, seat_tokens.c.used_at == "").values(used_at=happened[0].at)
            )
            if used.rowcount != 1:
                raise AlreadyUsed
            connection.execute(delete(seats).where(before))
            connection.execute(delete(subscriptions).where(own_subscriptions))
            connection.execute(delete(seat_tokens).where(others, seat_tokens.c.used_at == ""))
            add_records(connection, (seats, [seat]), (events, happened))
    except IntegrityError as fault:
        raise Taken from fault
