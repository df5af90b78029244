"""10, T78-T99: line of sight: examples of the rule text, single rules and symmetry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.combat_commander.ground.line_geometry import STRIDE, to_hex_id, to_hex_number, trace_line
from generator.games.combat_commander.ground.line_of_sight import (
    SightReport,
    SightResult,
    check_sight,
    compute_sight_from,
    compute_sight_table,
    get_sight_table,
)
from generator.games.combat_commander.ground.los_map import HexProfile, LosMap, build_los_map
from generator.games.combat_commander.hexes import all_hexes, distance

from .grounds import CATALOG, los_map, mirrored, printed

HEXES = all_hexes(CATALOG.board)
MAPS = sorted(CATALOG.ground, key=int)
TELLING = ("2", "5", "12", "19")  # hedges, a stream, hills and woods, cliffs
TWELVE = printed("12")
LIFTED = printed("12", levels={**CATALOG.ground["12"].levels, "J9": 2})
SMOKY = printed("12", smoke="N7:7")
WALLED = printed("12", smoke="N7:7", sides={**CATALOG.ground["12"].sides, ("M8", "N8"): "wall"})
hexes = st.sampled_from(HEXES)


def why(sight: SightReport) -> list[tuple[str, str, str]]:
    return [(reason.what, "-".join(reason.hexes), reason.rule) for reason in sight.reasons]


# The example picture after 11.6 shows map 12: from, to, result and deciding terrain.
EXAMPLES: list[tuple[str, LosMap, str, str, str, int, list[tuple[str, str, str]]]] = [
    ("A", TWELVE, "J9", "K6", "blocked", 0, [("woods", "J8", "T99")]),
    ("B", TWELVE, "J9", "L6", "blocked", 0, [("hill", "K8", "T88.3.2")]),
    ("B, from a crest of level 2", LIFTED, "J9", "L6", "clear", 0, []),
    ("C", TWELVE, "J9", "N6", "clear", 0, []),
    ("D", TWELVE, "J7", "M9", "blocked", 0, [("woods", "L8", "T88.4.1")]),
    ("E", TWELVE, "J7", "N9", "clear", 0, []),
    ("F", TWELVE, "M9", "M4", "clear", 0, []),
    ("G", TWELVE, "M9", "N6", "hindered", 2, [("orchard", "N7", "T91")]),
    ("H", SMOKY, "M9", "N7", "hindered", 7, [("smoke", "N7", "10.3.4")]),
    ("H, with a wall between M8 and N8", WALLED, "M9", "N7", "blocked", 0, [("wall", "M8-N8", "T97")]),
    ("J", SMOKY, "N9", "N7", "hindered", 7, [("smoke", "N7", "10.3.4")]),
]


@pytest.mark.parametrize(
    ("ground", "one", "other", "kind", "hindrance", "reasons"),
    [line[1:] for line in EXAMPLES],
    ids=[line[0] for line in EXAMPLES],
)
def test_the_examples_of_the_rule_text(
    ground: LosMap, one: str, other: str, kind: str, hindrance: int, reasons: list[tuple[str, str, str]]
) -> None:
    sight = check_sight(ground, one, other)
    assert (sight.kind, sight.hindrance) == (kind, hindrance)
    assert why(sight) == reasons
    assert sight.measured


# Terrain, from, to, blocked or hindrance, sure or not, deciding terrain and its rule.
RULES = [
    # 10.1: own hexes do not count, the hexes between do
    ({"woods": "C3"}, "C3", "C6", 0, True, ""),
    ({"woods": "C6"}, "C3", "C6", 0, True, ""),
    ({"woods": "C4"}, "C3", "C6", "blocked", True, "woods C4 T99"),
    ({"building": "C4"}, "C3", "C6", "blocked", True, "building C4 T82"),
    # 10.3.3: the squad, the team three hexes away, brush and smoke between
    ({"brush": "C4 C5"}, "C3", "C6", 3, True, "brush C4 T81, brush C5 T81"),
    ({"brush": "C4 C5", "smoke": "C4:4"}, "C3", "C6", 4, True, "smoke C4 10.3.4"),
    ({"brush": "C4 C5", "smoke": "C4:4 C5:4"}, "C3", "C6", 4, True, "smoke C4 10.3.4, smoke C5 10.3.4"),
    ({"brush": "C4 C5", "smoke": "C3:5"}, "C3", "C6", 5, True, "smoke C3 10.3.4"),
    ({"field": "C4"}, "C3", "C6", 1, True, "field C4 T85"),
    ({"orchard": "C4"}, "C3", "C6", 2, True, "orchard C4 T91"),
    ({"marsh": "C4"}, "C3", "C6", 1, True, "marsh C4 T89"),
    ({"stream": "C4", "water_barrier": "C5"}, "C3", "C6", 0, True, ""),
    # 10.2.1, 10.3.4: fire and smoke fill their hex, sides included: C3-E4 runs along the side of D3 and D4
    ({"blaze": "D3"}, "C3", "E3", "blocked", True, "blaze D3 10.2.1"),
    ({"smoke": "D2:6"}, "C3", "E3", 6, True, "smoke D2 10.3.4"),
    ({"woods": "D2"}, "C3", "E3", 0, True, ""),
    ({"woods": "D2 D3"}, "C3", "E3", "blocked", False, "woods D2 T99, woods D3 T99"),
    ({"rubble": "D3"}, "C3", "E3", "blocked", True, "rubble D3 ST-T1"),
    # T84, T87, T97: hexsides; not those of either end; along one counts (the grey box of 10.1)
    ({"wall": "C4-C5"}, "C3", "C6", "blocked", True, "wall C4-C5 T97"),
    ({"hedge": "C4-C5"}, "C3", "C6", "blocked", True, "hedge C4-C5 T87"),
    ({"fence": "C4-C5"}, "C3", "C6", 1, True, "fence C4-C5 T84"),
    ({"cliff": "C4-C5"}, "C3", "C6", 0, True, ""),
    ({"wall": "C3-C4 C5-C6"}, "C3", "C6", 0, True, ""),
    ({"fence": "C3-C4"}, "C3", "C6", 0, True, ""),
    ({"wall": "D2-D3"}, "C3", "E3", "blocked", True, "wall D2-D3 T97"),
    # T86: gullies
    ({"gully": "C3"}, "C3", "C4", 0, True, ""),
    ({"gully": "C3"}, "C3", "C6", "blocked", True, "gully C3 T86"),
    ({"gully": "C3 C6"}, "C3", "C6", "blocked", True, "gully C3 T86, gully C6 T86"),
    ({"gully": "C3", "level1": "C6"}, "C3", "C6", 0, True, ""),
    ({"gully": "C3", "level1": "C3 C6"}, "C3", "C6", "blocked", True, "gully C3 T86"),
    ({"gully": "C4"}, "C3", "C6", 0, True, ""),
    # T88.3.2: down from a crest, not over ground as high; up to the first crest of each level
    ({"level1": "C3"}, "C3", "C6", 0, True, ""),
    ({"level1": "C3 C4"}, "C3", "C6", "blocked", True, "hill C4 T88.3.2"),
    ({"level1": "C4", "level2": "C3"}, "C3", "C6", 0, True, ""),
    ({"level1": "C5", "level2": "C6"}, "C3", "C6", 0, True, ""),
    ({"level1": "C5 C6"}, "C3", "C6", "blocked", True, "hill C5 T88.3.2"),
    ({"level1": "C3 C4 C6"}, "C3", "C6", 0, True, ""),
    # T88.3.3: a hill between two lower hexes; the note on levels 2, 3 and 4
    ({"level1": "C4"}, "C3", "C6", "blocked", True, "hill C4 T88.3.3"),
    ({"level2": "C3 C4 C6"}, "C3", "C6", 0, True, ""),
    ({"level2": "C3 C4", "level3": "C6"}, "C3", "C6", 0, True, ""),
    ({"level2": "C3 C4", "level1": "C6"}, "C3", "C6", "blocked", True, "hill C4 T88.3.2"),
    ({"level2": "C3", "level3": "C4 C6"}, "C3", "C6", "blocked", True, "hill C4 T88.3.2"),
    ({"level2": "C3", "level3": "C4", "level4": "C6"}, "C3", "C6", 0, True, ""),
    ({"level2": "C3", "level3": "C4", "level4": "C5 C6"}, "C3", "C6", "blocked", True, "hill C5 T88.3.2"),
    # T88.4: over a lower obstacle from hill to hill, not over one on a hill
    ({"building": "C4", "level1": "C3 C6"}, "C3", "C6", 0, True, ""),
    ({"building": "C4", "level1": "C3 C4 C6"}, "C3", "C6", "blocked", True, "building C4 T82"),
    ({"blaze": "C4", "level1": "C3 C6"}, "C3", "C6", "blocked", True, "blaze C4 10.2.1"),
    ({"rubble": "C4", "level1": "C3 C6"}, "C3", "C6", 0, True, ""),
    # T88.4.1: the blind hex behind woods and buildings, from above and from below
    ({"building": "C5", "level1": "C3"}, "C3", "C5", 0, True, ""),
    ({"building": "C5", "level1": "C3"}, "C3", "C6", "blocked", True, "building C5 T88.4.1"),
    ({"building": "C5", "level1": "C3"}, "C3", "C7", 0, True, ""),
    ({"building": "C5", "level1": "C6", "level2": "C3"}, "C3", "C6", 0, True, ""),
    ({"building": "C5", "level1": "C3 C5", "level2": "C7"}, "C3", "C7", 0, True, ""),
    (
        {"building": "C4", "level1": "C3 C4", "level2": "C7"},
        "C3",
        "C7",
        "blocked",
        True,
        "building C4 T88.4.1",
    ),
    ({"factory": "C5", "level1": "C3"}, "C3", "C7", "blocked", True, "factory C5 T88.4.1"),
    ({"rubble": "C5", "level1": "C3"}, "C3", "C6", 0, True, ""),
    ({"wall": "C4-C5", "level1": "C3"}, "C3", "C6", 0, True, ""),
    # T88.5: hindrances count among hexes of one level only; smoke always
    ({"brush": "C4", "level1": "C3"}, "C3", "C6", 0, True, ""),
    ({"brush": "C4", "level1": "C3 C6"}, "C3", "C6", 0, True, ""),
    ({"brush": "C4", "level1": "C3 C4 C6"}, "C3", "C6", 3, True, "brush C4 T81"),
    ({"smoke": "C4:2", "level2": "C3"}, "C3", "C6", 2, True, "smoke C4 10.3.4"),
    # T92, T93: along a road or railway that runs straight; across a railway
    ({"woods": "C4 C5", "road": "C3-C4 C4-C5 C5-C6"}, "C3", "C6", 0, False, "woods C4 T99, woods C5 T99"),
    ({"brush": "C4", "road": "C3-C4 C4-C5"}, "C3", "C6", 0, True, ""),
    ({"brush": "C4", "trail": "C3-C4 C4-C5"}, "C3", "C6", 3, True, "brush C4 T81"),
    ({"railway": "C3-C4 C4-C5 C5-C6"}, "C3", "C6", 0, True, ""),
    ({"railway": "B4-C4 C4-D3"}, "C3", "C6", 1, False, "railway C4 T92"),
]


@pytest.mark.parametrize(("there", "one", "other", "result", "sure", "reasons"), RULES)
def test_the_rules_one_by_one(
    there: dict[str, str], one: str, other: str, result: object, sure: bool, reasons: str
) -> None:
    sight = check_sight(los_map(**there), one, other)
    assert (sight.hindrance if sight.seen else "blocked") == result
    assert ", ".join(" ".join((what, hexes, rule)) for what, hexes, rule in why(sight)) == reasons
    assert sight.sure is sure
    assert not sight.measured


@cache
def seen(number: str) -> dict[str, Mapping[str, SightResult]]:
    """Return what every hex of a map sees."""
    ready = build_los_map(CATALOG, CATALOG.ground[number])
    return {hex_id: compute_sight_from(ready, hex_id) for hex_id in HEXES}


@pytest.mark.parametrize("number", MAPS)
def test_sight_is_the_same_both_ways(number: str) -> None:
    """10.1: for every pair of every map, from the table and from either end."""
    before = build_los_map(CATALOG, CATALOG.ground[number])
    whole = compute_sight_table(before)
    rows = seen(number)
    assert len(whole) == len(HEXES) * (len(HEXES) - 1) // 2
    assert all(rows[a][b] == rows[b][a] == glimpse for (a, b), glimpse in whole.items())


@pytest.mark.parametrize(
    "number", [each if each in TELLING else pytest.param(each, marks=pytest.mark.soak) for each in MAPS]
)
def test_a_map_in_a_mirror_shows_the_mirrored_sight(number: str) -> None:
    plain = replace(CATALOG.ground[number], id="0")
    straight, turned = (
        compute_sight_table(build_los_map(CATALOG, plain)),
        compute_sight_table(build_los_map(CATALOG, mirrored(plain))),
    )
    mirror = {one: f"{chr(ord('A') + ord('O') - ord(one[0]))}{one[1:]}" for one in HEXES}
    for (a, b), glimpse in straight.items():
        c, d = mirror[a], mirror[b]
        assert turned.get((c, d), turned.get((d, c))) == glimpse, (a, b)


@pytest.mark.parametrize("number", MAPS)
def test_neighbours_see_each_other(number: str) -> None:
    for one, row in seen(number).items():
        for other, glimpse in row.items():
            if distance(one, other) == 1:
                assert (glimpse.kind, glimpse.sure) == ("clear", True)


@settings(deadline=None)
@given(hexes, hexes)
def test_a_line_touches_the_same_hexes_from_either_end(one: str, other: str) -> None:
    if one == other:
        return
    there = met(one, other)
    assert there == met(other, one)
    assert {one, other}.isdisjoint(there)
    assert sum(inside for inside in there.values()) >= distance(one, other) - 1 - sum(
        not inside for inside in there.values()
    )


def met(one: str, other: str) -> dict[str, bool]:
    step = to_hex_number(other) - to_hex_number(one)
    columns = (step + STRIDE // 2) // STRIDE
    crossings = trace_line(columns, step - columns * STRIDE).hexes
    return {name: each.inside for each in crossings if (name := to_hex_id(to_hex_number(one) + each.step))}


def chance(sight: SightReport, one: str) -> str | None:
    return next((why.chance for why in sight.reasons if why.hexes == (one,)), None)


def test_measured_touches_override_the_shape() -> None:
    """10.1: for every measured line of a map, for each of the four kinds of touch."""
    measured = build_los_map(CATALOG, CATALOG.ground["2"])
    judged = replace(measured, touches=None)
    shown = {"touched": "sure", "brushed": "likely", "grazed": "unlikely", "missed": None}
    counted = dict.fromkeys(shown, 0)
    for (one, other), found in CATALOG.ground_touch["2"].items():
        if len(found) > 1:
            continue
        ((between, touch),) = found.items()
        alone = replace(measured, hex_profiles=only(measured, between), side_profiles=())
        assert chance(check_sight(alone, one, other), between) == shown[touch], (one, other, between)
        bare = chance(
            check_sight(replace(judged, hex_profiles=only(measured, between), side_profiles=()), one, other),
            between,
        )
        assert touch != "touched" or bare in (None, "unlikely")
        assert touch != "missed" or bare in ("sure", "likely")
        counted[touch] += 1
    assert all(counted.values())


def only(ground: LosMap, hex_id: str) -> tuple[HexProfile | None, ...]:
    """Return the hex profiles of a map with everything removed except one hex."""
    return tuple(
        spot if number == to_hex_number(hex_id) else None for number, spot in enumerate(ground.hex_profiles)
    )


def test_the_sight_table_is_cached() -> None:
    ground = CATALOG.ground["12"]
    assert get_sight_table(CATALOG, ground) is get_sight_table(CATALOG, replace(ground))
    assert get_sight_table(CATALOG, ground) == compute_sight_table(TWELVE)
