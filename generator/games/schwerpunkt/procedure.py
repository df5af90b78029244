"""Table procedure of a battle: settings, seats, dice, documents."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.chance import Cups, Seeded
from generator.game import Document, Maker, Procedure
from generator.settings import Setting, describe_settings, setting
from generator.table import Answerer, Ask, Seat, Table
from generator.tournament.match import Match
from schemas.errors import HorahError

from .battle import SIDES, Battle
from .play.cycle import play_battle
from .state import State, set_up
from .views import make_document, view_document

EXAMPLE_BATTLE = "example"
MODE_CHOICES = ("companion", "strict")
STAKES_CHOICES = ("after", "sealed")
DICE_CHOICES = ("seeded", "typed")


@dataclass(frozen=True)
class Settings:
    """Settings of a battle."""

    battle: Mapping[str, Any] | None = setting(
        None, "0.III", sentence="setting.schwerpunkt.battle", document="battle"
    )
    mode: str = setting("companion", "7.1", MODE_CHOICES, sentence="setting.schwerpunkt.mode")
    stakes: str = setting("after", "5.2", STAKES_CHOICES, sentence="setting.schwerpunkt.stakes")
    resolve: bool = setting(True, "9.0", sentence="setting.schwerpunkt.resolve")
    dice: str = setting("seeded", "0.V", DICE_CHOICES, sentence="setting.schwerpunkt.dice")


def read(catalog: Catalog, values: Mapping[str, Any]) -> Settings:
    """Read settings from JSON."""
    known = {setting_.name: setting_ for setting_ in describe(catalog)}
    for name, value in values.items():
        if name not in known:
            raise HorahError("BAD_SETTLING.name", name=name)
        yes_no = known[name].kind == "yes_no"
        if known[name].kind != "document" and not (
            isinstance(value, bool) if yes_no else value in known[name].choices
        ):
            if yes_no:
                raise HorahError("BAD_SETTLING.yes_no", name=name, given=value)
            raise HorahError("BAD_SETTLING", name=name, given=value, legal=known[name].choices)
    return Settings(**values)


def describe(_: Catalog) -> tuple[Setting, ...]:
    return describe_settings(Settings, lambda name: ())


def write(settings: Settings) -> Document:
    return {field.name: getattr(settings, field.name) for field in fields(settings)}


def make_initial_state(catalog: Catalog, settings: Settings) -> State:
    """1.2: set up the battle."""
    battle = Battle(settings.battle or catalog.battles[EXAMPLE_BATTLE])
    return set_up(catalog, battle, companion=settings.mode == "companion")


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
    describe=describe,
    start=start_battle,
    dice=make_dice,
    answerers=lambda catalog, settings, seed: [make_dice(catalog, settings, seed)],
    persons=lambda settings: SIDES[:1] if settings.mode == "companion" else SIDES,
    documents=make_documents,
    view=view_document,
    standing=view_standing,
)

PROCEDURES = (PLAY,)
MATCH = Match(SIDES)
