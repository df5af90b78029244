"""The battle procedure (RS.1 to RS.16) with its settings, dice, commanders and views."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.chance import Seeded
from generator.game import Maker, Procedure, Values
from generator.settings import describe_settings
from generator.table import Ask, Seat, Table

from ..commanders import Commander
from ..dice import make_dice
from .card import make_card
from .optional import list_optional_rules
from .procedure import NAME, fight, new_battle
from .settings import ANY_KIND, PRINTED, Settings, read_settings
from .standing import view_standing
from .state import PERSONS, SIDES, Battle
from .view import view_card

GAME = "combat_commander"


def make_offers(catalog: Catalog) -> Callable[[str], tuple[Any, ...]]:
    """Return a function that gives the catalogue's choices for a setting."""
    factions = catalog.factions.values()
    years = {year for ob in catalog.orders_of_battle.values() for year in ob.years}
    numbers = tuple(number for number, sheet in catalog.maps.items() if sheet.objectives)
    offered: dict[str, tuple[Any, ...]] = {
        "edition": tuple(catalog.editions),
        "maps": tuple(catalog.maps),
        "map": ("choose", "random", *numbers),
        "factions": tuple(catalog.factions),
        "without": tuple(catalog.factions),
        **{side: tuple(each.id for each in factions if each.side == side) for side in SIDES},
        "years": tuple(sorted(years)),
        "optional": list_optional_rules(catalog),
        "battlefield": (PRINTED, ANY_KIND, *catalog.battlefields),
    }
    return lambda name: offered.get(name, ())


def _settle_for_table(values: Values) -> Values:
    """Fix the seats without a coin toss, and let people decide unless the settings say otherwise."""
    settled = {"axis_commander": "person", "allied_commander": "person", **values}
    return {**settled, "axis_player": "first", "balance": "any"}


def _start(catalog: Catalog, settings: Any) -> Callable[[], Generator[Ask, Any, Any]]:
    battle = new_battle(catalog, settings)
    return lambda: fight(battle)


def answerers(catalog: Catalog, settings: Settings, seed: str) -> tuple[Seeded, Commander]:
    """Return dice and commanders as the settings say; neither answers what is left to people.

    Before the coin toss the persons stand for the sides.
    """
    tastes = [settings.commander(side) for side in SIDES]
    seats = dict(zip((*SIDES, *PERSONS), (*tastes, *tastes), strict=True))
    return make_dice(catalog, settings.dice, seed), Commander(seats, seed)


def _card(_: Catalog, __: Settings, table: Table[Any], seed: str | None) -> Sequence[Maker]:
    """Return the maker of the card, once everything is answered."""
    state = table.state
    return [lambda: make_card(state, table, seed)] if isinstance(state, Battle) else []


def persons(settings: Any) -> tuple[Seat, ...]:
    """Return the sides with a person; typed dice need a person even where a commander makes the choices."""
    return tuple(side for side in SIDES if settings.dice == "typed" or settings.commander(side) == "person")


BATTLE = Procedure(
    name=NAME,
    game=GAME,
    kind="battle",
    seats=SIDES,
    at_a_table=_settle_for_table,
    read=lambda catalog, values: read_settings(values),
    write=lambda settings: settings.json(),
    describe=lambda catalog: describe_settings(Settings, make_offers(catalog)),
    start=_start,
    dice=lambda catalog, settings, seed: make_dice(catalog, settings.dice, seed),
    answerers=answerers,
    persons=persons,
    documents=_card,
    view=view_card,
    standing=lambda catalog, settings, table, seat: view_standing(table, seat),
)
