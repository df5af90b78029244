"""Address of this machine on its network, and a QR code of it for phones in the room."""

from __future__ import annotations

import socket

import click

from schemas.errors import HorahError

PROBE_ADDRESS = ("192.0.2.1", 9)  # reserved address (RFC 5737); nothing is sent to it
QUIET_ZONE_MODULES = 4  # white modules around a code
BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def find_address() -> str:
    """Return this machine's address on its network: the local address of an outgoing connection."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(PROBE_ADDRESS)
            local_address: str = probe.getsockname()[0]
        except OSError:
            raise HorahError("NO_NETWORK") from None
    return local_address


def draw_qr_code(content: str, encoding: str | None = "utf-8") -> str:
    """Return a QR code in characters, two modules per line, dark on light in any colour scheme."""
    modules = _modules(content)
    lines = [
        "".join(BLOCKS[pair] for pair in zip(above, below, strict=True))
        for above, below in zip(modules[::2], [*modules[1::2], [False] * len(modules[0])], strict=False)
    ]
    try:
        "".join(lines).encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):  # no block characters: two characters for each module
        lines = ["".join("##" if dark else "  " for dark in row) for row in modules]
    return "\n".join(click.style(line, fg="black", bg="bright_white") for line in lines)


def _modules(content: str) -> list[list[bool]]:
    from exports.kit.qr import dark_modules

    inner = [
        [False] * QUIET_ZONE_MODULES + row + [False] * QUIET_ZONE_MODULES for row in dark_modules(content)
    ]
    margin = [[False] * len(inner[0])] * QUIET_ZONE_MODULES
    return [*margin, *inner, *margin]
