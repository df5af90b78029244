"""Tests that every field of an API request has a bound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from marshmallow import Schema, fields, validate

from schemas.api.common import SeedField, Strict

BOUNDS = (validate.Length, validate.Range, validate.OneOf, validate.Regexp)


def taken(kind: type[Schema] = Strict) -> Iterator[type[Schema]]:
    """Yield every request schema."""
    yield kind
    for further in kind.__subclasses__():
        yield from taken(further)


def unbounded(field: fields.Field[Any], place: str) -> Iterator[str]:
    ends = [rule for rule in field.validators if isinstance(rule, BOUNDS)]
    ends = [rule for rule in ends if getattr(rule, "max", True) is not None]
    free = isinstance(field, fields.Boolean | fields.Nested | SeedField) or type(field) is fields.Raw
    if not free and not ends:
        yield place
    if isinstance(field, fields.List):
        yield from unbounded(field.inner, f"{place}/*")
    if isinstance(field, fields.Dict) and field.key_field is not None:
        yield from unbounded(field.key_field, f"{place}/names")


@pytest.mark.parametrize(
    "kind", sorted(set(taken()), key=lambda kind: kind.__name__), ids=lambda k: k.__name__
)
def test_every_field_has_a_bound(kind: type[Schema]) -> None:
    found = [place for name, field in kind().fields.items() for place in unbounded(field, name)]
    assert found == []
