"""Exact odds of RS.4, RS.6, RS.7 and RS.11.1: chits, leaders and entries of the Support table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Quality

from ..battle.lookups import list_support
from ..battle.rs06_leaders import results_of
from .odds import compute_sum_odds

Odds = Mapping[str, Fraction]


@lru_cache(maxsize=1024)
def compute_leader_odds(catalog: Catalog, faction: str, quality: Quality, year: int, due: int) -> Odds:
    """RS.6: return the odds of each leader among those obtained; duplicates are rolled again."""
    table = catalog.leader_tables[faction]
    modifier = table.quality_modifier[quality] + (table.year_modifier[year] or 0)
    faces = results_of(catalog, faction, modifier)
    weights = {leader: faces.count(leader) for leader in faces}
    held: dict[frozenset[str], Fraction] = {frozenset(): Fraction(1)}
    for _ in range(min(due, len(weights))):
        after: dict[frozenset[str], Fraction] = {}
        for have, chance in held.items():
            left = {leader: weight for leader, weight in weights.items() if leader not in have}
            total = sum(left.values())
            for leader, weight in left.items():
                key = have | {leader}
                after[key] = after.get(key, Fraction(0)) + chance * Fraction(weight, total)
        held = after
    return {
        leader: sum((chance for have, chance in held.items() if leader in have), Fraction(0))
        for leader in weights
    }


@lru_cache(maxsize=1024)
def compute_support_odds(
    catalog: Catalog, faction: str, year: int, nationality: str | None = None, radios: bool = False
) -> Odds:
    """RS.7, RS.11.1: return the odds that each entry stands in the column given by two dice."""
    odds: dict[str, Fraction] = {}
    for roll, chance in compute_sum_odds().items():
        for unit in {entry.unit for entry in list_support(catalog, faction, roll, year, nationality, radios)}:
            odds[unit] = odds.get(unit, Fraction(0)) + chance
    return odds


@lru_cache(maxsize=16)
def compute_chit_odds(catalog: Catalog) -> Mapping[str, Odds]:
    """RS.4, 7.3.3: return the odds of each chit being open or one side's secret, and of the number open."""
    number = catalog.procedure.open_chits
    sides = catalog.procedure.secret_chits
    odds_by_kind: dict[str, dict[str, Fraction]] = {"open": {}, "secret": {}, "lying_open": {}}
    drawn = list(permutations(catalog.chits, number + 2 * sides))
    hand_odds = Fraction(1, len(drawn))
    counts: dict[tuple[str, str], int] = {}
    for hand in drawn:
        for kind, value in _classify_draw(catalog, hand, number, sides):
            counts[kind, value] = counts.get((kind, value), 0) + 1
    for (kind, value), count in counts.items():
        odds_by_kind[kind][value] = count * hand_odds
    return {kind: dict(sorted(odds.items())) for kind, odds in odds_by_kind.items()}


def _classify_draw(
    catalog: Catalog, hand: tuple[str, ...], number: int, sides: int
) -> Iterator[tuple[str, str]]:
    """Yield the result of one order of draws; the axis secret stands for either side's."""
    shown = [letter for letter in hand[number:] if not catalog.chits[letter].secret_side]
    opened = (*hand[:number], *shown)
    yield from (("open", letter) for letter in opened)
    yield "lying_open", str(len(opened))
    yield from (("secret", letter) for letter in hand[number : number + sides] if letter not in shown)
