"""RS.2, RS.3, RS.5: possible matchups by year, quality and orders of battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Edition, OrderOfBattle, QualityColumn, Side

from .settings import Settings


@dataclass(frozen=True, slots=True)
class Matchup:
    """RS.2: the two factions, and the year."""

    axis: str
    year: int
    allied: str

    def get_faction(self, side: Side) -> str:
        return self.axis if side == "axis" else self.allied

    def get_opponent(self, side: Side) -> str:
        return self.allied if side == "axis" else self.axis


class Orders(tuple[OrderOfBattle, ...]):
    """RS.5: orders of battle to choose from."""

    @cached_property
    def values(self) -> Mapping[str, int]:
        """The point value of each, by its id."""
        return {ob.id: ob.point_value for ob in self}


@lru_cache(maxsize=4096)
def list_orders_of_battle(
    catalog: Catalog, faction: str, year: int, quality: str, against: str, sizes: tuple[str, ...]
) -> Orders:
    """RS.5: return the orders of battle that fit faction, year, quality and opponent."""
    return Orders(
        ob
        for ob in catalog.orders_of_battle.values()
        if ob.faction == faction
        and year in ob.years
        and ob.quality == quality
        and (ob.opponents is None or against in ob.opponents)
        and (not sizes or ob.size in sizes)
    )


@lru_cache(maxsize=4096)
def list_quality_columns(
    catalog: Catalog, edition: str, faction: str, year: int, against: str
) -> tuple[QualityColumn, ...]:
    """RS.3: return the columns for a faction in a year against an opponent; there should be exactly one."""
    return tuple(
        column
        for column in catalog.editions[edition].quality.get(faction, ())
        if year in column.years and column.applies_against(against)
    )


def find_remedy_column(edition: Edition, side: Side, faction: str, year: int) -> QualityColumn | None:
    """RS.3: return the column that the edition recommends for a year with no or several columns."""
    for hole in edition.holes:
        named = hole.axis if side == "axis" else hole.allied
        if hole.column is not None and (hole.side, named, hole.year) == (side, faction, year):
            return next(c for c in edition.quality[faction] if c.name == hole.column)
    return None


def _find_column(catalog: Catalog, settings: Settings, matchup: Matchup, side: Side) -> QualityColumn | None:
    faction, against = matchup.get_faction(side), matchup.get_opponent(side)
    columns = list_quality_columns(catalog, settings.edition, faction, matchup.year, against)
    if len(columns) == 1:
        return columns[0]
    if settings.holes != "remedy":
        return None
    return find_remedy_column(catalog.editions[settings.edition], side, faction, matchup.year)


def _fits_side(catalog: Catalog, settings: Settings, matchup: Matchup, side: Side) -> bool:
    column = _find_column(catalog, settings, matchup, side)
    if column is None:
        return False
    faction, against = matchup.get_faction(side), matchup.get_opponent(side)
    return any(
        list_orders_of_battle(catalog, faction, matchup.year, quality, against, settings.sizes)
        for quality in set(column.results.values())
        if quality in settings.qualities(side)
    )


def list_table_years(edition: Edition, axis: str) -> frozenset[int]:
    """RS.2.1: return the years the dice can give an Axis faction."""
    return frozenset(edition.year[axis].values())


@lru_cache(maxsize=1024)
def list_table_matchups(catalog: Catalog, settings: Settings) -> frozenset[Matchup]:
    """RS.2: return the matchups that tables and settings allow, with or without a quality column."""
    edition = catalog.editions[settings.edition]
    matchups = set()
    for axis in sorted(set(edition.axis.values()) if settings.axis is None else {settings.axis}):
        if axis not in edition.allied or not (settings.allows(axis) or settings.axis):
            continue
        years = (
            frozenset(settings.years)
            if len(settings.years) == 1
            else list_table_years(edition, axis)
            & frozenset(settings.years or list_table_years(edition, axis))
        )
        for year in years:
            for allied in set(edition.allied[axis].get(year, {}).values()):
                if settings.allied in (None, allied) and (settings.allows(allied) or settings.allied):
                    matchups.add(Matchup(axis, year, allied))
    return frozenset(matchups)


@lru_cache(maxsize=1024)
def list_possible_matchups(catalog: Catalog, settings: Settings) -> frozenset[Matchup]:
    """RS.2 to RS.5: return the matchups for which both sides have a quality and an order of battle."""
    return frozenset(
        matchup
        for matchup in list_table_matchups(catalog, settings)
        if _fits_side(catalog, settings, matchup, "axis") and _fits_side(catalog, settings, matchup, "allied")
    )


@lru_cache(maxsize=1024)
def list_uncovered_matchups(catalog: Catalog, settings: Settings) -> frozenset[Matchup]:
    """RS.3: return the matchups that can be rolled although a side has no single quality column."""
    return frozenset(
        matchup
        for matchup in list_table_matchups(catalog, settings)
        if not all(_find_column(catalog, settings, matchup, side) for side in ("axis", "allied"))
    )
