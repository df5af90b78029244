"""Tests of blanks and owner boxes, with the toll and ferry blanks of the toy game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs import csv_forms, load
from catalogs.game import game, games
from catalogs.owner_data import apply_owner_data, compute_progress, empty_document, make_sources, with_cells
from catalogs.owner_fields import Cell, cells, groups
from schemas.errors import HorahError
from tests.words import sentence

pytestmark = pytest.mark.usefixtures("toy_game")


def test_a_blank_is_every_row_whose_field_is_null() -> None:
    tolls, ferries = game("toy").blanks
    store = load("toy").store
    assert list(cells(tolls, store)) == [Cell("lanes", "wood", "toll"), Cell("lanes", "river", "toll")]
    assert list(cells(ferries, store)) == []  # the blank adds whole rows, so it has no cells


def test_blanks_are_grouped_by_what_they_unlock() -> None:
    assert list(groups(game("toy").blanks)) == ["blank.tolls", "blank.ferries"]


def test_every_blank_of_every_game_names_a_table_and_what_it_unlocks() -> None:
    for name in games():
        catalog = load(name)
        for blank in game(name).blanks:
            assert blank.table in catalog.store.tables, (name, blank)
            assert blank.unlocks in catalog.terms, (name, blank)
            assert not blank.field or list(cells(blank, catalog.store)), (name, blank)


TOLLS = {"format": "hora-h/box/1", "game": "toy", "cells": {"lanes": {"wood": {"toll": 2}}}}
FERRY = {"id": "Old Meg", "lane": "river", "fee": 2}


def test_a_box_is_laid_over_the_catalogues_and_says_where_its_values_come_from() -> None:
    catalog = load("toy")
    mine = apply_owner_data(catalog, TOLLS)
    assert [lane.toll for lane in mine.lanes.values()] == [None, 2, None]  # type: ignore[attr-defined]
    row = mine.store.table("lanes")["wood"]
    assert row.data["provenance_of"] == {"toll": "printed table"} and row.provenance == "house"
    assert [lane.toll for lane in catalog.lanes.values()] == [None, None, None]  # type: ignore[attr-defined]
    assert list(mine.lanes) == ["road", "wood", "river"]  # type: ignore[attr-defined]


def test_the_version_counts_the_box_and_is_that_of_the_overlay_it_writes(tmp_path: Path) -> None:
    catalog = load("toy")
    mine = apply_owner_data(catalog, TOLLS)
    assert mine.version != catalog.version
    assert apply_owner_data(catalog, json.loads(json.dumps(TOLLS))) is mine
    other = apply_owner_data(catalog, {**TOLLS, "cells": {"lanes": {"wood": {"toll": 1}}}})
    assert other.version not in (mine.version, catalog.version)
    for source in make_sources(catalog.store, TOLLS):
        file = tmp_path / "toy" / source.name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(source.bytes())
    assert load("toy", tmp_path).version == mine.version
    assert (
        apply_owner_data(catalog, None) is catalog
        and apply_owner_data(catalog, empty_document("toy")).version == catalog.version
    )


@pytest.mark.parametrize(
    ("box", "words"),
    [
        ({"cells": {"lanes": {"wood": {"worth": 9}}}}, "is not one of the values to fill in"),
        ({"cells": {"lanes": {"road": {"toll": 1}}}}, "is not one of the values to fill in"),
        ({"cells": {"terms": {"seat.red": {"en": "X"}}}}, "is not one of the values to fill in"),
        ({"cells": {"lanes": {"wood": {"toll": 4}}}}, "4 is too high; expected at most 3"),
        ({"cells": {"lanes": {"wood": {"toll": "many"}}}}, '"many"'),
        ({"rows": {"lanes": [{"id": "sea", "worth": 9}]}}, "Lanes takes no new rows"),
        ({"rows": {"ferries": [{**FERRY, "lane": "sea"}]}}, "expected one of road, wood, river"),
        ({"rows": {"ferries": [{"id": "Old Meg"}]}}, "it lacks lane, fee"),
        ({"rows": {"ferries": [FERRY, FERRY]}}, "used twice"),
        ({"rows": {"ferries": [{"n": 1}]}}, "unknown field: n"),
        ({"game": "chess"}, "are for another game"),
        ({"cells": []}, "expected"),
        ({"more": 1}, "unknown field: more"),
        ({"rows": {"ferries": [{"id": "a" * 3000, "x": ["b" * 3900] * 100}]}}, "192 KB"),
    ],
)
def test_a_box_fills_blanks_and_nothing_else(box: dict[str, Any], words: str) -> None:
    with pytest.raises(HorahError) as refused:
        apply_owner_data(load("toy"), {**empty_document("toy"), **box})
    assert words in sentence(refused.value)


def test_progress_counts_what_is_filled() -> None:
    store = load("toy").store
    before = [
        (each.unlocks, each.filled, each.total) for each in compute_progress(store, empty_document("toy"))
    ]
    assert before == [("blank.tolls", 0, 2), ("blank.ferries", 0, None)]
    after = compute_progress(store, {**TOLLS, "rows": {"ferries": [FERRY]}})
    assert [(each.filled, each.complete) for each in after] == [(1, False), (1, True)]


def test_a_sheet_is_written_filled_in_and_read_back() -> None:
    store, box = load("toy").store, empty_document("toy")
    assert csv_forms.write_csv(store, box, "lanes") == "id,toll\nwood,\nriver,\n"
    box = csv_forms.merge_csv(store, box, "lanes", "\ufeffid;toll\r\nriver;3\r\nwood;\r\n")
    assert box["cells"] == {"lanes": {"river": {"toll": 3}}}
    box = csv_forms.merge_csv(store, box, "ferries", "id,fee,lane\nOld Meg,2,river\n=cmd,1,road\n")
    assert box["rows"]["ferries"][0] == FERRY
    text = csv_forms.write_csv(store, box, "ferries")
    assert text == "id,lane,fee\nOld Meg,river,2\n'=cmd,road,1\n"
    assert csv_forms.merge_csv(store, empty_document("toy"), "ferries", text)["rows"] == box["rows"]
    assert apply_owner_data(load("toy"), box).store.table("ferries")["Old Meg"].data["fee"] == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a CSV table"),
        ("toll\n3\n", "This table has no columns toll"),
        ("id,worth\nwood,3\n", "has no columns worth"),
        ("id,toll\nsea,3\n", "Line 2: “sea” has nothing to fill in under Toll"),
        ("id,toll\n" + "wood,1\n" * 2001, "2000 lines at most"),
    ],
)
def test_a_sheet_that_does_not_fit_is_told(text: str, words: str) -> None:
    with pytest.raises(HorahError) as refused:
        csv_forms.merge_csv(load("toy").store, empty_document("toy"), "lanes", text)
    assert words in sentence(refused.value)


@given(st.dictionaries(st.sampled_from(["wood", "river"]), st.integers(0, 3)))
def test_whatever_is_filled_in_comes_back_from_the_sheet(tolls: dict[str, int]) -> None:
    store = load("toy").store
    box = with_cells(
        empty_document("toy"), {Cell("lanes", lane, "toll"): toll for lane, toll in tolls.items()}
    )
    again = csv_forms.merge_csv(
        store, empty_document("toy"), "lanes", csv_forms.write_csv(store, box, "lanes")
    )
    assert again == box
    assert apply_owner_data(load("toy"), box).version == apply_owner_data(load("toy"), again).version
