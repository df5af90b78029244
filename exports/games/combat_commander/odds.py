"""Exact odds in words: a table for everything that dice decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .messages import Scribe

Document = Mapping[str, Any]
SIDES = ("axis", "allied")
PART_KINDS = {
    "axis": "faction",
    "year": "",
    "allied": "faction",
    "axis_quality": "quality",
    "allied_quality": "quality",
}
BAR_LENGTH = 24  # characters of a full bar
CERTAIN_ROWS = 1  # rows of a certain result, which needs no table


@dataclass(frozen=True, slots=True)
class Row:
    """An outcome with its odds; a leader has one chance for each number of leaders."""

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


def make_tables(document: Document, scribe: Scribe) -> Iterator[OddsTable]:
    """Yield everything that is not certain yet, in the order of the rules."""
    chance = (scribe.term("odds.chance"),)
    for part, kind in PART_KINDS.items():
        outcomes = document["parts"][part]
        if len(outcomes) > CERTAIN_ROWS:
            yield OddsTable(
                scribe.term(f"odds.part.{part}"), chance, tuple(_make_rows(outcomes, kind, scribe))
            )
    for side in SIDES:
        yield from _side_tables(document, side, scribe)
    for kind in ("open", "secret", "lying_open"):
        rows = tuple(_make_rows(document["chits"][kind], "chit" if kind != "lying_open" else "", scribe))
        yield OddsTable(scribe.term(f"odds.chits.{kind}"), chance, rows)


def _side_tables(document: Document, side: str, scribe: Scribe) -> Iterator[OddsTable]:
    chance = (scribe.term("odds.chance"),)
    due = document["leaders"][side]
    columns = tuple(scribe.format("odds.due", count=count + 1) for count in range(len(due)))
    names: dict[str, list[dict[str, Any]]] = {}
    for place, rows in enumerate(due):
        for row in rows:
            names.setdefault(row["value"], [{} for _ in due])[place] = row
    leaders = tuple(_make_row(scribe.name("piece", name), chances, scribe) for name, chances in names.items())
    yield OddsTable(scribe.format("odds.leaders", who=side), columns, leaders)
    for what in ("support", "radios"):
        rows = tuple(_make_rows(document[what][side], "support", scribe))
        if rows:
            yield OddsTable(scribe.format(f"odds.{what}", who=side), chance, rows)


def _make_rows(outcomes: list[dict[str, Any]], kind: str, scribe: Scribe) -> Iterator[Row]:
    for row in outcomes:
        name = scribe.format("odds.chit", letter=row["value"]) if kind == "chit" else row["value"]
        if kind not in ("", "chit"):
            name = scribe.term(f"{kind}.{row['value']}")
        yield _make_row(name, [row], scribe)


def _make_row(name: str, outcomes: list[dict[str, Any]], scribe: Scribe) -> Row:
    exact = tuple(row.get("exact", "0") for row in outcomes)
    shares = tuple(row.get("share", 0.0) for row in outcomes)
    return Row(name, exact, shares, tuple(scribe.percent(share) for share in shares))


def format_head(document: Document, scribe: Scribe) -> str:
    """Return how likely the known facts were."""
    return scribe.format(
        "odds.likely", share=scribe.percent(document["likely"]["share"]), exact=document["likely"]["exact"]
    )


def format_odds(document: Document, scribe: Scribe) -> str:
    """Return the odds as plain text, with a bar for each chance."""
    lines = [scribe.term("odds.title"), format_head(document, scribe)]
    for table in make_tables(document, scribe):
        wide = max(len(row.name) for row in table.rows)
        lines += ["", table.title + (f" ({' / '.join(table.columns)})" if len(table.columns) > 1 else "")]
        for row in table.rows:
            shown = " / ".join(
                f"{share} {exact}" for share, exact in zip(row.percents, row.exact, strict=True)
            )
            bar = "#" * round(BAR_LENGTH * row.shares[-1]) if len(table.columns) == 1 else ""
            lines.append(f"  {row.name:<{wide}}  {shown}  {bar}".rstrip())
    return "\n".join(lines)
