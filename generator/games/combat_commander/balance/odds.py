"""Exact odds of RS.2 and RS.3: opponents, year and quality."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeVar

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Quality, Side

from ..battle.matchups import (
    Matchup,
    find_remedy_column,
    list_orders_of_battle,
    list_possible_matchups,
    list_quality_columns,
)
from ..battle.settings import Settings
from ..dice import DIE

T = TypeVar("T")


class Outcome(NamedTuple):
    """The result of RS.2 and RS.3."""

    axis: str
    year: int
    allied: str
    axis_quality: str
    allied_quality: str


def compute_sum_odds() -> Mapping[int, Fraction]:
    """Return the odds of the sum of two dice."""
    odds: dict[int, Fraction] = {}
    for white, coloured in product(DIE, DIE):
        odds[white + coloured] = odds.get(white + coloured, Fraction(0)) + Fraction(1, len(DIE) ** 2)
    return odds


def compute_table_odds(table: Mapping[int, T], options: Collection[T]) -> Mapping[T, Fraction]:
    """Return the odds of a table's results if results outside the options are rolled again."""
    odds: dict[T, Fraction] = {}
    for number, chance in compute_sum_odds().items():
        if table[number] in options:
            odds[table[number]] = odds.get(table[number], Fraction(0)) + chance
    total = sum(odds.values())
    return {result: chance / total for result, chance in odds.items()}


def compute_outcome_odds(catalog: Catalog, settings: Settings) -> Mapping[Outcome, Fraction]:
    """Return the odds of every outcome of RS.2 and RS.3 under the settings."""
    return dict(_iterate_outcomes(catalog, settings))


def _iterate_outcomes(catalog: Catalog, settings: Settings) -> Iterator[tuple[Outcome, Fraction]]:
    for matchup, chance in compute_matchup_chances(catalog, settings).items():
        axis = compute_quality_odds(catalog, settings, matchup, "axis")
        allied = compute_quality_odds(catalog, settings, matchup, "allied")
        for (first, p), (second, q) in product(axis.items(), allied.items()):
            yield Outcome(matchup.axis, matchup.year, matchup.allied, first, second), chance * p * q


def compute_matchup_chances(catalog: Catalog, settings: Settings) -> Mapping[Matchup, Fraction]:
    """RS.2: return the odds of each pair of opponents and year."""
    edition = catalog.editions[settings.edition]
    possible = list_possible_matchups(catalog, settings)
    odds: dict[Matchup, Fraction] = {}
    axis_odds = _fix_or_roll(settings.axis, edition.axis, {m.axis for m in possible})
    for axis, p in axis_odds.items():
        year = settings.years[0] if len(settings.years) == 1 else None
        years = _fix_or_roll(year, edition.year[axis], {m.year for m in possible if m.axis == axis})
        for when, q in years.items():
            options = {m.allied for m in possible if m.axis == axis and m.year == when}
            for allied, r in _fix_or_roll(settings.allied, edition.allied[axis][when], options).items():
                odds[Matchup(axis, when, allied)] = p * q * r
    return odds


def _fix_or_roll(fixed: T | None, table: Mapping[int, T], options: Collection[T]) -> Mapping[T, Fraction]:
    return compute_table_odds(table, options) if fixed is None else {fixed: Fraction(1)}


def compute_quality_odds(
    catalog: Catalog, settings: Settings, matchup: Matchup, side: Side
) -> Mapping[Quality, Fraction]:
    """RS.3: return the odds of a side's quality, rolling again where no order of battle exists."""
    edition = catalog.editions[settings.edition]
    faction, against = matchup.get_faction(side), matchup.get_opponent(side)
    columns = list_quality_columns(catalog, settings.edition, faction, matchup.year, against)
    column = columns[0] if len(columns) == 1 else find_remedy_column(edition, side, faction, matchup.year)
    assert column is not None
    options = {
        quality
        for quality in set(column.results.values())
        if quality in settings.qualities(side)
        and list_orders_of_battle(catalog, faction, matchup.year, quality, against, settings.sizes)
    }
    odds = compute_table_odds(column.results, options)
    green = odds.get("green", Fraction(0))
    if not settings.reroll_green or not green:
        return odds
    return {q: (p if q != "green" else Fraction(0)) + green * p for q, p in odds.items()}
