"""Every validation rule, passing and failing; every fix removes its finding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from exports.game import formatter
from generator.authoring import apply_fixes, check_document
from generator.findings import apply_changes
from generator.games.schwerpunkt.authored import BATTLE, make_blank
from generator.games.schwerpunkt.checks import RULES, check, get_status, list_demands
from generator.games.schwerpunkt.checks.counters import may_be_adjacent

from .battles import Document, catalog, example, hq, make_complete, train, unit

Change = Callable[[Document], object]


def said(document: Document, severity: str = "") -> set[str]:
    result = check(catalog(), document)
    return {each.message.key.removeprefix("check.") for each in result if severity in ("", each.severity)}


def test_complete_battle_is_playable_without_findings() -> None:
    assert said(make_complete(), "error") == set()
    assert said(make_complete(), "warning") == set()
    assert said(make_complete(), "note") == {"playable"}
    assert get_status(make_complete()) == "playable"
    assert all(each.given for each in list_demands(make_complete()) if each.applies)


def test_the_example_is_a_draft_that_can_be_played() -> None:
    assert said(example(), "error") == set()
    assert "draft" in said(example())


def test_status_is_never_official() -> None:
    assert {get_status(each) for each in (make_complete(), example(), make_blank(catalog()))} == {
        "playable",
        "draft",
    }


def test_battle_without_works_needs_no_building_cost() -> None:
    """12.2: only a battle with works needs their cost and time."""
    document = make_complete()
    document["works"], document["costs"]["build"] = [], None
    assert said(document, "warning") == set()
    assert said(document, "note") == {"playable"}
    assert "works" not in {each.key for each in list_demands(document) if each.applies}


def test_with_works_their_cost_is_asked_for() -> None:
    document = make_complete()
    document["costs"]["build"] = None
    assert get_status(document) == "draft"
    assert "no_cost" in said(document, "warning")


def units(document: Document, **changes: Any) -> None:
    document["units"][0].update(changes)


def add(group: str, row: Document) -> Change:
    return lambda document: document[group].append(row)


def put(*place: Any) -> Change:
    *way, last, value = place

    def change(document: Any) -> None:
        for step in way:
            document = document[step]
        document[last] = value

    return change


WRONG: list[tuple[str, str, Change]] = [
    ("S0", "id_twice", add("hqs", hq("b1", "blue"))),
    ("S0", "first_hq", put("first", {"side": "red", "hq": "b1", "text": None})),
    ("S0", "arrival", put("reinforcements", 0, "units", ["r-late"])),
    ("S1", "stack_enemy", put("units", 10, "hex", "0101")),
    ("S1", "stack_formation", add("units", unit("x", "blue", "b2", hex="0101"))),
    ("S1", "stack_sub", add("units", unit("x", "blue", "b1", sub="II", hex="0101"))),
    ("S1", "stack_hq", put("hqs", 1, "hex", "0101")),
    (
        "S1",
        "stack_guests",
        lambda d: d["units"].extend(
            unit(f"g{n}", "blue", None, "support", permitted=["b1"], hex="0101") for n in range(3)
        ),
    ),
    ("S1", "stack_march", lambda d: [row.update(formation="march") for row in d["units"][:2]]),
    ("S2", "formation", put("units", 0, "formation", "mounted")),
    ("S2", "formation", put("sides", "blue", "formations", ["march", "open"])),
    ("S2", "train_march", put("trains", 0, "formation", "deployed")),
    ("S4", "unit_hq", put("units", 0, "hq", "r1")),
    ("S4", "permitted", put("units", 8, "permitted", [])),
    ("S4", "permitted_wrong", put("units", 8, "permitted", ["r1"])),
    ("S4", "chit", put("hqs", 0, "chit", False)),
    ("S5", "train_hq", put("trains", 0, "hq", "r1")),
    ("S5", "train_range", put("trains", 0, "range", 0)),
    ("S5", "train_number", put("trains", 0, "exhaustion", 11)),
    ("S5", "train_number", put("trains", 0, "exhaustion", 0)),
    ("S6", "minutes", put("clock", "minutes", 5)),
    ("S6", "minutes", put("clock", "minutes", 45)),
    ("S6", "end_before_start", put("clock", "end", "1 06:00")),
    ("S6", "outside", put("clock", "marks", 0, "box", "3 06:00")),
    ("S6", "outside", put("reinforcements", 0, "box", "1 18:00")),
    ("S6", "marks_without_hours", put("clock", "start", None)),
    ("S6", "entry_inside", put("reinforcements", 0, "edge", False)),
    ("S7", "head_link", put("sides", "red", "heads", [{"hex": "0909", "edge": False, "link": None}])),
    ("S10", "faces_lack", put("sides", "blue", "air", "table", [{"from": 1, "to": 9, "missions": 1}])),
    (
        "S10",
        "faces_twice",
        lambda d: d["sides"]["blue"]["air"]["table"].append({"from": 3, "to": 3, "missions": 1}),
    ),
    ("S10", "hits", put("installations", 0, "hits", 0)),
    ("S13", "faces_lack", put("random", [{"from": 2, "to": 10, "text": "x"}])),
    ("S13", "no_weather", put("weather", "begins", "fog")),
    ("S13", "no_weather", put("weather", "table", 0, "state", "fog")),
    ("S13", "no_weather", put("visibility", 0, "weather", "fog")),
    ("S13", "backwards", put("fire_table", [{"from": 5, "to": 1, "effect": "none", "losses": []}])),
    ("S13", "rows_overlap", put("cohesion_table", 0, "to", 5)),
]
LACKING: list[tuple[str, str, Change]] = [
    ("S3", "hq_near", lambda d: (d["hqs"][0].update(hex="1010"), d["units"][12].update(hex="1011"))),
    ("S4", "morale", put("hqs", 0, "morale", None)),
    ("S5", "train_no_range", put("trains", 0, "range", None)),
    ("S5", "train_no_number", put("trains", 0, "exhaustion", None)),
    ("S5", "no_fuel", put("trains", [train("b-ammo", "blue", "b2"), train("r-ammo", "red", "r2")])),
    ("S5", "no_ammunition", put("trains", [train("b-fuel", "blue", "b1", "fuel")])),
    ("S6", "no_minutes", put("clock", "minutes", None)),
    ("S6", "no_end", put("clock", "end", None)),
    ("S6", "no_periods", put("clock", "periods", [])),
    ("S6", "between_boxes", put("clock", "marks", 0, "box", "1 19:10")),
    ("S6", "no_entry", put("reinforcements", 0, "hex", None)),
    ("S7", "no_supply_points", put("sides", "red", "supply_points", None)),
    ("S7", "no_reserves", put("sides", "red", "reserves", None)),
    ("S8", "no_cost", put("costs", "reform", None)),
    ("S8", "no_time", put("works", 0, "boxes", None)),
    ("S9", "no_observers", put("sides", "blue", "observers", None)),
    ("S9", "no_barrage", put("barrage", "units", None)),
    ("S9", "no_visibility", put("visibility", [])),
    (
        "S9",
        "no_visibility_at_all",
        lambda d: (d["visibility"].clear(), d["weather"].update(states=[], begins=None, table=[])),
    ),
    ("S10", "no_air_table", put("sides", "blue", "air", "table", [])),
    ("S10", "no_air_boxes", put("clock", "marks", [])),
    ("S10", "no_hits", put("installations", 0, "hits", None)),
    ("S11", "no_victory", put("victory", "items", [])),
    ("S11", "no_off_map", put("victory", "off_map", None)),
]


@pytest.mark.parametrize(("code", "key", "change"), WRONG, ids=[key for _, key, _ in WRONG])
def test_each_error_has_its_place_and_fix(code: str, key: str, change: Change) -> None:
    document = make_complete()
    change(document)
    result = [each for each in check(catalog(), document) if each.message.key == f"check.{key}"]
    assert result and {each.code for each in result} == {code}
    assert {each.severity for each in result} == {"error"}
    first = result[0]
    _reach(document, first.place)
    for language in ("es", "en"):
        assert "{" not in formatter(catalog(), language).say(first.message)
    if first.fix is not None:
        after = apply_changes(document, first.fix)
        left = [each for each in check(catalog(), after) if each.message.key == f"check.{key}"]
        assert len(left) < len(result)


def _reach(document: Any, place: tuple[str | int, ...]) -> None:
    """Check that a finding's place is in the document."""
    for step in place:
        document = document[step]


