"""Refuse forms that another site sends in the name of a visitor (cross-site request forgery).

Which requests carry authority in cookies: a page reads the link of an owner's box, the link of a diary, whose
seat a shared device shows, and preferences. A seat, a table or a document is reached by the secret link in
its address, and the API takes its link from the ``Authorization`` header and reads no cookie that opens
anything, so another site cannot forge those; the API is therefore not checked.

How a request is judged, as in ``net/http.CrossOriginProtection`` of Go 1.25:

1. Safe methods pass: they change nothing.
2. ``Sec-Fetch-Site`` decides where a browser sends it: ``same-origin`` or ``none`` (typed by the visitor).
3. Without it (a browser from before 2023, or plain HTTP on a local network) ``Origin`` must name the host
   that was asked or the public address. ``Origin: null`` is refused. Our pages therefore have the referrer
   policy ``same-origin``: with ``no-referrer`` browsers send ``Origin: null`` for our own forms too.
4. Without either header it is no browser of the last years, so that there is no visitor to impersonate; the
   cookies are ``SameSite=Lax`` besides.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

from web.current import PUBLIC
from web.problems import API, answer, problem

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES = frozenset({"same-origin", "none"})


def register(app: Flask) -> None:
    """Check every request of an application before its view runs."""
    app.before_request(refuse_cross_site)


def refuse_cross_site() -> Response | None:
    """Answer 403 to an unsafe request from another site."""
    if request.method in SAFE_METHODS or request.path.startswith(API) or request.routing_exception:
        return None  # an unknown address or a wrong method is reported as that
    return None if is_same_origin() else answer(problem(403, code="CSRF"))


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
