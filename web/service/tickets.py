"""What gives a seat to whoever brings it, once. Its word is made out of the link of whoever gives it out.

So the word can be shown again to him and to nobody else, and only its hash is kept.
"""

from __future__ import annotations

from generator.table import Seat
from web.storage.records import StoredTicket, TicketKind, now

from .secrecy import derived, link_hash


def word_of(link: str, ticket: StoredTicket) -> str:
    """The word of a ticket for who made it; "" for anybody else."""
    if ticket.used_at or ticket.by != link_hash(link):
        return ""
    return derived(link, "hora-h ticket", ticket.kind, ticket.seat, str(ticket.n))


def made(link: str, table: str, seat: Seat, kind: TicketKind, n: int) -> tuple[StoredTicket, str]:
    """A ticket for a seat, and its word."""
    blank = StoredTicket("", table, seat, kind, n, link_hash(link), now())
    word = word_of(link, blank)
    return StoredTicket(link_hash(word), table, seat, kind, n, blank.by, blank.made_at), word
