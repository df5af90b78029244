"""Documents on their way out."""

from __future__ import annotations

from typing import Any

from flask import Response

from web.current import language
from web.service.printing import Kind, Printed, Wish

KEPT = "private, max-age=3600"  # a battle never changes
PDF = {"schema": {"type": "string", "format": "binary"}, "content_type": "application/pdf"}
SVG = {"schema": {"type": "string"}, "content_type": "image/svg+xml"}
TEXT = {"schema": {"type": "string"}, "content_type": "text/plain"}


def send(printed: Printed, name: str, *, cache: str = "no-store") -> Response:
    """A rendering as a file of a name that says what it is."""
    headers = {
        "Content-Disposition": f'inline; filename="{name}.{printed.ending}"',
        "Cache-Control": cache,
    }
    return Response(printed.body, content_type=printed.mimetype, headers=headers)


def wish_of(kind: Kind, asked: dict[str, Any]) -> Wish:
    """What a request to print asks for."""
    return Wish(
        kind,
        language(),
        asked.get("paper", "a4"),
        tuple(asked.get("sheets", ())),
        grey=asked.get("grey", False),
        large=asked.get("large", False),
    )