@pytest.mark.parametrize(("code", "key", "change"), LACKING, ids=[key for _, key, _ in LACKING])
def test_missing_data_is_a_warning_only(code: str, key: str, change: Change) -> None:
    document = make_complete()
    change(document)
    result = [each for each in check(catalog(), document) if each.message.key == f"check.{key}"]
    assert result and {(each.code, each.severity) for each in result} == {(code, "warning")}
    _reach(document, result[0].place)


def test_every_rule_of_the_list_has_a_case_that_fails() -> None:
    assert set(RULES) == {code for code, _, _ in (*WRONG, *LACKING)}


@pytest.mark.parametrize("place", [("sides", "blue", "reserves"), ("sides", "blue", "supply_points")])
def test_counts_are_not_negative(place: tuple[str, ...]) -> None:
    document = make_complete()
    put(*place, -1)(document)
    (result,) = check_document(catalog(), BATTLE, document)
    assert (result.code, result.place) == ("SHAPE", place)


def test_all_fixes_together_leave_no_error_that_has_one() -> None:
    document = make_complete()
    for code, key, change in WRONG:
        if key not in ("arrival", "id_twice"):
            try:
                change(document)
            except (KeyError, IndexError, TypeError):
                pytest.fail(f"{code} {key}")
    after, done = apply_fixes(catalog(), BATTLE, document)
    assert done
    assert [
        each for each in check_document(catalog(), BATTLE, after) if each.severity == "error" and each.fix
    ] == []


@pytest.mark.parametrize(
    ("one", "two", "near"),
    [
        ("1010", "1011", True),
        ("1010", "1109", True),
        ("1010", "1012", False),
        ("1010", "1010", False),
        ("A1", "A2", False),
    ],
)
def test_hexes_that_may_be_neighbours(one: str, two: str, near: bool) -> None:
    assert may_be_adjacent(one, two) is near
