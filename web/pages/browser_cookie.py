"""A random key for each browser session, so that a form sent twice gives the same link twice."""

from __future__ import annotations

from secrets import token_urlsafe

from flask import Response, after_this_request, g, request

COOKIE = "browser"
KEY_BYTES = 24


def browser_key() -> str:
    """Return the key of this browser; a browser without one gets a new one in a cookie."""
    if known := request.cookies.get(COOKIE):
        return known
    if "browser_key" not in g:
        g.browser_key = token_urlsafe(KEY_BYTES)
        after_this_request(_send_cookie)
    key: str = g.browser_key
    return key


def _send_cookie(response: Response) -> Response:
    response.set_cookie(COOKIE, g.browser_key, secure=request.is_secure, httponly=True, samesite="Lax")
    return response
