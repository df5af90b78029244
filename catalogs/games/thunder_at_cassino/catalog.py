"""The game's catalogue: typed tables, and the board as a graph."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import networkx as nx

from catalogs.catalog import Catalog as Tables
from catalogs.frozen import Frozen
from catalogs.store import Row

from .model import (
    Area,
    Band,
    Cost,
    Event,
    Gun,
    Link,
    Place,
    Reading,
    Retreat,
    Rubble,
    Setup,
    Side,
    Start,
    Unit,
    Zone,
)

ENTRY_PATTERN = re.compile(r"turn (\d+): (.+)")
COLOURS = ("blue", "yellow", "red")  # 3.6: areas in which Germans set up


class Catalog(Tables):
    """Tables of Thunder at Cassino."""

    @cached_property
    def areas(self) -> Mapping[Place, Area]:
        return self._each("areas", lambda row: Area(**_strip_metadata(row)))

    @cached_property
    def zones(self) -> Mapping[Place, Zone]:
        return self._each("zones", lambda row: Zone(**_strip_metadata(row)))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every area and zone, in board order."""
        return (*sorted(self.areas, key=int), *sorted(self.zones))

    @cached_property
    def victory_areas(self) -> tuple[Place, ...]:
        """3.2.5: the sixteen areas with points."""
        return tuple(place for place in self.places if place in self.areas and self.areas[place].victory)

    @cached_property
    def rubble_areas(self) -> tuple[Place, ...]:
        """5.5: areas with a rubble roll."""
        return tuple(place for place in self.places if place in self.areas and self.areas[place].rubble_roll)

    @cached_property
    def casualty_areas(self) -> tuple[Place, ...]:
        """5.6: areas with a roll for first casualties."""
        return tuple(p for p in self.places if p in self.areas and self.areas[p].casualty_roll)

    @cached_property
    def fifth_column_areas(self) -> tuple[Place, ...]:
        """11.5: the four areas of the fifth column."""
        return tuple(p for p in self.places if p in self.areas and self.areas[p].fifth_column)

    def terrain(self, place: Place) -> int | None:
        """3.2.3, 10.6: return the modifier of an area or zone."""
        return self.zones[place].terrain if place in self.zones else self.areas[place].terrain

    @cached_property
    def links(self) -> Mapping[str, Link]:
        def link(row: Row) -> Link:
            first, _, second = row.id.partition("-")
            return Link(first, second, row.data["by"], row.data["line"])

        return self._each("links", link)

    @cached_property
    def board(self) -> nx.Graph[Place]:
        """8.2, 10.1: areas and zones with known borders and arrows; ``line`` is white or red."""
        graph: nx.Graph[Place] = nx.Graph()
        for place in self.places:
            graph.add_node(place, zone=place in self.zones)
        for link in self.links.values():
            graph.add_edge(link.one, link.other, by=link.by, line=link.line)
        return graph

    @cached_property
    def castle_reach(self) -> Mapping[Place, bool]:
        return self._each("castle_reach", lambda row: bool(row.data["within"]))

    @cached_property
    def costs(self) -> Mapping[str, Cost]:
        return self._each(
            "costs",
            lambda row: Cost(
                row.id,
                row.data["place"],
                row.data.get("least", 0),
                row.data.get("most"),
                row.data["day"],
                row.data["night"],
            ),
        )

    @cached_property
    def figures(self) -> Mapping[str, int]:
        return self._each("figures", lambda row: int(row.data["value"]))

    @cached_property
    def rubble(self) -> Mapping[int, Rubble]:
        rows = self.store.table("rubble").values()
        return Frozen(
            {
                int(row.id): Rubble(int(row.id), row.data["least"], row.data["most"], row.data["enter_above"])
                for row in rows
            }
        )

    @cached_property
    def artillery(self) -> Mapping[str, Gun]:
        return self._each("artillery", lambda row: Gun(**_strip_metadata(row)))

    @cached_property
    def retreats(self) -> Mapping[str, Retreat]:
        return self._each("retreats", lambda row: Retreat(**_strip_metadata(row)))

    @cached_property
    def calendar(self) -> Mapping[str, Event]:
        return self._each(
            "calendar", lambda row: Event(**{**_strip_metadata(row), "of": tuple(row.data["of"])})
        )

    @cached_property
    def readings(self) -> Mapping[str, Reading]:
        def reading(row: Row) -> Reading:
            choices = {choice["id"]: choice["text"] for choice in row.data["choices"]}
            return Reading(**{**_strip_metadata(row), "choices": Frozen(choices)})

        return self._each("readings", reading)

    @cached_property
    def variable(self) -> Mapping[str, str | None]:
        """17.3: arrivals on turn 9 by die face, as far as typed."""
        return self._each("variable", lambda row: row.data["arrives"])

    @cached_property
    def bands(self) -> Mapping[str, Band]:
        return self._each("bands", lambda row: Band(**_strip_metadata(row)))

    @cached_property
    def setups(self) -> Mapping[str, Setup]:
        return self._each("setups", _make_setup)

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        scenarios = tuple(self.store.table("setups"))
        return self._each("units", lambda row: _make_unit(row, scenarios))

    def units_in(self, scenario: str, side: Side | None = None) -> tuple[Unit, ...]:
        """Return the known units that a scenario uses."""
        return tuple(
            unit
            for unit in self.units.values()
            if scenario in unit.starts and (side is None or unit.side == side)
        )


METADATA_COLUMNS = frozenset({"provenance", "provenance_of", "printed", "note"})


def _strip_metadata(row: Row) -> dict[str, Any]:
    """Return the fields of a row without metadata."""
    return {name: value for name, value in row.data.items() if name not in METADATA_COLUMNS}


def parse_start(text: str) -> Start:
    """Parse ``blue``, ``34``, ``C`` or ``turn 2: A, B``."""
    entry = ENTRY_PATTERN.fullmatch(text)
    if entry:
        return Start(None, None, int(entry[1]), tuple(zone.strip() for zone in entry[2].split(",")))
    return Start(None, text, None, ()) if text in COLOURS else Start(text, None, None, ())


def _make_unit(row: Row, scenarios: tuple[str, ...]) -> Unit:
    data = row.data
    starts = {name: parse_start(data[name]) for name in scenarios if data.get(name)}
    return Unit(
        id=row.id,
        name=data["name"],
        side=data["side"],
        kind=data["kind"],
        company=data.get("company"),
        gun=data.get("gun"),
        reserve=data.get("reserve", False),
        attack=data.get("attack"),
        night_attack=data.get("night_attack"),
        defence=data.get("defence"),
        movement=data.get("movement"),
        close=data.get("close"),
        spent_defence=data.get("spent_defence"),
        points=data.get("points"),
        starts=Frozen(starts),
    )


def _make_setup(row: Row) -> Setup:
    data = dict(_strip_metadata(row))
    raw = row.data
    data |= {name: tuple(raw[name]) for name in ("control", "areas", "zones", "committed", "special")}
    data["rubble"] = Frozen({marker["place"]: marker["level"] for marker in raw["rubble"]})
    data["entry"] = Frozen({row_["turn"]: tuple(row_["zones"]) for row_ in raw["entry"]})
    data["fixed"] = tuple((unit["unit"], unit["place"]) for unit in raw["fixed"])
    data["retreat_bans"] = Frozen({side: tuple(areas) for side, areas in raw["retreat_bans"].items()})
    return Setup(**data)
