"""RS.3 Troop quality: one roll for each side in the column of faction, year and opponent."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Quality, QualityColumn, Side
from generator.table import DeadEnd, Note, Procedure, Roll

from .matchups import find_remedy_column, list_orders_of_battle, list_quality_columns
from .state import Battle, Steps, evolve, opponent


def quality(battle: Battle) -> Steps:
    """RS.3.1 the Axis, then RS.3.2 the Allies."""
    axis = yield from side_quality(battle, "axis")
    allied = yield from side_quality(battle, "allied")
    return evolve(
        battle, axis=evolve(battle.axis, quality=axis), allied=evolve(battle.allied, quality=allied)
    )


def side_quality(battle: Battle, side: Side) -> Procedure[Quality]:
    """RS.3: roll until there is an order of battle of that quality, because the tables have gaps."""
    rule = "RS.3.1" if side == "axis" else "RS.3.2"
    column = yield from quality_column(battle, side, rule)
    rolled = yield from _roll(battle, side, rule, column)
    if rolled == "green" and battle.settings.reroll_green:
        yield Note(rule, "reroll_green", {"side": side})
        rolled = yield from _roll(battle, side, rule, column)
    return rolled


def _roll(battle: Battle, side: Side, rule: str, column: QualityColumn) -> Procedure[Quality]:
    while True:
        white, coloured = yield Roll(rule, "quality_roll", side, battle.deck(side))
        rolled = column.results[white + coloured]
        yield Note(rule, "quality", {"side": side, "value": rolled})
        if rolled not in battle.settings.qualities(side):
            yield Note(rule, "again", {"value": rolled})
        elif not _orders_of_battle_exist(battle, side, rolled):
            yield Note(rule, "NO_LEGAL_OB", {"side": side, "value": rolled})
        else:
            return rolled


def _orders_of_battle_exist(battle: Battle, side: Side, rolled: Quality) -> bool:
    faction, against = battle.force(side).faction, battle.force(opponent(side)).faction
    return bool(
        list_orders_of_battle(battle.catalog, faction, battle.year, rolled, against, battle.settings.sizes)
    )


def quality_column(battle: Battle, side: Side, rule: str) -> Procedure[QualityColumn]:
    """RS.3: return the one column that fits; the printed compilation has years with none or two."""
    faction, against = battle.force(side).faction, battle.force(opponent(side)).faction
    columns = list_quality_columns(battle.catalog, battle.edition.id, faction, battle.year, against)
    if len(columns) == 1:
        return columns[0]
    if battle.settings.holes == "remedy":
        remedy = find_remedy_column(battle.edition, side, faction, battle.year)
        if remedy is not None:
            yield Note(rule, "column", {"side": side, "value": remedy.name})
            return remedy
    if not columns:
        raise DeadEnd("NO_COLUMN", rule=rule, edition=battle.edition.id, faction=faction, year=battle.year)
    raise DeadEnd(
        "AMBIGUOUS_COLUMN",
        rule=rule,
        edition=battle.edition.id,
        columns=" / ".join(column.name for column in columns),
        count=len(columns),
        faction=faction,
        year=battle.year,
    )
