"""Exact odds in words: a table for everything that dice decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.games.combat_commander.authoring.force import SIDES

from .messages import MessageFormatter

Document = Mapping[str, Any]
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


def make_tables(document: Document, formatter: MessageFormatter) -> Iterator[OddsTable]:
    """Yield everything that is not certain yet, in the order of the rules."""
    chance = (formatter.term("odds.chance"),)
    for part, kind in PART_KINDS.items():
        outcomes = document["parts"][part]
        if len(outcomes) > CERTAIN_ROWS:
            yield OddsTable(
                formatter.term(f"odds.part.{part}"), chance, tuple(_make_rows(outcomes, kind, formatter))
            )
    for side in SIDES:
        yield from _side_tables(document, side, formatter)
    for kind in ("open", "secret", "lying_open"):
        rows = tuple(_make_rows(document["chits"][kind], "chit" if kind != "lying_open" else "", formatter))
        yield OddsTable(formatter.term(f"odds.chits.{kind}"), chance, rows)


def _side_tables(document: Document, side: str, formatter: MessageFormatter) -> Iterator[OddsTable]:
    chance = (formatter.term("odds.chance"),)
    due = document["leaders"][side]
    columns = tuple(formatter.format("odds.due", count=count + 1) for count in range(len(due)))
    names: dict[str, list[dict[str, Any]]] = {}
    for place, rows in enumerate(due):
        for row in rows:
            names.setdefault(row["value"], [{} for _ in due])[place] = row
    leaders = tuple(
        _make_row(formatter.name("piece", name), chances, formatter) for name, chances in names.items()
    )
    yield OddsTable(formatter.format("odds.leaders", who=side), columns, leaders)
    for what in ("support", "radios"):
        rows = tuple(_make_rows(document[what][side], "support", formatter))
        if rows:
            yield OddsTable(formatter.format(f"odds.{what}", who=side), chance, rows)


def _make_rows(outcomes: list[dict[str, Any]], kind: str, formatter: MessageFormatter) -> Iterator[Row]:
    for row in outcomes:
        name = formatter.format("odds.chit", letter=row["value"]) if kind == "chit" else row["value"]
        if kind not in ("", "chit"):
            name = formatter.term(f"{kind}.{row['value']}")
        yield _make_row(name, [row], formatter)


def _make_row(name: str, outcomes: list[dict[str, Any]], formatter: MessageFormatter) -> Row:
    exact = tuple(row.get("exact", "0") for row in outcomes)
    shares = tuple(row.get("share", 0.0) for row in outcomes)
    return Row(name, exact, shares, tuple(formatter.percent(share) for share in shares))


def format_head(document: Document, formatter: MessageFormatter) -> str:
    """Return how likely the known facts were."""
    return formatter.format(
        "odds.likely", share=formatter.percent(document["likely"]["share"]), exact=document["likely"]["exact"]
    )


def format_odds(document: Document, formatter: MessageFormatter) -> str:
    """Return the odds as plain text, with a bar for each chance."""
    lines = [formatter.term("odds.title"), format_head(document, formatter)]
    for table in make_tables(document, formatter):
        wide = max(len(row.name) for row in table.rows)
        lines += ["", table.title + (f" ({' / '.join(table.columns)})" if len(table.columns) > 1 else "")]
        for row in table.rows:
            chances = " / ".join(
                f"{share} {exact}" for share, exact in zip(row.percents, row.exact, strict=True)
            )
            bar = "#" * round(BAR_LENGTH * row.shares[-1]) if len(table.columns) == 1 else ""
            lines.append(f"  {row.name:<{wide}}  {chances}  {bar}".rstrip())
    return "\n".join(lines)
