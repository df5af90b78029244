"""What a device may keep for a place without a net: only what an answer itself allows.

The service worker of the pages (``static/sw-offline.js``) keeps what carries this header and nothing else.
So a page that nobody thought of is not kept, and what belongs to one of several people at a device never is.
"""

from __future__ import annotations

from typing import Literal

from flask import Flask, Response, g, request

from web.current import language

HEADER = "X-Offline"
WHOLE = "whole"  # without its query the page has everything that it has with any

#: On which shelf it is kept; each has a bound of its own.
Shelf = Literal["page", "card", "file", "table", "catalogue"]


def register(app: Flask) -> None:
    """Let answers say that they may be kept."""
    app.after_request(mark)


def may_be_kept(shelf: Shelf, *, whole: bool = False) -> None:
    """Say of the answer to this request that the device may keep it."""
    g.offline = f"{shelf} {WHOLE}" if whole else shelf


def mark(response: Response) -> Response:
    """The header, on what was asked for and is there; a refusal is kept by nobody."""
    shelf = g.get("offline", "file" if request.endpoint == "static" else "")
    if shelf and request.method == "GET" and response.status_code == 200:
        response.headers[HEADER] = shelf
        response.content_language.add(language())
    return response
