"""Tests of the terrain of the 24 maps, of its checks, and of maps that owners add."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from catalogs import CatalogError
from catalogs.games.combat_commander import load
from catalogs.games.combat_commander.ground import are_adjacent, leaves, place, side
from exports.game import formatter
from tests.catalogs.games.combat_commander.overlays import lay

BASE = load()
ENGLISH, SPANISH = (formatter(BASE, language) for language in ("en", "es"))
MAPS = [str(number) for number in range(1, 25)]
FIVE = {"1": "A1", "2": "B1", "3": "C1", "4": "D1", "5": "E1"}


def hill(**changes: Any) -> dict[str, Any]:
    """Return map 28 as an owner might enter it."""
    row = {
        "id": "28",
        "terrain": {
            "woods": ["C3", "C4"],
            "building": ["F6", "F7"],
            "stream": ["H5"],
            "minor_bridge": ["H5"],
        },
        "levels": {"1": ["C3"]},
        "ways": {"road": ["G6-H5", "H5-I6"]},
        "exits": {"road": [{"hex": "O5", "sides": [2]}]},
        "sides": {"wall": ["F6-F7"]},
        "buildings": [["F6", "F7"]],
        "provenance": "printed table",
    }
    return {**row, **changes}


def test_all_twenty_four_maps_are_there_and_say_where_they_come_from() -> None:
    assert list(BASE.ground) == MAPS
    assert {ground.provenance for ground in BASE.ground.values()} == {"2025 edition"}
    assert set(BASE.ground_touch) == set(MAPS) - {"17"}


# map, hexes of each type, hexes of each level, sides crossed by road, trail and railway, hexsides
FIGURES = [
    ("1", {"building": 3, "woods": 62, "orchard": 4, "field": 7, "water_barrier": 2}, {}, (29, 4, 0),
     {"fence": 21}),
    ("2", {"building": 6, "woods": 13, "orchard": 21, "field": 30}, {}, (29, 0, 0), {"hedge": 227}),
    ("7", {"woods": 117}, {}, (0, 26, 14), {}),
    ("18", {"building": 1, "woods": 7, "brush": 2, "field": 3, "major_bridge": 2, "water_barrier": 32},
     {1: 8}, (10, 0, 0), {"hedge": 9}),
    ("19", {"building": 2, "woods": 22, "brush": 44, "water_barrier": 2}, {1: 47, 2: 14, 3: 7, 4: 1},
     (14, 0, 0), {"cliff": 8}),
    ("23", {}, {}, (14, 0, 0), {}),
    ("24", {}, {1: 21, 2: 5}, (0, 0, 0), {}),
]  # fmt: skip


@pytest.mark.parametrize(("number", "types", "levels", "ways", "sides"), FIGURES)
def test_what_the_prints_show(
    number: str, types: dict[str, int], levels: dict[int, int], ways: tuple[int, ...], sides: dict[str, int]
) -> None:
    ground = BASE.ground[number]
    assert Counter(kind for kinds in ground.terrain.values() for kind in kinds) == types
    assert Counter(ground.levels.values()) == levels
    assert Counter(ground.sides.values()) == sides
    assert tuple(len(ground.ways.get(way, ())) for way in ("road", "trail", "railway")) == ways


@pytest.mark.parametrize("number", MAPS)
def test_every_hex_side_and_objective_of_a_print(number: str) -> None:
    ground = BASE.ground[number]
    assert ground.objectives == BASE.maps_in("anniversary")[int(number)].objectives
    sides = {
        *ground.course,
        *ground.sides,
        *ground.gaps,
        *(ends for way in ground.ways.values() for ends in way),
    }
    assert all(are_adjacent(*ends) and side(*ends) == ends for ends in sides)
    assert {one for doubt in ground.doubts for one in doubt.hexes} <= {f"{c}{r}" for c in "ABCDEFGHIJKLMNO"
                                                                      for r in range(1, 11)}  # fmt: skip


def test_two_types_stand_in_one_hex_only_where_a_bridge_is_printed() -> None:
    twice = {
        (number, one): set(kinds)
        for number, ground in BASE.ground.items()
        for one, kinds in ground.terrain.items()
        if len(kinds) > 1
    }
    assert twice == {
        ("5", "G6"): {"minor_bridge", "stream"},
        ("10", "F6"): {"major_bridge", "water_barrier"},
        ("13", "C2"): {"minor_bridge", "stream"},
        ("18", "H4"): {"major_bridge", "water_barrier"},
        ("18", "H5"): {"major_bridge", "water_barrier"},
    }


@pytest.mark.parametrize(
    ("number", "hexes"),
    [("1", {"D3"}), ("7", {"F6"}), ("9", {"D1", "F1"}), ("10", {"M8"}), ("14", {"B2", "D6"}),
     ("17", {"E4", "M8", "D1"}), ("18", {"G10", "H10"}), ("3", set())],
)  # fmt: skip
def test_doubts_are_kept_with_the_map(number: str, hexes: set[str]) -> None:
    doubts = BASE.ground[number].doubts
    assert {one for doubt in doubts for one in doubt.hexes} == hexes
    assert all(doubt.text["es"] and doubt.text["en"] for doubt in doubts)


@pytest.mark.parametrize(
    ("one", "other", "there"),
    [("A1", "A2", True), ("A1", "B1", True), ("A1", "B2", False), ("B1", "A2", True), ("B1", "C2", True),
     ("A1", "C1", False), ("O10", "N10", True), ("O10", "N9", True)],
)  # fmt: skip
def test_neighbours(one: str, other: str, there: bool) -> None:
    assert are_adjacent(one, other) is are_adjacent(other, one) is there


def test_places_and_edges() -> None:
    assert [place(one) for one in ("A1", "B1", "C10")] == [(0, 0), (1, 1), (2, 18)]
    assert side("A10", "A9") == ("A9", "A10")
    assert [leaves(BASE.board, "A1", compass) for compass in range(1, 7)] == [
        True,
        True,
        False,
        False,
        True,
        True,
    ]
    assert [leaves(BASE.board, "B10", compass) for compass in range(1, 7)] == [
        False, False, True, True, True, False,
    ]  # fmt: skip


def test_an_owner_adds_the_ground_of_a_map(tmp_path: Path) -> None:
    catalog = load(lay(tmp_path, "ground/mine", [hill()]))
    assert catalog.ground["28"].terrain["H5"] == ("stream", "minor_bridge")
    assert catalog.ground["28"].levels == {"C3": 1}
    assert "28" not in catalog.ground_touch
    assert list(catalog.ground)[:24] == MAPS


def test_an_owner_adds_what_a_string_touches(tmp_path: Path) -> None:
    lay(tmp_path, "ground/mine", [hill()])
    lay(tmp_path, "ground_touch/mine", [{"id": "28", "hexes": {"C3": {"touched": "A1:E5,F6 A2:E3"}}}])
    touch = load(tmp_path).ground_touch["28"]
    assert touch == {pair: {"C3": "touched"} for pair in (("A1", "E5"), ("A1", "F6"), ("A2", "E3"))}


# kind of fault: (row, name of the check, place, problem, expected)
FAULTS: dict[str, tuple[dict[str, Any], str, str, str, str]] = {
    "off the board": (
        hill(terrain={"woods": ["P3"]}), "schema", "/terrain/woods/0", '"P3" is not allowed', "text of",
    ),
    "no such map": (hill(id="99"), "reference", "/id", "there is no map called 99", "a map"),
    "no such terrain": (
        hill(terrain={"lawn": ["C3"]}), "reference", "/terrain/lawn", "there is no terrain called lawn",
        "a terrain",
    ),
    "a wall as a type": (
        hill(terrain={"wall": ["C3"]}), "ground", "/terrain/wall", "wall is a side, not a type", "kind type",
    ),
    "woods on a side": (
        hill(sides={"woods": ["C3-C4"]}), "ground", "/sides/woods", "woods is a type, not a side",
        "kind side",
    ),
    "a road between far hexes": (
        hill(ways={"road": ["G6-H5", "H5-I6", "A1-C1"]}), "ground", "/ways/road/2",
        "A1 and C1 are not adjacent",
        "two adjacent hexes",
    ),
    "a hexside between far hexes": (
        hill(sides={"wall": ["F6-F8"]}), "ground", "/sides/wall/0", "F6 and F8 are not adjacent", "adjacent",
    ),
    "a gap between far hexes": (
        hill(gaps={"wall": ["F6-F8"]}), "ground", "/gaps/wall/0", "F6 and F8 are not adjacent", "adjacent",
    ),
    "a course between far hexes": (
        hill(course=["H5-J5"]), "ground", "/course/0", "H5 and J5 are not adjacent", "adjacent",
    ),
    "two types": (
        hill(terrain={**hill()["terrain"], "brush": ["C3"]}), "ground", "/terrain/brush/0",
        "C3 is listed under woods and brush", "one of them",
    ),
    "two levels": (
        hill(levels={"1": ["C3"], "2": ["C3"]}), "ground", "/levels/2/0", "C3 is listed under 1 and 2",
        "one of them",
    ),
    "two things on a side": (
        hill(sides={"wall": ["F6-F7"], "hedge": ["F6-F7"]}), "ground", "/sides/hedge/0",
        "F6-F7 is listed under wall and hedge", "one of them",
    ),
    "a bridge over woods": (
        hill(terrain={"woods": ["C3"], "building": ["F6", "F7"], "minor_bridge": ["C3"]}), "ground",
        "/terrain/minor_bridge/0", "C3 is listed under woods and minor_bridge", "a bridge and the water",
    ),
    "a bridge without a road": (
        hill(ways={}), "ground", "/terrain/minor_bridge/0", "the bridge in H5 carries no road",
        "a road or railway",
    ),
    "an exit in the middle": (
        hill(exits={"road": [{"hex": "H5", "sides": [1]}]}), "ground", "/exits/road/0/sides",
        "H5 is not at the edge of the map", "a hexside at the edge",
    ),
    "a building in pieces": (
        hill(buildings=[["F6", "C3"]]), "ground", "/buildings/0",
        "are not one building", "adjacent building hexes",
    ),
    "objectives elsewhere": (
        {**dict(BASE.store.table("ground")["24"].data), "objectives": FIVE}, "ground", "/objectives/1",
        "objective 1 is in A1", "as in the table “maps”",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_each_check_can_fail(name: str, tmp_path: Path) -> None:
    row, check, where, problem, expected = FAULTS[name]
    with pytest.raises(CatalogError) as caught:
        load(lay(tmp_path, "ground", [row]))
    fault = caught.value.faults[0]
    assert (fault.check, fault.place) == (check, f"/rows/0{where}")
    assert problem in ENGLISH.say(fault.problem)
    assert expected in ENGLISH.say(fault.expected)
    assert SPANISH.say(fault.problem) != ENGLISH.say(fault.problem)


@pytest.mark.parametrize(
    ("hexes", "check", "problem"),
    [
        ({"A1": {"touched": "B2:C3"}}, "ground", "no line of sight is measured across A1"),
        ({"C3": {"touched": "C3:E5"}}, "ground", "or one starts there"),
        ({"C3": {"touched": "A1-E5"}}, "schema", "is not allowed"),
    ],
)
def test_strings_are_measured_over_woods_between_their_ends(
    hexes: dict[str, Any], check: str, problem: str, tmp_path: Path
) -> None:
    lay(tmp_path, "ground", [hill()])
    with pytest.raises(CatalogError) as caught:
        load(lay(tmp_path, "ground_touch", [{"id": "28", "hexes": hexes}]))
    faults = caught.value.faults
    assert [(one.check, problem in ENGLISH.say(one.problem)) for one in faults] == [(check, True)]


def test_strings_belong_to_a_map_whose_ground_is_known(tmp_path: Path) -> None:
    with pytest.raises(CatalogError) as caught:
        load(lay(tmp_path, "ground_touch", [{"id": "28", "hexes": {}}]))
    said = [ENGLISH.say(one.problem) for one in caught.value.faults]
    assert said == ["there is no terrain of a map called 28"]
