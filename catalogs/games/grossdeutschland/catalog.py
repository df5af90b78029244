"""Typed tables of the game, converted at first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cached_property
from typing import Any, TypeVar

from catalogs.catalog import Catalog as Tables
from catalogs.store import Row

from .model import (
    Chit,
    Code,
    Column,
    Counter,
    Crossing,
    Data,
    Formation,
    Fortification,
    Place,
    Results,
    SetUp,
    Slot,
    Terrain,
    Title,
    Turn,
    Weather,
)

Made = TypeVar("Made")


def _make_converter(made: Callable[..., Made], **other: str) -> Callable[[Row], Made]:
    """Make a function that converts a row to an object; ``other`` maps fields with other column names."""
    names = {field.name: other.get(field.name, field.name) for field in fields(made)}  # type: ignore[arg-type]

    def make(row: Row) -> Made:
        values: dict[str, Any] = {own: row.data.get(theirs) for own, theirs in names.items()}
        return made(**values)

    return make


class Catalog(Tables):
    @cached_property
    def slots(self) -> Mapping[str, Slot]:
        return self._each("slots", _make_converter(Slot))

    @cached_property
    def weather(self) -> Mapping[str, Weather]:
        return self._each("weather", _make_converter(Weather))

    @cached_property
    def columns(self) -> Mapping[str, Column]:
        return self._each("odds_columns", _make_converter(Column))

    @cached_property
    def results(self) -> Mapping[str, Results]:
        return self._each(
            "combat_results", lambda row: Results(row.id, row.data["results"], row.data.get("suspect", {}))
        )

    @cached_property
    def codes(self) -> Mapping[str, Code]:
        return self._each("result_codes", _make_converter(Code))

    @cached_property
    def crossings(self) -> Mapping[str, Crossing]:
        return self._each("crossings", _make_converter(Crossing))

    @cached_property
    def fortifications(self) -> Mapping[str, Fortification]:
        return self._each("fortifications", _make_converter(Fortification))

    @cached_property
    def terrain(self) -> Mapping[str, Terrain]:
        return self._each("terrain", _make_converter(Terrain))

    @cached_property
    def figures(self) -> Mapping[str, int]:
        """Single numbers of the rules."""
        return self._each("figures", lambda row: int(row.data["value"]))

    @cached_property
    def titles(self) -> Mapping[str, Title]:
        return self._each("titles", _make_converter(Title))

    @cached_property
    def chits(self) -> Mapping[str, Chit]:
        return self._each("event_chits", _make_converter(Chit))

    @cached_property
    def formations(self) -> Mapping[str, Formation]:
        return self._each("formations", _make_converter(Formation))

    @cached_property
    def counters(self) -> Mapping[str, Counter]:
        return self._each("counters", _make_converter(Counter, kind="class"))

    @cached_property
    def places(self) -> Mapping[str, Place]:
        return self._each("places", _make_place)

    @cached_property
    def entries(self) -> Mapping[str, str | None]:
        """Hex next to an entry letter, keyed by map and letter."""
        return self._each("entries", lambda row: row.data["hex"])

    @cached_property
    def regions(self) -> Mapping[str, tuple[str, ...] | None]:
        return self._each("regions", lambda row: tuple(row.data["hexes"]) if row.data["hexes"] else None)

    @cached_property
    def maps(self) -> tuple[str, ...]:
        return tuple(self.store.table("maps"))

    @cached_property
    def turns(self) -> Mapping[str, Turn]:
        return self._each("turns", _make_converter(Turn))

    @cached_property
    def setups(self) -> Mapping[str, SetUp]:
        return self._each("setup", _make_setup)

    @cached_property
    def battles(self) -> Mapping[str, Data]:
        """Printed battles as raw rows."""
        return self._each("battles", lambda row: row.data)


def _make_place(row: Row) -> Place:
    hexes = row.data["hexes"]
    return Place(row.id, row.data["map"], row.data["name"], tuple(hexes) if hexes else None, row.data["city"])


def _make_setup(row: Row) -> SetUp:
    data = row.data
    return SetUp(
        data["battle"],
        data["side"],
        data["counter"],
        data["placement"],
        data.get("spent", False),
        data.get("road", False),
    )
