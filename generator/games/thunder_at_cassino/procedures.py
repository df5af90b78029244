"""Table procedures: the battle with German and Allied seats, and the same after sealed bids."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import SIDES
from generator.chance import Cups, Seeded
from generator.game import Procedure, Values
from generator.table import Answerer, Ask, Seat
from generator.tournament.match import Match

from .document import make_documents, view_document, view_standing
from .play.bids import PLAYERS, play_with_bids
from .play.companion import play_companion
from .play.settings import COMPANION, Settings, describe, read, write
from .play.state import State
from .play.turns import play_game
from .random_player import RandomPlayer
from .scenario import SCENARIO
from .scenario.document import make_setup

GAME = "thunder_at_cassino"
KIND = "cassino"
Start = Callable[[], Generator[Ask, Any, Any]]


def _make_state(catalog: Catalog, settings: Settings) -> State:
    seats = {side: side for side in SIDES}
    setup = catalog.setups[settings.scenario] if settings.own is None else make_setup(settings.own)
    return State(catalog, setup, settings, seats, bid=settings.bid)


def _start(catalog: Catalog, settings: Settings) -> Start:
    play = play_companion if settings.mode == COMPANION else play_game
    return lambda: play(_make_state(catalog, settings))


def _start_bidding(catalog: Catalog, settings: Settings) -> Start:
    return lambda: play_with_bids(_make_state(catalog, settings))


def _make_dice(_: Catalog, settings: Settings, seed: str) -> Answerer:
    return Cups(seed) if settings.dice == "typed" else Seeded(seed)


def _make_answerers(catalog: Catalog, settings: Settings, seed: str) -> Sequence[Answerer]:
    dice = [_make_dice(catalog, settings, seed)]
    return [*dice, RandomPlayer(seed)] if settings.players == "chance" else dice


def _adapt_for_table(values: Values) -> Values:
    """Seat people, not random players, at a table."""
    return {**values, "players": "people"}


def _make_procedure(
    name: str, seats: tuple[Seat, ...], start: Callable[[Any, Any], Start], *without: str
) -> Procedure:
    return Procedure(
        name=name,
        game=GAME,
        kind=KIND,
        seats=seats,
        at_a_table=_adapt_for_table,
        read=lambda catalog, values: read(catalog, values, without),
        write=lambda settings: write(settings, without),
        describe=lambda catalog: describe(catalog, without),
        start=start,
        dice=_make_dice,
        answerers=_make_answerers,
        persons=lambda settings: seats[:1] if settings.mode == COMPANION else seats,
        documents=make_documents,
        view=view_document,
        standing=view_standing,
        chapter="points",
        player=RandomPlayer,
    )


AUTHORED = (SCENARIO,)
PLAY = _make_procedure("cassino/1", SIDES, _start)
BIDDING = _make_procedure("cassino-bid/1", PLAYERS, _start_bidding, "bid", "mode")
PROCEDURES = (PLAY, BIDDING)
MATCH = Match((SIDES[0], SIDES[1]))
