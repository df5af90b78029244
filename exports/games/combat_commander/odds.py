"""Exact odds in words: a table for each thing that dice decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .scribe import Scribe

Document = Mapping[str, Any]
SIDES = ("axis", "allied")
PARTS = {
    "axis": "faction",
    "year": "",
    "allied": "faction",
    "axis_quality": "quality",
    "allied_quality": "quality",
}
WIDE = 24  # characters of a whole bar
FEW = 1  # what has as many rows as this is certain and needs no table


@dataclass(frozen=True, slots=True)
class Row:
    """One thing with its odds: for the leaders, one chance for each number of them."""

    name: str
    exact: tuple[str, ...]
    shares: tuple[float, ...]
    percents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OddsTable:
    """A heading, its columns beside the name, and its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def tables(document: Document, scribe: Scribe) -> Iterator[OddsTable]:
    """Everything that is not certain yet, in the order of the rules."""
    chance = (scribe.term("odds.chance"),)
    for part, kind in PARTS.items():
        found = document["parts"][part]
        if len(found) > FEW:
            yield OddsTable(scribe.term(f"odds.part.{part}"), chance, tuple(_rows(found, kind, scribe)))
    for side in SIDES:
        yield from _of_side(document, side, scribe)
    for kind in ("open", "secret", "lying_open"):
        rows = tuple(_rows(document["chits"][kind], "chit" if kind != "lying_open" else "", scribe))
        yield OddsTable(scribe.term(f"odds.chits.{kind}"), chance, rows)


def _of_side(document: Document, side: str, scribe: Scribe) -> Iterator[OddsTable]:
    chance = (scribe.term("odds.chance"),)
    due = document["leaders"][side]
    columns = tuple(scribe.said("odds.due", count=count + 1) for count in range(len(due)))
    names: dict[str, list[dict[str, Any]]] = {}
    for place, rows in enumerate(due):
        for row in rows:
            names.setdefault(row["value"], [{} for _ in due])[place] = row
    leaders = tuple(_row(scribe.name("piece", name), found, scribe) for name, found in names.items())
    yield OddsTable(scribe.said("odds.leaders", who=side), columns, leaders)
    for what in ("support", "radios"):
        rows = tuple(_rows(document[what][side], "support", scribe))
        if rows:
            yield OddsTable(scribe.said(f"odds.{what}", who=side), chance, rows)


def _rows(found: list[dict[str, Any]], kind: str, scribe: Scribe) -> Iterator[Row]:
    for row in found:
        name = scribe.said("odds.chit", letter=row["value"]) if kind == "chit" else row["value"]
        if kind not in ("", "chit"):
            name = scribe.term(f"{kind}.{row['value']}")
        yield _row(name, [row], scribe)


def _row(name: str, found: list[dict[str, Any]], scribe: Scribe) -> Row:
    exact = tuple(row.get("exact", "0") for row in found)
    shares = tuple(row.get("share", 0.0) for row in found)
    return Row(name, exact, shares, tuple(scribe.percent(share) for share in shares))


def head_line(document: Document, scribe: Scribe) -> str:
    """How likely what is known was at all."""
    return scribe.said(
        "odds.likely", share=scribe.percent(document["likely"]["share"]), exact=document["likely"]["exact"]
    )


def odds_text(document: Document, scribe: Scribe) -> str:
    """All of it as plain text, with a bar for each chance."""
    lines = [scribe.term("odds.title"), head_line(document, scribe)]
    for table in tables(document, scribe):
        wide = max(len(row.name) for row in table.rows)
        lines += ["", table.title + (f" ({' / '.join(table.columns)})" if len(table.columns) > 1 else "")]
        for row in table.rows:
            shown = " / ".join(
                f"{share} {exact}" for share, exact in zip(row.percents, row.exact, strict=True)
            )
            bar = "#" * round(WIDE * row.shares[-1]) if len(table.columns) == 1 else ""
            lines.append(f"  {row.name:<{wide}}  {shown}  {bar}".rstrip())
    return "\n".join(lines)
