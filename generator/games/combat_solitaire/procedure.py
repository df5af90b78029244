"""Table procedure of Combat! Volume 1, solitaire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from catalogs.games.combat_solitaire import Catalog
from generator.chance import Seeded
from generator.game import Document, Maker, Procedure
from generator.table import NO_ANSWER, Answer, Answerer, Draw, Prompt, Table
from generator.table import Procedure as Steps

from . import settings as settled
from .companion import play_companion_turn
from .events import resolve_event
from .random_player import RandomPlayer
from .settings import DEFAULT_SCENARIO, Settings
from .setup import set_up
from .state import PLAYER, State
from .turn import play_turn
from .view import get_latest_state, make_document, view_document


def play(catalog: Catalog, settings: Settings) -> Steps[State]:
    """22.0, 4.0: set up, then play turn after turn."""
    scenario = settings.scenario or catalog.scenarios[DEFAULT_SCENARIO]
    s = yield from set_up(State(catalog, settings, scenario, resolve_event=resolve_event))
    play_one_turn = play_companion_turn if s.companion else play_turn
    while not s.ended:
        s = yield from play_one_turn(s)
    return s


class DrawsOnly(Seeded):
    """Answers draws but no rolls, for players who roll their own dice."""

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        return super().__call__(table, prompt) if isinstance(prompt, Draw) else NO_ANSWER


def make_dice(catalog: Catalog, settings: Settings, seed: str) -> Answerer:
    return DrawsOnly(seed) if settings.dice == "typed" else Seeded(seed)


def make_answerers(catalog: Catalog, settings: Settings, seed: str) -> Sequence[Answerer]:
    random_players = [RandomPlayer(seed)] if settings.commander else []
    return [make_dice(catalog, settings, seed), *random_players]


def make_documents(
    catalog: Catalog, settings: Settings, table: Table[State], seed: str | None
) -> Sequence[Maker]:
    """Return the maker of the game document, from the set-up on."""
    state = get_latest_state(table)
    return [lambda: make_document(state, settings)] if state is not None else ()


def view_standing(catalog: Catalog, settings: Settings, table: Table[State], seat: str) -> Document | None:
    state = get_latest_state(table)
    return view_document(make_document(state, settings), seat) if state is not None else None


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
    dice=make_dice,
    answerers=make_answerers,
    persons=lambda settings: () if settings.commander else (PLAYER,),
    documents=make_documents,
    view=view_document,
    standing=view_standing,
    player=RandomPlayer,
)

PROCEDURES = (PLAY,)
