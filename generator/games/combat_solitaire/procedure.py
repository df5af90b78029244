"""Combat! Volume 1, played alone: its procedure at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from catalogs.games.combat_solitaire import Catalog
from generator.chance import Seeded
from generator.game import Document, Maker, Procedure
from generator.table import NO_ANSWER, Answer, Answerer, Draw, Prompt, Table
from generator.table import Procedure as Steps

from . import settings as settled
from .commander import Straw
from .settings import USUAL, Settings
from .setup import set_up
from .state import PLAYER, State
from .turn import turn
from .view import document, latest, view


def play(catalog: Catalog, settings: Settings) -> Steps[State]:
    """22.0, 4.0: set up, then turn after turn."""
    scenario = settings.scenario or catalog.scenarios[USUAL]
    s = yield from set_up(State(catalog, settings, scenario))
    while not s.ended:
        s = yield from turn(s)
    return s


class Cup(Seeded):
    """Who fills the cup where the player rolls his own dice: lots and sealed draws, no roll."""

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        return super().__call__(table, prompt) if isinstance(prompt, Draw) else NO_ANSWER


def dice(catalog: Catalog, settings: Settings, seed: str) -> Answerer:
    return Cup(seed) if settings.dice == "typed" else Seeded(seed)


def answerers(catalog: Catalog, settings: Settings, seed: str) -> Sequence[Answerer]:
    straw = [Straw(seed)] if settings.commander else []
    return [dice(catalog, settings, seed), *straw]


def documents(catalog: Catalog, settings: Settings, table: Table[State], seed: str | None) -> Sequence[Maker]:
    """The game as it stands, from its set-up on."""
    state = latest(table)
    return [lambda: document(state, settings)] if state is not None else ()


def standing(catalog: Catalog, settings: Settings, table: Table[State], seat: str) -> Document | None:
    state = latest(table)
    return view(document(state, settings), seat) if state is not None else None


PLAY = Procedure(
    name="combat/1",
    game="combat_solitaire",
    kind="combat",
    seats=(PLAYER,),
    at_a_table=lambda values: {**values, "commander": False},
    read=settled.read,
    write=settled.write,
    describe=settled.describe,
    start=lambda catalog, settings: lambda: play(catalog, settings),
    dice=dice,
    answerers=answerers,
    persons=lambda settings: () if settings.commander else (PLAYER,),
    documents=documents,
    view=view,
    standing=standing,
)

PROCEDURES = (PLAY,)
