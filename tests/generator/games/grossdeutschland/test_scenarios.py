"""The printed battles as documents: complete, valid, and the same after a round trip."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from catalogs.frozen import freeze
from catalogs.games.grossdeutschland import Catalog
from generator.games.grossdeutschland.battle import make_battle
from generator.games.grossdeutschland.document import SCHEMA, make_blank, make_printed
from schemas.errors import HorahError
from schemas.validation import problems

COUNTS = {
    "kursk": (74, 64),
    "akhtyrka": (57, 61),
    "mischurin_rog": (27, 27),
    "lutchessa": (43, 49),
}
CUPS = {
    "kursk": ((30, 30, 5, 6), (30, 30, 4, 6)),
    "akhtyrka": ((30, 30, 5, 6), (30, 30, 4, 5)),
    "mischurin_rog": ((35, 25, 5, 6), (25, 35, 4, 6)),
    "lutchessa": ((30, 25, 4, 5), (30, 25, 5, 6)),
}


@pytest.mark.parametrize(("name", "counts"), COUNTS.items())
def test_round_trip_with_its_counts(catalog: Catalog, name: str, counts: tuple[int, int]) -> None:
    document = make_printed(catalog, name)
    again = json.loads(json.dumps(document))
    assert again == document
    assert list(problems(again, SCHEMA)) == []
    battle = make_battle(again, catalog)
    sides = Counter(unit.side for unit in battle.units.values())
    assert (sides["german"], sides["soviet"]) == counts
    rows = {
        row.counter: (row.placement, row.spent, row.road)
        for row in catalog.setups.values()
        if row.battle == name
    }
    assert {
        unit.key: (freeze(unit.placement), unit.spent, unit.road) for unit in battle.units.values()
    } == rows


@pytest.mark.parametrize(("name", "cups"), CUPS.items())
def test_cups(catalog: Catalog, name: str, cups: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    result = make_printed(catalog, name)["cups"]
    counted = tuple(
        (cup["blue"], cup["red"], len(cup["assigned"]), cup["random"])
        for cup in (result["german"], result["soviet"])
    )
    assert counted == cups


def test_missing_parts_are_listed(catalog: Catalog) -> None:
    result = {name: make_printed(catalog, name) for name in catalog.battles}
    assert [name for name, each in result.items() if not each["complete"]] == ["mischurin_rog"]
    assert all(each["missing"] and each["last_turn"] is None for each in result.values())
    assert result["mischurin_rog"]["first_turn"] is None


def test_works_of_kursk_and_lutchessa(catalog: Catalog) -> None:
    kursk = Counter(
        fortification["type"] for fortification in make_printed(catalog, "kursk")["fortifications"]
    )
    assert kursk == {"minefield": 5, "trench": 5, "bunker": 3}
    lutchessa = make_printed(catalog, "lutchessa")["fortifications"]
    assert [each["with"] for each in lutchessa] == [f"german:Eng:{number}K" for number in (1, 2, 3, 4)]


def test_entries_by_a_special_rule(catalog: Catalog) -> None:
    kursk = make_battle(make_printed(catalog, "kursk"), catalog)
    assert kursk.formations["german:3Art"].entries == ("A", "B")
    assert kursk.formations["german:Div"].entries == ("A", "B")
    assert kursk.formations["german:3Fus"].entries == ("A",)


def test_blank_scenario_is_valid(catalog: Catalog) -> None:
    assert list(problems(make_blank(catalog), SCHEMA)) == []


def test_unknown_battle_is_refused(catalog: Catalog) -> None:
    with pytest.raises(HorahError, match="GD_BAD_BATTLE"):
        make_printed(catalog, "berlin")
