"""Table procedure of a battle: settings, seats, dice, documents."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.chance import Cups, Seeded
from generator.game import Document, Maker, Procedure
from generator.settings import describe_settings, setting
from generator.table import Answerer, Ask, Seat, Table
from generator.tournament.match import Match
from schemas.errors import HorahError

from .battle import SIDES, Battle
from .play.cycle import play_battle
from .state import State, set_up
from .views import make_document, view_document

EXAMPLE_BATTLE = "example"
STAKES_CHOICES = ("after", "sealed")
DICE_CHOICES = ("seeded", "typed")


@dataclass(frozen=True)
class Settings:
    """Settings of a battle."""

    battle: Mapping[str, Any] | None = setting(
        None, "0.III", sentence="setting.schwerpunkt.battle", document="battle"
    )
    stakes: str = setting("after", "5.2", STAKES_CHOICES, sentence="setting.schwerpunkt.stakes")
    resolve: bool = setting(True, "9.0", sentence="setting.schwerpunkt.resolve")
    dice: str = setting("seeded", "0.V", DICE_CHOICES, sentence="setting.schwerpunkt.dice")


def read(catalog: Catalog, values: Mapping[str, Any]) -> Settings:
    """Read settings from JSON; without a battle, use the example."""
    for name, choices in (("stakes", STAKES_CHOICES), ("dice", DICE_CHOICES)):
        if values.get(name, choices[0]) not in choices:
            raise HorahError("BAD_SETTLING", name=name, given=values[name], legal=choices)
    resolve = values.get("resolve", True)
    if not isinstance(resolve, bool):
        raise HorahError("BAD_SETTLING", name="resolve", given=resolve, legal=("true", "false"))
    strange = next((name for name in values if name not in ("battle", "stakes", "dice", "resolve")), None)
    if strange is not None:
        raise HorahError("BAD_SETTLING.name", name=strange)
    return Settings(
        values.get("battle"), values.get("stakes", "after"), resolve, values.get("dice", "seeded")
    )


def write(settings: Settings) -> Document:
    return {
        "battle": settings.battle,
        "stakes": settings.stakes,
        "resolve": settings.resolve,
        "dice": settings.dice,
    }


def make_initial_state(catalog: Catalog, settings: Settings) -> State:
    """1.2: set up the battle."""
    return set_up(catalog, Battle(settings.battle or catalog.battles[EXAMPLE_BATTLE]))


def start_battle(catalog: Catalog, settings: Settings) -> Callable[[], Generator[Ask, Any, State]]:
    sealed = settings.stakes == "sealed"
    return lambda: play_battle(
        make_initial_state(catalog, settings), stakes_sealed=sealed, resolve=settings.resolve
    )


def make_dice(_: Catalog, settings: Settings, seed: str) -> Answerer:
    return Cups(seed) if settings.dice == "typed" else Seeded(seed)


def get_latest_state(table: Table[State]) -> State | None:
    """Return the current state."""
    return table.state or (table.stands[-1].state if table.stands else None)


def make_documents(_: Catalog, __: Settings, table: Table[State], ___: str | None) -> Sequence[Maker]:
    """Return the maker of the battle sheets, available from the first moment."""
    state = get_latest_state(table)
    return () if state is None else [lambda: make_document(state)]


def view_standing(_: Catalog, __: Settings, table: Table[State], seat: Seat) -> Document | None:
    """Return the view of the current state without the battle document."""
    state = get_latest_state(table)
    if state is None:
        return None
    seen = view_document(make_document(state), seat)
    return {name: value for name, value in seen.items() if name != "battle"}


PLAY = Procedure(
    name="schwerpunkt/1",
    game="schwerpunkt",
    kind="schwerpunkt",
    seats=SIDES,
    at_a_table=lambda values: values,
    read=read,
    write=write,
    describe=lambda catalog: describe_settings(Settings, lambda name: ()),
    start=start_battle,
    dice=make_dice,
    answerers=lambda catalog, settings, seed: [make_dice(catalog, settings, seed)],
    persons=lambda settings: SIDES,
    documents=make_documents,
    view=view_document,
    standing=view_standing,
)

PROCEDURES = (PLAY,)
MATCH = Match(SIDES)
