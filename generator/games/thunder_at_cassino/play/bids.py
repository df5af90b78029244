"""20: sealed bids for the command of the Germans; whoever bids more has them and gives the points away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from catalogs.games.thunder_at_cassino.model import Side
from generator.table import Draw, Note, Report, Seat, Together
from generator.table import Procedure as Steps

from ..rules.scoring import german_by_bid
from .forms import number
from .settings import BIDS
from .state import State
from .turns import play

PLAYERS: tuple[Seat, Seat] = ("one", "two")


def bid_and_play(state: State) -> Steps[State]:
    """20.1, 20.3: both write in secret; equal bids leave it to chance."""
    form = number(-BIDS, BIDS)
    prompts = {seat: Report("20.1", "bid", seat, form, context={"example": 0}) for seat in PLAYERS}
    bids: Mapping[Seat, int] = yield Together("20.1", "bid", prompts)
    place = german_by_bid(*(bids[seat] for seat in PLAYERS))
    if place is None:
        german: Seat = yield Draw("20.3", "bid_draw", PLAYERS[0], PLAYERS)
    else:
        german = PLAYERS[place]
    allied = next(seat for seat in PLAYERS if seat != german)
    seats: Mapping[Side, Seat] = {"german": german, "allied": allied}
    yield Note("20.1", "commands", {"german": german, "allied": allied, "points": bids[german]})
    return (yield from play(replace(state, seats=seats, bid=bids[german])))
