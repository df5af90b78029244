"""Generated battlefields: reproducible, playable and within the range of the printed maps."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogs.games.combat_commander import load
from catalogs.games.combat_commander.ground import Ground, build
from catalogs.store import Row
from generator.games.combat_commander.ground.battlefield import (
    Battlefield,
    choose_kind,
    find_play_problems,
    generate_battlefield,
    to_catalog_row,
)
from generator.games.combat_commander.ground.map_figures import MapFigures, get_printed_range, measure_ground
from generator.games.combat_commander.ground.movement_cost import get_cover, get_crossing_cover, get_move_cost
from generator.games.combat_commander.hexes import all_hexes, distance, neighbours
from schemas.errors import HorahError
from schemas.messages import say
from tests.catalogs.games.combat_commander.overlays import lay
from tests.words import sentence

from .grounds import CATALOG, ground

KINDS = list(CATALOG.battlefields)
SEEDS = range(4)  # the soak run tests ten thousand
RANGE = get_printed_range(CATALOG)
HEXES = all_hexes(CATALOG.board)


@cache
def drawn(seed: int, kind: str) -> Battlefield:
    return generate_battlefield(CATALOG, seed, kind)


def check_sound(battlefield: Battlefield) -> None:
    """Check everything a battlefield must satisfy."""
    land = battlefield.ground
    assert list(find_play_problems(CATALOG, land)) == []
    assert RANGE.list_outside(battlefield.figures) == ()
    assert land.objectives is not None
    assert set(land.objectives) == {1, 2, 3, 4, 5}
    assert len(set(land.objectives.values())) == 5
    for hex_id, level in land.levels.items():
        assert 1 <= level <= 4, hex_id
        assert hex_id in HEXES
    bridges = {hex_id for hex_id, kinds in land.terrain.items() if len(kinds) == 2}
    roads = {hex_id for ends in land.ways.get("road", ()) for hex_id in ends}
    assert bridges <= roads
    wet = {
        hex_id for hex_id, kinds in land.terrain.items() if kinds[0] in ("water_barrier", "stream", "marsh")
    }
    assert not wet & roads


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind(kind: str) -> None:
    seen = set()
    for seed in SEEDS:
        battlefield = drawn(seed, kind)
        assert battlefield.kind == kind
        check_sound(battlefield)
        seen.add((tuple(sorted(battlefield.ground.terrain.items())), battlefield.ground.ways["road"]))
    assert len(seen) == len(SEEDS)


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10**9))
def test_a_seed_gives_the_same_map_again(seed: int) -> None:
    first, second = generate_battlefield(CATALOG, seed), generate_battlefield(CATALOG, seed)
    assert first == second
    check_sound(first)


@pytest.mark.soak
def test_ten_thousand_battlefields() -> None:
    """None fails, all differ, all lie within the printed range."""
    seen = set()
    for seed in range(10_000):
        battlefield = generate_battlefield(CATALOG, seed)
        check_sound(battlefield)
        land = battlefield.ground
        seen.add((tuple(sorted(land.terrain.items())), tuple(sorted(land.sides)), land.ways.get("road")))
    assert len(seen) == 10_000


def test_the_seed_chooses_the_kind() -> None:
    chosen = [choose_kind(CATALOG, seed) for seed in range(4)]
    assert [generate_battlefield(CATALOG, seed).kind for seed in range(4)] == chosen


def test_every_kind_is_equally_likely() -> None:
    """Chi-square of the chosen kinds over 6,000 seeds; 20.5 has a probability of one in a thousand."""
    times = Counter(choose_kind(CATALOG, seed) for seed in range(6000))
    expected = 6000 / len(CATALOG.battlefields)
    assert sum((times[kind] - expected) ** 2 / expected for kind in CATALOG.battlefields) < 20.5


def test_kinds_differ_as_named() -> None:
    def mean(kind: str, figure: str) -> float:
        return sum(asdict(drawn(seed, kind).figures)[figure] for seed in SEEDS) / len(SEEDS)

    assert mean("village", "building") > 2 * mean("open", "building")
    assert mean("woods", "cover") > mean("mixed", "cover") > mean("open", "cover")
    assert mean("woods", "sight") < mean("open", "sight")
    assert mean("hills", "hill") > 2 * mean("village", "hill")
    assert mean("river", "water") > mean("mixed", "water")


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(HorahError) as refused:
        generate_battlefield(CATALOG, 1, "desert")
    assert "village, woods, hills, open, river, mixed" in sentence(refused.value)


def test_unplayable_maps_are_detected() -> None:
    spots = dict(zip(range(1, 6), ("C3", "E5", "G7", "I4", "K6"), strict=True))
    plain = replace(ground(woods="A1"), objectives=spots)
    assert list(find_play_problems(CATALOG, plain)) == []
    moat = replace(plain, terrain=dict.fromkeys(neighbours("E5", CATALOG.board), ("water_barrier",)))
    cut = "battlefield_finding.cut_off"
    assert [
        (problem.key, problem.facts["edge"]) for problem in sorted(find_play_problems(CATALOG, moat), key=str)
    ] == [(cut, edge) for edge in ("bottom", "left", "right", "top")]
    wet = replace(plain, terrain={f"{column}1": ("water_barrier",) for column in "ABCDEFGHI"})
    assert list(find_play_problems(CATALOG, wet)) == [say("battlefield_finding.water", edge="top")]
    few = list(find_play_problems(CATALOG, replace(plain, objectives={1: "C3"})))
    assert few == [say("battlefield_finding.objectives", missing=[2, 3, 4, 5])]


@pytest.mark.parametrize("kind", KINDS)
def test_a_battlefield_can_be_stored_in_an_overlay(kind: str, tmp_path: Path) -> None:
    land = generate_battlefield(CATALOG, 11, kind).ground
    row = to_catalog_row(land, 901)
    again = build(Row("901", row, "", 0, "house"))
    assert replace(again, id=land.id) == replace(land, terrain=again.terrain)
    assert {one: set(kinds) for one, kinds in again.terrain.items()} == {
        one: set(kinds) for one, kinds in land.terrain.items()
    }
    lay(tmp_path, "maps", [{"id": "901", "set": "custom", "objectives": row["objectives"]}])
    catalog = load(lay(tmp_path, "ground", [row]))
    assert catalog.ground["901"].provenance == "house"


@pytest.mark.parametrize("number", sorted(CATALOG.ground, key=int))
def test_the_figures_of_the_printed_maps_are_measured(number: str) -> None:
    assert measure_ground(CATALOG, CATALOG.ground[number]) == MapFigures(**CATALOG.ground_figures[number])


# T78.2, T78.3: terrain, from, to, cost of the step, cover of the destination
STEPS = [
    ({}, "C3", "C4", 1, 0),
    ({"woods": "C4"}, "C3", "C4", 2, 2),
    ({"woods": "C4", "road": "C3-C4"}, "C3", "C4", 1, 1),
    ({"woods": "C4", "trail": "C3-C4"}, "C3", "C4", 1, 2),
    ({"building": "C4", "road": "C4-C5"}, "C3", "C4", 2, 2),
    ({"road": "C4-C5"}, "C3", "C4", 1, -1),
    ({"woods": "C3 C4", "level1": "C3", "level2": "C4"}, "C3", "C4", 3, 2),
    ({"woods": "C3 C4", "level1": "C4", "level2": "C3"}, "C3", "C4", 2, 2),
    ({"marsh": "C4"}, "C3", "C4", 3, 0),
    ({"stream": "C4"}, "C3", "C4", 3, -1),
    ({"water_barrier": "C4"}, "C3", "C4", None, None),
    ({"wall": "C3-C4"}, "C3", "C4", 2, 0),
    ({"cliff": "C3-C4"}, "C3", "C4", None, 0),
    ({"minor_bridge": "C4", "stream": "C4", "road": "C3-C4 C4-C5"}, "C3", "C4", 1, 1),
    ({"minor_bridge": "C4", "stream": "C4", "road": "C3-C4 C4-C5"}, "B4", "C4", 3, 1),
    ({"major_bridge": "C4", "water_barrier": "C4", "road": "C3-C4 C4-C5"}, "C3", "C4", 1, 1),
    ({"major_bridge": "C4", "water_barrier": "C4", "road": "C3-C4 C4-C5"}, "B4", "C4", None, 1),
    ({"major_bridge": "C4", "water_barrier": "C4", "road": "C3-C4 C4-C5"}, "C4", "B4", None, 0),
]


@pytest.mark.parametrize(("there", "one", "other", "points", "covers"), STEPS)
def test_cost_and_cover(
    there: dict[str, str], one: str, other: str, points: float | None, covers: int | None
) -> None:
    assert distance(one, other) == 1
    land = ground(**there)
    assert (get_move_cost(CATALOG, land, one, other), get_cover(CATALOG, land, other)) == (points, covers)


def test_cover_against_fire_over_a_hexside() -> None:
    """T87, T97: 1 behind a hedge, 2 behind a wall, nothing behind a fence."""
    land: Ground = ground(hedge="C3-C4", wall="C4-C5", fence="C4-D4")
    assert [get_crossing_cover(CATALOG, land, "C4", before) for before in ("C3", "C5", "D4", "D3")] == [
        1,
        2,
        0,
        0,
    ]
