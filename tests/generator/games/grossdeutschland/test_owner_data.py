"""With owner data: chits by name, classes, a last turn, hexes of towns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from catalogs.games.grossdeutschland import Catalog, load
from catalogs.owner_data import apply_owner_data
from generator.games.grossdeutschland.document import make_printed
from generator.games.grossdeutschland.play.state import State
from schemas.errors import HorahError
from tests.catalogs.overlays import lay

from .playing import play_random
from .test_play import chits_are_conserved, it_replays, no_sealed_draw_leaks, points_are_those_of_the_log

BASE = load()
TITLES = [title.title for title in BASE.titles.values()]


def raw(table: str, name: str, **changes: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(_plain(BASE.store.table(table)[name].data))), **changes}


def _plain(value: Any) -> Any:
    if hasattr(value, "items"):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


@pytest.fixture(scope="module")
def owned(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Return complete owner data; the numbers are invented for the test."""
    folder: Path = tmp_path_factory.mktemp("box")
    home = folder / "grossdeutschland"
    chits = [
        raw(
            "event_chits",
            chit.id,
            title=TITLES[place % len(TITLES)],
            modifier=place % 4,
            no_night=place % 3 == 0,
            cancels=TITLES[(place + 5) % len(TITLES)] if place % 2 else None,
        )
        for place, chit in enumerate(BASE.chits.values())
        if chit.colour != "black"
    ]
    lay(home, "event_chits", chits)
    kinds = ("foot", "tracked", "wheeled")
    lay(
        home,
        "counters",
        [raw("counters", key, **{"class": kinds[n % 3], "attack": 3}) for n, key in enumerate(BASE.counters)],
    )
    lay(
        home,
        "battles",
        [
            raw("battles", "mischurin_rog", last_date=1, last_slot="night"),
            raw("battles", "kursk", last_date=10, last_slot="night"),
        ],
    )
    lay(home, "turns", [raw("turns", key, weather=0) for key in BASE.turns])
    lay(
        home,
        "places",
        [
            raw("places", "mischurin_rog:lichovka", hexes=["2040", "2041", "2140"]),
            raw("places", "mischurin_rog:mischurin_rog", hexes=["3045", "3046"]),
        ],
    )
    return load(folder)


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("battle", ["kursk", "mischurin_rog"])
def test_random_plays_with_complete_owner_data(owned: Catalog, battle: str, number: int) -> None:
    seed = f"box{number}.secret"
    session = play_random(owned, seed, battle=battle, turns=4)
    assert session.finished
    asks = {entry.ask for entry in session.table.entries}
    assert not asks & {"chit_number", "last_turn", "weather_modifier" if battle == "kursk" else "minus"}
    chits_are_conserved([shown.state for shown in session.table.stands])
    points_are_those_of_the_log(session)
    no_sealed_draw_leaks(session)
    it_replays(session, seed)


def test_a_chit_comes_by_name_and_no_chit_twice(owned: Catalog) -> None:
    """10.3: until a cup is refilled, none of its chits is drawn twice."""
    session = play_random(owned, "names", battle="kursk", turns=4)
    named = [
        entry.answer
        for entry in session.table.entries
        if entry.ask == "chit" and entry.answer in owned.chits and owned.chits[entry.answer].colour != "black"
    ]
    assert named
    assert len(set(named)) == len(named)


def test_owner_can_extend_the_turn_track() -> None:
    """3.0, 14.0: turns after the last known one are owner rows."""
    row = {"id": "kursk:11:morning", "battle": "kursk", "date": 11, "slot": "morning", "weather": 2}
    box = {"format": "hora-h/box/1", "game": "grossdeutschland", "cells": {}, "rows": {"turns": [row]}}
    assert make_printed(apply_owner_data(BASE, box), "kursk")["weather"] == [None, None, None, None, 2]
    wrong = {**box, "rows": {"turns": [{**row, "id": "kursk:12:morning"}]}}
    with pytest.raises(HorahError):
        apply_owner_data(BASE, wrong)


def test_only_foot_units_are_rebuilt(owned: Catalog) -> None:
    for number in range(12):
        session = play_random(owned, f"foot{number}", battle="kursk", turns=4)
        for entry in session.table.entries:
            if entry.ask == "rebuild" and entry.answer != "nobody":
                assert owned.counters[entry.answer].kind == "foot"


def test_known_minus_hexes_are_tracked(owned: Catalog) -> None:
    session = play_random(owned, "hexes1", battle="mischurin_rog", turns=4)
    end = session.table.state
    assert isinstance(end, State)
    towns = {name for name in end.holders if "lichovka@" in name or "mischurin_rog@" in name}
    lost = sum(end.holders[name] == "soviet" for name in towns)
    assert end.score.minus == lost
