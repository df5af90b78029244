"""The game's catalogue: typed tables, and the board as a graph."""

from __future__ import annotations

import re
from functools import cached_property

import networkx as nx

from catalogs.catalog import Catalog as Tables
from catalogs.catalog import table, typed_table
from catalogs.frozen import Frozen
from catalogs.rows import build
from catalogs.store import Row

from . import model
from .model import Place, Setup, Side, Start, Unit

ENTRY_PATTERN = re.compile(r"turn (\d+): (.+)")
COLOURS = ("blue", "yellow", "red")  # 3.6: areas in which Germans set up


def _make_link(row: Row) -> model.Link:
    first, _, second = row.id.partition("-")
    return build(model.Link, row.data, one=first, other=second)


def _make_reading(row: Row) -> model.Reading:
    return build(
        model.Reading,
        row.data,
        choices=Frozen({choice["id"]: choice["text"] for choice in row.data["choices"]}),
    )


def _make_setup(row: Row) -> Setup:
    return build(
        Setup,
        row.data,
        rubble=Frozen({marker["place"]: marker["level"] for marker in row.data["rubble"]}),
        entry=Frozen({entry["turn"]: tuple(entry["zones"]) for entry in row.data["entry"]}),
        fixed=tuple((unit["unit"], unit["place"]) for unit in row.data["fixed"]),
    )


def parse_start(text: str) -> Start:
    """Parse ``blue``, ``34``, ``C`` or ``turn 2: A, B``."""
    entry = ENTRY_PATTERN.fullmatch(text)
    if entry:
        return Start(None, None, int(entry[1]), tuple(zone.strip() for zone in entry[2].split(",")))
    return Start(None, text, None, ()) if text in COLOURS else Start(text, None, None, ())


class Catalog(Tables):
    """Tables of Thunder at Cassino."""

    areas = typed_table("areas", model.Area)
    zones = typed_table("zones", model.Zone)
    links = table("links", _make_link)
    castle_reach = table("castle_reach", lambda row: bool(row.data["within"]))
    costs = typed_table("costs", model.Cost)
    figures = table("figures", lambda row: int(row.data["value"]))
    artillery = typed_table("artillery", model.Gun)
    retreats = typed_table("retreats", model.Retreat)
    calendar = typed_table("calendar", model.Event)
    readings = table("readings", _make_reading)
    #: 17.3: arrivals on turn 9 by die face, as far as typed.
    variable = table("variable", lambda row: row.data["arrives"])
    bands = typed_table("bands", model.Band)
    setups = table("setups", _make_setup)

    @cached_property
    def rubble(self) -> Frozen[int, model.Rubble]:
        rows = self.store.table("rubble").values()
        return Frozen({int(row.id): build(model.Rubble, row.data, level=int(row.id)) for row in rows})

    @cached_property
    def units(self) -> Frozen[str, Unit]:
        scenarios = tuple(self.store.table("setups"))
        return Frozen(
            {
                row.id: build(
                    Unit,
                    row.data,
                    starts=Frozen(
                        {name: parse_start(row.data[name]) for name in scenarios if row.data.get(name)}
                    ),
                )
                for row in self.store.table("units").values()
            }
        )

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
    def board(self) -> nx.Graph[Place]:
        """8.2, 10.1: areas and zones with known borders and arrows; ``line`` is white or red."""
        graph: nx.Graph[Place] = nx.Graph()
        for place in self.places:
            graph.add_node(place, zone=place in self.zones)
        for link in self.links.values():
            graph.add_edge(link.one, link.other, by=link.by, line=link.line)
        return graph

    def units_in(self, scenario: str, side: Side | None = None) -> tuple[Unit, ...]:
        """Return the known units that a scenario uses."""
        return tuple(
            unit
            for unit in self.units.values()
            if scenario in unit.starts and (side is None or unit.side == side)
        )
