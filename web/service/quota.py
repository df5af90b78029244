"""Storage quota of one client, so that nobody fills the disk.

A client is an IPv4 address or an IPv6 network of 64 bits, which is what one household or server gets. Only a
keyed hash of it is stored: without the key, trying all addresses would reveal it.
"""

from __future__ import annotations

import hmac
import ipaddress
from secrets import token_hex

from schemas.limits import MEBIBYTE
from web.storage.keys import ensure_key

from .context import Context
from .errors import TooMuch

KEY_NAME = "clients"
KEY_BYTES = 32
HASH_LENGTH = 32
IPV6_PREFIX_BITS = 64


def client_network(address: str) -> str:
    """Return the IPv4 address, or the network of 64 bits of an IPv6 address; other text unchanged."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, IPV6_PREFIX_BITS), strict=False))


def hash_client(context: Context, address: str | None) -> str:
    """Return the keyed hash under which everything that a client stores is counted."""
    if not address:
        return ""
    key = ensure_key(context.repository, KEY_NAME, lambda: token_hex(KEY_BYTES))
    return hmac.digest(key.encode(), client_network(address).encode(), "sha256").hex()[:HASH_LENGTH]


def check_quota(context: Context, owner: str, more: int) -> None:
    """Raise TooMuch if more bytes would exceed the quota; data without an owner is not limited."""
    most = context.limits.bytes
    if owner and most and more > 0 and context.repository.owner_bytes(owner) + more > most:
        raise TooMuch(most // MEBIBYTE)
