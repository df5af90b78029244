"""What a nation's tables say in a year, and what a roll on its Support table gives, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language, Side, SupportOffer
from generator.games.combat_commander.battle.rs05_orders_of_battle import counters_in
from generator.games.combat_commander.in_play import (
    ROLLS,
    Found,
    in_play,
    orders_of,
    qualities_of,
    support_of,
    years_of,
)
from schemas.errors import HorahError

from .scribe import Scribe

Fact = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Cell:
    """Something on a Support table: what it is called, what it costs, what lies in it, what hinders it."""

    id: str
    name: str
    cost: int
    pieces: tuple[str, ...]
    note: str = ""  # whom it is for, or why it cannot be had


@dataclass(frozen=True, slots=True)
class RollRow:
    """What one roll gives."""

    roll: int
    support: tuple[Cell, ...]
    qualities: tuple[Fact, ...]  # against whom, and the quality


@dataclass(frozen=True, slots=True)
class Formation:
    """An order of battle: its figures and its counters."""

    id: str
    name: str
    figures: tuple[Fact, ...]
    counters: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Year:
    """Everything about a nation in a year."""

    faction: str
    year: int
    rows: tuple[RollRow, ...]
    formations: tuple[Formation, ...]


def year_of(catalog: Catalog, faction: str, year: int, lang: Language) -> Year:
    """A nation's tables in a year; a year in which it does not fight is refused."""
    years = years_of(catalog, faction)
    if year not in years:
        raise HorahError("NO_SUCH_YEAR", faction=faction, given=year, years=", ".join(map(str, years)))
    scribe = Scribe(catalog, lang)
    support, columns = support_of(catalog, faction, year), qualities_of(catalog, faction, year)
    rows = tuple(
        RollRow(
            roll,
            tuple(_cell(scribe, offer, _only(scribe, offer)) for offer in support[roll]),
            tuple(
                (_versus(scribe, column.versus), scribe.term(f"quality.{column.results[roll]}"))
                for column in columns
                if roll in column.results
            ),
        )
        for roll in ROLLS
    )
    return Year(faction, year, rows, tuple(_formations(scribe, faction, year)))


def _only(scribe: Scribe, offer: SupportOffer) -> str:
    return scribe.term(f"nationality.{offer.restriction}") if offer.restriction else ""


def _versus(scribe: Scribe, versus: str | None) -> str:
    if not versus:
        return ""
    key = "lookup.not_against" if versus.startswith("non_") else "lookup.against"
    return scribe.said(key, faction=scribe.term(f"faction.{versus.removeprefix('non_')}"))


def _formations(scribe: Scribe, faction: str, year: int) -> Iterator[Formation]:
    for ob in orders_of(scribe.catalog, faction, year):
        yield Formation(
            ob.id,
            scribe.thing(ob.id),
            (
                (scribe.term("card.quality"), scribe.term(f"quality.{ob.quality}")),
                (scribe.term("card.point_value"), str(ob.point_value)),
                (scribe.term("card.orders"), str(ob.orders)),
                (scribe.term("card.surrender"), str(ob.surrender)),
                (scribe.term("card.initiative"), str(ob.initiative)),
                (scribe.term("card.leaders"), str(ob.leaders)),
            ),
            counters_in(ob, year),
        )


def _cell(scribe: Scribe, offer: SupportOffer, note: str) -> Cell:
    return Cell(offer.id, scribe.thing(offer.id), offer.cost, offer.pieces or offer.choices[:1], note)


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a roll in the middle of a battle gives: a line that says so, what may be taken, what may not."""

    line: str
    then: str
    open: tuple[Cell, ...]
    shut: tuple[Cell, ...]


def drawn(catalog: Catalog, card: dict[str, Any], side: Side, rule: str, roll: int, lang: Language) -> Drawn:
    """A35.4, E59, E68: what may be taken now, without cost."""
    scribe, found = Scribe(catalog, lang), in_play(catalog, card, side, rule, roll)
    can = tuple(_found(scribe, one) for one in found if not one.why)
    cannot = tuple(_found(scribe, one) for one in found if one.why)
    key = "support_in_play.roll" if can else "support_in_play.nothing"
    return Drawn(
        scribe.said(key, roll=roll, rule=rule),
        scribe.term(f"support_then.{rule}") if can else "",
        can,
        cannot,
    )


def _found(scribe: Scribe, one: Found) -> Cell:
    return _cell(scribe, one.offer, scribe.term(f"support_why.{one.why}") if one.why else "")


def year_text(found: Year, catalog: Catalog, lang: Language, roll: int | None = None) -> str:
    """For a terminal: every roll, or the one that was asked for."""
    scribe = Scribe(catalog, lang)
    out = [f"{scribe.term(f'faction.{found.faction}')} {found.year}".upper(), ""]
    for row in found.rows:
        if roll not in (None, row.roll):
            continue
        out += [_quality_line(scribe, row)]
        vp = scribe.term("card.vp")
        out += [f"      {cell.name}  [{cell.cost} {vp}]{_in(cell.note)}" for cell in row.support]
    if roll is None:
        out += ["", scribe.term("table.orders_of_battle").upper()]
        for one in found.formations:
            figures = " · ".join(f"{name} {value}" for name, value in one.figures)
            out += [f"  {one.name}: {figures}"]
    return "\n".join(out) + "\n"


def _quality_line(scribe: Scribe, row: RollRow) -> str:
    told = "; ".join(f"{value} {versus}".strip() for versus, value in row.qualities)
    return f"{row.roll:>4}  {told}".rstrip()


def drawn_text(found: Drawn) -> str:
    """For a terminal."""
    out = [found.line, *(f"  {cell.name}" for cell in found.open)]
    out += [f"  – {cell.name}{_in(cell.note)}" for cell in found.shut]
    return "\n".join([*out, *([found.then] if found.then else [])]) + "\n"


def _in(note: str) -> str:
    return f"  ({note})" if note else ""
