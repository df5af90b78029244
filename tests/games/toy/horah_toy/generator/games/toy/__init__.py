"""The toy: T.1 wind, T.2 lanes in secret, T.3 the omen, T.4 scenarios, T.5 and T.6 the market."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from catalogs.games.toy import Catalog
from generator.findings import GONE, Finding
from generator.game import Authored, Document, Game
from generator.plain_procedure import plain_procedure
from generator.settings import setting
from generator.table import Buy, Choose, Draw, Note, Report, Roll, Seat, Stand, Together
from generator.table import Procedure as Steps
from generator.table.prompts import Ware
from generator.tournament.match import Match
from schemas.errors import HorahError
from schemas.messages import say

SEATS: tuple[Seat, ...] = ("red", "blue")
MAX_ROUNDS, LONG_ROUNDS = 9, 6
MAX_SACKS = 9


@dataclass(frozen=True)
class Settings:
    rounds: int = setting(1, "T", tuple(range(1, MAX_ROUNDS + 1)), sentence="setting.toy.rounds")
    scenario: Mapping[str, Any] | None = setting(
        None, "T.4", sentence="setting.toy.scenario", document="scenario"
    )
    dice: str = setting("rolled", "T.1", ("rolled", "typed"), sentence="setting.toy.dice")


@dataclass(frozen=True)
class State:
    catalog: Catalog
    lanes: tuple[str, ...]
    wind: int = 0
    points: Mapping[Seat, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    omens: Mapping[Seat, str] = field(default_factory=dict)


def play(catalog: Catalog, settings: Settings) -> Steps[State]:
    scenario = settings.scenario or {
        "rounds": settings.rounds,
        "lanes": [{"lane": id_} for id_ in catalog.lanes],
    }
    state = State(catalog, tuple(each["lane"] for each in scenario["lanes"]))
    for _ in range(scenario["rounds"]):
        state = yield from wind(state)
        state = yield from lanes(state)
        yield Stand(state)
    return (yield from omen(state))


def wind(state: State) -> Steps[State]:
    """T.1: one ten-sided die."""
    (die,) = yield Roll("T.1", "wind", "red", dice=(10,))
    return replace(state, wind=die)


def lanes(state: State) -> Steps[State]:
    """T.2: both choose in secret; a player who is alone on a lane takes what it is worth."""
    chosen = yield Together(
        "T.2", "lane", {seat: Choose("T.2", "lane", seat, "lane", state.lanes) for seat in SEATS}
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
    """T.3: each player draws a lane that nobody else sees."""
    omens = {}
    for seat in SEATS:
        omens[seat] = yield Draw("T.3", "omen", seat, tuple(state.catalog.lanes), secret=True)
    return replace(state, omens=omens)


def make_document(_: Catalog, state: State) -> Document:
    return {"wind": state.wind, "points": dict(state.points), "omens": dict(state.omens)}


def view(document: Document, seat: Seat) -> Document:
    """T.3: an omen is visible to its seat only."""
    omens = {who: omen for who, omen in document["omens"].items() if seat in (who, "referee")}
    return {**document, "omens": omens}


def market(catalog: Catalog, settings: MarketSettings) -> Steps[Document]:
    """T.5: Red reports the sales; T.6: Blue buys from the coins."""
    form = {
        "type": "object",
        "required": ["good", "sacks"],
        "properties": {
            "good": {"enum": list(catalog.goods)},
            "sacks": {"type": "integer", "minimum": 0, "maximum": MAX_SACKS},
            "rain": {"type": "boolean"},
        },
    }
    stock = {"wind": settings.wind, "sacks": settings.sacks}
    sold = yield Report("T.5", "sales", "red", form, lambda answer: check_stock(answer, settings), stock)
    coins = sold["sacks"] * catalog.goods[sold["good"]].price
    yield Note("T.5", "sold", {"who": "red", "coins": coins})
    wares = tuple(Ware(good.id, good.price, {good.id: 1}) for good in catalog.goods.values())
    left = dict.fromkeys(catalog.goods, settings.sacks)
    bought = yield Buy("T.6", "buy", "blue", "good", wares, left, budget=coins)
    sales = [{"good": sold["good"], "sacks": sold["sacks"], "coins": coins}]
    basket = [{"good": good, "sacks": count} for good, count in bought.items() if count]
    return {"wind": settings.wind, "rain": sold.get("rain"), "sales": sales, "bought": basket}


def check_stock(answer: Mapping[str, Any], settings: MarketSettings) -> HorahError | None:
    return HorahError("SOLD_OUT", most=settings.sacks) if answer["sacks"] > settings.sacks else None


@dataclass(frozen=True)
class MarketSettings:
    wind: str = setting("calm", "T.5")
    sacks: int = setting(5, "T.5", (3, 5, MAX_SACKS))


def blank(_: Catalog) -> Document:
    return {"format": SCENARIO.format, "title": "?", "rounds": 1, "lanes": [{"lane": "road"}]}


def check(_: Catalog, document: Document) -> Sequence[Finding]:
    """T.4: a lane is there once, and a game is not too long."""
    seen, findings = set(), []
    for place, each in enumerate(document["lanes"]):
        if each["lane"] in seen:
            at, lane = ("lanes", place), {"lane": each["lane"]}
            twice, remedy = say("check.lane_twice", **lane), say("fix.take_lane", **lane)
            findings.append(Finding("error", "T4.1", (*at, "lane"), twice, ((at, GONE),), remedy))
        seen.add(each["lane"])
    if document["rounds"] > LONG_ROUNDS:
        long = say("check.long", rounds=document["rounds"])
        findings.append(Finding("warning", "T4.2", ("rounds",), long, ((("rounds",), LONG_ROUNDS),)))
    return findings


def view_scenario(document: Document, seat: Seat) -> Document:
    """T.4: only the referee sees the omen of a scenario."""
    return document if seat == "referee" else {**document, "omen": None}


SCENARIO = Authored(
    format="hora-h/toy-scenario/1",
    kind="scenario",
    schema="urn:hora-h:toy:scenario:1",
    blank=blank,
    check=check,
    view=view_scenario,
    columns=("rounds", "lanes"),
    shelf=lambda catalog: catalog.store.documents["scenarios"],
)
ROUND = plain_procedure(
    "toy/1",
    "toy",
    SEATS,
    Settings,
    play,
    make_document,
    view=view,
    standing=lambda catalog, settings, table, seat: {"round": len(table.stands)},
)
MARKET = plain_procedure(
    "market/1",
    "toy",
    SEATS,
    MarketSettings,
    market,
    lambda catalog, document: document,
    choices=lambda catalog, name: tuple(catalog.store.table("winds")) if name == "wind" else (),
)

PROCEDURES = (ROUND, MARKET)
AUTHORED = (SCENARIO,)
MATCH = Match(("red", "blue"))
GAME = Game("toy", f"{__name__}:PROCEDURES", authored_at=f"{__name__}:AUTHORED", match_at=f"{__name__}:MATCH")
