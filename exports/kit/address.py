"""Checks on addresses that are printed and scanned by other machines."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_local_address(address: str) -> bool:
    """Return whether an address points to the machine that opens it: localhost, 127.0.0.1, 0.0.0.0, ::1."""
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
