"""How much one address may have us keep: so that nobody fills the disk with what he writes."""

from __future__ import annotations

from hashlib import sha256

from .context import Context
from .errors import TooMuch

KILO = 1024


def owner_of(address: str | None) -> str:
    """What is kept of the address that something came from: enough to know it again, not to read it."""
    return sha256(f"hora-h owner {address}".encode()).hexdigest()[:32] if address else ""


def kept(context: Context, owner: str) -> int:
    """How many bytes are kept of what came from an address."""
    return context.repository.bytes_of(owner)


def allow(context: Context, owner: str, more: int) -> None:
    """Refuse what would be more than one address may have us keep; what came from nowhere is our own."""
    most = context.limits.bytes
    if owner and most and more > 0 and kept(context, owner) + more > most:
        raise TooMuch(most // (KILO * KILO))
