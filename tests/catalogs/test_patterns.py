"""Tests of the patterns that find references in rows."""

from __future__ import annotations

import pytest

from catalogs.patterns import find_values

ROW = {
    "id": "german:A:company",
    "deck": None,
    "dated": [{"counter": "one"}, {"counter": "two"}],
    "counters": {"three": 2},
    "points": 4,
    "course": ["A1-B1"],
}


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("id", [(("id",), "german:A:company")]),
        ("id:1", [(("id",), "A")]),
        ("deck", []),
        ("missing/*", []),
        ("dated/*/counter", [(("dated", 0, "counter"), "one"), (("dated", 1, "counter"), "two")]),
        ("counters/@", [(("counters", "three"), "three")]),
        ("counters/*", [(("counters", "three"), 2)]),
        ("points/@", []),
        ("course/*/-", [(("course", 0), "A1"), (("course", 0), "B1")]),
    ],
)
def test_a_pattern_finds_places_and_values(pattern: str, found: list[object]) -> None:
    assert find_values(ROW, pattern) == found
