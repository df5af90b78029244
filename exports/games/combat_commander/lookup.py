"""A nation's tables in a year, and the result of a Support roll, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language, Side, SupportOffer
from generator.games.combat_commander.battle.rs05_orders_of_battle import counters_in
from generator.games.combat_commander.support_in_play import (
    ROLLS,
    Found,
    in_play,
    orders_of,
    qualities_of,
    support_of,
    years_of,
)
from schemas.errors import HorahError

from .messages import MessageFormatter

Fact = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Cell:
    """An entry of a Support table: name, cost, contents, and restriction."""

    id: str
    name: str
    cost: int
    pieces: tuple[str, ...]
    note: str = ""  # eligible nationality, or why it is unavailable


@dataclass(frozen=True, slots=True)
class RollRow:
    """The result of one roll."""

    roll: int
    support: tuple[Cell, ...]
    qualities: tuple[Fact, ...]  # opponent, and the quality


@dataclass(frozen=True, slots=True)
class Formation:
    """An order of battle: its figures and its counters."""

    id: str
    name: str
    quality: str  # in words
    figures: tuple[Fact, ...]
    counters: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class YearTables:
    """A nation's tables in a year."""

    faction: str
    year: int
    rows: tuple[RollRow, ...]
    formations: tuple[Formation, ...]


def look_up_year(catalog: Catalog, faction: str, year: int, lang: Language) -> YearTables:
    """Return a nation's tables in a year; raise if it does not fight then."""
    years = years_of(catalog, faction)
    if year not in years:
        raise HorahError("NO_SUCH_YEAR", faction=faction, given=year, years=", ".join(map(str, years)))
    formatter = MessageFormatter(catalog, lang)
    support, columns = support_of(catalog, faction, year), qualities_of(catalog, faction, year)
    rows = tuple(
        RollRow(
            roll,
            tuple(_make_cell(formatter, offer, _restriction(formatter, offer)) for offer in support[roll]),
            tuple(
                (format_versus(formatter, column.versus), formatter.term(f"quality.{column.results[roll]}"))
                for column in columns
                if roll in column.results
            ),
        )
        for roll in ROLLS
    )
    return YearTables(faction, year, rows, tuple(_list_formations(formatter, faction, year)))


def _restriction(formatter: MessageFormatter, offer: SupportOffer) -> str:
    return formatter.term(f"nationality.{offer.restriction}") if offer.restriction else ""


def format_versus(formatter: MessageFormatter, versus: str | None) -> str:
    """RS.3: return the opponent for whom a quality column holds; empty if for all."""
    if not versus:
        return ""
    key = "lookup.not_against" if versus.startswith("non_") else "lookup.against"
    return formatter.format(key, faction=formatter.term(f"faction.{versus.removeprefix('non_')}"))


def _list_formations(formatter: MessageFormatter, faction: str, year: int) -> Iterator[Formation]:
    for ob in orders_of(formatter.catalog, faction, year):
        yield Formation(
            ob.id,
            formatter.thing(ob.id),
            formatter.term(f"quality.{ob.quality}"),
            (
                (formatter.term("card.quality"), formatter.term(f"quality.{ob.quality}")),
                (formatter.term("card.point_value"), str(ob.point_value)),
                (formatter.term("card.orders"), str(ob.orders)),
                (formatter.term("card.surrender"), str(ob.surrender)),
                (formatter.term("card.initiative"), str(ob.initiative)),
                (formatter.term("card.leaders"), str(ob.leaders)),
            ),
            counters_in(ob, year),
        )


def _make_cell(formatter: MessageFormatter, offer: SupportOffer, note: str) -> Cell:
    return Cell(offer.id, formatter.thing(offer.id), offer.cost, offer.pieces or offer.choices[:1], note)


@dataclass(frozen=True, slots=True)
class SupportRoll:
    """The result of a Support roll during a battle: a sentence, available and unavailable entries."""

    line: str
    then: str
    open: tuple[Cell, ...]
    shut: tuple[Cell, ...]


def roll_support(
    catalog: Catalog, card: dict[str, Any], side: Side, rule: str, roll: int, lang: Language
) -> SupportRoll:
    """A35.4, E59, E68: return the support that may be taken now, without cost."""
    formatter, offers = MessageFormatter(catalog, lang), in_play(catalog, card, side, rule, roll)
    can = tuple(_make_found_cell(formatter, offer) for offer in offers if not offer.why)
    cannot = tuple(_make_found_cell(formatter, offer) for offer in offers if offer.why)
    key = "support_in_play.roll" if can else "support_in_play.nothing"
    return SupportRoll(
        formatter.format(key, roll=roll, rule=rule),
        formatter.term(f"support_then.{rule}") if can else "",
        can,
        cannot,
    )


def _make_found_cell(formatter: MessageFormatter, found_offer: Found) -> Cell:
    return _make_cell(
        formatter,
        found_offer.offer,
        formatter.term(f"support_why.{found_offer.why}") if found_offer.why else "",
    )


def format_year(tables: YearTables, catalog: Catalog, lang: Language, roll: int | None = None) -> str:
    """Return all rolls, or one, for a terminal."""
    formatter = MessageFormatter(catalog, lang)
    out = [f"{formatter.term(f'faction.{tables.faction}')} {tables.year}".upper(), ""]
    for row in tables.rows:
        if roll not in (None, row.roll):
            continue
        out += [_quality_line(formatter, row)]
        vp = formatter.term("card.vp")
        out += [f"      {cell.name}  [{cell.cost} {vp}]{_format_note(cell.note)}" for cell in row.support]
    if roll is None:
        out += ["", formatter.term("table.orders_of_battle").upper()]
        for formation in tables.formations:
            figures = " · ".join(f"{name} {value}" for name, value in formation.figures)
            out += [f"  {formation.name}: {figures}"]
    return "\n".join(out) + "\n"


def _quality_line(formatter: MessageFormatter, row: RollRow) -> str:
    qualities = "; ".join(f"{value} {versus}".strip() for versus, value in row.qualities)
    return f"{row.roll:>4}  {qualities}".rstrip()


def format_support_roll(result: SupportRoll) -> str:
    """Return the result for a terminal."""
    out = [result.line, *(f"  {cell.name}" for cell in result.open)]
    out += [f"  – {cell.name}{_format_note(cell.note)}" for cell in result.shut]
    return "\n".join([*out, *([result.then] if result.then else [])]) + "\n"


def _format_note(note: str) -> str:
    return f"  ({note})" if note else ""
