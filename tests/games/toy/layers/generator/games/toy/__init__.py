"""The toy: T.1 wind, T.2 lanes in secret, T.3 the omen. Red and Blue, as many rounds as they settle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from catalogs.games.toy import Catalog
from generator.chance import Seeded
from generator.game import Document, Game, Maker, Procedure
from generator.settings import described, setting
from generator.table import Choose, Draw, Note, Roll, Seat, Stand, Table, Together
from generator.table import Procedure as Steps
from schemas.errors import HorahError

SEATS: tuple[Seat, ...] = ("red", "blue")
MOST = 9


@dataclass(frozen=True)
class Settings:
    rounds: int = setting(1, "T", sentence="setting.toy.rounds")


@dataclass(frozen=True)
class State:
    catalog: Catalog
    wind: int = 0
    points: Mapping[Seat, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    omens: Mapping[Seat, str] = field(default_factory=dict)


def play(state: State, rounds: int) -> Steps[State]:
    for _ in range(rounds):
        state = yield from wind(state)
        state = yield from lanes(state)
        yield Stand(state)
    return (yield from omen(state))


def wind(state: State) -> Steps[State]:
    """T.1: one ten-sided die."""
    (die,) = yield Roll("T.1", "wind", "red", dice=(10,))
    return replace(state, wind=die)


def lanes(state: State) -> Steps[State]:
    """T.2: both choose in secret; whoever is alone on a lane takes what it is worth."""
    options = tuple(state.catalog.lanes)
    chosen = yield Together(
        "T.2", "lane", {seat: Choose("T.2", "lane", seat, "lane", options) for seat in SEATS}
    )
    if chosen["red"] == chosen["blue"]:
        yield Note("T.2", "met", {"lane": chosen["red"]})
        return state
    won = {seat: state.catalog.lanes[lane].worth for seat, lane in chosen.items()}
    for seat, points in won.items():
        yield Note("T.2", "won", {"who": seat, "points": points})
    return replace(state, points={seat: state.points[seat] + won[seat] for seat in SEATS})


def omen(state: State) -> Steps[State]:
    """T.3: each draws a lane that he alone knows."""
    omens = {}
    for seat in SEATS:
        omens[seat] = yield Draw("T.3", "omen", seat, tuple(state.catalog.lanes), secret=True)
    return replace(state, omens=omens)


def read(_: Catalog, values: Mapping[str, Any]) -> Settings:
    rounds = values.get("rounds", 1)
    if type(rounds) is not int or not 1 <= rounds <= MOST:
        raise HorahError("BAD_ROUNDS", most=MOST, given=rounds)
    return Settings(rounds)


def documents(_: Catalog, __: Settings, table: Table[State], seed: str | None) -> Sequence[Maker]:
    state = table.state
    if state is None:
        return ()
    return [lambda: {"wind": state.wind, "points": dict(state.points), "omens": dict(state.omens)}]


def view(document: Document, seat: Seat) -> Document:
    """An omen is for the eyes of its seat."""
    omens = {who: omen for who, omen in document["omens"].items() if seat in (who, "referee")}
    return {**document, "omens": omens}


ROUND = Procedure(
    name="toy/1",
    game="toy",
    kind="toy",
    current=True,
    seats=SEATS,
    at_a_table=lambda values: values,
    read=read,
    write=lambda settings: {"rounds": settings.rounds},
    describe=lambda catalog: described(Settings, lambda name: tuple(range(1, MOST + 1))),
    start=lambda catalog, settings: lambda: play(State(catalog), settings.rounds),
    dice=lambda catalog, settings, seed: Seeded(seed),
    answerers=lambda catalog, settings, seed: [Seeded(seed)],
    persons=lambda settings: SEATS,
    by_person=lambda settings, entry: entry.kind == "choose",
    documents=documents,
    view=view,
    standing=lambda catalog, settings, table, seat: {"round": len(table.stands)},
)


def game() -> Game:
    return Game("toy", (ROUND,))
