"""Every procedure that can be played at a table, by name. A campaign joins with one entry in PROCEDURES."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from catalogs import Catalog
from generator.battle import card as battle_card
from generator.battle import make as battle_make
from generator.battle import procedure as battle_procedure
from generator.battle import settings as battle_settings
from generator.battle.state import SIDES, Battle
from generator.battle.view import view_card
from generator.table import Answerer, Ask, Seat, Table

from .errors import ServiceError
from .settings import Setting, described

Document = dict[str, Any]
Values = Mapping[str, Any]  # settings as JSON
Kind = Literal["battle", "campaign"]


@dataclass(frozen=True, slots=True)
class Procedure:
    """How a kind of game is begun, answered, shown and viewed."""

    name: str
    kind: Kind
    at_a_table: Callable[[Values], Values]  # the settings given, completed for a table with fixed seats
    read: Callable[[Catalog, Values], Any]  # settings from JSON; what does not fit is a HorahError
    write: Callable[[Any], Document]  # settings as JSON
    start: Callable[[Catalog, Any], Callable[[], Generator[Ask, Any, Any]]]
    dice: Callable[[Catalog, Any, str], Answerer]
    answerers: Callable[[Catalog, Any, str], Sequence[Answerer]]  # dice, and commanders where no person is
    persons: Callable[[Any], tuple[Seat, ...]]  # the seats for which people answer
    cards: Callable[[Catalog, Any, Table[Any], str | None], list[Document]]  # ready so far, secrets included
    view: Callable[[Document, Seat], Document]  # of a card
    state: Callable[[Catalog, Any, Table[Any], Seat], Document | None]  # how a campaign stands, for a seat
    describe: Callable[[Catalog], tuple[Setting, ...]]  # what can be settled, for forms


def _battle_at_a_table(values: Values) -> Values:
    """Seats are fixed, so there is no coin; unless the settings say otherwise people decide."""
    given = {"axis_commander": "person", "allied_commander": "person", **values}
    return {**given, "axis_player": "first", "balance": "any"}


def _battle_start(catalog: Catalog, settings: Any) -> Callable[[], Generator[Ask, Any, Any]]:
    battle = battle_procedure.new_battle(catalog, settings)
    return lambda: battle_procedure.fight(battle)


def _battle_persons(settings: battle_settings.Settings) -> tuple[Seat, ...]:
    """A side whose choices a commander makes is still a person's if its dice are typed in."""
    return tuple(side for side in SIDES if settings.dice == "typed" or settings.commander(side) == "person")


def _battle_cards(_: Catalog, __: Any, table: Table[Any], seed: str | None) -> list[Document]:
    """A battle has one card, and only when everything is answered."""
    return [battle_card.card_of(table.state, table, seed)] if isinstance(table.state, Battle) else []


BATTLE = Procedure(
    name=battle_procedure.NAME,
    kind="battle",
    at_a_table=_battle_at_a_table,
    read=lambda catalog, values: battle_settings.settings_from(values),
    write=lambda settings: settings.json(),
    start=_battle_start,
    dice=lambda catalog, settings, seed: battle_make.dice_for(catalog, settings.dice, seed),
    answerers=battle_make.answerers,
    persons=_battle_persons,
    cards=_battle_cards,
    view=view_card,
    state=lambda catalog, settings, table, seat: None,
    describe=lambda catalog: described(catalog, battle_settings.Settings),
)

PROCEDURES: Mapping[str, Procedure] = {each.name: each for each in (BATTLE,)}


def procedure(name: str) -> Procedure:
    """The procedure of a name."""
    found = PROCEDURES.get(name)
    if found is None:
        known = ", ".join(PROCEDURES)
        raise ServiceError(
            f"There is no procedure {name!r} here; there is {known}.",
            f"Aquí no hay ningún procedimiento {name!r}; hay {known}.",
            code="BAD_PROCEDURE",
        )
    return found
