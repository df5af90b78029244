"""Schwerpunkt's tables, typed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeVar

from catalogs.catalog import Catalog as Tables
from catalogs.frozen import Frozen
from catalogs.store import Row

from .model import Action, CohesionEffect, FireEffect, Formation, Marker, Mode, Terrain

ABOUT = ("provenance", "provenance_of", "note")  # what any row may say of itself
T = TypeVar("T")


def _made(kind: type[T], row: Row, without: tuple[str, ...] = ()) -> T:
    left_out = (*ABOUT, *without)
    return kind(**{name: value for name, value in row.data.items() if name not in left_out})


class Catalog(Tables):
    """The tables of the series rules."""

    @cached_property
    def figures(self) -> Mapping[str, int]:
        return self._each("figures", lambda row: int(row.data["value"]))

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        return self._each("actions", lambda row: _made(Action, row))

    @cached_property
    def formations(self) -> Mapping[tuple[str, str], Formation]:
        rows = self._each("formations", lambda row: _made(Formation, row, ("id",))).values()
        return Frozen({(each.type, each.formation): each for each in rows})

    @cached_property
    def modes(self) -> Mapping[str, Mode]:
        return self._each("modes", lambda row: _made(Mode, row))

    @cached_property
    def markers(self) -> Mapping[str, Marker]:
        return self._each("markers", lambda row: _made(Marker, row))

    @cached_property
    def fire_effects(self) -> Mapping[int, FireEffect]:
        return Frozen(
            {
                row.data["total"]: FireEffect(
                    row.data["total"], row.data["effect"], _several(row.data["losses"])
                )
                for row in self.store.table("fire_effects").values()
            }
        )

    @cached_property
    def cohesion_effects(self) -> Mapping[tuple[str, int], CohesionEffect]:
        rows = self._each("cohesion_effects", lambda row: _made(CohesionEffect, row, ("id",))).values()
        return Frozen({(each.column, each.by): each for each in rows})

    @cached_property
    def terrain(self) -> Mapping[str, Terrain]:
        return self._each("terrain", lambda row: _made(Terrain, row))

    @cached_property
    def own_words(self) -> Mapping[str, Mapping[str, str]]:
        """How the texts of our own battle read in each language, by the text as it stands there."""
        rows = self.store.table("own_words").values()
        return Frozen({row.data["said"]: row.data["text"] for row in rows})

    @cached_property
    def battles(self) -> Mapping[str, Mapping[str, Any]]:
        """Battles that come with the catalogues: one example, and what an overlay brings."""
        return Frozen(self.store.documents["battles"])


def _several(value: list[str] | None) -> tuple[str, ...] | None:
    return None if value is None else tuple(value)
