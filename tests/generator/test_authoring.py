"""Authored documents, with the toy's scenario: schema, checks, fixes, and use by a procedure."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from catalogs import load
from generator.authoring import (
    apply_fixes,
    check_document,
    find_schema_violations,
    require_playable,
    summarize,
)
from generator.findings import GONE, Finding, apply_changes
from generator.game import find_authored, games
from schemas.errors import HorahError
from schemas.json_pointer import to_pointer
from schemas.messages import say
from tests.words import sentence

pytestmark = pytest.mark.usefixtures("toy_game")


def scenario(*lanes: str, **fields: Any) -> dict[str, Any]:
    return {
        "format": "hora-h/toy-scenario/1",
        "title": "A ford",
        "rounds": 2,
        "lanes": [{"lane": lane} for lane in lanes],
        **fields,
    }


def said(document: Any) -> list[tuple[str, str, str]]:
    kind = find_authored("toy", "scenario")
    found = check_document(load("toy"), kind, document)
    return [(each.severity, each.code, to_pointer(each.place)) for each in found]


@pytest.mark.parametrize(
    ("document", "findings"),
    [
        (scenario("road", "wood"), []),
        (scenario("road", "wood", "road"), [("error", "T4.1", "/lanes/2/lane")]),
        (scenario("road", rounds=9), [("warning", "T4.2", "/rounds")]),
        (scenario("road", rounds=10), [("error", "SHAPE", "/rounds")]),
        (scenario("sea"), [("error", "SHAPE", "/lanes/0/lane")]),
        (scenario(), [("error", "SHAPE", "/lanes")]),
        ([], [("error", "SHAPE", "")]),
    ],
)
def test_schema_is_checked_before_the_rules(document: Any, findings: list[Any]) -> None:
    assert said(document) == findings


def test_blank_documents_fit_their_schema_and_shelf_documents_are_playable() -> None:
    for game in games().values():
        for kind in game.authored:
            catalog = load(game.id)
            blank = kind.blank(catalog)
            assert blank["format"] == kind.format
            assert not [each for each in check_document(catalog, kind, blank) if each.code == "SHAPE"], (
                kind.format
            )
            for document in kind.shelf(catalog).values():
                assert not [each for each in check_document(catalog, kind, document) if each.code == "SHAPE"]


def test_fixes_are_applied_until_none_is_left() -> None:
    kind, catalog = find_authored("toy", "scenario"), load("toy")
    before = scenario("road", "road", "road", rounds=9)
    after, done = apply_fixes(catalog, kind, before)
    assert ([each["lane"] for each in after["lanes"]], after["rounds"], len(done)) == (["road"], 9, 2)
    assert len(before["lanes"]) == 3
    after, _ = apply_fixes(catalog, kind, before, frozenset({"error", "warning"}))
    assert after["rounds"] == 6


def test_schema_is_checked_once_for_every_kind_of_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    """The schema check is the slowest: run after each of 200 fixes, it would block a worker for long."""
    looks: list[int] = []

    def counted(*given: Any) -> Any:
        looks.append(1)
        return find_schema_violations(*given)

    monkeypatch.setattr("generator.authoring.find_schema_violations", counted)
    kind, catalog = find_authored("toy", "scenario"), load("toy")
    before = scenario("road", "road", "road", rounds=9)
    after, done = apply_fixes(catalog, kind, before, frozenset({"error", "warning"}))
    assert (len(after["lanes"]), after["rounds"], len(done)) == (1, 6, 3)
    assert len(looks) == 1 + len({each.code for each in done}) == 3


def test_fix_that_breaks_the_schema_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game's checks need a document that satisfies its schema."""
    kind, catalog = find_authored("toy", "scenario"), load("toy")

    def check(catalog: Any, document: Any) -> list[Finding]:
        assert document["rounds"] == 2
        return [Finding("error", "T.1", ("rounds",), say("toy.rounds"), ((("rounds",), "many"),))]

    after, done = apply_fixes(catalog, replace(kind, check=check), scenario("road"))
    assert (after["rounds"], len(done)) == ("many", 1)
    assert apply_fixes(catalog, replace(kind, check=check), {"rounds": []}) == ({"rounds": []}, ())


def test_fixing_does_not_change_the_original() -> None:
    document = {"a": [{"b": 1}, {"b": 2}], "c": {"d": [3]}}
    before = copy.deepcopy(document)
    found = apply_changes(document, [(("a", 0, "b"), 7), (("a", 1), GONE), (("c", "d", 1), 4)])
    assert (found, document) == ({"a": [{"b": 7}], "c": {"d": [3, 4]}}, before)


def test_changes_set_add_and_remove() -> None:
    document = {"a": [1, 2], "b": {"c": 3}}
    assert apply_changes(document, [(("a", 2), 9), (("b", "c"), GONE), (("a", 0), GONE)]) == {
        "a": [2, 9],
        "b": {},
    }
    assert apply_changes(document, [(("b", "x"), GONE)]) == document


def test_document_with_an_error_is_not_played() -> None:
    kind, catalog = find_authored("toy", "scenario"), load("toy")
    assert require_playable(catalog, kind, scenario("road", rounds=9))["rounds"] == 9
    with pytest.raises(HorahError) as refused:
        require_playable(catalog, kind, scenario("road", "road"))
    assert sentence(refused.value) == "Scenario not ready to play (Lane): Road is there twice."


def test_summary_has_title_and_columns() -> None:
    kind = find_authored("toy", "scenario")
    assert summarize(kind, scenario("road", "wood")) == {"title": "A ford", "rounds": 2, "lanes": 2}


def test_unknown_kind_is_refused() -> None:
    with pytest.raises(HorahError) as refused:
        find_authored("toy", "novel")
    assert "“novel”" in sentence(refused.value) and "scenario" in sentence(refused.value)
