"""Cards from outside, versions of a card, and the library."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.games.combat_commander.change_text import change_text
from exports.games.combat_commander.messages import MessageFormatter
from generator.diff import diff
from generator.games.combat_commander.authoring.checks import check
from generator.games.combat_commander.authoring.document import BadCard, read_card, write_card
from generator.games.combat_commander.authoring.library import Query, list_linked_cards, search
from tests.generator.games.combat_commander.authoring.cards import CATALOG, GONE, changed, library, sound
from tests.words import sentence


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b" " * 5_000_000, "TOO_LARGE"),
        (b"", "NOT_A_CARD"),
        (b"{", "NOT_A_CARD"),
        (b"[]", "NOT_A_CARD"),
        (b"\xff\xfe", "NOT_A_CARD"),
        (b'{"a": NaN}', "NOT_A_CARD"),
        (b"[" * 100_000, "NOT_A_CARD"),
        (b"{}", "WRONG_FORMAT"),
        (b'{"format": "hora-h/card/99"}', "WRONG_FORMAT"),
        (b'{"format": "hora-h/card/1", "title": "\\u001b[31mred"}', "CONTROL_CHARACTERS"),
        (b'{"format": "hora-h/card/1", "title": "\\ud800"}', "CONTROL_CHARACTERS"),
    ],
)
def test_bad_files_are_refused(content: bytes, code: str) -> None:
    with pytest.raises(BadCard) as refused:
        read_card(content)
    assert refused.value.code == code
    assert sentence(refused.value, "en").endswith(".")
    assert sentence(refused.value, "es").endswith(".")


def test_card_round_trip() -> None:
    for card in (sound(), library("castle-hill")):
        assert read_card(write_card(card)) == card


def test_markup_in_the_title_is_plain_text() -> None:
    card = read_card(write_card(changed(sound(), {"/title": "<script>alert(1)</script>"})))
    assert check(card, CATALOG) == ()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda s: st.lists(s) | st.dictionaries(st.text(), s),
    )
)
def test_checks_never_raise_on_junk(junk: Any) -> None:
    """Any value in a field gives findings and no exception."""
    for place in ("/sides", "/map", "/objectives", "/rules", "/sides/axis/setup", "/fortifications", "/year"):
        assert isinstance(check(changed(sound(), {place: junk}), CATALOG), tuple)


@pytest.mark.parametrize(
    ("changes", "kind", "place", "english"),
    [
        ({"/year": 1944}, "changed", "/year", "Year: 1943 → 1944"),
        ({"/sides/axis/hand": 6}, "changed", "/sides/axis/hand", "Axis · Hand size: 5 → 6"),
        (
            {"/sides/axis/counters/german:weapon_light_mg": 2},
            "added",
            "/sides/axis/counters/german:weapon_light_mg",
            "Axis · Counters · Light machine gun: + 2",
        ),
        ({"/sides/allied/leaders": []}, "removed", "/sides/allied/leaders/0", "Allies · Leaders · 1: - "),
        ({"/marker": None}, "changed", "/marker", "→ None"),
        ({"/title": {"es": "Uno", "en": "One"}}, "changed", "/title", "→ One"),
        ({"/title": GONE}, "removed", "/title", "Title: - "),
    ],
)
def test_diff_names_the_change(changes: dict[str, Any], kind: str, place: str, english: str) -> None:
    found = diff(sound(), changed(sound(), changes))
    assert [(change.kind, change.place) for change in found] == [(kind, place)]
    assert english in change_text(found[0], MessageFormatter(CATALOG, "en"))


def test_diff_of_equal_cards_is_empty() -> None:
    assert diff(sound(), sound()) == ()


def test_reverse_diff_is_the_opposite() -> None:
    one, two = sound(), library("castle-hill")
    there, back = diff(one, two), diff(two, one)
    opposite = {"added": "removed", "removed": "added", "changed": "changed"}
    assert sorted(opposite[change.kind] for change in there) == sorted(change.kind for change in back)


SHELF = {"castle-hill": library("castle-hill"), "hill-236": library("hill-236"), "sound": sound()}


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        (Query(), ["castle-hill", "hill-236", "sound"]),
        (Query(year=1944), ["castle-hill", "hill-236"]),
        (Query(faction="german"), ["castle-hill", "sound"]),
        (Query(faction="german", size="platoon"), ["sound"]),
        (Query(map=11), ["hill-236"]),
        (Query(text="RAJPUTANA"), ["hill-236"]),
        (Query(text="nowhere"), []),
    ],
)
def test_search(query: Query, ids: list[str]) -> None:
    assert [card["id"] for card in search(SHELF.values(), query)] == ids


def test_circular_links_end() -> None:
    shelf: dict[str, Any] = {
        "a": {"links": ["b"]},
        "b": {"links": ["c", "gone"]},
        "c": {"links": ["a"]},
        "d": {},
    }
    assert list_linked_cards("a", shelf) == ("a", "b", "c")
    assert list_linked_cards("d", shelf) == ("d",)
    assert list_linked_cards("gone", shelf) == ()


def test_json_is_readable() -> None:
    text = write_card(library("castle-hill"))
    assert text.endswith("}\n")
    assert "Fallschirmjäger" in text
    assert json.loads(text)["id"] == "castle-hill"
