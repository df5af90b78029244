"""Battlefields of our own: the same from a seed, fit for play, inside what the printed maps are like."""

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
    as_row,
    battlefield,
    choose_kind,
    unplayable,
)
from generator.games.combat_commander.ground.map_figures import Figures, figures, measured
from generator.games.combat_commander.ground.movement_cost import cost, cover, crossing_cover
from generator.games.combat_commander.hexes import all_hexes, distance, neighbours
from schemas.errors import HorahError
from schemas.said import say
from tests.catalogs.games.combat_commander.overlays import lay
from tests.words import sentence

from .grounds import CATALOG, ground

KINDS = list(CATALOG.battlefields)
SEEDS = range(4)  # ten thousand in a soak
RANGE = measured(CATALOG)
HEXES = all_hexes(CATALOG.board)


@cache
def drawn(seed: int, kind: str) -> Battlefield:
    return battlefield(CATALOG, seed, kind)


def sound(found: Battlefield) -> None:
    """Whatever a battlefield must be."""
    land = found.ground
    assert list(unplayable(CATALOG, land)) == []
    assert RANGE.outside(found.figures) == ()
    assert land.objectives is not None
    assert set(land.objectives) == {1, 2, 3, 4, 5}
    assert len(set(land.objectives.values())) == 5
    for one, level in land.levels.items():
        assert 1 <= level <= 4, one
        assert one in HEXES
    bridges = {one for one, kinds in land.terrain.items() if len(kinds) == 2}
    roads = {one for ends in land.ways.get("road", ()) for one in ends}
    assert bridges <= roads
    wet = {one for one, kinds in land.terrain.items() if kinds[0] in ("water_barrier", "stream", "marsh")}
    assert not wet & roads


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind(kind: str) -> None:
    seen = set()
    for seed in SEEDS:
        found = drawn(seed, kind)
        assert found.kind == kind
        sound(found)
        seen.add((tuple(sorted(found.ground.terrain.items())), found.ground.ways["road"]))
    assert len(seen) == len(SEEDS)


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10**9))
def test_a_seed_gives_the_same_map_again(seed: int) -> None:
    first, second = battlefield(CATALOG, seed), battlefield(CATALOG, seed)
    assert first == second
    sound(first)


@pytest.mark.soak
def test_ten_thousand_battlefields() -> None:
    """None fails, none is like another, all lie inside the printed range."""
    seen = set()
    for seed in range(10_000):
        found = battlefield(CATALOG, seed)
        sound(found)
        land = found.ground
        seen.add((tuple(sorted(land.terrain.items())), tuple(sorted(land.sides)), land.ways.get("road")))
    assert len(seen) == 10_000


def test_the_seed_chooses_the_kind() -> None:
    chosen = [choose_kind(CATALOG, seed) for seed in range(4)]
    assert [battlefield(CATALOG, seed).kind for seed in range(4)] == chosen


def test_every_kind_is_equally_likely() -> None:
    """Chi-square of the chosen kinds over 6,000 seeds; 20.5 has a chance of one in a thousand."""
    times = Counter(choose_kind(CATALOG, seed) for seed in range(6000))
    expected = 6000 / len(CATALOG.battlefields)
    assert sum((times[kind] - expected) ** 2 / expected for kind in CATALOG.battlefields) < 20.5


def test_kinds_are_what_they_say() -> None:
    def mean(kind: str, figure: str) -> float:
        return sum(asdict(drawn(seed, kind).figures)[figure] for seed in SEEDS) / len(SEEDS)

    assert mean("village", "building") > 2 * mean("open", "building")
    assert mean("woods", "cover") > mean("mixed", "cover") > mean("open", "cover")
    assert mean("woods", "sight") < mean("open", "sight")
    assert mean("hills", "hill") > 2 * mean("village", "hill")
    assert mean("river", "water") > mean("mixed", "water")


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(HorahError) as refused:
        battlefield(CATALOG, 1, "desert")
    assert "village, woods, hills, open, river, mixed" in sentence(refused.value)


def test_what_cannot_be_played_on_is_found() -> None:
    spots = dict(zip(range(1, 6), ("C3", "E5", "G7", "I4", "K6"), strict=True))
    plain = replace(ground(woods="A1"), objectives=spots)
    assert list(unplayable(CATALOG, plain)) == []
    moat = replace(plain, terrain=dict.fromkeys(neighbours("E5", CATALOG.board), ("water_barrier",)))
    cut = "battlefield_finding.cut_off"
    assert [(one.key, one.facts["edge"]) for one in sorted(unplayable(CATALOG, moat), key=str)] == [
        (cut, edge) for edge in ("bottom", "left", "right", "top")
    ]
    wet = replace(plain, terrain={f"{column}1": ("water_barrier",) for column in "ABCDEFGHI"})
    assert list(unplayable(CATALOG, wet)) == [say("battlefield_finding.water", edge="top")]
    few = list(unplayable(CATALOG, replace(plain, objectives={1: "C3"})))
    assert few == [say("battlefield_finding.objectives", missing=[2, 3, 4, 5])]


@pytest.mark.parametrize("kind", KINDS)
def test_a_battlefield_can_be_kept_as_a_map_of_ones_own(kind: str, tmp_path: Path) -> None:
    land = battlefield(CATALOG, 11, kind).ground
    row = as_row(land, 901)
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
    assert figures(CATALOG, CATALOG.ground[number]) == Figures(**CATALOG.ground_figures[number])


# T78.2, T78.3: what there is, from, to, the cost of the step, the cover there
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
    assert (cost(CATALOG, land, one, other), cover(CATALOG, land, other)) == (points, covers)


def test_cover_against_fire_over_a_hexside() -> None:
    """T87, T97: 1 behind a hedge, 2 behind a wall, nothing behind a fence."""
    land: Ground = ground(hedge="C3-C4", wall="C4-C5", fence="C4-D4")
    assert [crossing_cover(CATALOG, land, "C4", before) for before in ("C3", "C5", "D4", "D3")] == [
        1,
        2,
        0,
        0,
    ]
