"""Security headers and trusted hosts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, request
from werkzeug.sansio.utils import host_is_trusted

from web.service.errors import OtherHost

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# An SVG drawing contains its styles and no script.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
HEADERS = [  # of every response
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),  # a seat's URL is secret: do not send it to other sites
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
]
HSTS = ("Strict-Transport-Security", "max-age=31536000")
# Defaults, for responses that do not set these headers themselves.
DEFAULT_CSP, DEFAULT_CACHE_CONTROL = ("Content-Security-Policy", POLICY), ("Cache-Control", "no-store")


def register(app: Flask, hosts: tuple[str, ...] = ()) -> None:
    """Install the headers and the host check on an application."""
    if hosts:
        app.before_request(lambda: check_host(hosts))
    app.wsgi_app = add_headers(app.wsgi_app)  # type: ignore[assignment, method-assign]


def add_headers(inner: WSGIApplication) -> WSGIApplication:
    """Add the security headers to every response, outside of Flask so that errors have them too."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        always = HEADERS if environ["wsgi.url_scheme"] == "http" else [*HEADERS, HSTS]

        def start(status: str, headers: list[tuple[str, str]], fault: Any = None, /) -> Any:
            given = dict(headers)
            if DEFAULT_CSP[0] not in given:
                drawing = given.get("Content-Type", "").startswith("image/svg+xml")
                headers.append((DEFAULT_CSP[0], DRAWING_POLICY) if drawing else DEFAULT_CSP)
            if DEFAULT_CACHE_CONTROL[0] not in given:
                headers.append(DEFAULT_CACHE_CONTROL)
            return start_response(status, headers + always, fault)

        return inner(environ, start)

    return application


def check_host(hosts: tuple[str, ...]) -> None:
    """Refuse a host name that the operator does not trust: links in pages would lead there."""
    if not host_is_trusted(request.host, hosts):
        raise OtherHost
