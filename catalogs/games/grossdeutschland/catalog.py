"""Typed tables of the game, built at first use."""

from __future__ import annotations

from functools import cached_property

from catalogs.catalog import Catalog as Tables
from catalogs.catalog import table, typed_table
from catalogs.rows import build
from catalogs.store import Row

from . import model


def _make_counter(row: Row) -> model.Counter:
    kind = row.data["class"] or row.data["presumed_class"]
    return build(model.Counter, {**row.data, "kind": kind})


class Catalog(Tables):
    slots = typed_table("slots", model.Slot)
    weather = typed_table("weather", model.Weather)
    columns = typed_table("odds_columns", model.Column)
    results = typed_table("combat_results", model.Results)
    codes = typed_table("result_codes", model.Code)
    crossings = typed_table("crossings", model.Crossing)
    fortifications = typed_table("fortifications", model.Fortification)
    terrain = typed_table("terrain", model.Terrain)
    figures = table("figures", lambda row: int(row.data["value"]))  # single numbers of the rules
    titles = typed_table("titles", model.Title)
    chits = typed_table("event_chits", model.Chit)
    formations = typed_table("formations", model.Formation)
    counters = table("counters", _make_counter)
    places = typed_table("places", model.Place)
    #: Hex next to an entry letter, by map and letter; None until the owner types it.
    entries = table("entries", lambda row: row.data["hex"])
    regions = table("regions", lambda row: row.data["hexes"])
    turns = typed_table("turns", model.Turn)
    setups = typed_table("setup", model.SetUp)
    #: Printed battles as raw rows.
    battles = table("battles", lambda row: row.data)

    @cached_property
    def maps(self) -> tuple[str, ...]:
        return tuple(self.store.table("maps"))
