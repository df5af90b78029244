"""A finished fight on a sheet: who won and how, the losses, and where the odds swung."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from catalogs.games.combat_commander import Catalog
from exports.kit.errors import ExportError
from exports.kit.render_request import RenderRequest
from exports.kit.sheet import Bullets, Facts, Grid, Heading, Paragraph, Part, Sheet
from exports.kit.sheet_file import render_sheets
from schemas.messages import say

from .messages import MessageFormatter

KINDS = ("text", "markdown", "pdf")
MAX_ROWS = 20  # of the table of odds
SIDES = ("axis", "allied")
Document = Mapping[str, Any]


def render_result(document: Document, kind: str, catalog: Catalog, request: RenderRequest) -> bytes:
    """Render the result of a fight as text, Markdown or PDF."""
    if kind not in KINDS:
        raise ExportError("BAD_KIND", given=kind, kinds=[*KINDS, "json"])
    formatter = MessageFormatter(catalog, request.lang)
    sheet = Sheet("result", formatter.term("fight_result.title"), list(make_parts(document, formatter)))
    return render_sheets([sheet], kind, request, catalog, file_title=sheet.title)


def make_parts(document: Document, formatter: MessageFormatter) -> Iterator[Part]:
    """Yield the parts of the sheet."""
    over = say("note.fight_over", who=document["winner"], how=document["ending"], marker=document["marker"])
    yield Paragraph(formatter.say(over), loud=True)
    yield Facts(
        [
            (formatter.name("side", side), formatter.term(f"fight_player.{document['players'][side]}"))
            for side in SIDES
        ]
    )
    yield Paragraph(formatter.say(say("fight_result.length", turns=document["turns"], time=document["time"])))
    for name in ("casualties", "survivors"):
        yield Heading(formatter.term(f"fight_result.{name}"))
        yield Facts(
            [(formatter.name("side", side), _list_units(document[name][side], formatter)) for side in SIDES]
        )
    if "analysis" in document:
        yield from _make_analysis(document, formatter)
    yield Paragraph(formatter.term("fight_briefing.rights"), soft=True)


def _list_units(units: list[Any], formatter: MessageFormatter) -> str:
    counts = Counter(unit if isinstance(unit, str) else unit["piece"] for unit in units)
    return formatter.words("thing", counts)


def _make_analysis(document: Document, formatter: MessageFormatter) -> Iterator[Part]:
    """Yield the chance of the axis turn by turn, and what happened when it swung."""
    yield Heading(formatter.term("fight_result.odds"))
    points = _thin_out(document["analysis"])
    rows = [[str(point["turn"]), formatter.percent(point["axis"], 0)] for point in points]
    head = [formatter.term("fight_result.turn"), formatter.term("fight_result.axis")]
    yield Grid(head, rows, halves=10)
    for swing in document["swings"]:
        facts = {"turn": swing["turn"], "start": _percent(swing["from"]), "end": _percent(swing["to"])}
        yield Heading(formatter.say(say("fight_result.swing", who=swing["side"], **facts)), 3)
        notes = [formatter.say(say(f"note.{event['what']}", **event["facts"])) for event in swing["events"]]
        if notes:
            yield Bullets(notes, columns=1)


def _thin_out(points: Sequence[Document]) -> list[Document]:
    """Return some points at equal distances, and the last."""
    return [*points[: -1 : -(-len(points) // MAX_ROWS)], points[-1]]


def _percent(share: float) -> int:
    return round(100 * share)
