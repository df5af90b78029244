"""RS.2 Axis and Allies: who is who, which factions, which year."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TypeVar

from catalogs.games.combat_commander import Catalog
from generator.table import Draw, Note, Procedure, Roll

from .matchups import possible_matchups, uncovered_matchups
from .settings import Settings
from .state import PERSONS, Battle, Steps, evolve

Result = TypeVar("Result", str, int)


def sides(battle: Battle) -> Steps:
    """RS.2: the coin, the Axis faction, the year, the Allied faction."""
    battle = yield from coin(battle)
    battle = yield from axis_faction(battle)
    battle = yield from year(battle)
    return (yield from allied_faction(battle))


def coin(battle: Battle) -> Steps:
    """RS.2.1: heads, and the one who tosses is the Axis."""
    known = battle.settings.axis_player
    if known != "coin":
        return evolve(battle, axis_person=known)
    fall = yield Draw("RS.2.1", "coin", PERSONS[0], ("heads", "tails"))
    person = PERSONS[0] if fall == "heads" else PERSONS[1]
    yield Note("RS.2.1", "axis_player", {"person": person})
    return evolve(battle, axis_person=person)


def axis_faction(battle: Battle) -> Steps:
    """RS.2.1: the Axis faction."""
    options = _may_come_up(battle.catalog, battle.settings)
    faction = yield from _rolled(
        battle, "RS.2.1", "axis_roll", "axis", battle.settings.axis, battle.edition.axis, options
    )
    return battle.with_force("axis", faction=faction)


def year(battle: Battle) -> Steps:
    """RS.2.1: the year, from the column of the Axis faction."""
    axis = battle.axis.faction
    options = _may_come_up(battle.catalog, battle.settings).get(axis, {})
    years = battle.settings.years
    fixed = years[0] if len(years) == 1 else None
    table = battle.edition.year[axis]
    return evolve(
        battle, year=(yield from _rolled(battle, "RS.2.1", "year_roll", "axis", fixed, table, options))
    )


def allied_faction(battle: Battle) -> Steps:
    """RS.2.2 against Germany, RS.2.3 against Italy: the Allied faction of the year."""
    axis = battle.axis.faction
    options = _may_come_up(battle.catalog, battle.settings).get(axis, {}).get(battle.year, frozenset())
    table = battle.edition.allied[axis][battle.year]
    rule = "RS.2.2" if axis == "german" else "RS.2.3"
    faction = yield from _rolled(
        battle, rule, "allied_roll", "allied", battle.settings.allied, table, options
    )
    return battle.with_force("allied", faction=faction)


@lru_cache(maxsize=256)
def _may_come_up(catalog: Catalog, settings: Settings) -> Mapping[str, Mapping[int, frozenset[str]]]:
    """Axis faction, year, Allied factions: holes of the tables included where they are to stop the battle."""
    found = possible_matchups(catalog, settings)
    if settings.holes != "remedy":
        found = found | uncovered_matchups(catalog, settings)
    return {
        axis: {
            year: frozenset(m.allied for m in found if m.axis == axis and m.year == year)
            for year in {m.year for m in found if m.axis == axis}
        }
        for axis in {m.axis for m in found}
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
    """The fixed value, or the table's; what the settings leave out is rolled again."""
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
