"""The tables against the rules, and each check with an overlay that breaks it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from catalogs.checks import inspect
from catalogs.games.grossdeutschland import load
from exports.game import formatter
from tests.catalogs.overlays import lay

BASE = load()
# 10.1 as printed, line by line.
PRINTED = """
2 DC DC DD DE DE DE DE DE
3 DR DC DC DD DE DE DE DE
4 - DR DC DC DD DE DE DE
5 AR - DR DC DC DD DE DE
6 AC AC - DR DC DC DD DE
7 SC AC AR - DR DC DC DD
8 AD AC AC AE - DR DC DC
9 AP AD AC AC AR - DR DC
10 AP AP AD AC AC AR - DR
11 AE AP AP AD AC AC AR -
12 AE AE AP AP AD AD AC AR
"""


def raw(table: str, name: str, **changes: Any) -> dict[str, Any]:
    row = json.loads(json.dumps(_plain(BASE.store.table(table)[name].data)))
    return {**row, **changes}


def _plain(value: Any) -> Any:
    if hasattr(value, "items"):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def test_every_check_passes_and_covers_rows() -> None:
    report = inspect("grossdeutschland", None)
    assert report.sound
    assert {"schema", "reference", "label", "word", "provenance", "total"} < set(report.examined)
    assert {"combat": 11, "weather": 6, "setup": 402, "chits": 4}.items() <= report.examined.items()


def test_the_combat_table_is_the_printed_one() -> None:
    lines = [line.split() for line in PRINTED.strip().splitlines()]
    assert {name: list(row.results.values()) for name, row in BASE.results.items()} == {
        name: cells for name, *cells in lines
    }


def test_sixteen_formations_and_their_counters_a_side() -> None:
    sides = [counter.formation.partition(":")[0] for counter in BASE.counters.values()]
    assert (sides.count("german"), sides.count("soviet")) == (105, 88)
    for formation in BASE.formations.values():
        heads = [
            counter for counter in BASE.counters.values() if counter.formation == formation.id and counter.hq
        ]
        assert len(heads) == 1


def test_twenty_black_chits_and_one_without_a_name() -> None:
    black = [chit for chit in BASE.chits.values() if chit.colour == "black"]
    assert [chit.id for chit in black if chit.cancels is None] == ["black_21"]
    assert len(black) == 21
    assert len({chit.cancels for chit in black}) == 20  # two cancel the same title


def test_values_of_components_are_blank() -> None:
    values = [
        (counter.attack, counter.defence, counter.move, counter.range) for counter in BASE.counters.values()
    ]
    assert set(values) == {(None,) * 4}
    assert set(BASE.entries.values()) == {None}
    assert {turn.weather for turn in BASE.turns.values()} == {None}
    numbers = [chit for chit in BASE.chits.values() if chit.modifier is not None]
    assert [chit.title for chit in numbers] == ["Apathy"]


Spoil = tuple[str, list[dict[str, Any]]]
BROKEN: dict[str, Callable[[], Spoil]] = {
    "combat": lambda: ("combat_results", [raw("combat_results", "7", results={"1-4": "AC"})]),
    "weather": lambda: ("weather", [raw("weather", "rain", roll=5)]),
    "setup": lambda: (
        "setup",
        [raw("setup", "kursk:german:2Gr:5K", id="kursk:german:2Gr:HQ2", counter="german:2Gr:HQ")],
    ),
    "chits": lambda: (
        "battles",
        [
            raw(
                "battles",
                "kursk",
                cups={
                    side: {"blue": 70, "red": 0, "random": 0, "assigned": []} for side in ("german", "soviet")
                },
            )
        ],
    ),
    "reference": lambda: ("turns", [raw("turns", "kursk:10:day", battle="berlin")]),
    "schema": lambda: ("turns", [raw("turns", "kursk:10:day", weather=40)]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_each_check_can_fail(name: str, tmp_path: Path) -> None:
    table, rows = BROKEN[name]()
    lay(tmp_path / "grossdeutschland", table, rows)
    report = inspect("grossdeutschland", tmp_path)
    assert {fault.check for fault in report.faults} == {name}
    for language in ("es", "en"):
        voice = formatter(BASE, language)
        for fault in report.faults:
            assert "{" not in voice.say(fault.problem) + voice.say(fault.expected)


def test_owner_data_is_read(tmp_path: Path) -> None:
    lay(tmp_path / "grossdeutschland", "turns", [raw("turns", "kursk:10:day", weather=-1)])
    lay(tmp_path / "grossdeutschland", "battles", [raw("battles", "kursk", last_date=12, last_slot="night")])
    from generator.games.grossdeutschland.document import make_printed

    document = make_printed(load(tmp_path), "kursk")
    assert document["weather"] == [None, -1]
    assert document["last_turn"] == {"date": 12, "slot": "night"}
