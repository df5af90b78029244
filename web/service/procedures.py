"""Every procedure that can be played at a table, by name: battles here, campaigns in their own module."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.games.combat_commander.battle import card as battle_card
from generator.games.combat_commander.battle import make as battle_make
from generator.games.combat_commander.battle import procedure as battle_procedure
from generator.games.combat_commander.battle import settings as battle_settings
from generator.games.combat_commander.battle.state import SIDES, Battle
from generator.games.combat_commander.battle.view import view_card
from generator.table import Ask, Seat, Table
from web.games.combat_commander.service.campaigns import campaigns

from .errors import ServiceError
from .procedure import Document, Kind, Procedure, Values
from .settings import described


def _battle_at_a_table(values: Values) -> Values:
    """Seats are fixed, so there is no coin; unless the settings say otherwise people decide."""
    given = {"axis_commander": "person", "allied_commander": "person", **values}
    return {**given, "axis_player": "first", "balance": "any"}


def _battle_start(name: str) -> Callable[[Catalog, Any], Callable[[], Generator[Ask, Any, Any]]]:
    def start(catalog: Catalog, settings: Any) -> Callable[[], Generator[Ask, Any, Any]]:
        battle = battle_procedure.new_battle(battle_procedure.tables_of(catalog, name), settings)
        return lambda: battle_procedure.fight(battle)

    return start


def _battle_persons(settings: battle_settings.Settings) -> tuple[Seat, ...]:
    """A side whose choices a commander makes is still a person's if its dice are typed in."""
    return tuple(side for side in SIDES if settings.dice == "typed" or settings.commander(side) == "person")


def _battle_cards(name: str) -> Callable[[Catalog, Any, Table[Any], str | None], list[Document]]:
    """A battle has one card, and only when everything is answered."""

    def cards(_: Catalog, __: Any, table: Table[Any], seed: str | None) -> list[Document]:
        return (
            [battle_card.card_of(table.state, table, seed, name)] if isinstance(table.state, Battle) else []
        )

    return cards


def _battle(name: str) -> Procedure:
    return Procedure(
        name=name,
        offered=name == battle_procedure.NAME,
        kind="battle",
        at_a_table=_battle_at_a_table,
        read=lambda catalog, values: battle_settings.settings_from(values),
        write=lambda settings: settings.json(),
        start=_battle_start(name),
        dice=lambda catalog, settings, seed: battle_make.dice_for(catalog, settings.dice, seed),
        answerers=battle_make.answerers,
        persons=_battle_persons,
        cards=_battle_cards(name),
        view=view_card,
        state=lambda catalog, settings, table, seat: None,
        describe=lambda catalog: described(catalog, battle_settings.Settings),
        tables=lambda catalog: battle_procedure.tables_of(catalog, name),
    )


BATTLE = _battle(battle_procedure.NAME)

__all__ = ["BATTLE", "PROCEDURES", "Document", "Kind", "Procedure", "Values", "procedure"]

PROCEDURES: Mapping[str, Procedure] = {
    each.name: each for each in (BATTLE, *map(_battle, battle_procedure.EARLIER), *campaigns())
}


def procedure(name: str, kind: Kind | None = None) -> Procedure:
    """The procedure of a name, if it is of a kind."""
    found = PROCEDURES.get(name)
    if found is None or kind not in (None, found.kind):
        known = ", ".join(
            each.name for each in PROCEDURES.values() if each.offered and kind in (None, each.kind)
        )
        raise ServiceError(
            f"There is no procedure {name!r} here; there is {known}.",
            f"Aquí no hay ningún procedimiento {name!r}; hay {known}.",
            code="BAD_PROCEDURE",
        )
    return found
