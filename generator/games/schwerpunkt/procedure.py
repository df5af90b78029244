"""The battle as a procedure of the house: settings, seats, dice, documents."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.chance import Cups, Seeded
from generator.game import Document, Maker, Procedure
from generator.settings import described, setting
from generator.table import Answerer, Ask, Seat, Table
from generator.tournament.match import Match
from schemas.errors import HorahError

from .battle import SIDES, Battle
from .play.cycle import play
from .state import State, begin
from .views import document, view

EXAMPLE = "example"
STAKES = ("after", "sealed")
DICE = ("seeded", "typed")


@dataclass(frozen=True)
class Settings:
    """What is settled before a battle."""

    battle: Mapping[str, Any] | None = setting(
        None, "0.III", sentence="setting.schwerpunkt.battle", document="battle"
    )
    stakes: str = setting("after", "5.2", STAKES, sentence="setting.schwerpunkt.stakes")
    resolve: bool = setting(True, "9.0", sentence="setting.schwerpunkt.resolve")
    dice: str = setting("seeded", "0.V", DICE, sentence="setting.schwerpunkt.dice")


def read(catalog: Catalog, values: Mapping[str, Any]) -> Settings:
    """Settings from JSON; without a battle, the example."""
    for name, choices in (("stakes", STAKES), ("dice", DICE)):
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


def beginning(catalog: Catalog, settings: Settings) -> State:
    """1.2: the battle set up."""
    return begin(catalog, Battle(settings.battle or catalog.battles[EXAMPLE]))


def start(catalog: Catalog, settings: Settings) -> Callable[[], Generator[Ask, Any, State]]:
    sealed = settings.stakes == "sealed"
    return lambda: play(beginning(catalog, settings), stakes_sealed=sealed, resolve=settings.resolve)


def dice(_: Catalog, settings: Settings, seed: str) -> Answerer:
    return Cups(seed) if settings.dice == "typed" else Seeded(seed)


def now(table: Table[State]) -> State | None:
    """How things stand."""
    return table.state or (table.stands[-1].state if table.stands else None)


def documents(_: Catalog, __: Settings, table: Table[State], ___: str | None) -> Sequence[Maker]:
    """The sheets of the battle as it stands: ready from the first moment."""
    state = now(table)
    return () if state is None else [lambda: document(state)]


def standing(_: Catalog, __: Settings, table: Table[State], seat: Seat) -> Document | None:
    """How things stand, without the battle's own document."""
    state = now(table)
    if state is None:
        return None
    seen = view(document(state), seat)
    return {name: value for name, value in seen.items() if name != "battle"}


PLAY = Procedure(
    name="schwerpunkt/1",
    game="schwerpunkt",
    kind="schwerpunkt",
    seats=SIDES,
    at_a_table=lambda values: values,
    read=read,
    write=write,
    describe=lambda catalog: described(Settings, lambda name: ()),
    start=start,
    dice=dice,
    answerers=lambda catalog, settings, seed: [dice(catalog, settings, seed)],
    persons=lambda settings: SIDES,
    documents=documents,
    view=view,
    standing=standing,
)

PROCEDURES = (PLAY,)
MATCH = Match(SIDES)
