"""S12: the data that the series rules demand of a battle, and whether the author has given it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Document = Mapping[str, Any]
SIDES = ("blue", "red")


@dataclass(frozen=True, slots=True)
class Demand:
    """Data that a battle must have, its rule, and whether it applies and is given."""

    key: str
    rule: str
    given: bool
    applies: bool = True


def _all_given(rows: Sequence[Document], *fields: str) -> bool:
    return bool(rows) and all(row[field] is not None for row in rows for field in fields)


def list_demands(document: Document) -> tuple[Demand, ...]:
    """List everything that a battle must state, in the order of the rules."""
    return (
        *_list_frame_demands(document),
        *_list_force_demands(document),
        *_list_means_demands(document),
        *_list_end_demands(document),
    )


def _list_frame_demands(document: Document) -> Iterator[Demand]:
    clock, weather = document["clock"], document["weather"]
    kinds = {mark["kind"] for mark in clock["marks"]}
    yield Demand("title", "0.III", bool(document["title"].strip()))
    yield Demand("date", "0.III", document["date"] is not None)
    yield Demand("map", "0.I", document["map"] is not None)
    yield Demand("minutes", "0.IV", clock["minutes"] is not None)
    yield Demand("hours", "1.2, 6.1", clock["start"] is not None and clock["end"] is not None)
    yield Demand("periods", "6.2.C, 18.1", bool(clock["periods"]))
    yield Demand("weather", "6.2.C", bool(weather["states"] and weather["table"]), "weather" in kinds)
    yield Demand("random", "6.2.D", bool(document["random"]), "random" in kinds)


def _list_force_demands(document: Document) -> Iterator[Demand]:
    units, hqs = document["units"], document["hqs"]
    both = all(any(row["side"] == side for row in hqs) for side in SIDES)
    yield Demand("hqs", "2.3", both)
    yield Demand(
        "hq_values",
        "2.3.B",
        _all_given(hqs, "command", "range", "march_range", "assault", "bonus"),
        bool(hqs),
    )
    yield Demand("morale", "17.1", _all_given(hqs, "morale"), bool(hqs))
    yield Demand("units", "2.1", bool(units))
    yield Demand(
        "fire_values",
        "9.2",
        all(row["ap"] is not None or row["at"] is not None for row in units),
        bool(units),
    )
    yield Demand("assault_values", "9.6.B", _all_given(units, "assault"), bool(units))
    yield Demand("movement", "8.4", _all_given(units, "mp"), bool(units))
    placed = all(row["hex"] or row["zone"] or _is_reinforcement(document, row["id"]) for row in units)
    yield Demand("set_up", "1.2", placed, bool(units))
    cavalry = {row["side"] for row in units if row["type"] == "cavalry"}
    stated = all(document["sides"][side]["dismounted"] for side in cavalry)
    yield Demand("dismounted", "3.7", stated, bool(cavalry))


def _is_reinforcement(document: Document, name: str) -> bool:
    return any(name in row["units"] for row in document["reinforcements"])


def _list_means_demands(document: Document) -> Iterator[Demand]:
    sides = [document["sides"][side] for side in SIDES]
    indirect = {row["side"] for row in document["units"] if row["indirect"]}
    works = document["works"]
    unpaid = {name for name, cost in document["costs"].items() if cost is None}
    yield Demand("costs", "7.2", not (unpaid if works else unpaid - {"build"}))
    yield Demand("works", "12.2", _all_given(works, "cost", "boxes"), bool(works))
    yield Demand("reserves", "13.3", all(side["reserves"] is not None for side in sides))
    yield Demand("supply_points", "14.2", all(side["supply_points"] is not None for side in sides))
    yield Demand("heads", "15.7", all(side["heads"] for side in sides))
    yield Demand("trains", "15.1", _all_given(document["trains"], "range", "exhaustion"))
    yield Demand("visibility", "9.2.B.ii", bool(document["visibility"]))
    yield Demand(
        "observers",
        "9.2.D.iv",
        all(document["sides"][side]["observers"] for side in indirect),
        bool(indirect),
    )
    barrage = document["barrage"]
    yield Demand("barrage", "9.4.B", None not in barrage.values(), bool(indirect))
    yield Demand("fire_table", "9.2.H", bool(document["fire_table"]))
    yield Demand("cohesion_table", "9.2.I", bool(document["cohesion_table"]))
    yield Demand("terrain", "8.3", _all_given(document["terrain"], "fire", "assault"))
    flying = [side["air"] for side in sides if side["air"] is not None]
    yield Demand(
        "air", "19.2", all(entry["factor"] is not None and entry["table"] for entry in flying), bool(flying)
    )


def _list_end_demands(document: Document) -> Iterator[Demand]:
    victory = document["victory"]
    yield Demand("morale_shifts", "17.3", bool(document["morale_shifts"]))
    yield Demand("victory", "0.III", bool(victory["items"] or victory["text"]))
    yield Demand("off_map", "0.I", victory["off_map"] is not None)
    scores = any("control" in item["text"].lower() for item in victory["items"])
    yield Demand("control", "2.4", victory["control"] is not None, scores)


def get_status(document: Document, wrong: bool = False) -> str:
    """Return "draft" while anything that applies is missing or wrong, otherwise "playable"."""
    gaps = any(demand.applies and not demand.given for demand in list_demands(document))
    return "draft" if wrong or gaps else "playable"
