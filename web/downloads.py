"""Send files from pages and from the API: renderings to read, and documents to keep."""

from __future__ import annotations

from flask import Response

from web.service.printing import Printed

CACHE_ONE_HOUR = "private, max-age=3600"  # for a battle, which never changes


def send_rendering(printed: Printed, name: str, *, cache: str = "no-store") -> Response:
    """Send a rendering to be shown; ``name`` is its file name without the ending."""
    headers = {
        "Content-Disposition": f'inline; filename="{name}.{printed.ending}"',
        "Cache-Control": cache,
    }
    return Response(printed.body, content_type=printed.mimetype, headers=headers)


def as_attachment(response: Response, filename: str) -> Response:
    """Let the browser save a response under this name instead of showing it."""
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
