"""Merge of two edits of a card: one-sided changes are taken, in conflicts mine wins."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from generator.three_way_merge import merge_versions

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
    assert merge_versions(base, mine, theirs) == together


@given(CARDS, CARDS)
def test_one_sided_edit_is_kept(base: Any, changed: Any) -> None:
    assert merge_versions(base, changed, base) == changed
    assert merge_versions(base, base, changed) == changed


@given(CARDS, CARDS, CARDS)
def test_merge_never_fails_and_does_not_modify_its_input(base: Any, mine: Any, theirs: Any) -> None:
    before = repr((base, mine, theirs))
    merge_versions(base, mine, theirs)
    assert repr((base, mine, theirs)) == before
