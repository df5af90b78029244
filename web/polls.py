"""The door for tables that follow along: has anything happened?

Every open page asks this every other second, and nearly always nothing has. So it is answered before the
application is troubled, with one read of an index. Whatever is not as usual goes on to the application, which
answers the same: a link that this process has not seen yet, a table that is gone, a host that is not ours, a
database that does not answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.http import parse_etags
from werkzeug.sansio.utils import host_is_trusted

from web.current import CONTEXT
from web.service.context import Context
from web.service.secrecy import link_hash

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

EXTENSION = "horah_polls"
POLL = re.compile(r"/tables/([a-z2-7]{32})/version")


def is_poll(path: str) -> bool:
    return POLL.fullmatch(path) is not None


def register(app: Flask, hosts: tuple[str, ...]) -> None:
    """Put the door before an application."""
    door = app.extensions[EXTENSION] = Door(app.wsgi_app, app.extensions[CONTEXT], hosts)
    app.wsgi_app = door  # type: ignore[method-assign]


def look_ahead(application: Any, waiting: Sequence[str]) -> None:
    """Let an application of ours know what is asked next, as paths, so that it asks the database once."""
    door = getattr(application, "extensions", {}).get(EXTENSION)
    if door is not None:
        door.look_ahead(waiting)


class Door:
    """What stands before an application."""

    def __init__(self, inner: WSGIApplication, context: Context, hosts: tuple[str, ...]) -> None:
        self.inner, self.context, self.hosts = inner, context, hosts
        self._ahead: dict[str, int] = {}  # by path, each for the next that asks for it

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        number = self._number(environ)
        if not number:
            return self.inner(environ, start_response)
        tag = [("ETag", f'"{number}"')]
        if parse_etags(environ.get("HTTP_IF_NONE_MATCH")).contains(str(number)):
            start_response("304 NOT MODIFIED", tag)
            return []
        body = f'{{"version":{number}}}\n'.encode()
        kind = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
        start_response("200 OK", kind + tag)
        return [body]

    def look_ahead(self, waiting: Sequence[str]) -> None:
        """Ask for all who wait at once; what was found for others before is forgotten."""
        self._ahead = {}
        if len(waiting) > 1:
            asked = {path: table for path in waiting if (table := self._table(path))}
            with suppress(SQLAlchemyError):
                versions = self.context.repository.versions(sorted(set(asked.values())))
                self._ahead = {path: versions.get(table, 0) for path, table in asked.items()}

    def _number(self, environ: WSGIEnvironment) -> int:
        """How much has happened at the table that is asked for; 0 if the application must say."""
        if environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
            return 0
        if self.hosts and not host_is_trusted(environ.get("HTTP_HOST"), self.hosts):
            return 0
        path = environ["PATH_INFO"]
        if path in self._ahead:
            return self._ahead.pop(path, 0)
        table = self._table(path)
        try:
            return self.context.repository.version(table) if table else 0
        except SQLAlchemyError:
            return 0

    def _table(self, path: str) -> str:
        """The table that a poll asks for; none if this process has not seen its link."""
        asked = POLL.fullmatch(path)
        known = asked and self.context.sittings.get(link_hash(asked[1]))
        return known.table if known else ""
