"""A small cache that forgets what was used longest ago, by number and by weight; safe among threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Lru(Generic[Key, Value]):
    """Values by key, up to a number of them and up to what they weigh together, as far as that is asked for;
    dropping any of them only costs time. The last that was used stays, whatever it weighs."""

    def __init__(self, size: int, most: int = 0, weigh: Callable[[Value], int] = lambda _: 0) -> None:
        self.size, self.most, self.weigh = size, most, weigh
        self.weight = 0
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._weights: dict[Key, int] = {}
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
                value = make()
                self._keep(key, value)
            self._values.move_to_end(key)
            return value

    def put(self, key: Key, value: Value) -> None:
        with self._lock:
            self._keep(key, value)

    def grown(self, key: Key) -> None:
        """Weigh again what is there and has changed."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._keep(key, value)

    def take(self, key: Key) -> Value | None:
        """Get a value and forget it: whoever takes it has it for himself."""
        with self._lock:
            self.weight -= self._weights.pop(key, 0)
            return self._values.pop(key, None)

    def _keep(self, key: Key, value: Value) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        self.weight -= self._weights.get(key, 0)
        self._weights[key] = found = self.weigh(value)
        self.weight += found
        while len(self._values) > self.size or (self.weight > self.most > 0 and len(self._values) > 1):
            old, _ = self._values.popitem(last=False)
            self.weight -= self._weights.pop(old)
