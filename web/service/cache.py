"""LRU cache that the threads of a process share."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """Values by key, limited to ``most`` values, or to a total of ``most`` as ``measure`` counts them.

    A value that is larger than the whole cache is kept alone.
    """

    def __init__(self, most: int, measure: Callable[[Value], int] = lambda _: 1) -> None:
        self._values: LRUCache[Key, Value] = LRUCache(most, lambda value: min(most, measure(value)))
        self._lock = Lock()

    @property
    def size(self) -> int:
        """Return the total size of the values."""
        return int(self._values.currsize)

    def get(self, key: Key) -> Value | None:
        with self._lock:
            return self._values.get(key)

    def get_or_make(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the value of a key, made now if there is none; concurrent callers get the same one."""
        with self._lock:
            value = self._values.get(key)
            if value is None:
                value = self._values[key] = make()
            return value

    def put(self, key: Key, value: Value) -> None:
        """Store a value, or measure one again that has grown."""
        with self._lock:
            self._values[key] = value

    def pop(self, key: Key) -> Value | None:
        with self._lock:
            return self._values.pop(key, None)
