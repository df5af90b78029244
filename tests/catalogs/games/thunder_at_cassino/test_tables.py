"""The tables of Thunder at Cassino: values of the rules, and blanks for the owner."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from catalogs.checks import inspect
from catalogs.errors import CatalogError
from catalogs.games.thunder_at_cassino import load
from catalogs.games.thunder_at_cassino.catalog import parse_start
from catalogs.games.thunder_at_cassino.model import Start
from catalogs.loader import load as load_any
from schemas.validation import problems, tables

CATALOG = load()
VICTORY = [9, 11, 15, 16, 17, 18, 19, 21, 22, 25, 26, 29, 31, 57, 65, 66]


def overlay(folder: Path, table: str, *rows: dict[str, Any]) -> Path:
    """Return an overlay with some rows of a table."""
    home = folder / "thunder_at_cassino"
    home.mkdir(exist_ok=True)
    document = {
        "format": f"hora-h/catalog/{table}/1",
        "rule": "x",
        "provenance": "printed table",
        "rows": rows,
    }
    (home / f"{table}.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


def row(table: str, name: str, **changes: Any) -> dict[str, Any]:
    return {**CATALOG.store.table(table)[name].data, **changes}


def test_the_built_in_tables_are_sound() -> None:
    assert inspect("thunder_at_cassino", None).faults == ()


def test_the_board_has_68_areas_and_11_zones() -> None:
    assert len(CATALOG.areas) == 68
    assert list(CATALOG.zones) == list("ABCDEFGHIJK")
    assert [int(area) for area in CATALOG.victory_areas] == VICTORY
    assert CATALOG.fifth_column_areas == ("11", "15", "16", "17")
    assert set(CATALOG.rubble_areas) == {str(n) for n in range(1, 23)} - {"9", "20"}
    assert set(CATALOG.casualty_areas) == {str(n) for n in range(1, 23)}  # 9 and 20 too (5.6)


def test_germans_stay_out_of_the_zones_a_to_f() -> None:
    assert [zone.id for zone in CATALOG.zones.values() if zone.german] == list("GHIJK")
    assert [zone.id for zone in CATALOG.zones.values() if zone.first_entry] == ["C"]


def test_the_board_is_a_graph_with_the_one_pair_the_text_names() -> None:
    """T7: areas 11 and 33 are neighbours by an arrow."""
    assert isinstance(CATALOG.board, nx.Graph)
    assert len(CATALOG.board) == 79
    assert CATALOG.board.has_edge("11", "33")
    assert CATALOG.board.number_of_edges() == 1


def test_board_values_are_blank() -> None:
    assert [area.id for area in CATALOG.areas.values() if area.vp is not None] == []
    assert [area.id for area in CATALOG.areas.values() if area.terrain is not None] == []
    assert [area.id for area in CATALOG.areas.values() if area.altitude is not None] == ["9"]
    assert set(CATALOG.variable.values()) == {None}
    assert all(band.value is None for band in CATALOG.bands.values())


def test_the_height_of_castle_hill() -> None:
    """T6: altitude 2 is 150 to 199 metres, 1 is 100 to 149."""
    base, step = CATALOG.figures["height_base"], CATALOG.figures["height_step"]
    altitude = CATALOG.areas["9"].altitude
    assert altitude == 2
    assert (base + step * (altitude - 1), base + step * altitude - 1) == (150, 199)


@pytest.mark.parametrize(
    ("name", "turns", "control", "smoke", "first", "advantage"),
    [
        ("campaign", (1, 9), 0, (2, 8), "german", "allied"),
        ("last_days", (10, 15), 9, (0, 2), "allied", "allied"),
        ("round_house", (1, 2), 4, (0, 0), "allied", "german"),
        ("castle_hill", (1, 2), 9, (1, 0), "allied", "german"),
    ],
)
def test_the_four_scenarios(
    name: str, turns: tuple[int, int], control: int, smoke: tuple[int, int], first: str, advantage: str
) -> None:
    result = CATALOG.setups[name]
    assert (result.first_turn, result.last_turn) == turns
    assert len(result.control) == control
    assert (result.smoke["german"], result.smoke["allied"]) == smoke
    assert (result.first, result.advantage) == (first, advantage)


def test_the_short_scenarios_are_limited() -> None:
    house, hill = CATALOG.setups["round_house"], CATALOG.setups["castle_hill"]
    assert (
        house.is_in_play("18")
        and house.is_in_play("31")
        and house.is_in_play("G")
        and not house.is_in_play("17")
    )
    assert house.rubble == {"21": 1, "22": 1}
    assert house.retreat_bans == {"allied": ("18", "19", "29", "31")}
    assert hill.areas == ("1", "8", "9", "34", "35", "36", "43", "44", "54")
    assert hill.fixed == (("rec_4_para", "66"),)
    assert CATALOG.units["rec_4_para"].starts["castle_hill"].place == "66"


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("blue", Start(None, "blue", None, ())),
        ("34", Start("34", None, None, ())),
        ("C", Start("C", None, None, ())),
        ("turn 2: A, B", Start(None, None, 2, ("A", "B"))),
    ],
)
def test_where_a_unit_begins(text: str, start: Start) -> None:
    assert parse_start(text) == start


def test_an_owner_fills_the_blanks(tmp_path: Path) -> None:
    rows = [row("areas", "9", vp=3, terrain=4), row("areas", "1", terrain=2, colour="blue", edge=False)]
    result = load(overlay(tmp_path, "areas", *rows))
    assert (result.areas["9"].vp, result.areas["9"].terrain) == (3, 4)
    assert result.terrain("1") == 2
    assert result.version != CATALOG.version


@pytest.mark.parametrize(
    ("table", "name", "change", "place"),
    [
        ("areas", "9", {"terrain": 5}, "/rows/0/terrain"),
        ("areas", "9", {"altitude": -1}, "/rows/0/altitude"),
        ("areas", "9", {"colour": "pink"}, "/rows/0/colour"),
        ("areas", "1", {"vp": 2}, "/rows/0/vp"),  # points only on the sixteen areas
        ("bands", "allied_least", {"value": 10}, "/rows/0/value"),  # a draw that is none
        ("units", "rec_4_para", {"campaign": "C"}, "/rows/0/campaign"),  # a German in an Allied zone
        ("units", "mataf", {"gun": "german_division"}, "/rows/0/gun"),
        ("units", "mataf", {"campaign": "turn 16: A"}, "/rows/0/campaign"),
        ("links", "11-33", {"id": "11-11"}, "/rows/0/id"),
        ("readings", "failed_smoke", {"default": "never"}, "/rows/0/default"),
        ("setups", "campaign", {"control": ["69"]}, "/rows/0/control/0"),
        ("setups", "castle_hill", {"fixed": [{"unit": "nobody", "place": "66"}]}, "/rows/0/fixed/0/unit"),
    ],
)
def test_invalid_overlay_is_refused(
    tmp_path: Path, table: str, name: str, change: dict[str, Any], place: str
) -> None:
    folder = overlay(tmp_path, table, row(table, name, **change))
    faults = inspect("thunder_at_cassino", folder).faults
    assert place in [fault.place for fault in faults]
    with pytest.raises(CatalogError):
        load_any("thunder_at_cassino", folder)


@pytest.mark.parametrize(
    "table", [name for name in tables("thunder_at_cassino") if name in CATALOG.store.tables]
)
def test_every_file_keeps_its_schema(table: str) -> None:
    for source in CATALOG.store.sources:
        if source.table == table:
            document = json.loads(source.path.read_text(encoding="utf-8"))
            assert list(problems(document, tables("thunder_at_cassino")[table])) == []


def test_no_sentence_begins_with_a_side_in_small_letters() -> None:
    """Sides are «the Germans», «los alemanes»: only the beginning of a sentence is capitalised."""
    output = [text for words in CATALOG.terms.values() for text in words.values()]
    assert [text for text in output if re.search(r"[.!?] \{\w+:side\}", text)] == []
