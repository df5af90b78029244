"""How a club's service is served: gunicorn's processes, and in each of them the server waitress.

gunicorn's own workers give a thread, or the whole process, to whoever connects, and a client that sends half
a request or takes its answer byte by byte keeps it. See :mod:`web.patience`.

This is a configuration for gunicorn as well: ``gunicorn --config python:web.worker 'web.app:create_app()'``.
What is said on gunicorn's command line counts before it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from functools import partial
from threading import get_ident
from typing import TYPE_CHECKING, Any

from gunicorn.workers.base import Worker as GunicornWorker

from web import patience
from web.current import CONTEXT
from web.polls import is_poll, look_ahead
from web.service.post import Round, start

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

worker_class = "web.worker.Worker"
threads = patience.THREADS  # in each process
worker_connections = patience.CONNECTIONS
keepalive = patience.IDLE
timeout = 60  # seconds after which a process is ended whose threads are all still busy with the same
graceful_timeout = 20  # seconds to end what is under way, when the service is stopped
accesslog = None  # the address of a seat is its key, and keys do not belong into logs
proc_name = "horah"
control_socket_disable = True

TELL = 1.0  # seconds between two signs of life


def sending(application: Any) -> Round | None:
    """Let a process that serves an application of ours send its post as well."""
    found = getattr(application, "extensions", {}).get(CONTEXT)
    return start(found) if found is not None else None


class Worker(GunicornWorker):  # type: ignore[misc]
    """A process of gunicorn's in which waitress serves."""

    def run(self) -> None:
        self.busy: dict[int, float] = {}  # since when each thread has been answering
        self.looked = self.told = 0.0
        connections: patience.Connections = {}
        server = patience.serving(
            self.watched(self.wsgi),
            [each.sock for each in self.sockets],
            connections,
            threads=self.cfg.threads,
            at_once=is_poll,
            ahead=partial(look_ahead, self.wsgi),
            connection_limit=self.cfg.worker_connections,
            channel_timeout=self.cfg.keepalive,
            max_request_body_size=patience.longest_body(self.wsgi),
        )
        post = sending(self.wsgi)
        while self.alive and self.ppid == os.getppid():
            self.look(connections)
            patience.turn(connections)
        if post:
            post.ended.set()
        self.end(server, connections)

    def watched(self, application: WSGIApplication) -> WSGIApplication:
        """The application, and since when each thread has been at it."""

        def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            self.busy[get_ident()] = time.monotonic()
            try:
                return application(environ, start_response)
            finally:
                self.busy.pop(get_ident(), None)

        return answer

    def look(self, connections: patience.Connections) -> None:
        """Tell gunicorn that all is well, unless no thread has come to an end for long; end what dawdles."""
        now = time.monotonic()
        if now - self.told > TELL:
            self.told = now
            if not self.stuck(now):
                self.notify()
        if now - self.looked > patience.LOOK:
            self.looked = now
            patience.end_what_dawdles(connections)

    def stuck(self, now: float) -> bool:
        """Is every thread busy, and none of them with something new?"""
        since = list(self.busy.copy().values())
        return bool(self.timeout) and len(since) >= self.cfg.threads and now - max(since) > self.timeout

    def end(self, server: Any, connections: patience.Connections) -> None:
        """Take nobody new, and answer what has come as long as there is time."""
        patience.take_nobody_new(connections)
        last = time.monotonic() + self.cfg.graceful_timeout
        while time.monotonic() < last and any(
            getattr(each, "under_way", False) for each in connections.values()
        ):
            self.notify()
            patience.turn(connections, 0.1)
        server.task_dispatcher.shutdown(timeout=1)
