"""S8, S10, S13: checks of the author's tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.findings import GONE, Finding
from schemas.json_pointer import Place
from schemas.messages import say

Document = Mapping[str, Any]
SIDES = ("blue", "red")


def check_costs(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S8 (7.2, 12.2): every action has a cost, every work a time; a battle may have no works."""
    for action, cost in document["costs"].items():
        if action == "build" and not document["works"]:
            continue
        if cost is None and catalog.actions[action].cost is None:
            yield Finding("warning", "S8", ("costs", action), say("check.no_cost", action=action))
    for number, row in enumerate(document["works"]):
        if row["boxes"] is None:
            yield Finding("warning", "S8", ("works", number, "boxes"), say("check.no_time", who=row["name"]))


def check_air(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S10 (19.2, 19.4.B): air tables cover the die, boxes are marked, installations have hits."""
    for side in SIDES:
        air_ = document["sides"][side]["air"]
        if air_ is None:
            continue
        place = ("sides", side, "air", "table")
        if not air_["table"]:
            yield Finding("warning", "S10", place, say("check.no_air_table", side=side))
        else:
            yield from _check_die_covered(catalog, air_["table"], place, "S10")
        marks = [m for m in document["clock"]["marks"] if m["kind"] == "air" and m["side"] in (side, None)]
        if not marks:
            yield Finding("warning", "S10", ("clock", "marks"), say("check.no_air_boxes", side=side))
    for number, row in enumerate(document["installations"]):
        where = ("installations", number, "hits")
        if row["hits"] is None:
            yield Finding("warning", "S10", where, say("check.no_hits", who=row["name"]))
        elif row["hits"] < 1:
            yield Finding("error", "S10", where, say("check.hits", who=row["name"]), ((where, 1),))


def check_rows(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S13: die tables are complete and unambiguous; named weather exists."""
    weather = document["weather"]
    known = {row["id"] for row in weather["states"]}
    if weather["table"]:
        yield from _check_die_covered(catalog, weather["table"], ("weather", "table"), "S13")
    if document["random"]:
        yield from _check_die_covered(catalog, document["random"], ("random",), "S13")
    named: list[tuple[Place, str | None]] = [(("weather", "begins"), weather["begins"])]
    named += [(("weather", "table", n, "state"), row["state"]) for n, row in enumerate(weather["table"])]
    named += [(("visibility", n, "weather"), row["weather"]) for n, row in enumerate(document["visibility"])]
    for place, name in named:
        if name is not None and name not in known:
            gone = place[:-1] if len(place) > 3 else place
            fix = ((gone, GONE),) if len(place) > 3 else ((place, None),)
            yield Finding("error", "S13", place, say("check.no_weather", id=name), fix)
    yield from _check_no_overlap(document["fire_table"], ("fire_table",))
    for column in sorted({row["column"] for row in document["cohesion_table"]}):
        column_rows = [row for row in document["cohesion_table"] if row["column"] == column]
        yield from _check_no_overlap(column_rows, ("cohesion_table",))


def _check_die_covered(
    catalog: Catalog, table_rows: Sequence[Document], place: Place, code: str
) -> Iterator[Finding]:
    """Check that every face of the die is in one row."""
    faces = range(1, catalog.figures["die"] + 1)
    count = {face: sum(row["from"] <= face <= row["to"] for row in table_rows) for face in faces}
    lack = tuple(face for face, times in count.items() if times == 0)
    twice = tuple(face for face, times in count.items() if times > 1)
    if lack:
        yield Finding("error", code, place, say("check.faces_lack", faces=lack))
    if twice:
        yield Finding("error", code, place, say("check.faces_twice", faces=twice))


def _check_no_overlap(table_rows: Sequence[Document], place: Place) -> Iterator[Finding]:
    """Check that no value is in two rows, and that no row runs backwards."""
    spans = sorted((row["from"], row["to"]) for row in table_rows)
    if any(begin > end for begin, end in spans):
        yield Finding("error", "S13", place, say("check.backwards"))
    elif any(after[0] <= before[1] for before, after in pairwise(spans)):
        yield Finding("error", "S13", place, say("check.rows_overlap"))
