"""The tables of the random scenario generator as the book prints them, for one edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from catalogs.games.combat_commander.model import Edition, LeaderRow, LeaderTable
from exports.games.combat_commander.lookup import format_versus
from generator.games.combat_commander.support_in_play import ROLLS

from ..request_context import catalog, formatter
from .card import draw_face
from .page_text import term

STEPS = tuple(f"RS.{number}" for number in range(1, 17))
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class BookTable:
    """A table with its title, its rule, its headings and its rows; the first cell of a row is its name."""

    id: str
    title: str
    rule: str
    head: tuple[str, ...]
    rows: tuple[tuple[str | Markup, ...], ...]


@dataclass(frozen=True, slots=True)
class LeaderColumn:
    """RS.6: the leaders of a nation by roll, and the modifiers of the roll."""

    faction: str
    title: str
    leaders: tuple[tuple[str, Markup], ...]  # roll, counter
    modifiers: tuple[tuple[str, str], ...]


def list_tables(edition: Edition) -> list[BookTable]:
    """Return the tables of an edition in the order of the sequence."""
    return [
        _make_nations(edition),
        *(_make_allies(edition, axis) for axis in edition.allied),
        *_make_qualities(edition),
        _make_packages(edition),
        _make_chits(),
    ]


def list_steps() -> list[tuple[str, str]]:
    """RS.1-RS.16: return the steps of a battle with their rules."""
    return [(rule, term(f"sequence.{rule}")) for rule in STEPS]


def list_leaders() -> list[LeaderColumn]:
    """RS.6: return the Leader table, a column for each nation."""
    return [_make_leader_column(table) for table in catalog().leader_tables.values()]


def _make_nations(edition: Edition) -> BookTable:
    """RS.2.1: return the Axis nation and the year by roll."""
    axes = list(edition.year)
    head = (
        term("book.roll"),
        term("side.axis"),
        *(formatter().format("book.year_of", who=axis) for axis in axes),
    )
    rows = tuple(
        (
            str(roll),
            _name_faction(edition.axis.get(roll)),
            *(str(edition.year[axis].get(roll, NOTHING)) for axis in axes),
        )
        for roll in ROLLS
    )
    return BookTable("nations", term("book.nations"), "RS.2.1", head, rows)


def _make_allies(edition: Edition, axis: str) -> BookTable:
    """RS.2.2, RS.2.3: return the Allied nation by year and roll."""
    columns = edition.allied[axis]
    rows = tuple(
        (str(roll), *(_name_faction(results.get(roll)) for results in columns.values())) for roll in ROLLS
    )
    title = formatter().format("book.allies_of", who=axis)
    return BookTable(f"allies-{axis}", title, "RS.2.2, RS.2.3", _head(columns), rows)


def _make_qualities(edition: Edition) -> Iterator[BookTable]:
    """RS.3: return the quality of each nation by column and roll."""
    for faction, columns in edition.quality.items():
        head = (term("book.roll"), *(_name_column(column) for column in columns))
        rows = tuple(
            (
                str(roll),
                *(
                    term(f"quality.{column.results[roll]}") if roll in column.results else NOTHING
                    for column in columns
                ),
            )
            for roll in ROLLS
        )
        title = formatter().format("book.quality_of", who=faction)
        yield BookTable(f"quality-{faction}", title, "RS.3", head, rows)


def _name_column(column: Any) -> str:
    first, last = min(column.years), max(column.years)
    years = str(first) if first == last else f"{first}–{last % 100:02}"
    return f"{years} {format_versus(formatter(), column.versus)}".strip()


def _make_chits() -> BookTable:
    """7.3.2, RS.4: return the objective chits."""
    head = (term("card.chit"), term("card.objectives"), term("card.vp"))
    rows = tuple(
        (
            letter,
            ", ".join(map(str, chit.objectives)) or term(f"chit.{letter}"),
            str(chit.vp) if chit.objectives else NOTHING,
        )
        for letter, chit in catalog().chits.items()
    )
    return BookTable("chits", term("table.chits"), "RS.4", head, rows)


def _make_packages(edition: Edition) -> BookTable:
    """RS.9: return the fortification packages with their cost and contents."""
    words = formatter()
    head = (term("book.package"), term("card.cost"), term("book.contents"))
    rows = []
    for package in edition.packages:
        parts = [words.works(kind, count) for kind, count in package.contents.items()]
        if package.mine_strength:
            parts.append(words.format("book.strength", count=package.mine_strength))
        cost = f"{package.cost} {term('card.vp')}"
        rows.append((term(f"package.{package.id.rpartition(':')[2]}"), cost, ", ".join(parts)))
    return BookTable("packages", term("table.packages"), "RS.9", head, tuple(rows))


def _make_leader_column(table: LeaderTable) -> LeaderColumn:
    side = catalog().factions[table.faction].side
    leaders = tuple(
        (_name_rolls(row, table.rows), draw_face(formatter(), row.leader, side, table.faction))
        for row in table.rows
    )
    modifiers = [
        (term(f"quality.{quality}"), f"{by:+d}") for quality, by in table.quality_modifier.items() if by
    ]
    modifiers += [(str(year), f"{by:+d}") for year, by in table.year_modifier.items() if by]
    return LeaderColumn(table.faction, term(f"faction.{table.faction}"), leaders, tuple(modifiers))


def _name_rolls(row: LeaderRow, rows: Sequence[LeaderRow]) -> str:
    if row is rows[0]:
        return f"≤ {row.high}"
    if row is rows[-1]:
        return f"≥ {row.low}"
    return str(row.low) if row.low == row.high else f"{row.low}–{row.high}"


def _head(columns: Mapping[int, Any]) -> tuple[str, ...]:
    return (term("book.roll"), *map(str, columns))


def _name_faction(faction: str | None) -> str:
    return term(f"faction.{faction}") if faction else NOTHING
