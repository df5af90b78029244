"""The toy: T.1 wind, T.2 lanes in secret, T.3 the omen. Red and Blue, as many rounds as they settle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from catalogs.games.toy import Catalog
from generator.chance import Seeded
from generator.findings import GONE, Finding
from generator.game import Authored, Document, Game, Maker, Procedure
from generator.settings import describe_settings, setting
from generator.table import Choose, Draw, Note, Roll, Seat, Stand, Table, Together
from generator.table import Procedure as Steps
from schemas.errors import HorahError
from schemas.messages import say

SEATS: tuple[Seat, ...] = ("red", "blue")
MOST, LONG = 9, 6


@dataclass(frozen=True)
class Settings:
    rounds: int = setting(1, "T", sentence="setting.toy.rounds")
    scenario: Mapping[str, Any] | None = setting(
        None, "T.4", sentence="setting.toy.scenario", document="scenario"
    )

    @property
    def lanes(self) -> tuple[str, ...]:
        return tuple(each["lane"] for each in self.scenario["lanes"]) if self.scenario else ()


@dataclass(frozen=True)
class State:
    catalog: Catalog
    lanes: tuple[str, ...] = ()
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
    options = state.lanes or tuple(state.catalog.lanes)
    chosen = yield Together(
        "T.2", "lane", {seat: Choose("T.2", "lane", seat, "lane", options) for seat in SEATS}
    )
    if chosen["red"] == chosen["blue"]:
        yield Note("T.2", "met", {"lane": chosen["red"]})
        return state
    held = {seat: state.catalog.lanes[lane] for seat, lane in chosen.items()}
    won = {seat: max(0, lane.worth - (lane.toll or 0)) for seat, lane in held.items()}
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
    scenario = values.get("scenario")
    return Settings(scenario["rounds"] if scenario else rounds, scenario)


def blank(_: Catalog) -> Document:
    return {"format": SCENARIO.format, "title": "?", "rounds": 1, "lanes": [{"lane": "road"}]}


def check(_: Catalog, document: Document) -> Sequence[Finding]:
    """T.4: a lane is there once; nobody sits through many rounds."""
    seen, found = set(), []
    for place, each in enumerate(document["lanes"]):
        if each["lane"] in seen:
            at, lane = ("lanes", place), {"lane": each["lane"]}
            twice, remedy = say("check.lane_twice", **lane), say("fix.take_lane", **lane)
            found.append(Finding("error", "T4.1", (*at, "lane"), twice, ((at, GONE),), remedy))
        seen.add(each["lane"])
    if document["rounds"] > LONG:
        long = say("check.long", rounds=document["rounds"])
        found.append(Finding("warning", "T4.2", ("rounds",), long, ((("rounds",), LONG),)))
    return found


def seen_scenario(document: Document, seat: Seat) -> Document:
    """The cursed lane is for the referee."""
    return document if seat == "referee" else {**document, "omen": None}


SCENARIO = Authored(
    format="hora-h/toy-scenario/1",
    kind="scenario",
    schema="urn:hora-h:toy:scenario:1",
    blank=blank,
    check=check,
    view=seen_scenario,
    columns=("rounds", "lanes"),
    shelf=lambda catalog: catalog.store.documents["scenarios"],
)


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
    seats=SEATS,
    at_a_table=lambda values: values,
    read=read,
    write=lambda settings: {"rounds": settings.rounds, "scenario": settings.scenario},
    describe=lambda catalog: describe_settings(Settings, lambda name: tuple(range(1, MOST + 1))),
    start=lambda catalog, settings: lambda: play(State(catalog, settings.lanes), settings.rounds),
    dice=lambda catalog, settings, seed: Seeded(seed),
    answerers=lambda catalog, settings, seed: [Seeded(seed)],
    persons=lambda settings: SEATS,
    documents=documents,
    view=view,
    standing=lambda catalog, settings, table, seat: {"round": len(table.stands)},
)

PROCEDURES = (ROUND,)
AUTHORED = (SCENARIO,)
GAME = Game("toy", f"{__name__}:PROCEDURES", authored_at=f"{__name__}:AUTHORED")
