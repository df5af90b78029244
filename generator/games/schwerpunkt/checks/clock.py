"""S6: the clock and what is marked on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.finding import GONE, Finding
from schemas.json_pointer import Place
from schemas.said import say

from ..clock import moment

Document = Mapping[str, Any]


def hours(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S6 (0.IV, 1.2, 6.1, 6.2, 18.1): from a start to a later end, in boxes of 10 to 30 minutes."""
    clock, figures = document["clock"], catalog.figures
    least, most = figures["minutes_least"], figures["minutes_most"]
    minutes, start, end = clock["minutes"], clock["start"], clock["end"]
    if minutes is not None and not least <= minutes <= most:
        place = ("clock", "minutes")
        said = say("check.minutes", least=least, most=most, given=minutes)
        yield Finding("error", "S6", place, said, ((place, min(most, max(least, minutes))),))
    for field in ("minutes", "start", "end"):
        if clock[field] is None:
            yield Finding("warning", "S6", ("clock", field), say(f"check.no_{field}"))
    if start is not None and end is not None and moment(start) >= moment(end):
        place = ("clock", "end")
        yield Finding("error", "S6", place, say("check.end_before_start"), ((place, None),))
    elif start is not None and end is not None:
        yield from _inside(document, start, end, minutes)
    elif any((clock["marks"], document["reinforcements"])):
        yield Finding("error", "S6", ("clock", "start"), say("check.marks_without_hours"))
    if not clock["periods"]:
        yield Finding("warning", "S6", ("clock", "periods"), say("check.no_periods"))
    yield from _entries(document)


def _inside(document: Document, start: str, end: str, minutes: int | None) -> Iterator[Finding]:
    """Marks and reinforcements stand on boxes of the battle, after the first."""
    rows: list[tuple[Place, Document]] = [
        (("clock", "marks", n), row) for n, row in enumerate(document["clock"]["marks"])
    ]
    rows += [(("reinforcements", n), row) for n, row in enumerate(document["reinforcements"])]
    for place, row in rows:
        if not moment(start) < moment(row["box"]) <= moment(end):
            said = say("check.outside", box=row["box"], start=start, end=end)
            yield Finding("error", "S6", (*place, "box"), said, ((place, GONE),))
        elif minutes and (moment(row["box"]) - moment(start)) % minutes:
            yield Finding("warning", "S6", (*place, "box"), say("check.between_boxes", box=row["box"]))


def _entries(document: Document) -> Iterator[Finding]:
    """6.2.B: reinforcements enter at the edge."""
    for number, row in enumerate(document["reinforcements"]):
        place = ("reinforcements", number)
        if row["hex"] is None:
            yield Finding("warning", "S6", (*place, "hex"), say("check.no_entry"))
        elif not row["edge"]:
            said = say("check.entry_inside", hex=row["hex"])
            yield Finding("error", "S6", (*place, "edge"), said, (((*place, "edge"), True),))
