"""RS.2 Axis and Allies: sides, factions and year."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TypeVar

from catalogs.games.combat_commander import Catalog
from generator.table import Draw, Note, Procedure, Roll

from .matchups import list_possible_matchups, list_uncovered_matchups
from .settings import Settings
from .state import PERSONS, Battle, Steps, evolve

Result = TypeVar("Result", str, int)


def sides(battle: Battle) -> Steps:
    """RS.2: the coin, the Axis faction, the year, the Allied faction."""
    person = yield from coin(battle)
    axis = yield from axis_faction(battle)
    battle = evolve(battle, axis_person=person, axis=evolve(battle.axis, faction=axis))
    when = yield from year(battle)
    allied = yield from allied_faction(battle, when)
    return evolve(battle, year=when, allied=evolve(battle.allied, faction=allied))


def coin(battle: Battle) -> Procedure[str]:
    """RS.2.1: toss a coin; on heads the first person is the Axis."""
    known = battle.settings.axis_player
    if known != "coin":
        return known
    fall = yield Draw("RS.2.1", "coin", PERSONS[0], ("heads", "tails"))
    person = PERSONS[0] if fall == "heads" else PERSONS[1]
    yield Note("RS.2.1", "axis_player", {"person": person})
    return person


def axis_faction(battle: Battle) -> Procedure[str]:
    """RS.2.1: the Axis faction."""
    options = _may_come_up(battle.catalog, battle.settings)
    fixed = battle.settings.axis
    return (yield from _rolled(battle, "RS.2.1", "axis_roll", "axis", fixed, battle.edition.axis, options))


def year(battle: Battle) -> Procedure[int]:
    """RS.2.1: the year, from the column of the Axis faction."""
    axis = battle.axis.faction
    options = _may_come_up(battle.catalog, battle.settings).get(axis, {})
    years = battle.settings.years
    fixed = years[0] if len(years) == 1 else None
    table = battle.edition.year[axis]
    return (yield from _rolled(battle, "RS.2.1", "year_roll", "axis", fixed, table, options))


def allied_faction(battle: Battle, when: int) -> Procedure[str]:
    """RS.2.2 against Germany, RS.2.3 against Italy: the Allied faction of the year."""
    axis = battle.axis.faction
    options = _may_come_up(battle.catalog, battle.settings).get(axis, {}).get(when, frozenset())
    table = battle.edition.allied[axis][when]
    rule = "RS.2.2" if axis == "german" else "RS.2.3"
    return (yield from _rolled(battle, rule, "allied_roll", "allied", battle.settings.allied, table, options))


@lru_cache(maxsize=256)
def _may_come_up(catalog: Catalog, settings: Settings) -> Mapping[str, Mapping[int, frozenset[str]]]:
    """Return the possible results by Axis faction and year, with table gaps if they stop the battle."""
    matchups = list_possible_matchups(catalog, settings)
    if settings.holes != "remedy":
        matchups = matchups | list_uncovered_matchups(catalog, settings)
    return {
        axis: {
            year: frozenset(m.allied for m in matchups if m.axis == axis and m.year == year)
            for year in {m.year for m in matchups if m.axis == axis}
        }
        for axis in {m.axis for m in matchups}
    }


def _rolled(
    battle: Battle,
    rule: str,
    ask: str,
    seat: str,
    fixed: Result | None,
    table: Mapping[int, Result],
    options: Collection[Result],
) -> Procedure[Result]:
    """Return the fixed value, or roll on the table; results that the settings exclude are rolled again."""
    if fixed is not None:
        yield Note(rule, "fixed", {"what": ask, "value": fixed})
        return fixed
    while True:
        white, coloured = yield Roll(rule, ask, seat, battle.deck(seat))
        result = table[white + coloured]
        if result in options:
            yield Note(rule, ask, {"value": result})
            return result
        yield Note(rule, "again", {"value": result})
