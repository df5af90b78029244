"""Documents that people write, on the toy's scenario: shape, meaning, fixes, and what a procedure takes."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from catalogs import load
from generator.authoring import fixed, shape, study, summary, taken
from generator.finding import GONE, Finding, mended
from generator.game import authored, games
from schemas.errors import HorahError
from schemas.json_pointer import to_pointer
from schemas.said import say
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
    kind = authored("toy", "scenario")
    found = study(load("toy"), kind, document)
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
def test_the_shape_is_looked_at_before_the_meaning(document: Any, findings: list[Any]) -> None:
    assert said(document) == findings


def test_every_kind_begins_with_the_right_shape_and_what_comes_with_a_game_can_be_played() -> None:
    for game in games().values():
        for kind in game.authored:
            catalog = load(game.id)
            blank = kind.blank(catalog)
            assert blank["format"] == kind.format
            assert not [each for each in study(catalog, kind, blank) if each.code == "SHAPE"], kind.format
            for document in kind.shelf(catalog).values():
                assert not [each for each in study(catalog, kind, document) if each.code == "SHAPE"]


def test_fixes_are_made_until_nothing_is_left_to_mend() -> None:
    kind, catalog = authored("toy", "scenario"), load("toy")
    before = scenario("road", "road", "road", rounds=9)
    after, done = fixed(catalog, kind, before)
    assert ([each["lane"] for each in after["lanes"]], after["rounds"], len(done)) == (["road"], 9, 2)
    assert len(before["lanes"]) == 3
    after, _ = fixed(catalog, kind, before, frozenset({"error", "warning"}))
    assert after["rounds"] == 6


def test_the_shape_is_looked_at_once_for_every_kind_of_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes longest of all: looked at after each of 200 fixes, a long document held a worker for long."""
    looks: list[int] = []

    def counted(*given: Any) -> Any:
        looks.append(1)
        return shape(*given)

    monkeypatch.setattr("generator.authoring.shape", counted)
    kind, catalog = authored("toy", "scenario"), load("toy")
    before = scenario("road", "road", "road", rounds=9)
    after, done = fixed(catalog, kind, before, frozenset({"error", "warning"}))
    assert (len(after["lanes"]), after["rounds"], len(done)) == (1, 6, 3)
    assert len(looks) == 1 + len({each.code for each in done}) == 3


def test_a_fix_that_breaks_the_shape_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has no shape is not held against the checks, which could make nothing of it."""
    kind, catalog = authored("toy", "scenario"), load("toy")

    def check(catalog: Any, document: Any) -> list[Finding]:
        assert document["rounds"] == 2
        return [Finding("error", "T.1", ("rounds",), say("toy.rounds"), ((("rounds",), "many"),))]

    after, done = fixed(catalog, replace(kind, check=check), scenario("road"))
    assert (after["rounds"], len(done)) == ("many", 1)
    assert fixed(catalog, replace(kind, check=check), {"rounds": []}) == ({"rounds": []}, ())


def test_what_is_mended_leaves_what_was_given_as_it_was() -> None:
    document = {"a": [{"b": 1}, {"b": 2}], "c": {"d": [3]}}
    before = copy.deepcopy(document)
    found = mended(document, [(("a", 0, "b"), 7), (("a", 1), GONE), (("c", "d", 1), 4)])
    assert (found, document) == ({"a": [{"b": 7}], "c": {"d": [3, 4]}}, before)


def test_a_change_puts_adds_and_takes_away() -> None:
    document = {"a": [1, 2], "b": {"c": 3}}
    assert mended(document, [(("a", 2), 9), (("b", "c"), GONE), (("a", 0), GONE)]) == {"a": [2, 9], "b": {}}
    assert mended(document, [(("b", "x"), GONE)]) == document


def test_what_has_an_error_is_not_played() -> None:
    kind, catalog = authored("toy", "scenario"), load("toy")
    assert taken(catalog, kind, scenario("road", rounds=9))["rounds"] == 9
    with pytest.raises(HorahError) as refused:
        taken(catalog, kind, scenario("road", "road"))
    assert sentence(refused.value) == "Scenario that cannot be played yet (Lane): Road is there twice."


def test_a_list_shows_a_title_and_columns() -> None:
    kind = authored("toy", "scenario")
    assert summary(kind, scenario("road", "wood")) == {"title": "A ford", "rounds": 2, "lanes": 2}


def test_a_kind_that_is_none_is_told() -> None:
    with pytest.raises(HorahError) as refused:
        authored("toy", "novel")
    assert "«novel»" in sentence(refused.value) and "scenario" in sentence(refused.value)
