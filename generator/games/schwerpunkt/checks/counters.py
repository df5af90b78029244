"""S1-S3: stacking, formations at the start, headquarters beside the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.finding import Finding
from schemas.json_pointer import Place
from schemas.said import Said, say

Document = Mapping[str, Any]
NUMBER = 4  # digits of a hex number: two of its column, two of its row


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


def counters(catalog: Catalog, document: Document) -> Iterator[Counter]:
    """Everything that stands in a hex at the start."""
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


def stack_fault(catalog: Catalog, stack: list[Counter]) -> tuple[str, Counter] | None:
    """2.1: what is wrong with a stack, and the counter that is one too many; None if it may stand."""
    coloured = [each for each in stack if each.hq and each.kind != "hq"]
    for each in coloured[1:]:
        first = coloured[0]
        if each.hq != first.hq:
            return "stack_formation", each
        subs = {one.sub for one in coloured if one.sub}
        if len(subs) > 1 and each.sub and each.sub != next(one.sub for one in coloured if one.sub):
            return "stack_sub", each
    guests = [each for each in stack if each.kind == "hq" or not each.hq]
    strange = next(
        (each for each in guests if each.kind == "hq" and coloured and each.hq != coloured[0].hq), None
    )
    if strange:
        return "stack_hq", strange
    if len(guests) > catalog.figures["colourless_units"]:
        return "stack_guests", guests[-1]
    marching = [each for each in stack if each.march]
    return ("stack_march", marching[1]) if len(marching) > 1 else None


def stacking(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S1 (2.1): who may stand together."""
    hexes: dict[str, list[Counter]] = {}
    for each in counters(catalog, document):
        hexes.setdefault(each.hex, []).append(each)
    for hex_, stack in hexes.items():
        enemy = next((each for each in stack if each.side != stack[0].side), None)
        fault = ("stack_enemy", enemy) if enemy else stack_fault(catalog, stack)
        if fault:
            why, one = fault
            place = (*one.place, "hex")
            said = say(f"check.{why}", who=one.name, hex=hex_)
            yield Finding("error", "S1", place, said, ((place, None),), _off_the_map(one))


def _off_the_map(one: Counter) -> Said:
    return say("fix.no_hex", who=one.name)


def formations(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S2 (2.4, 3.5-3.11): a formation that its kind, and for infantry its army, has; trains always march."""
    for number, row in enumerate(document["units"]):
        place = ("units", number, "formation")
        legal = [form for type_, form in catalog.formations if type_ == row["type"]]
        if row["type"] == "infantry":
            legal = [form for form in legal if form in document["sides"][row["side"]]["formations"]]
        if row["formation"] not in legal:
            said = say(
                "check.formation",
                who=row["name"],
                formation=row["formation"],
                legal=tuple(legal) or ("march",),
            )
            yield Finding("error", "S2", place, said, ((place, legal[0]),) if legal else None)
    for number, row in enumerate(document["trains"]):
        if row["formation"] != "march":
            place = ("trains", number, "formation")
            yield Finding(
                "error", "S2", place, say("check.train_march", who=row["name"]), ((place, "march"),)
            )


def headquarters_near_the_enemy(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S3 (2.3.A.i): a headquarters beside the enemy, as far as numbers of hexes tell."""
    found = list(counters(catalog, document))
    for hq in (each for each in found if each.kind == "hq"):
        near = next((each for each in found if each.side != hq.side and beside(hq.hex, each.hex)), None)
        if near:
            said = say("check.hq_near", who=hq.name, enemy=near.name, hex=hq.hex)
            yield Finding("warning", "S3", (*hq.place, "hex"), said)


def beside(one: str, other: str) -> bool:
    """May two hexes of four digits, column and row, be neighbours?

    Whether odd or even columns lie lower stands on the map alone, so both are taken.
    """
    if not all(len(each) == NUMBER and each.isascii() and each.isdigit() for each in (one, other)):
        return False
    across = abs(int(one[:2]) - int(other[:2]))
    down = abs(int(one[2:]) - int(other[2:]))
    return (across, down) in ((0, 1), (1, 0), (1, 1))
