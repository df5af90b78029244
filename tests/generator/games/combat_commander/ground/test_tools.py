"""Drawing tools of the battlefield editor: effects, toggles and limits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogs.games.combat_commander import Catalog, load
from exports.games.combat_commander.messages import MessageFormatter
from generator.games.combat_commander.ground.battlefield_document import (
    Document,
    is_well_formed,
    make_blank,
    to_ground,
)
from generator.games.combat_commander.ground.checks import check_battlefield
from generator.games.combat_commander.ground.drawable import is_drawable
from generator.games.combat_commander.ground.map_figures import measure_ground
from generator.games.combat_commander.ground.tools import apply_stroke, apply_tool, list_tools
from generator.games.combat_commander.hexes import all_hexes, neighbours
from schemas.errors import HorahError
from tests.words import sentence

CATALOG = load()
WORDS = MessageFormatter(CATALOG, "en")


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return CATALOG


def draw(catalog: Catalog, *uses: str) -> Document:
    """Apply tools written as ``terrain:woods C4``, ``way:road C4 C5``."""
    document = make_blank(catalog)
    for use in uses:
        tool, *hexes = use.split()
        document = apply_tool(catalog, document, tool, *hexes)
    return document


@pytest.mark.parametrize(
    ("uses", "part", "found"),
    [
        (["terrain:woods C4"], "terrain", {"woods": ["C4"]}),
        (["terrain:woods C4", "terrain:brush C4"], "terrain", {"brush": ["C4"]}),
        (["terrain:woods C4", "terrain:open C4"], "terrain", {}),
        (
            ["terrain:stream C4", "terrain:minor_bridge C4"],
            "terrain",
            {"minor_bridge": ["C4"], "stream": ["C4"]},
        ),
        (["level:2 C4"], "levels", {"2": ["C4"]}),
        (["level:2 C4", "level:0 C4"], "levels", None),
        (["way:road C4 C5"], "ways", {"road": ["C4-C5"]}),
        (["way:road C5 C4", "way:road C4 C5"], "ways", {}),
        (["way:stream C4 C5"], "course", ["C4-C5"]),
        (["terrain:building C4", "terrain:building C5", "way:joined C4 C5"], "buildings", [["C4", "C5"]]),
        (["side:wall C4 C5", "side:hedge C4 C5"], "sides", {"hedge": ["C4-C5"]}),
        (["side:wall C4 C5", "side:wall C5 C4"], "sides", None),
        (["side:wall C4 C5", "side:none C4 C5"], "sides", None),
        (["exit:road C1"], "exits", {"road": [{"hex": "C1", "sides": [1]}]}),
        (["exit:road C1", "exit:road C1"], "exits", {"road": [{"hex": "C1", "sides": [2]}]}),
        (["exit:road C1"] * 4, "exits", None),  # 1, 2, 6, and no longer
        (["objective:3 C4"], "objectives", {"3": "C4"}),
        (["objective:3 C4", "objective:3 C4"], "objectives", None),
    ],
)
def test_each_tool_changes_the_document(catalog: Catalog, uses: list[str], part: str, found: object) -> None:
    assert draw(catalog, *uses).get(part) == found


@pytest.mark.parametrize(
    ("use", "words"),
    [
        ("terrain:lava C4", "There is no tool “terrain:lava”"),
        ("way:road C4", "choose a hex next to C4 as well"),
        ("way:road C4 H9", "C4 and H9 are not adjacent"),
        ("exit:road H5", "H5 is not at the edge of the map"),
    ],
)
def test_impossible_uses_raise_an_error(catalog: Catalog, use: str, words: str) -> None:
    with pytest.raises(HorahError) as refused:
        draw(catalog, use)
    assert words in sentence(refused.value)


@pytest.mark.parametrize(
    "part",
    [
        {"terrain": {"lava": ["C4"]}},
        {"terrain": {"hill": ["C4"]}},
        {"terrain": {"smoke": ["C4"]}},
        {"terrain": {"woods": ["Z9"]}},
        {"sides": {"woods": ["A1-A2"]}},
        {"sides": {"wall": ["A1-O10"]}},
        {"ways": {"road": ["A1-A1"]}},
        {"ways": {"sea": ["A1-A2"]}},
        {"course": ["A1-O9"]},
        {"levels": {"9": ["A1"]}},
        {"exits": {"road": [{"hex": "H5", "sides": [1]}]}},
        {"buildings": [["A1", "Z2"]]},
        {"objectives": {"1": "Z9"}},
    ],
)
def test_undrawable_documents_are_detected(catalog: Catalog, part: dict[str, object]) -> None:
    assert is_drawable(catalog, make_blank(catalog))
    assert not is_drawable(catalog, make_blank(catalog) | part)


@settings(max_examples=10)
@given(data=st.data())
def test_random_drawings_match_the_schema(data: st.DataObject) -> None:
    """Any tool on any hex either raises a readable error or gives a valid document."""
    catalog = CATALOG
    document = make_blank(catalog)
    hexes = st.sampled_from(all_hexes(catalog.board))
    for tool in data.draw(st.lists(st.sampled_from(list_tools(catalog)), max_size=12)):
        one = data.draw(hexes)
        other = data.draw(st.sampled_from(sorted(neighbours(one, catalog.board)))) if tool.pair else ""
        try:
            document = apply_tool(catalog, document, tool.id, one, other)
        except HorahError as refused:
            assert sentence(refused)
    assert is_well_formed(document) and is_drawable(catalog, document)
    assert all(WORDS.say(found.message) for found in check_battlefield(catalog, document))
    assert measure_ground(catalog, to_ground(document)).sight >= 0


@pytest.mark.parametrize(
    ("tool", "hexes", "part", "expected"),
    [
        ("terrain:woods", ["C3", "C4", "C3"], "terrain", {"woods": ["C3", "C4"]}),
        ("way:road", ["A5", "B4", "C5"], "ways", {"road": ["A5-B4", "B4-C5"]}),
        ("way:road", ["A5", "B4", "H8"], "ways", {"road": ["A5-B4"]}),  # nothing leads over a gap
        ("level:2", ["D4"], "levels", {"2": ["D4"]}),
    ],
)
def test_a_stroke_draws_over_all_its_hexes(
    catalog: Catalog, tool: str, hexes: list[str], part: str, expected: object
) -> None:
    assert apply_stroke(catalog, make_blank(catalog), tool, hexes)[part] == expected


def test_a_stroke_along_a_road_adds_before_it_removes(catalog: Catalog) -> None:
    road = apply_stroke(catalog, make_blank(catalog), "way:road", ["A5", "B4"])
    longer = apply_stroke(catalog, road, "way:road", ["A5", "B4", "C5"])
    assert longer["ways"] == {"road": ["A5-B4", "B4-C5"]}
    assert not apply_stroke(catalog, longer, "way:road", ["A5", "B4", "C5"])["ways"].get("road")


def test_a_stroke_needs_a_hex(catalog: Catalog) -> None:
    with pytest.raises(HorahError):
        apply_stroke(catalog, make_blank(catalog), "terrain:woods", [])
