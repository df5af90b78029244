"""S6: checks of the clock and its marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.findings import GONE, Finding
from schemas.json_pointer import Place
from schemas.messages import say

from ..clock import parse_moment

Document = Mapping[str, Any]


def check_hours(catalog: Catalog, document: Document) -> Iterator[Finding]:
    """S6 (0.IV, 1.2, 6.1, 6.2, 18.1): the end is after the start; boxes have 10 to 30 minutes."""
    clock, figures = document["clock"], catalog.figures
    least, most = figures["minutes_least"], figures["minutes_most"]
    minutes, start, end = clock["minutes"], clock["start"], clock["end"]
    if minutes is not None and not least <= minutes <= most:
        place = ("clock", "minutes")
        message = say("check.minutes", least=least, most=most, given=minutes)
        yield Finding("error", "S6", place, message, ((place, min(most, max(least, minutes))),))
    for field in ("minutes", "start", "end"):
        if clock[field] is None:
            yield Finding("warning", "S6", ("clock", field), say(f"check.no_{field}"))
    if start is not None and end is not None and parse_moment(start) >= parse_moment(end):
        place = ("clock", "end")
        yield Finding("error", "S6", place, say("check.end_before_start"), ((place, None),))
    elif start is not None and end is not None:
        yield from _check_inside(document, start, end, minutes)
    elif any((clock["marks"], document["reinforcements"])):
        yield Finding("error", "S6", ("clock", "start"), say("check.marks_without_hours"))
    if not clock["periods"]:
        yield Finding("warning", "S6", ("clock", "periods"), say("check.no_periods"))
    yield from _check_entries(document)


def _check_inside(document: Document, start: str, end: str, minutes: int | None) -> Iterator[Finding]:
    """Check that marks and reinforcements are on boxes of the battle, after the first."""
    rows: list[tuple[Place, Document]] = [
        (("clock", "marks", n), row) for n, row in enumerate(document["clock"]["marks"])
    ]
    rows += [(("reinforcements", n), row) for n, row in enumerate(document["reinforcements"])]
    for place, row in rows:
        if not parse_moment(start) < parse_moment(row["box"]) <= parse_moment(end):
            message = say("check.outside", box=row["box"], start=start, end=end)
            yield Finding("error", "S6", (*place, "box"), message, ((place, GONE),))
        elif minutes and (parse_moment(row["box"]) - parse_moment(start)) % minutes:
            yield Finding("warning", "S6", (*place, "box"), say("check.between_boxes", box=row["box"]))


def _check_entries(document: Document) -> Iterator[Finding]:
    """6.2.B: check that reinforcements enter at the edge."""
    for number, row in enumerate(document["reinforcements"]):
        place = ("reinforcements", number)
        if row["hex"] is None:
            yield Finding("warning", "S6", (*place, "hex"), say("check.no_entry"))
        elif not row["edge"]:
            message = say("check.entry_inside", hex=row["hex"])
            yield Finding("error", "S6", (*place, "edge"), message, (((*place, "edge"), True),))
