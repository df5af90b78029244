"""Mark responses that a device may cache for offline use.

The service worker (``static/sw-offline.js``) caches only responses with this header. So a new page is not
cached by accident, and pages for one of several players on a shared device never are.
"""

from __future__ import annotations

from typing import Literal

from flask import Flask, Response, g, request

from web.http.request_context import language

HEADER = "X-Offline"
WHOLE = "whole"  # the page without its query shows everything that it shows with any query

#: The cache it is stored in; each has its own limit.
Shelf = Literal["page", "card", "file", "table", "catalogue"]


def register(app: Flask) -> None:
    """Add the header to responses that a view marked."""
    app.after_request(set_offline_header)


def allow_offline(shelf: Shelf, *, whole: bool = False) -> None:
    """Allow the device to cache the response to this request."""
    g.offline = f"{shelf} {WHOLE}" if whole else shelf


def set_offline_header(response: Response) -> Response:
    """Set the header on a successful GET response; errors are never cached."""
    shelf = g.get("offline", "file" if request.endpoint == "static" else "")
    if shelf and request.method == "GET" and response.status_code == 200:
        response.headers[HEADER] = shelf
        response.content_language.add(language())
    return response
