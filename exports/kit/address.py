"""Addresses that are printed: a code must lead there from another machine."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit


def leads_nowhere(address: str) -> bool:
    """Whether an address names the very machine that reads it: localhost, 127.0.0.1, 0.0.0.0, ::1."""
    try:
        host = (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return True
    if not host or host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        number = ip_address(host)
    except ValueError:
        return False
    return number.is_loopback or number.is_unspecified
