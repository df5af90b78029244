"""Build frozen dataclasses from the JSON of rows, by the annotations of their fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from catalogs.frozen import Frozen, Words, freeze, is_translated

T = TypeVar("T")
Convert = Callable[[Any], Any]


def build(kind: Callable[..., T], data: Mapping[str, Any], **given: Any) -> T:
    """Build a dataclass from the fields of a row; values in ``given`` are used unchanged.

    A field that the row lacks gets its default, or None if its type allows None.
    """
    converters, optional = _fields(kind)
    own = (field for field in converters if field[0] in data and field[0] not in given)
    return kind(**{**optional, **{name: convert(data[name]) for name, convert in own}, **given})


@cache
def _fields(kind: Any) -> tuple[list[tuple[str, Convert]], dict[str, None]]:
    """Return the fields of a dataclass with their converters, and those that default to None."""
    hints = get_type_hints(kind)
    required = (each.name for each in fields(kind) if each.default is each.default_factory is MISSING)
    optional = {name: None for name in required if NoneType in get_args(hints[name])}
    return [(name, _converter(hint)) for name, hint in hints.items()], optional


def _converter(hint: Any) -> Convert:
    """Return a function that converts a JSON value to the annotated type."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return freeze
    if hint is Fraction:
        return Fraction
    if isinstance(hint, type) and is_dataclass(hint):
        return partial(build, hint)
    if origin in (Union, UnionType) and len(args) == 2 and NoneType in args:
        inner = _converter(next(each for each in args if each is not NoneType))
        return lambda value: None if value is None else inner(value)
    if origin is Mapping:
        return partial(_mapping, int if args[0] is int else _identity, _converter(args[1]))
    if origin in (tuple, frozenset):  # homogeneous: every element has the first type argument
        element = _converter(args[0])
        return lambda values: origin(map(element, values))
    return _identity


def _identity(value: Any) -> Any:
    return value


def _mapping(key: Convert, inner: Convert, value: Mapping[str, Any]) -> Frozen[Any, Any]:
    kind = Words if is_translated(value) else Frozen
    return kind({key(name): inner(each) for name, each in value.items()})
