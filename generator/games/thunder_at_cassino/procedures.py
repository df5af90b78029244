"""What can be played: the battle with seats for Germans and Allies, and the same after sealed bids."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import SIDES
from generator.chance import Cups, Seeded
from generator.game import Procedure, Values
from generator.table import Answerer, Ask, Entry, Seat
from generator.tournament.match import Match

from .chance_player import ChancePlayer
from .document import documents, standing, view
from .play.bids import PLAYERS, bid_and_play
from .play.settings import Settings, describe, read, write
from .play.state import NEWEST, State
from .play.turns import play
from .scenario import SCENARIO
from .scenario.document import setup_of

GAME = "thunder_at_cassino"
KIND = "cassino"
Start = Callable[[], Generator[Ask, Any, Any]]


def _state(catalog: Catalog, settings: Settings, version: int) -> State:
    seats = {side: side for side in SIDES}
    setup = catalog.setups[settings.scenario] if settings.own is None else setup_of(settings.own)
    return State(catalog, setup, settings, seats, version, bid=settings.bid)


def _start(catalog: Catalog, settings: Settings, *, version: int = NEWEST) -> Start:
    return lambda: play(_state(catalog, settings, version))


def _start_bidding(catalog: Catalog, settings: Settings, *, version: int = NEWEST) -> Start:
    return lambda: bid_and_play(_state(catalog, settings, version))


def _dice(_: Catalog, settings: Settings, seed: str) -> Answerer:
    return Cups(seed) if settings.dice == "typed" else Seeded(seed)


def _answerers(catalog: Catalog, settings: Settings, seed: str) -> Sequence[Answerer]:
    dice = [_dice(catalog, settings, seed)]
    return [*dice, ChancePlayer(seed)] if settings.players == "chance" else dice


def _by_person(settings: Settings, entry: Entry) -> bool:
    if entry.kind == "roll":
        return settings.dice == "typed"
    return entry.kind != "draw" and settings.players == "people"


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
        current=True,
        seats=seats,
        at_a_table=_at_a_table,
        read=lambda catalog, values: read(catalog, values, without),
        write=lambda settings: write(settings, without),
        describe=lambda catalog: describe(catalog, without),
        start=start,
        dice=_dice,
        answerers=_answerers,
        persons=lambda settings: seats,
        by_person=_by_person,
        documents=documents,
        view=view,
        standing=standing,
        chapter="points",
    )


AUTHORED = (SCENARIO,)
PLAY = _procedure("cassino/3", SIDES, _start)
BIDDING = _procedure("cassino-bid/3", PLAYERS, _start_bidding, "bid")


def _earlier(version: int) -> tuple[Procedure, Procedure]:
    """Both as they were asked before."""
    return (
        replace(
            PLAY,
            name=f"cassino/{version}",
            current=False,
            start=lambda catalog, settings: _start(catalog, settings, version=version),
        ),
        replace(
            BIDDING,
            name=f"cassino-bid/{version}",
            current=False,
            start=lambda catalog, settings: _start_bidding(catalog, settings, version=version),
        ),
    )


#: 2: smoke that went in an impulse helped no more in it, and Germans could be said to be in Allied zones.
#: 1: fire went to any area, shells on their own observer in 9 and 66, close combat was named die by die.
PROCEDURES = (PLAY, BIDDING, *_earlier(2), *_earlier(1))
MATCH = Match((SIDES[0], SIDES[1]))
