"""The door for tables that follow along: has anything happened?

Every open page asks this every other second, and nearly always nothing has. So it is answered before the
application is troubled, with one read of an index. Whatever is not as usual goes on to the application, which
answers the same: a link that this process has not seen yet, a table that is gone, a host that is not ours, a
database that does not answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.http import parse_etags
from werkzeug.sansio.utils import host_is_trusted

from web.current import CONTEXT
from web.locks import POLICY
from web.service.context import Context
from web.service.secrecy import link_hash

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLL = re.compile(r"/tables/([a-z2-7]{32})/version")
SEALED = [("Content-Security-Policy", POLICY), ("Cache-Control", "no-store")]


def is_poll(path: str) -> bool:
    return POLL.fullmatch(path) is not None


def register(app: Flask, hosts: tuple[str, ...]) -> None:
    """Put the door before an application."""
    app.wsgi_app = answering(app.wsgi_app, app.extensions[CONTEXT], hosts)  # type: ignore[assignment, method-assign]


def answering(inner: WSGIApplication, context: Context, hosts: tuple[str, ...]) -> WSGIApplication:
    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        number = _number(environ, context, hosts)
        if not number:
            return inner(environ, start_response)
        tag = [("ETag", f'"{number}"'), *SEALED]
        if parse_etags(environ.get("HTTP_IF_NONE_MATCH")).contains(str(number)):
            start_response("304 NOT MODIFIED", tag)
            return []
        body = f'{{"version":{number}}}\n'.encode()
        kind = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
        start_response("200 OK", kind + tag)
        return [body]

    return application


def _number(environ: WSGIEnvironment, context: Context, hosts: tuple[str, ...]) -> int:
    """How much has happened at the table that is asked for; 0 if the application must say."""
    if environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
        return 0
    asked = POLL.fullmatch(environ["PATH_INFO"])
    if asked is None or (hosts and not host_is_trusted(environ.get("HTTP_HOST"), hosts)):
        return 0
    known = context.sittings.get(link_hash(asked[1]))
    if known is None:
        return 0
    try:
        return context.repository.version(known.table)
    except SQLAlchemyError:
        return 0
