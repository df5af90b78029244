"""A battlefield as a document: generated, edited hex by hex, read back and checked."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs.games.combat_commander import load
from exports.games.combat_commander.messages import MessageFormatter
from generator.games.combat_commander.ground import edit
from generator.games.combat_commander.ground.battlefield import generate_battlefield
from generator.games.combat_commander.ground.battlefield_document import (
    generated_to_document,
    is_well_formed,
    make_blank,
    to_document,
    to_ground,
)
from generator.games.combat_commander.ground.checks import check_battlefield
from generator.games.combat_commander.hexes import all_hexes, neighbours
from schemas.errors import HorahError
from schemas.json_pointer import to_pointer
from tests.words import sentence

CATALOG = load()
HEXES = all_hexes(CATALOG.board)
Document = dict[str, Any]


def test_a_blank_document_is_open_ground() -> None:
    document = make_blank(CATALOG)
    assert is_well_formed(document)
    ground = to_ground(document)
    assert not ground.terrain
    assert not ground.levels
    assert not ground.sides


@pytest.mark.parametrize("kind", list(CATALOG.battlefields))
def test_a_generated_battlefield_survives_a_round_trip(kind: str) -> None:
    battlefield = generate_battlefield(CATALOG, 7, kind)
    document = json.loads(json.dumps(generated_to_document(battlefield)))
    assert is_well_formed(document)
    assert document["drawn"] == {"kind": kind, "seed": 7}
    again = to_ground(document)
    for part in ("id", "terrain", "levels", "ways", "exits", "course", "sides", "objectives"):
        assert getattr(again, part) == getattr(battlefield.ground, part), part
    assert set(again.buildings) == set(battlefield.ground.buildings)


@pytest.mark.parametrize("number", sorted(CATALOG.ground, key=int))
def test_a_printed_map_survives_a_round_trip(number: str) -> None:
    ground = CATALOG.ground[number]
    document = to_document(ground, f"Map {number}")
    assert is_well_formed(document)
    again = to_ground(document)
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
    (
        "one house",
        lambda d: edit.set_joined_building(CATALOG, d, "C4", "C5", True),
        {"buildings": [["C4", "C5"]]},
    ),
    ("an objective", lambda d: edit.set_objective(CATALOG, d, 3, "E5"), {"objectives": {"3": "E5"}}),
    (
        "a bridge",
        lambda d: edit.set_terrain(CATALOG, d, "C4", ["minor_bridge", "stream"]),
        {"terrain": {"minor_bridge": ["C4"], "stream": ["C4"]}},
    ),
]


@pytest.mark.parametrize(("_", "change", "there"), CHANGES, ids=[name for name, _, _ in CHANGES])
def test_an_edit_changes_the_document(
    _: str, change: Callable[[Document], Document], there: dict[str, Any]
) -> None:
    before = make_blank(CATALOG)
    after = change(before)
    assert after == make_blank(CATALOG) | there
    assert is_well_formed(after)
    assert before == make_blank(CATALOG)


BACK: list[tuple[Callable[[Document], Document], Callable[[Document], Document]]] = [
    (CHANGES[0][1], lambda d: edit.set_terrain(CATALOG, d, "C4", [])),
    (CHANGES[0][1], lambda d: edit.set_terrain(CATALOG, d, "C4", ["open"])),
    (CHANGES[1][1], lambda d: edit.set_level(CATALOG, d, "C4", 0)),
    (CHANGES[2][1], lambda d: edit.set_side(CATALOG, d, "C4", "C5", None)),
    (CHANGES[3][1], lambda d: edit.set_way(CATALOG, d, "road", "A1", "B1", False)),
    (CHANGES[4][1], lambda d: edit.set_exit(CATALOG, d, "road", "A1", 1, False)),
    (CHANGES[5][1], lambda d: edit.set_course(CATALOG, d, "C5", "C4", False)),
    (CHANGES[6][1], lambda d: edit.set_joined_building(CATALOG, d, "C4", "C5", False)),
    (CHANGES[7][1], lambda d: edit.set_objective(CATALOG, d, 3, None)),
]


@pytest.mark.parametrize(("change", "back"), BACK)
def test_an_edit_can_be_undone(
    change: Callable[[Document], Document], back: Callable[[Document], Document]
) -> None:
    assert back(change(make_blank(CATALOG))) == make_blank(CATALOG)


def test_a_removed_house_leaves_its_building() -> None:
    document = make_blank(CATALOG)
    for one in ("C4", "C5", "C6"):
        document = edit.set_terrain(CATALOG, document, one, ["building"])
    document = edit.set_joined_building(CATALOG, document, "C4", "C5", True)
    document = edit.set_joined_building(CATALOG, document, "C5", "C6", True)
    assert document["buildings"] == [["C4", "C5", "C6"]]
    assert edit.set_terrain(CATALOG, document, "C6", [])["buildings"] == [["C4", "C5"]]


def test_an_edited_generated_battlefield_is_marked_changed() -> None:
    document = generated_to_document(generate_battlefield(CATALOG, 7, "open"))
    after = edit.set_level(CATALOG, document, "C4", 1)
    assert after["changed"] is True
    assert to_ground(after).id != to_ground(document).id
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
def test_impossible_edits_raise_an_error(change: Callable[[Document], Document], code: str) -> None:
    with pytest.raises(HorahError) as refused:
        change(make_blank(CATALOG))
    assert refused.value.message.key == f"problem.{code}"
    assert "{" not in sentence(refused.value)


@given(
    st.lists(
        st.tuples(st.sampled_from(HEXES), st.sampled_from(["woods", "building", "marsh", "open"])),
        max_size=12,
    ),
    st.lists(st.tuples(st.sampled_from(HEXES), st.integers(0, 5)), max_size=8),
)
def test_random_edits_keep_the_document_valid(
    terrain: list[tuple[str, str]], sides: list[tuple[str, int]]
) -> None:
    document = make_blank(CATALOG)
    for one, kind in terrain:
        document = edit.set_terrain(CATALOG, document, one, [kind])
    for one, turn in sides:
        around = neighbours(one, CATALOG.board)
        document = edit.set_side(CATALOG, document, one, around[turn % len(around)], "hedge")
        document = edit.set_way(CATALOG, document, "trail", one, around[turn % len(around)], bool(turn % 2))
    kept = copy.deepcopy(document)
    assert is_well_formed(document)
    last = {one: kind for one, kind in terrain if kind != "open"}
    gone = {one for one, kind in terrain if dict(terrain)[one] == "open"}
    ground = to_ground(document)
    assert {one: kinds[0] for one, kinds in ground.terrain.items()} == {
        one: kind for one, kind in last.items() if one not in gone
    }
    assert document == kept


def findings(document: Document) -> list[tuple[str, str, str]]:
    return [
        (finding.severity, finding.code, to_pointer(finding.place))
        for finding in check_battlefield(CATALOG, document)
    ]


def changed(*changes: Callable[[Document], Document]) -> Document:
    """Return a battlefield without findings, after some edits."""
    document = generated_to_document(generate_battlefield(CATALOG, 3, "mixed"))
    for change in changes:
        document = change(document)
    return document


@pytest.mark.parametrize("kind", list(CATALOG.battlefields))
def test_generated_battlefields_have_no_findings(kind: str) -> None:
    assert findings(generated_to_document(generate_battlefield(CATALOG, 11, kind))) == []


FREE = next(
    one
    for one in HEXES
    if one not in to_ground(generated_to_document(generate_battlefield(CATALOG, 3, "mixed"))).terrain
)
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
    ("all woods", make_blank(CATALOG) | WOODED, ("note", "B7", "")),
]


@pytest.mark.parametrize(("_", "document", "fault"), FAULTS, ids=[name for name, _, _ in FAULTS])
def test_findings_name_their_place(_: str, document: Document, fault: tuple[str, str, str]) -> None:
    assert fault in findings(document)
    for lang in ("es", "en"):
        for one in check_battlefield(CATALOG, document):
            assert "{" not in MessageFormatter(CATALOG, lang).say(one.message)
