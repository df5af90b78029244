"""Locks: headers against foreign script, and trusted hosts."""

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
# A drawing has its styles in it and nothing to run.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
HEADERS = [  # of every answer, whatever it is
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),  # a seat's address is its key: no other site learns it
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
]
SECURE = ("Strict-Transport-Security", "max-age=31536000")
# Of every answer that says nothing else about what it may load, and about being kept.
SCRIPTS, KEEPING = ("Content-Security-Policy", POLICY), ("Cache-Control", "no-store")


def register(app: Flask, hosts: tuple[str, ...] = ()) -> None:
    """Put the locks on an application."""
    if hosts:
        app.before_request(lambda: check_host(hosts))
    app.wsgi_app = headed(app.wsgi_app)  # type: ignore[assignment, method-assign]


def headed(inner: WSGIApplication) -> WSGIApplication:
    """The headers of every answer, put on where it costs nothing."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        always = HEADERS if environ["wsgi.url_scheme"] == "http" else [*HEADERS, SECURE]

        def start(status: str, headers: list[tuple[str, str]], fault: Any = None, /) -> Any:
            said = dict(headers)
            if SCRIPTS[0] not in said:
                drawing = said.get("Content-Type", "").startswith("image/svg+xml")
                headers.append((SCRIPTS[0], DRAWING_POLICY) if drawing else SCRIPTS)
            if KEEPING[0] not in said:
                headers.append(KEEPING)
            return start_response(status, headers + always, fault)

        return inner(environ, start)

    return application


def check_host(hosts: tuple[str, ...]) -> None:
    """Under a name that is not ours links lead elsewhere, and a foreign page could pass for one of ours."""
    if not host_is_trusted(request.host, hosts):
        raise OtherHost
