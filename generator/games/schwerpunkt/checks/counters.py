"""S1-S3: checks of stacking, formations at the start, and headquarters next to the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.findings import Finding
from schemas.json_pointer import Place
from schemas.messages import Message, say

from ..hexes import measure_distance

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter with a place on the map."""

    place: Place
    id: str
    name: str
    side: str
    hex: str
    hq: str | None
    sub: str | None
    march: bool
    kind: str


def list_counters(catalog: Catalog, document: Document) -> Iterator[Counter]:
    """Yield everything that stands in a hex at the start."""
    kinds = {"hqs": "hq", "units": "unit", "trains": "train"}
    for group, kind in kinds.items():
        for number, row in enumerate(document[group]):
            if row["hex"]:
                type_ = row["type"] if kind == "unit" else kind
                formation = catalog.formations.get((type_, row["formation"]))
                march = kind != "hq" and bool(formation and formation.march)
                hq = row["id"] if kind == "hq" else row["hq"]
                yield Counter(
                    (group, number),
                    row["id"],
                    row["name"],
                    row["side"],
                    row["hex"],
                    hq,
                    row.get("sub"),
                    march,
                    kind,
                )


def find_stack_fault(catalog: Catalog, stack: list[Counter]) -> tuple[str, Counter] | None:
    """2.1: return the fault of a stack and the counter that is too many; None if it is legal."""
    coloured = [counter for counter in stack if counter.hq and counter.kind != "hq"]
    for counter in coloured[1:]:
        first = coloured[0]
        if counter.hq != first.hq:
            return "stack_formation", counter
        subs = {member.sub for member in coloured if member.sub}
        if (
            len(subs) > 1
            and counter.sub
            and counter.sub != next(member.sub for member in coloured if member.sub)
        ):
            return "stack_sub", counter
    guests = [counter for counter in stack if counter.kind == "hq" or not counter.hq]
    strange = next(
        (counter for counter in guests if counter.kind == "hq" and coloured and counter.hq != coloured[0].hq),
        None,
    )
    if strange:
        return "stack_hq", strange
    if len(guests) > catalog.figures["colourless_units"]:
        return "stack_guests", guests[-1]
    marching = [counter for counter in stack if counter.march]
    return ("stack_march", marching[1]) if len(marching) > 1 else None


def check_stacking(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S1 (2.1): counters in a hex may stack."""
    hexes: dict[str, list[Counter]] = {}
    for counter in list_counters(catalog, document):
        hexes.setdefault(counter.hex, []).append(counter)
    for hex_, stack in hexes.items():
        enemy = next((counter for counter in stack if counter.side != stack[0].side), None)
        fault = ("stack_enemy", enemy) if enemy else find_stack_fault(catalog, stack)
        if fault:
            why, extra = fault
            place = (*extra.place, "hex")
            message = say(f"check.{why}", who=extra.name, hex=hex_)
            yield Finding("error", "S1", place, message, ((place, None),), _describe_removal(extra))


def _describe_removal(counter: Counter) -> Message:
    return say("fix.no_hex", who=counter.name)


def check_formations(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S2 (2.4, 3.5-3.11): formations are legal for the unit type and, for infantry, the army."""
    for number, row in enumerate(document["units"]):
        place = ("units", number, "formation")
        legal = [form for type_, form in catalog.formations if type_ == row["type"]]
        if row["type"] == "infantry":
            legal = [form for form in legal if form in document["sides"][row["side"]]["formations"]]
        if row["formation"] not in legal:
            message = say(
                "check.formation",
                who=row["name"],
                formation=row["formation"],
                legal=tuple(legal) or ("march",),
            )
            yield Finding("error", "S2", place, message, ((place, legal[0]),) if legal else None)
    for number, row in enumerate(document["trains"]):
        if row["formation"] != "march":
            place = ("trains", number, "formation")
            yield Finding(
                "error", "S2", place, say("check.train_march", who=row["name"]), ((place, "march"),)
            )


def check_headquarters_near_enemy(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S3 (2.3.A.i): warn about a headquarters next to the enemy, as far as hex numbers tell."""
    placed = list(list_counters(catalog, document))
    for hq in (counter for counter in placed if counter.kind == "hq"):
        near = next(
            (
                counter
                for counter in placed
                if counter.side != hq.side and may_be_adjacent(hq.hex, counter.hex)
            ),
            None,
        )
        if near:
            message = say("check.hq_near", who=hq.name, enemy=near.name, hex=hq.hex)
            yield Finding("warning", "S3", (*hq.place, "hex"), message)


def may_be_adjacent(first: str, second: str) -> bool:
    """Tell whether two hexes may be adjacent."""
    far = measure_distance(first, second)
    return far is not None and far[0] == 1
