"""Tests of building dataclasses from rows by their annotations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from catalogs.frozen import Frozen, Words
from catalogs.rows import build


@dataclass(frozen=True, slots=True)
class Part:
    weight: Fraction
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Whole:
    id: str
    text: Mapping[str, str]
    parts: tuple[Part, ...]
    by_number: Mapping[int, frozenset[str]]
    spare: Part | None
    rest: Mapping[str, Any]
    most: int = 7


ROW = {
    "id": "a",
    "text": {"es": "uno", "en": "one"},
    "parts": [{"weight": "1/3", "tags": ["x"]}, {"weight": 2}],
    "by_number": {"4": ["p", "q"]},
    "rest": {"deep": [{"list": [1]}]},
    "provenance": "house",
}


def test_values_become_what_the_annotations_say() -> None:
    whole = build(Whole, ROW)
    assert whole.parts == (Part(Fraction(1, 3), ("x",)), Part(Fraction(2)))
    assert whole.by_number == {4: frozenset("pq")}
    assert (whole.spare, whole.most) == (None, 7)
    assert isinstance(whole.text, Words) and isinstance(whole.by_number, Frozen)
    assert hash(whole) == hash(build(Whole, ROW))


def test_given_fields_replace_those_of_the_row() -> None:
    part = Part(Fraction(1))
    whole = build(Whole, {**ROW, "spare": "none of the fields of a part"}, id="b", spare=part)
    assert (whole.id, whole.spare) == ("b", part)


def test_a_row_without_a_required_field_is_an_error() -> None:
    with pytest.raises(TypeError, match="rest"):
        build(Whole, {name: value for name, value in ROW.items() if name != "rest"})
