"""Documents of a battle in progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.game import Document, Maker
from generator.table import EVERYONE, Seat, Table
from generator.table.visibility import Lines

from .battle import SIDES, SLOTS
from .play.state import WAITING, EventCup, State, get_colour
from .settings import Settings, write
from .victory import list_targets

FORMAT = "hora-h/grossdeutschland-play/1"


def get_latest_state(table: Table[State]) -> State | None:
    """Return the current state, or None before the first."""
    return table.state or (table.stands[-1].state if table.stands else None)


def make_documents(
    catalog: Catalog, settings: Settings, table: Table[State], seed: str | None
) -> Sequence[Maker]:
    state = get_latest_state(table)
    if state is None:
        return ()

    def make() -> Document:
        return {
            "format": FORMAT,
            "catalog": catalog.version,
            "seed": seed,
            "settings": write(settings),
            "scenario": _strip_scenario(state.battle.document),
            "finished": table.finished,
            **describe_state(state),
            "log": list(Lines(table.log, EVERYONE)),
        }

    return [make]


def _strip_scenario(scenario: Mapping[str, Any]) -> Document:
    """Return the played scenario; a printed one without texts that the catalogues have."""
    if scenario["source"] != "printed":
        return dict(scenario)
    return {**scenario, "title": scenario["battle"], "rules": [], "missing": []}


def describe_state(state: State) -> Document:
    """Describe everything that is followed."""
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
        "events": {side: _count_events(state, state.events[side]) for side in SIDES},
        "units": dict(state.units),
        "spent": sorted(state.spent),
        "supply": dict(state.supply),
        "due": _list_due(state),
        "entered": dict(state.entries),
        "holders": {target: state.holders.get(target) for target in list_targets(state.battle)},
        "exits": list(state.exits),
        "clear": sorted(state.clear),
        "minus": state.minus,
        "bridges": dict(state.bridges),
        "riders": dict(state.riders),
        "cleared": list(state.cleared),
        "dead_hqs": [
            name
            for name in state.battle.formations
            if not state.has_hq(name) and not state.is_wiped_out(name)
        ],
        "wiped_out": [name for name in state.battle.formations if state.is_wiped_out(name)],
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


def _count_events(state: State, cup: EventCup) -> Document:
    def counted(chits: tuple[str, ...]) -> dict[str, int]:
        counts = Counter(get_colour(state.catalog, chit) for chit in chits)
        return {colour: counts[colour] for colour in ("blue", "red", "black")}

    return {
        "cup": counted(cup.cup),
        "discard": counted(cup.discard),
        "hand": list(cup.hand),
        "used": list(cup.used),
    }


def _list_due(state: State) -> list[Document]:
    """4.0: list the formations still to arrive, with their turns."""
    rows = []
    for name, formation in state.battle.formations.items():
        waiting = [unit for unit in formation.units if state.units[unit.key] == WAITING]
        if waiting and formation.arrives:
            rows.append(
                {
                    "formation": name,
                    "turn": formation.arrives.json(),
                    "now": state.is_due(name),
                    "entries": list(formation.entries),
                    "count": len(waiting),
                    "condition": formation.condition,
                }
            )
    return sorted(rows, key=lambda row: (row["turn"]["date"], _get_slot_index(row)))


def _get_slot_index(row: dict[str, Any]) -> int:
    return SLOTS.index(row["turn"]["slot"])


def view_document(document: Document, seat: Seat) -> Document:
    """Return the document unchanged: it has no secrets, because chits in the cups are not decided."""
    return document


def view_standing(catalog: Catalog, settings: Settings, table: Table[State], seat: Seat) -> Document | None:
    state = get_latest_state(table)
    return None if state is None else describe_state(state)
