"""20: sealed bids for the command of the Germans; the higher bidder commands them and pays the points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from catalogs.games.thunder_at_cassino.model import Side
from generator.table import Draw, Note, Report, Seat, Together
from generator.table import Procedure as Steps

from ..rules.scoring import find_german_bidder
from .forms import make_number
from .settings import MAX_BID
from .state import State
from .turns import play_game

PLAYERS: tuple[Seat, Seat] = ("one", "two")


def play_with_bids(state: State) -> Steps[State]:
    """20.1, 20.3: ask for sealed bids; draw lots if they are equal."""
    form = make_number(-MAX_BID, MAX_BID)
    prompts = {seat: Report("20.1", "bid", seat, form, context={"example": 0}) for seat in PLAYERS}
    bids: Mapping[Seat, int] = yield Together("20.1", "bid", prompts)
    place = find_german_bidder(*(bids[seat] for seat in PLAYERS))
    if place is None:
        german: Seat = yield Draw("20.3", "bid_draw", PLAYERS[0], PLAYERS)
    else:
        german = PLAYERS[place]
    allied = next(seat for seat in PLAYERS if seat != german)
    seats: Mapping[Side, Seat] = {"german": german, "allied": allied}
    yield Note("20.1", "commands", {"german": german, "allied": allied, "points": bids[german]})
    return (yield from play_game(replace(state, seats=seats, bid=bids[german])))
