"""S8, S10, S13: the author's tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.finding import GONE, Finding
from schemas.json_pointer import Place
from schemas.said import say

Document = Mapping[str, Any]
SIDES = ("blue", "red")


def costs(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S8 (7.2, 12.2): every action has its cost, every work its time; a battle may have no works."""
    for action, cost in document["costs"].items():
        if action == "build" and not document["works"]:
            continue
        if cost is None and catalog.actions[action].cost is None:
            yield Finding("warning", "S8", ("costs", action), say("check.no_cost", action=action))
    for number, row in enumerate(document["works"]):
        if row["boxes"] is None:
            yield Finding("warning", "S8", ("works", number, "boxes"), say("check.no_time", who=row["name"]))


def air(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S10 (19.2, 19.4.B): a table for every face of the die, boxes that ask for it, hits that destroy."""
    for side in SIDES:
        found = document["sides"][side]["air"]
        if found is None:
            continue
        place = ("sides", side, "air", "table")
        if not found["table"]:
            yield Finding("warning", "S10", place, say("check.no_air_table", side=side))
        else:
            yield from _covered(catalog, found["table"], place, "S10")
        marks = [m for m in document["clock"]["marks"] if m["kind"] == "air" and m["side"] in (side, None)]
        if not marks:
            yield Finding("warning", "S10", ("clock", "marks"), say("check.no_air_boxes", side=side))
    for number, row in enumerate(document["installations"]):
        where = ("installations", number, "hits")
        if row["hits"] is None:
            yield Finding("warning", "S10", where, say("check.no_hits", who=row["name"]))
        elif row["hits"] < 1:
            yield Finding("error", "S10", where, say("check.hits", who=row["name"]), ((where, 1),))


def rows(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S13: tables of the die are whole and say everything once; weather that is named is there."""
    weather = document["weather"]
    known = {row["id"] for row in weather["states"]}
    if weather["table"]:
        yield from _covered(catalog, weather["table"], ("weather", "table"), "S13")
    if document["random"]:
        yield from _covered(catalog, document["random"], ("random",), "S13")
    named: list[tuple[Place, str | None]] = [(("weather", "begins"), weather["begins"])]
    named += [(("weather", "table", n, "state"), row["state"]) for n, row in enumerate(weather["table"])]
    named += [(("visibility", n, "weather"), row["weather"]) for n, row in enumerate(document["visibility"])]
    for place, name in named:
        if name is not None and name not in known:
            gone = place[:-1] if len(place) > 3 else place
            fix = ((gone, GONE),) if len(place) > 3 else ((place, None),)
            yield Finding("error", "S13", place, say("check.no_weather", id=name), fix)
    yield from _once(document["fire_table"], ("fire_table",))
    for column in sorted({row["column"] for row in document["cohesion_table"]}):
        some = [row for row in document["cohesion_table"] if row["column"] == column]
        yield from _once(some, ("cohesion_table",))


def _covered(catalog: Catalog, found: Sequence[Document], place: Place, code: str) -> Iterator[Finding]:
    """Every face of the die stands in one row."""
    faces = range(1, catalog.figures["die"] + 1)
    count = {face: sum(row["from"] <= face <= row["to"] for row in found) for face in faces}
    lack = tuple(face for face, times in count.items() if times == 0)
    twice = tuple(face for face, times in count.items() if times > 1)
    if lack:
        yield Finding("error", code, place, say("check.faces_lack", faces=lack))
    if twice:
        yield Finding("error", code, place, say("check.faces_twice", faces=twice))


def _once(found: Sequence[Document], place: Place) -> Iterator[Finding]:
    """No value stands in two rows, and none runs backwards."""
    spans = sorted((row["from"], row["to"]) for row in found)
    if any(begin > end for begin, end in spans):
        yield Finding("error", "S13", place, say("check.backwards"))
    elif any(after[0] <= before[1] for before, after in pairwise(spans)):
        yield Finding("error", "S13", place, say("check.rows_overlap"))
