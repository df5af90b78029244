"""Immutable dictionaries for the mappings inside catalogue objects."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Frozen(dict[K, V]):
    """An immutable mapping that reads, prints, pickles and compares like a dict."""

    __slots__ = ()

    def _refuse(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("a catalogue cannot be changed; copy the mapping with dict() first")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Frozen[K, V]], tuple[dict[K, V]]]:
        return type(self), (dict(self),)

    def __copy__(self) -> Frozen[K, V]:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Frozen[K, V]:
        return self


class Words(Frozen[str, V]):
    """A text in several languages; a missing language falls back to English."""

    __slots__ = ()

    def __missing__(self, language: str) -> V:
        return self["en"]


def is_translated(value: Any) -> bool:
    """Return whether this part of a row is a text in several languages."""
    return isinstance(value, dict) and "es" in value and "en" in value


def freeze(value: Any) -> Any:
    """Return immutable JSON: mappings become Frozen and lists become tuples, recursively."""
    if isinstance(value, dict):
        kind = Words if is_translated(value) else Frozen
        return kind({key: freeze(inner) for key, inner in value.items()})
    if isinstance(value, list):
        return tuple(freeze(inner) for inner in value)
    return value
