"""A battle under way as a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.game import Document, Maker
from generator.table import EVERYONE, Seat, Table
from generator.table.seen import log_lines

from .battle import SIDES, SLOTS
from .play.state import WAITING, EventCup, State, colour_of
from .settings import Settings, write
from .victory import targets

FORMAT = "hora-h/grossdeutschland-play/1"


def latest(table: Table[State]) -> State | None:
    """How things stand now, if anything stands yet."""
    return table.state or (table.stands[-1].state if table.stands else None)


def documents(catalog: Catalog, settings: Settings, table: Table[State], seed: str | None) -> Sequence[Maker]:
    state = latest(table)
    if state is None:
        return ()

    def make() -> Document:
        return {
            "format": FORMAT,
            "catalog": catalog.version,
            "seed": seed,
            "settings": write(settings),
            "scenario": _played(state.battle.document),
            "finished": table.finished,
            **stand(state),
            "log": list(log_lines(table.log, EVERYONE)),
        }

    return [make]


def _played(scenario: Mapping[str, Any]) -> Document:
    """The scenario that is played; of a printed one without its words, which the catalogues have."""
    if scenario["source"] != "printed":
        return dict(scenario)
    return {**scenario, "title": scenario["battle"], "rules": [], "missing": []}


def stand(state: State) -> Document:
    """Everything that is followed."""
    score = state.score
    return {
        "turn": {**state.turn.json(), "number": state.number + 1},
        "weather": state.weather,
        "active": state.active,
        "activation": {
            "cup": list(state.cup),
            "drawn": list(state.drawn),
            "acted": dict(state.acted),
        },
        "events": {side: _events(state, state.events[side]) for side in SIDES},
        "units": dict(state.units),
        "spent": sorted(state.spent),
        "supply": dict(state.supply),
        "due": _due(state),
        "entered": dict(state.entries),
        "holders": {target: state.holders.get(target) for target in targets(state.battle)},
        "exits": list(state.exits),
        "clear": sorted(state.clear),
        "minus": state.minus,
        "bridges": dict(state.bridges),
        "riders": dict(state.riders),
        "cleared": list(state.cleared),
        "dead_hqs": [
            name for name in state.battle.formations if not state.hq_alive(name) and not state.wiped_out(name)
        ],
        "wiped_out": [name for name in state.battle.formations if state.wiped_out(name)],
        "vp": {
            "places": score.places,
            "exits": score.exits,
            "minus": score.minus,
            "total": score.total,
        },
        "leads": state.winner,
        "winner": state.winner if state.over else None,
        "over": state.over,
    }


def _events(state: State, cup: EventCup) -> Document:
    def counted(chits: tuple[str, ...]) -> dict[str, int]:
        found = Counter(colour_of(state.catalog, chit) for chit in chits)
        return {colour: found[colour] for colour in ("blue", "red", "black")}

    return {
        "cup": counted(cup.cup),
        "discard": counted(cup.discard),
        "hand": list(cup.hand),
        "used": list(cup.used),
    }


def _due(state: State) -> list[Document]:
    """4.0: who is still to come, and when."""
    found = []
    for name, formation in state.battle.formations.items():
        waiting = [unit for unit in formation.units if state.units[unit.key] == WAITING]
        if waiting and formation.arrives:
            found.append(
                {
                    "formation": name,
                    "turn": formation.arrives.json(),
                    "now": state.due(name),
                    "entries": list(formation.entries),
                    "count": len(waiting),
                    "condition": formation.condition,
                }
            )
    return sorted(found, key=lambda each: (each["turn"]["date"], _part(each)))


def _part(each: dict[str, Any]) -> int:
    return SLOTS.index(each["turn"]["slot"])


def view(document: Document, seat: Seat) -> Document:
    """Return the document as it is: chits in the cups are unknown even here, and the rest is open."""
    return document


def standing(catalog: Catalog, settings: Settings, table: Table[State], seat: Seat) -> Document | None:
    state = latest(table)
    return None if state is None else stand(state)
