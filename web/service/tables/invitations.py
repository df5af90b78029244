"""Single-use seat invitations. Only the hash of the token is stored.

The token is derived from the link of the person who made it, so it can be shown again to that person only.
"""

from __future__ import annotations

from generator.table import Seat
from web.storage.records import StoredTicket, TicketKind, now

from ..tokens import derive_link, link_hash


def derive_token(link: str, ticket: StoredTicket) -> str:
    """Return the token of an invitation for the person who made it; "" for anybody else."""
    if ticket.used_at or ticket.by != link_hash(link):
        return ""
    return derive_link(link, "hora-h ticket", ticket.kind, ticket.seat, str(ticket.n))


def make_ticket(link: str, table: str, seat: Seat, kind: TicketKind, n: int) -> tuple[StoredTicket, str]:
    """Return a new invitation for a seat, and its token."""
    blank = StoredTicket("", table, seat, kind, n, link_hash(link), now())
    word = derive_token(link, blank)
    return StoredTicket(link_hash(word), table, seat, kind, n, blank.by, blank.made_at), word
