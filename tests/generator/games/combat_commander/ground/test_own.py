"""A battlefield as a document: drawn, changed hex by hex, read back."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs.games.combat_commander import load
from exports.games.combat_commander.scribe import Scribe
from generator.games.combat_commander.ground import edit
from generator.games.combat_commander.ground.battlefield import battlefield
from generator.games.combat_commander.ground.checks import check
from generator.games.combat_commander.ground.battlefield_document import blank, drawn, ground_of, well_formed, written
from generator.games.combat_commander.hexes import all_hexes, neighbours
from schemas.errors import HorahError
from schemas.json_pointer import to_pointer
from tests.words import sentence

CATALOG = load()
HEXES = all_hexes(CATALOG.board)
Document = dict[str, Any]


def test_a_blank_one_is_open_ground() -> None:
    document = blank(CATALOG)
    assert well_formed(document)
    ground = ground_of(document)
    assert not ground.terrain
    assert not ground.levels
    assert not ground.sides


@pytest.mark.parametrize("kind", list(CATALOG.battlefields))
def test_what_chance_drew_comes_back_from_its_document(kind: str) -> None:
    found = battlefield(CATALOG, 7, kind)
    document = json.loads(json.dumps(drawn(found)))
    assert well_formed(document)
    assert document["drawn"] == {"kind": kind, "seed": 7}
    again = ground_of(document)
    for part in ("id", "terrain", "levels", "ways", "exits", "course", "sides", "objectives"):
        assert getattr(again, part) == getattr(found.ground, part), part
    assert set(again.buildings) == set(found.ground.buildings)


@pytest.mark.parametrize("number", sorted(CATALOG.ground, key=int))
def test_a_printed_map_can_be_begun_from(number: str) -> None:
    ground = CATALOG.ground[number]
    document = written(ground, f"Map {number}")
    assert well_formed(document)
    again = ground_of(document)
    assert (again.terrain, again.levels, again.ways) == (ground.terrain, ground.levels, ground.ways)
    assert (again.sides, again.objectives) == (ground.sides, ground.objectives)


CHANGES: list[tuple[str, Callable[[Document], Document], dict[str, Any]]] = [
    ("woods", lambda d: edit.set_terrain(CATALOG, d, "C4", ["woods"]), {"terrain": {"woods": ["C4"]}}),
    ("a hill", lambda d: edit.set_level(CATALOG, d, "C4", 2), {"levels": {"2": ["C4"]}}),
    ("a wall", lambda d: edit.set_side(CATALOG, d, "C5", "C4", "wall"), {"sides": {"wall": ["C4-C5"]}}),
    ("a road", lambda d: edit.set_way(CATALOG, d, "road", "B1", "A1", True), {"ways": {"road": ["A1-B1"]}}),
    (
        "a way out",
        lambda d: edit.set_exit(CATALOG, d, "road", "A1", 1, True),
        {"exits": {"road": [{"hex": "A1", "sides": [1]}]}},
    ),
    ("a course", lambda d: edit.set_course(CATALOG, d, "C4", "C5", True), {"course": ["C4-C5"]}),
    ("one house", lambda d: edit.set_joined(CATALOG, d, "C4", "C5", True), {"buildings": [["C4", "C5"]]}),
    ("an objective", lambda d: edit.set_objective(CATALOG, d, 3, "E5"), {"objectives": {"3": "E5"}}),
    (
        "a bridge",
        lambda d: edit.set_terrain(CATALOG, d, "C4", ["minor_bridge", "stream"]),
        {"terrain": {"minor_bridge": ["C4"], "stream": ["C4"]}},
    ),
]


@pytest.mark.parametrize(("_", "change", "there"), CHANGES, ids=[name for name, _, _ in CHANGES])
def test_a_change_stands_in_the_document(
    _: str, change: Callable[[Document], Document], there: dict[str, Any]
) -> None:
    before = blank(CATALOG)
    after = change(before)
    assert after == blank(CATALOG) | there
    assert well_formed(after)
    assert before == blank(CATALOG)


BACK: list[tuple[Callable[[Document], Document], Callable[[Document], Document]]] = [
    (CHANGES[0][1], lambda d: edit.set_terrain(CATALOG, d, "C4", [])),
    (CHANGES[0][1], lambda d: edit.set_terrain(CATALOG, d, "C4", ["open"])),
    (CHANGES[1][1], lambda d: edit.set_level(CATALOG, d, "C4", 0)),
    (CHANGES[2][1], lambda d: edit.set_side(CATALOG, d, "C4", "C5", None)),
    (CHANGES[3][1], lambda d: edit.set_way(CATALOG, d, "road", "A1", "B1", False)),
    (CHANGES[4][1], lambda d: edit.set_exit(CATALOG, d, "road", "A1", 1, False)),
    (CHANGES[5][1], lambda d: edit.set_course(CATALOG, d, "C5", "C4", False)),
    (CHANGES[6][1], lambda d: edit.set_joined(CATALOG, d, "C4", "C5", False)),
    (CHANGES[7][1], lambda d: edit.set_objective(CATALOG, d, 3, None)),
]


@pytest.mark.parametrize(("change", "back"), BACK)
def test_what_was_put_there_can_be_taken_away(
    change: Callable[[Document], Document], back: Callable[[Document], Document]
) -> None:
    assert back(change(blank(CATALOG))) == blank(CATALOG)


def test_a_house_that_goes_leaves_its_building() -> None:
    document = blank(CATALOG)
    for one in ("C4", "C5", "C6"):
        document = edit.set_terrain(CATALOG, document, one, ["building"])
    document = edit.set_joined(CATALOG, document, "C4", "C5", True)
    document = edit.set_joined(CATALOG, document, "C5", "C6", True)
    assert document["buildings"] == [["C4", "C5", "C6"]]
    assert edit.set_terrain(CATALOG, document, "C6", [])["buildings"] == [["C4", "C5"]]


def test_what_chance_drew_and_somebody_changed_says_so() -> None:
    document = drawn(battlefield(CATALOG, 7, "open"))
    after = edit.set_level(CATALOG, document, "C4", 1)
    assert after["changed"] is True
    assert ground_of(after).id != ground_of(document).id
    assert edit.set_name(document, "  Mill ")["name"] == "Mill"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda d: edit.set_terrain(CATALOG, d, "Z9", ["woods"]), "NO_HEX.map"),
        (lambda d: edit.set_terrain(CATALOG, d, "C4", ["lava"]), "BATTLEFIELD.terrain"),
        (lambda d: edit.set_terrain(CATALOG, d, "C4", ["wall"]), "BATTLEFIELD.terrain"),
        (lambda d: edit.set_terrain(CATALOG, d, "C4", ["woods", "field"]), "BATTLEFIELD.two"),
        (lambda d: edit.set_level(CATALOG, d, "C4", 5), "BATTLEFIELD.level"),
        (lambda d: edit.set_side(CATALOG, d, "C4", "E4", "wall"), "BATTLEFIELD.far"),
        (lambda d: edit.set_side(CATALOG, d, "C4", "C5", "woods"), "BATTLEFIELD.terrain"),
        (lambda d: edit.set_way(CATALOG, d, "river", "C4", "C5", True), "BATTLEFIELD.terrain"),
        (lambda d: edit.set_exit(CATALOG, d, "road", "C4", 1, True), "BATTLEFIELD.edge"),
        (lambda d: edit.set_exit(CATALOG, d, "road", "A1", 9, True), "BATTLEFIELD.edge"),
        (lambda d: edit.set_objective(CATALOG, d, 6, "C4"), "BATTLEFIELD.objective"),
    ],
)
def test_what_cannot_be_is_refused(change: Callable[[Document], Document], code: str) -> None:
    with pytest.raises(HorahError) as refused:
        change(blank(CATALOG))
    assert refused.value.said.key == f"problem.{code}"
    assert "{" not in sentence(refused.value)


@given(
    st.lists(
        st.tuples(st.sampled_from(HEXES), st.sampled_from(["woods", "building", "marsh", "open"])),
        max_size=12,
    ),
    st.lists(st.tuples(st.sampled_from(HEXES), st.integers(0, 5)), max_size=8),
)
def test_any_changes_leave_a_document_that_reads_back(
    terrain: list[tuple[str, str]], sides: list[tuple[str, int]]
) -> None:
    document = blank(CATALOG)
    for one, kind in terrain:
        document = edit.set_terrain(CATALOG, document, one, [kind])
    for one, turn in sides:
        around = neighbours(one, CATALOG.board)
        document = edit.set_side(CATALOG, document, one, around[turn % len(around)], "hedge")
        document = edit.set_way(CATALOG, document, "trail", one, around[turn % len(around)], bool(turn % 2))
    kept = copy.deepcopy(document)
    assert well_formed(document)
    last = {one: kind for one, kind in terrain if kind != "open"}
    gone = {one for one, kind in terrain if dict(terrain)[one] == "open"}
    ground = ground_of(document)
    assert {one: kinds[0] for one, kinds in ground.terrain.items()} == {
        one: kind for one, kind in last.items() if one not in gone
    }
    assert document == kept


def findings(document: Document) -> list[tuple[str, str, str]]:
    return [(one.severity, one.code, to_pointer(one.place)) for one in check(CATALOG, document)]


def changed(*changes: Callable[[Document], Document]) -> Document:
    """A battlefield that nothing is wrong with, changed."""
    document = drawn(battlefield(CATALOG, 3, "mixed"))
    for change in changes:
        document = change(document)
    return document


@pytest.mark.parametrize("kind", list(CATALOG.battlefields))
def test_nothing_is_wrong_with_what_chance_drew(kind: str) -> None:
    assert findings(drawn(battlefield(CATALOG, 11, kind))) == []


FREE = next(one for one in HEXES if one not in ground_of(drawn(battlefield(CATALOG, 3, "mixed"))).terrain)
WOODED = {"terrain": {"woods": list(HEXES)}, "objectives": changed()["objectives"]}
FAULTS: list[tuple[str, Document, tuple[str, str, str]]] = [
    ("unknown", changed() | {"terrain": {"lava": ["C4"]}}, ("error", "B1", "/terrain/lava")),
    ("misplaced", changed() | {"sides": {"woods": ["C4-C5"]}}, ("error", "B1", "/sides/woods")),
    ("apart", changed() | {"course": ["A1-C5"]}, ("error", "B2", "/course/0")),
    (
        "no bridge",
        changed(lambda d: edit.set_terrain(CATALOG, d, FREE, ["major_bridge"])),
        ("error", "B2", "/terrain/major_bridge/0"),
    ),
    ("no fifth", changed(lambda d: edit.set_objective(CATALOG, d, 5, None)), ("error", "B3", "/objectives")),
    (
        "drowned",
        changed(
            lambda d: edit.set_terrain(CATALOG, d, FREE, ["water_barrier"]),
            lambda d: edit.set_objective(CATALOG, d, 2, FREE),
        ),
        ("error", "B4", "/objectives/2"),
    ),
    (
        "shared",
        changed(
            lambda d: edit.set_objective(CATALOG, d, 1, FREE),
            lambda d: edit.set_objective(CATALOG, d, 2, FREE),
        ),
        ("error", "B5", "/objectives/2"),
    ),
    (
        "wet edge",
        changed(
            *(
                lambda d, at=column: edit.set_terrain(CATALOG, d, f"{at}1", ["water_barrier"])
                for column in "ABCDEFGHI"
            )
        ),
        ("warning", "B6", ""),
    ),
    ("all woods", blank(CATALOG) | WOODED, ("note", "B7", "")),
]


@pytest.mark.parametrize(("_", "document", "fault"), FAULTS, ids=[name for name, _, _ in FAULTS])
def test_what_is_wrong_is_found_at_its_place(_: str, document: Document, fault: tuple[str, str, str]) -> None:
    assert fault in findings(document)
    for lang in ("es", "en"):
        for one in check(CATALOG, document):
            assert "{" not in Scribe(CATALOG, lang).say(one.said)
