"""Single-use seat invitations. Only the hash of the token is stored.

The token is derived from the link of the person who made it, so it can be shown again to that person only.
"""

from __future__ import annotations

from generator.table import Seat
from web.storage.records import SeatTokenKind, StoredSeatToken, now

from ..tokens import derive_link, link_hash


def derive_token(link: str, token: StoredSeatToken) -> str:
    """Return the token of an invitation for the person who made it; "" for anybody else."""
    if token.used_at or token.issuer_hash != link_hash(link):
        return ""
    return derive_link(link, "hora-h ticket", token.kind, token.seat, str(token.n))


def make_seat_token(
    link: str, table: str, seat: Seat, kind: SeatTokenKind, n: int
) -> tuple[StoredSeatToken, str]:
    """Return a new invitation for a seat, and its token."""
    blank = StoredSeatToken("", table, seat, kind, n, link_hash(link), now())
    word = derive_token(link, blank)
    return StoredSeatToken(link_hash(word), table, seat, kind, n, blank.issuer_hash, blank.made_at), word
