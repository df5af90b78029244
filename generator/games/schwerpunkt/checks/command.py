"""S0, S4, S5, S7: checks of ids, subordination, trains, depots and reserves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.findings import Finding
from schemas.messages import say

Document = Mapping[str, Any]
SIDES = ("blue", "red")
MIN_EXHAUSTION = 1  # lower limit of an exhaustion number; the upper limit is the highest face of the die
UNITS_NEEDING_TRAINS = 2


def check_names(_: Catalog, document: Document) -> Iterator[Finding]:
    """S0: every counter has a unique id; every reference is valid."""
    seen: set[str] = set()
    for group in ("hqs", "units", "trains"):
        for number, row in enumerate(document[group]):
            if row["id"] in seen:
                place = (group, number, "id")
                fresh = next(
                    f"{row['id'][:30]}-{n}" for n in range(2, 9999) if f"{row['id'][:30]}-{n}" not in seen
                )
                message = say("check.id_twice", id=row["id"])
                yield Finding("error", "S0", place, message, ((place, fresh),))
                seen.add(fresh)
            seen.add(row["id"])
    owners = {row["id"]: row["side"] for group in ("hqs", "units", "trains") for row in document[group]}
    yield from _check_arrivals(document, owners)
    first = document["first"]
    hq = next((row for row in document["hqs"] if row["id"] == first["hq"]), None)
    if first["hq"] and (hq is None or hq["side"] != first["side"]):
        yield Finding("error", "S0", ("first", "hq"), say("check.first_hq"), ((("first", "hq"), None),))


def _check_arrivals(document: Document, owners: Mapping[str, str]) -> Iterator[Finding]:
    """Check that reinforcements are counters of their side and arrive once."""
    arrived: set[str] = set()
    for number, row in enumerate(document["reinforcements"]):
        for which, name in enumerate(row["units"]):
            if owners.get(name) != row["side"] or name in arrived:
                place = ("reinforcements", number, "units")
                rest = [other for other in row["units"] if other != name]
                message = say("check.arrival", id=name)
                yield Finding("error", "S0", (*place, which), message, ((place, rest),))
            arrived.add(name)


def check_subordination(_: Catalog, document: Document) -> Iterator[Finding]:
    """S4 (2.3.B, 2.5, 5.1, 17.1): units have a headquarters of their side, or permitted ones."""
    side = {row["id"]: row["side"] for row in document["hqs"]}
    for number, row in enumerate(document["units"]):
        place = ("units", number)
        if row["hq"] is not None and side.get(row["hq"]) != row["side"]:
            own = next((name for name, whose in side.items() if whose == row["side"]), None)
            message = say("check.unit_hq", who=row["name"])
            yield Finding("error", "S4", (*place, "hq"), message, (((*place, "hq"), own),))
        wrong = [name for name in row["permitted"] if side.get(name) != row["side"]]
        if wrong:
            rest = [name for name in row["permitted"] if name not in wrong]
            message = say("check.permitted_wrong", who=row["name"])
            yield Finding("error", "S4", (*place, "permitted"), message, (((*place, "permitted"), rest),))
        elif row["hq"] is None and not row["permitted"]:
            own_all = [name for name, whose in side.items() if whose == row["side"]]
            fix = (((*place, "permitted"), own_all),) if own_all else None
            yield Finding("error", "S4", (*place, "permitted"), say("check.permitted", who=row["name"]), fix)
    for number, row in enumerate(document["hqs"]):
        place = ("hqs", number)
        if not row["chit"]:
            message = say("check.chit", who=row["name"])
            yield Finding("error", "S4", (*place, "chit"), message, (((*place, "chit"), True),))
        if row["morale"] is None:
            yield Finding("warning", "S4", (*place, "morale"), say("check.morale", who=row["name"]))


def check_trains(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S5 (15.1-15.5): trains have a headquarters, a range and an exhaustion number."""
    max_number = catalog.figures["die"]
    side = {row["id"]: row["side"] for row in document["hqs"]}
    for number, row in enumerate(document["trains"]):
        place = ("trains", number)
        if side.get(row["hq"]) != row["side"]:
            own = next((name for name, whose in side.items() if whose == row["side"]), None)
            message = say("check.train_hq", who=row["name"])
            yield Finding("error", "S5", (*place, "hq"), message, (((*place, "hq"), own),) if own else None)
        if row["range"] == 0:
            yield Finding(
                "error",
                "S5",
                (*place, "range"),
                say("check.train_range", who=row["name"]),
                (((*place, "range"), 1),),
            )
        elif row["range"] is None:
            yield Finding("warning", "S5", (*place, "range"), say("check.train_no_range", who=row["name"]))
        number_ = row["exhaustion"]
        if number_ is None:
            yield Finding(
                "warning", "S5", (*place, "exhaustion"), say("check.train_no_number", who=row["name"])
            )
        elif not MIN_EXHAUSTION <= number_ <= max_number:
            fix = (((*place, "exhaustion"), min(max_number, max(MIN_EXHAUSTION, number_))),)
            message = say("check.train_number", who=row["name"], given=number_)
            yield Finding("error", "S5", (*place, "exhaustion"), message, fix)
    yield from _check_missing_trains(document)


def _check_missing_trains(document: Document) -> Iterator[Finding]:
    """S5 (15.5.A-B): warn about two vehicle units without fuel, or two guns without ammunition."""
    for number, hq in enumerate(document["hqs"]):
        units = [row for row in document["units"] if row["hq"] == hq["id"]]
        has = {row["kind"] for row in document["trains"] if row["hq"] == hq["id"]}
        if sum(row["type"] == "vehicles" for row in units) >= UNITS_NEEDING_TRAINS and "fuel" not in has:
            yield Finding("warning", "S5", ("hqs", number), say("check.no_fuel", who=hq["name"]))
        if sum(row["indirect"] for row in units) >= UNITS_NEEDING_TRAINS and "ammunition" not in has:
            yield Finding("warning", "S5", ("hqs", number), say("check.no_ammunition", who=hq["name"]))


def check_depots(_: Catalog, document: Document) -> Iterator[Finding]:
    """S7 (13.3, 14.2, 15.7): heads inside the map have a link; points and reserves are given."""
    for side in SIDES:
        side_document, place = document["sides"][side], ("sides", side)
        for number, head in enumerate(side_document["heads"]):
            if not head["edge"] and head["link"] is None:
                where = (*place, "heads", number, "link")
                yield Finding(
                    "error", "S7", where, say("check.head_link", hex=head["hex"]), ((where, "road"),)
                )
        for field in ("supply_points", "reserves"):
            if side_document[field] is None:
                yield Finding("warning", "S7", (*place, field), say(f"check.no_{field}", side=side))
