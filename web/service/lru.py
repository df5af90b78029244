"""A small cache that forgets what was used longest ago; safe among threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Lru(Generic[Key, Value]):
    """Values by key, up to a number of them; dropping any of them only costs time."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def always(self, key: Key, make: Callable[[], Value]) -> Value:
        """What is there, or what is made now: whoever asks at the same time gets the same."""
        with self._lock:
            value = self._values.get(key)
            if value is None:
                value = self._values[key] = make()
            self._values.move_to_end(key)
            while len(self._values) > self.size:
                self._values.popitem(last=False)
            return value

    def put(self, key: Key, value: Value) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self.size:
                self._values.popitem(last=False)

    def take(self, key: Key) -> Value | None:
        """Get a value and forget it: whoever takes it has it for himself."""
        with self._lock:
            return self._values.pop(key, None)
