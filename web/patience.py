"""The server waitress, set up to be patient with slow clients and not for ever.

It reads a request to its end before a thread sees it and holds an answer until it is taken: a slow client
costs a connection and never a thread.
"""

from __future__ import annotations

import logging
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import create_server
from waitress.task import ThreadedTaskDispatcher, WSGITask

from web.polls import is_poll, look_ahead

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

THREADS = 8
CONNECTIONS = 1000  # at once; whoever comes then waits
CROWDED = 0.75  # of them, from which on none stays after its answer
IDLE = 30  # seconds for a connection over which nothing comes
WHOLE = 30.0  # seconds in which a request must be there to its end
MOMENT = 0.02  # seconds for polls to come together, where others wait
LOOK = 5.0  # seconds between two looks at the connections
HEAD = 32 * 1024  # bytes of a request before its body
BODY = 256 * 1024  # of an application that says nothing about it
KINDLY = 4  # how many times too long a body may be, to be refused with a sentence
POLL = sys.platform != "win32"  # where there is no poll, there are no thousand connections either

Ahead = Callable[[Sequence[str]], None]  # hears of the paths that wait, before the first of them is answered
Connections = dict[int, Any]  # waitress' map: whoever listens, and every connection


class Answer(WSGITask):  # type: ignore[misc]
    """An answer after which the connection stays, also where it has no body and so says no length.

    waitress would end the connection then, and every poll to which nothing has happened would need another.
    Where there are nearly as many connections as there may be, none stays: whoever waits to be let in has his
    turn, however many pages ask again every other second.
    """

    def build_response_header(self) -> bytes:
        server = self.channel.server
        if len(server.active_channels) > CROWDED * server.adj.connection_limit:
            self.set_close_on_finish()
        asked = self.request.headers.get("CONNECTION", "").lower()
        stays = not self.has_body and self.version == "1.1" and asked != "close" and not self.close_on_finish
        self.close_on_finish |= stays  # what ends already is not ended for want of a length
        head: bytes = super().build_response_header()
        self.close_on_finish &= not stays
        return head


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection, which knows since when the request has been coming that comes over it."""

    task_class = Answer
    began = 0.0

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.began = time.monotonic()
        return bool(super().received(data))

    @property
    def dawdles(self) -> bool:
        """Has a request been coming for too long?"""
        return self.request is not None and not self.requests and self.began + WHOLE < time.monotonic()

    @property
    def under_way(self) -> bool:
        """Has it been asked something that it has not answered to the end?"""
        return bool(self.requests or self.total_outbufs_len)


class Threads(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Threads that answer, and one more for what is answered at once.

    What takes no time waits for nothing that does, but for a moment where people wait for a page. And one
    thread answers more of it than many would, which take Python's one lock from each other whenever one of
    them asks the database; a second would take it from the others until pages and answers wait.
    """

    def __init__(self, count: int, at_once: Callable[[str], bool], ahead: Ahead) -> None:
        super().__init__()
        self.at_once, self.quick = at_once, AtOnce(ahead, lambda: bool(self.queue))
        self.set_thread_count(count)

    def add_task(self, task: Any) -> None:
        if self.at_once(task.requests[0].path):
            self.quick.add_task(task)
        else:
            super().add_task(task)

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        self.quick.shutdown(cancel_pending, timeout)
        return bool(super().shutdown(cancel_pending, timeout))


class AtOnce(ThreadedTaskDispatcher):  # type: ignore[misc]
    """One thread that answers what waits in its order, and says before what all of that is.

    Nobody looks at the clock while a page asks whether anything has happened: where others wait for their
    page, those that ask are let come together for a moment and then answered all at once.
    """

    def __init__(self, ahead: Ahead, others_wait: Callable[[], bool]) -> None:
        super().__init__()
        self.ahead, self.others_wait = ahead, others_wait
        self.told = 0  # how many of those next in line have been spoken of
        self.waiting: deque[Any] = deque()
        self.set_thread_count(1)

    def add_task(self, task: Any) -> None:
        self.waiting.append(task)
        super().add_task(self)

    def service(self) -> None:
        """Answer the next."""
        if not self.told and self.others_wait():
            time.sleep(MOMENT)
        waiting = () if self.told else tuple(self.waiting)
        task = self.waiting.popleft()
        self.told = (self.told or len(waiting)) - 1
        try:
            if waiting:
                self.ahead([each.requests[0].path for each in waiting if each.requests])
        finally:
            task.service()

    def cancel(self) -> None:
        self.waiting.popleft().cancel()


def serving(
    application: WSGIApplication,
    sockets: Sequence[socket.socket],
    connections: Connections,
    *,
    threads: int = THREADS,
    at_once: Callable[[str], bool] = lambda _: False,
    ahead: Ahead = lambda _: None,
    **more: Any,
) -> Any:
    """A server over sockets that listen already; :func:`turn` lets it run."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that somebody waits a moment is no news
    wishes = {"connection_limit": CONNECTIONS, "channel_timeout": IDLE, **more}
    server = create_server(
        application,
        map=connections,
        _dispatcher=Threads(threads, at_once, ahead),
        sockets=sockets,
        max_request_header_size=HEAD,
        cleanup_interval=LOOK,
        clear_untrusted_proxy_headers=False,  # the application knows how many proxies it may believe
        log_socket_errors=False,  # whoever hangs up is no fault
        ident=None,
        **wishes,
    )
    for each in connections.values():
        if hasattr(each, "channel_class"):
            each.channel_class = Channel
    return server


def longest_body(application: Any) -> int:
    """What is read of a body: more than the application takes, so that it can say how long one may be."""
    return KINDLY * (getattr(application, "config", {}).get("MAX_CONTENT_LENGTH") or BODY)


def turn(connections: Connections, seconds: float = 0.5) -> None:
    """Wait for something to happen on any connection, and let it happen."""
    wasyncore.loop(timeout=seconds, map=connections, use_poll=POLL, count=1)


def end_what_dawdles(connections: Connections) -> None:
    for each in list(connections.values()):
        if isinstance(each, Channel) and each.dawdles:
            each.will_close = True


def take_nobody_new(connections: Connections) -> None:
    for each in connections.values():
        if not isinstance(each, Channel):
            each.accepting = False


def alone(application: WSGIApplication, listener: socket.socket) -> None:
    """Serve in this process until it is stopped."""
    connections: Connections = {}
    server = serving(
        application,
        [listener],
        connections,
        at_once=is_poll,
        ahead=partial(look_ahead, application),
        max_request_body_size=longest_body(application),
    )
    looked = 0.0
    try:
        while True:
            turn(connections)
            if time.monotonic() - looked > LOOK:
                looked = time.monotonic()
                end_what_dawdles(connections)
    except (KeyboardInterrupt, SystemExit):
        server.task_dispatcher.shutdown()
