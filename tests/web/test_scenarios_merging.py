"""Two changed the same card: what only one touched is as he has it, what both touched is mine."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from generator.merging import merged

LEAVES = some.none() | some.booleans() | some.integers(0, 3) | some.sampled_from(("a", "b"))
CARDS = some.recursive(
    LEAVES,
    lambda inner: (
        some.lists(inner, max_size=3) | some.dictionaries(some.sampled_from("xyz"), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "together"),
    [
        ({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 3}, {"a": 2, "b": 3}),
        ({"a": 1}, {"a": 2}, {"a": 3}, {"a": 2}),
        ({"a": 1}, {}, {"a": 1, "b": 2}, {"b": 2}),
        ({"a": 1}, {"a": 1, "b": 2}, {}, {"b": 2}),
        (["x", "y"], ["x", "y", "z"], ["y"], ["y", "z"]),
        (["x", "x"], ["x"], ["x", "x", "w"], ["x", "w"]),
        ([{"n": 1}], [{"n": 1}, {"n": 2}], [{"n": 5}, {"n": 6}], [{"n": 5}, {"n": 6}, {"n": 2}]),
        ([{"n": 1}, {"n": 2}], [{"n": 2}], [{"n": 1}, {"n": 3}], [{"n": 2}]),
        ({"f": {"p": 1, "q": 1}}, {"f": {"p": 2, "q": 1}}, {"f": {"p": 1, "q": 4}}, {"f": {"p": 2, "q": 4}}),
    ],
)
def test_cases(base: Any, mine: Any, theirs: Any, together: Any) -> None:
    assert merged(base, mine, theirs) == together


@given(CARDS, CARDS)
def test_who_writes_alone_gets_what_he_wrote(base: Any, changed: Any) -> None:
    assert merged(base, changed, base) == changed
    assert merged(base, base, changed) == changed


@given(CARDS, CARDS, CARDS)
def test_nothing_given_is_touched_and_always_something_comes_out(base: Any, mine: Any, theirs: Any) -> None:
    before = repr((base, mine, theirs))
    merged(base, mine, theirs)
    assert repr((base, mine, theirs)) == before
