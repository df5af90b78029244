"""Storage quota of one address, so that nobody fills the disk."""

from __future__ import annotations

from hashlib import sha256

from .context import Context
from .errors import TooMuch

KILO = 1024


def hash_address(address: str | None) -> str:
    """Return a hash of an address: enough to recognise it, not to read it."""
    return sha256(f"hora-h owner {address}".encode()).hexdigest()[:32] if address else ""


def check_quota(context: Context, owner: str, more: int) -> None:
    """Raise TooMuch if more bytes would exceed the quota; data without an owner is not limited."""
    most = context.limits.bytes
    if owner and most and more > 0 and context.repository.owner_bytes(owner) + more > most:
        raise TooMuch(most // (KILO * KILO))
