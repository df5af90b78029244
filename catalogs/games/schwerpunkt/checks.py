"""Catalogue checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from catalogs.checks import Checks, RowPath
from catalogs.store import Row, Store

FIGURE_IDS = (
    "die reserve train just_activated points_per_reserve times_smaller least_against_zero enemy_share "
    "least_die_for_enemy hq_returns_after rout_personnel rout_fast beyond_range colourless_units "
    "reliable_hexes withdraw_hexes retreat_after_assault barrage_organic barrage_mixed barrage_blind "
    "assault_combined assault_overrun assault_each assault_vehicles_alone strong_cover night_fire "
    "night_check night_sight indirect_at_vehicles air_lost_from air_own air_own_within supply_clear "
    "supply_other carried_pace change_share minutes_least minutes_most units_without_check crossed_hex "
    "house_columns house_rows house_woods house_hills house_patch house_attack_more_percent "
    "house_points_per_vp house_tries house_hours_least house_hours_most"
)
NEEDED_IDS = {
    "figures": tuple(FIGURE_IDS.split()),
    "actions": ("move", "fire", "cease", "reform", "build", "reserve", "supply"),
    "modes": ("good", "disorganised", "neutralised", "rout"),
    "markers": ("strength", "mechanical", "supply", "engaged"),
    "terrain": ("clear",),
}
TERM_KINDS = {"actions": "action", "modes": "mode", "markers": "marker", "terrain": "terrain"}


def _list_visible(store: Store) -> Iterator[tuple[Row, RowPath, str]]:
    for table, kind in TERM_KINDS.items():
        for row in store.table(table).values():
            yield row, ("id",), f"{kind}.{row.id}"
    for row in store.table("formations").values():
        yield row, ("formation",), f"formation.{row.data['formation']}"
        yield row, ("type",), f"type.{row.data['type']}"
    for row in store.table("cohesion_effects").values():
        yield row, ("id",), f"column.{row.data['column']}"
        yield row, ("id",), f"by.{row.data['by']}"


def _list_references(store: Store) -> Iterable[tuple[Row, RowPath, str, object]]:
    for row in store.table("house_hqs").values():
        for number, part in enumerate(row.data["units"]):
            yield row, ("units", number, "unit"), "house_units", part["unit"]


CHECKS = Checks(
    needed=NEEDED_IDS,
    targets=lambda store: {"house_units": set(store.table("house_units"))},
    references=_list_references,
    visible=_list_visible,
)
