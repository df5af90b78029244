"""Slots for expensive work, shared fairly: one client cannot take them all, nor all threads of the server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Condition

from .errors import Busy

#: The client for which this thread works; empty outside of a request.
requester: ContextVar[str] = ContextVar("requester", default="")
_holds_slot: ContextVar[bool] = ContextVar("holds_slot", default=False)


class DrawingSlots:
    """At most ``total`` pieces of work at a time, one of them for each client; others of a client wait."""

    def __init__(self, total: int, client_queue: int, wait_seconds: float) -> None:
        self.total, self.client_queue, self.wait_seconds = total, client_queue, wait_seconds
        self._changed = Condition()
        self._present: Counter[str] = Counter()  # working or waiting, by client
        self._working: Counter[str] = Counter()

    @contextmanager
    def claim(self) -> Iterator[None]:
        """Work in a slot; raise Busy if the client has too many waiting, or none is free in time."""
        if _holds_slot.get():  # part of work that has a slot
            yield
            return
        client = requester.get()
        with self._changed:
            if client and self._present[client] > self.client_queue:
                raise Busy
            self._present[client] += 1
            try:
                if not self._changed.wait_for(lambda: self._is_free(client), self.wait_seconds):
                    raise Busy
            except BaseException:
                self._leave(self._present, client)
                raise
            self._working[client] += 1
        token = _holds_slot.set(True)
        try:
            yield
        finally:
            _holds_slot.reset(token)
            with self._changed:
                self._leave(self._present, client)
                self._leave(self._working, client)
                self._changed.notify_all()

    def _is_free(self, client: str) -> bool:
        return self._working.total() < self.total and not (client and self._working[client])

    @staticmethod
    def _leave(counter: Counter[str], client: str) -> None:
        counter[client] -= 1
        if not counter[client]:
            del counter[client]
