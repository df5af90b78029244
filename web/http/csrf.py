"""Refuse forms that another site sends on behalf of a visitor (cross-site request forgery).

These requests carry authority in cookies: a page reads the link of an owner's data, the link of a diary, the
seat that a shared device shows, and preferences. A seat, a table or a document is reached by the secret link
in its URL, and the API takes its link from the ``Authorization`` header and reads no cookie that grants
access, so another site cannot forge those; the API is therefore not checked.

The check is that of ``net/http.CrossOriginProtection`` in Go 1.25:

1. Safe methods pass: they change nothing.
2. ``Sec-Fetch-Site`` decides, if the browser sends it: ``same-origin`` or ``none`` (typed by the visitor).
3. Without it (a browser from before 2023, or plain HTTP on a local network) ``Origin`` must name the
   requested host or the public address. ``Origin: null`` is refused. Our pages therefore have the referrer
   policy ``same-origin``: with ``no-referrer`` browsers send ``Origin: null`` for our own forms too.
4. Without either header the client is no current browser, so there is no visitor to impersonate; the cookies
   are also ``SameSite=Lax``.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

from web.http.problems import API_PREFIX, make_problem, respond
from web.http.request_context import PUBLIC

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES = frozenset({"same-origin", "none"})


def register(app: Flask) -> None:
    """Check every request of an application before its view runs."""
    app.before_request(refuse_cross_site)


def refuse_cross_site() -> Response | None:
    """Answer 403 to an unsafe request from another site."""
    if request.method in SAFE_METHODS or request.path.startswith(API_PREFIX) or request.routing_exception:
        return None  # an unknown URL or a wrong method gives its own error
    return None if is_same_origin() else respond(make_problem(403, code="CSRF"))


def is_same_origin() -> bool:
    """Return whether this request comes from one of our pages, or from no browser."""
    if site := request.headers.get("Sec-Fetch-Site"):
        return site in OWN_SITES
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(host) and host in (request.host, urlsplit(current_app.config[PUBLIC]).netloc)
