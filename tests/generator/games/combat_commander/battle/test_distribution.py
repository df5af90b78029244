"""Dice follow the tables: exact odds against 100,000 seeded battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

import pytest

from generator.games.combat_commander.balance.odds import (
    Outcome,
    compute_matchup_chances,
    compute_outcome_odds,
    compute_quality_odds,
    compute_sum_odds,
)
from generator.games.combat_commander.battle.definition import answerers
from generator.games.combat_commander.battle.matchups import Matchup
from generator.games.combat_commander.battle.procedure import new_battle, run_in_order
from generator.games.combat_commander.battle.rs02_sides import sides
from generator.games.combat_commander.battle.rs03_quality import quality
from generator.games.combat_commander.battle.settings import Settings
from generator.table.fast_run import final_state

from .tools import CATALOG

BATTLES = 100_000
# a fair generator fails one run in ten thousand; with fixed seeds the result is the same in every run
SIGNIFICANCE = 1e-4


def p_value(seen: Mapping[Any, int], odds: Mapping[Any, Fraction]) -> float:
    """Return the chi-square p-value by the Wilson-Hilferty approximation; rare outcomes are merged."""
    total = sum(seen.values())
    cells: list[tuple[int, float]] = []
    rest_seen, rest_due = 0, 0.0
    for outcome, chance in odds.items():
        due = float(chance) * total
        if due < 8:
            rest_seen, rest_due = rest_seen + seen.get(outcome, 0), rest_due + due
        else:
            cells.append((seen.get(outcome, 0), due))
    if rest_due:
        cells.append((rest_seen, rest_due))
    if len(cells) < 2:
        return 1.0
    statistic = sum((found - due) ** 2 / due for found, due in cells)
    freedom = len(cells) - 1
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return 1 - NormalDist().cdf(z)


def rolled(settings: Settings, count: int) -> Counter[Outcome]:
    start = new_battle(CATALOG, settings)
    found: Counter[Outcome] = Counter()
    for seed in range(count):
        state = final_state(run_in_order(start, (sides, quality)), answerers(CATALOG, settings, str(seed)))
        assert state is not None
        axis, allied = state.axis, state.allied
        found[Outcome(axis.faction, state.year, allied.faction, axis.quality, allied.quality)] += 1
    return found


def test_two_dice() -> None:
    assert {n: chance * 36 for n, chance in compute_sum_odds().items()} == {
        2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1
    }  # fmt: skip


def test_odds_add_up_to_one() -> None:
    for edition in CATALOG.editions:
        assert sum(compute_outcome_odds(CATALOG, Settings(edition=edition, holes="remedy")).values()) == 1


@pytest.mark.parametrize(
    ("axis", "odds"),
    [
        ("german", {1940: 3, 1941: 5, 1942: 6, 1943: 8, 1944: 10, 1945: 4}),
        ("italian", {1939: 3, 1940: 6, 1941: 8, 1942: 8, 1943: 7, 1944: 4}),
    ],
)
def test_years_of_the_compilation(axis: str, odds: dict[int, int]) -> None:
    """Generator spec, section 2: the reachable years in thirty-sixths."""
    chances: dict[int, Fraction] = {}
    for matchup, chance in compute_matchup_chances(
        CATALOG, Settings(edition="compilation", holes="remedy", axis=axis)
    ).items():
        chances[matchup.year] = chances.get(matchup.year, Fraction(0)) + chance
    assert {year: chance * 36 for year, chance in chances.items()} == odds


def test_one_in_twelve_compilation_battles_hits_a_hole() -> None:
    """Generator spec, section 3: Germany 1940 or Britain 1940 together 1/12."""
    remedied = compute_matchup_chances(CATALOG, Settings(edition="compilation", holes="remedy"))
    holes = sum(
        (
            chance
            for m, chance in remedied.items()
            if m.year == 1940 and (m.axis == "german" or m.allied == "british")
        ),
        Fraction(0),
    )
    assert holes == Fraction(1, 12)


def test_the_repeated_roll_of_the_known_hole() -> None:
    odds = compute_quality_odds(CATALOG, Settings(), Matchup("italian", 1944, "russian"), "axis")
    assert "green" not in odds
    assert sum(odds.values()) == 1


def test_results_match_the_odds_of_the_tables() -> None:
    settings = Settings()
    seen, odds = rolled(settings, BATTLES), compute_outcome_odds(CATALOG, settings)
    assert set(seen) <= set(odds)
    assert p_value(seen, odds) > SIGNIFICANCE
    for part in Outcome._fields:
        marginal_seen: Counter[Any] = Counter()
        marginal_odds: dict[Any, Fraction] = {}
        for outcome, chance in odds.items():
            key = getattr(outcome, part)
            marginal_odds[key] = marginal_odds.get(key, Fraction(0)) + chance
        for outcome, count in seen.items():
            marginal_seen[getattr(outcome, part)] += count
        assert p_value(marginal_seen, marginal_odds) > SIGNIFICANCE, part


def test_the_chi_square_test_can_fail() -> None:
    settings = Settings()
    seen = rolled(settings, 20_000)
    assert p_value(seen, compute_outcome_odds(CATALOG, Settings(reroll_green=True))) < SIGNIFICANCE


@pytest.mark.parametrize(
    "settings",
    [
        Settings(edition="anniversary"),
        Settings(edition="compilation", holes="remedy"),
        Settings(reroll_green=True, without=("french",)),
        Settings(allied="british", axis_qualities=("elite", "line")),
        Settings(dice="fate", years=(1943, 1944)),
    ],
)
def test_other_settings_fall_as_their_odds_say(settings: Settings) -> None:
    seen, odds = rolled(settings, 15_000), compute_outcome_odds(CATALOG, settings)
    assert set(seen) <= set(odds)
    assert p_value(seen, odds) > SIGNIFICANCE
