"""RS.2, RS.3, RS.5: find dice results of an edition that lead to no table entry."""

from __future__ import annotations

from collections.abc import Iterator

from . import model
from .catalog import Catalog

Pairing = tuple[str, int, str]  # axis faction, year, allied faction


def iterate_pairings(edition: model.Edition) -> Iterator[Pairing]:
    """RS.2: yield every axis faction, year and allied faction that the dice can produce."""
    for axis in dict.fromkeys(edition.axis.values()):
        for year in sorted(set(edition.year[axis].values())):
            for allied in dict.fromkeys(edition.allied[axis][year].values()):
                yield axis, year, allied


def columns(edition: model.Edition, faction: str, year: int, opponent: str) -> list[model.QualityColumn]:
    """RS.3: return the quality columns for this faction, year and opponent; there should be one."""
    return [
        column
        for column in edition.quality.get(faction, ())
        if year in column.years and column.applies_against(opponent)
    ]


def legal(
    catalog: Catalog, faction: str, year: int, opponent: str, quality: str
) -> list[model.OrderOfBattle]:
    """RS.5: return the orders of battle that fit faction, year, quality and opponent."""
    return [
        battle
        for battle in catalog.orders_of_battle.values()
        if battle.faction == faction
        and year in battle.years
        and battle.quality == quality
        and (battle.opponents is None or opponent in battle.opponents)
    ]


def find_holes(catalog: Catalog, edition: model.Edition) -> Iterator[model.Hole]:
    """Yield every hole of an edition, found by enumerating all dice results."""
    for axis, year, allied in iterate_pairings(edition):
        for side, faction, opponent in _sides(axis, allied):
            claimed = columns(edition, faction, year, opponent)
            if len(claimed) != 1:
                kind: model.HoleKind = "two_columns" if claimed else "no_column"
                yield model.Hole("RS.3", axis, year, allied, side, None, "", kind)
            qualities = {quality for column in claimed for quality in column.results.values()}
            for quality in sorted(qualities):
                if not legal(catalog, faction, year, opponent, quality):
                    yield model.Hole("RS.5", axis, year, allied, side, quality, "")


def find_unmended_holes(catalog: Catalog, edition: model.Edition) -> Iterator[model.Hole]:
    """Yield the listed holes whose remedy does not help.

    A column to read instead must exist; a repeated roll must be able to give a quality with an order of
    battle.
    """
    for hole in edition.holes:
        faction, opponent = (hole.axis, hole.allied) if hole.side == "axis" else (hole.allied, hole.axis)
        if hole.column is not None:
            read = [column for column in edition.quality.get(faction, ()) if column.name == hole.column]
        else:
            read = columns(edition, faction, hole.year, opponent)
        qualities = {quality for column in read for quality in column.results.values()}
        if not any(legal(catalog, faction, hole.year, opponent, quality) for quality in qualities):
            yield hole


def _sides(axis: str, allied: str) -> tuple[tuple[model.Side, str, str], ...]:
    return (("axis", axis, allied), ("allied", allied, axis))
