"""What can be played: the battle with seats for Germans and Allies, and the same after sealed bids."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import SIDES
from generator.chance import Cups, Seeded
from generator.game import Procedure, Values
from generator.table import Answerer, Ask, Seat
from generator.tournament.match import Match

from .chance_player import ChancePlayer
from .document import documents, standing, view
from .play.bids import PLAYERS, bid_and_play
from .play.settings import Settings, describe, read, write
from .play.state import State
from .play.turns import play
from .scenario import SCENARIO
from .scenario.document import setup_of

GAME = "thunder_at_cassino"
KIND = "cassino"
Start = Callable[[], Generator[Ask, Any, Any]]


def _state(catalog: Catalog, settings: Settings) -> State:
    seats = {side: side for side in SIDES}
    setup = catalog.setups[settings.scenario] if settings.own is None else setup_of(settings.own)
    return State(catalog, setup, settings, seats, bid=settings.bid)


def _start(catalog: Catalog, settings: Settings) -> Start:
    return lambda: play(_state(catalog, settings))


def _start_bidding(catalog: Catalog, settings: Settings) -> Start:
    return lambda: bid_and_play(_state(catalog, settings))


def _dice(_: Catalog, settings: Settings, seed: str) -> Answerer:
    return Cups(seed) if settings.dice == "typed" else Seeded(seed)


def _answerers(catalog: Catalog, settings: Settings, seed: str) -> Sequence[Answerer]:
    dice = [_dice(catalog, settings, seed)]
    return [*dice, ChancePlayer(seed)] if settings.players == "chance" else dice


def _at_a_table(values: Values) -> Values:
    """At a table people play."""
    return {**values, "players": "people"}


def _procedure(
    name: str, seats: tuple[Seat, ...], start: Callable[[Any, Any], Start], *without: str
) -> Procedure:
    return Procedure(
        name=name,
        game=GAME,
        kind=KIND,
        seats=seats,
        at_a_table=_at_a_table,
        read=lambda catalog, values: read(catalog, values, without),
        write=lambda settings: write(settings, without),
        describe=lambda catalog: describe(catalog, without),
        start=start,
        dice=_dice,
        answerers=_answerers,
        persons=lambda settings: seats,
        documents=documents,
        view=view,
        standing=standing,
        chapter="points",
    )


AUTHORED = (SCENARIO,)
PLAY = _procedure("cassino/1", SIDES, _start)
BIDDING = _procedure("cassino-bid/1", PLAYERS, _start_bidding, "bid")
PROCEDURES = (PLAY, BIDDING)
MATCH = Match((SIDES[0], SIDES[1]))
