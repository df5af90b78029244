"""Typed tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeVar

from catalogs.catalog import Catalog as Tables
from catalogs.frozen import Frozen
from catalogs.store import Row

from .model import Action, CohesionEffect, FireEffect, Formation, Marker, Mode, Terrain

METADATA_COLUMNS = ("provenance", "provenance_of", "note")  # metadata columns of any row
T = TypeVar("T")


def _make_from_row(kind: type[T], row: Row, without: tuple[str, ...] = ()) -> T:
    left_out = (*METADATA_COLUMNS, *without)
    return kind(**{name: value for name, value in row.data.items() if name not in left_out})


class Catalog(Tables):
    """Tables of the series rules."""

    @cached_property
    def figures(self) -> Mapping[str, int]:
        return self._map_rows("figures", lambda row: int(row.data["value"]))

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        return self._map_rows("actions", lambda row: _make_from_row(Action, row))

    @cached_property
    def formations(self) -> Mapping[tuple[str, str], Formation]:
        rows = self._map_rows("formations", lambda row: _make_from_row(Formation, row, ("id",))).values()
        return Frozen({(row_.type, row_.formation): row_ for row_ in rows})

    @cached_property
    def modes(self) -> Mapping[str, Mode]:
        return self._map_rows("modes", lambda row: _make_from_row(Mode, row))

    @cached_property
    def markers(self) -> Mapping[str, Marker]:
        return self._map_rows("markers", lambda row: _make_from_row(Marker, row))

    @cached_property
    def fire_effects(self) -> Mapping[int, FireEffect]:
        return Frozen(
            {
                row.data["total"]: FireEffect(
                    row.data["total"], row.data["effect"], _to_tuple(row.data["losses"])
                )
                for row in self.store.table("fire_effects").values()
            }
        )

    @cached_property
    def cohesion_effects(self) -> Mapping[tuple[str, int], CohesionEffect]:
        rows = self._map_rows(
            "cohesion_effects", lambda row: _make_from_row(CohesionEffect, row, ("id",))
        ).values()
        return Frozen({(row_.column, row_.by): row_ for row_ in rows})

    @cached_property
    def terrain(self) -> Mapping[str, Terrain]:
        return self._map_rows("terrain", lambda row: _make_from_row(Terrain, row))

    @cached_property
    def own_words(self) -> Mapping[str, Mapping[str, str]]:
        """Translations of the shipped battle by its texts."""
        rows = self.store.table("own_words").values()
        return Frozen({row.data["said"]: row.data["text"] for row in rows})

    @cached_property
    def house_units(self) -> Mapping[str, Mapping[str, Any]]:
        """Units of our own random battles."""
        return self._map_rows("house_units", lambda row: row.data)

    @cached_property
    def house_hqs(self) -> Mapping[str, Mapping[str, Any]]:
        """Formations of our own random battles."""
        return self._map_rows("house_hqs", lambda row: row.data)

    @cached_property
    def house_places(self) -> tuple[str, ...]:
        """Names of our own random battles."""
        return tuple(row.data["name"] for row in self.store.table("house_places").values())

    @cached_property
    def frames(self) -> Mapping[str, Mapping[str, Any]]:
        """Battles without map and forces, which the generator fills."""
        return Frozen(self.store.documents["frames"])

    @cached_property
    def battles(self) -> Mapping[str, Mapping[str, Any]]:
        """Shipped battles: the example, one of our own, and those of an overlay."""
        return Frozen(self.store.documents["battles"])


def _to_tuple(value: list[str] | None) -> tuple[str, ...] | None:
    return None if value is None else tuple(value)
