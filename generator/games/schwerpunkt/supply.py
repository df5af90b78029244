"""15.0, 8.4-8.6: supply range, exhaustion of trains, and movement of units."""

from __future__ import annotations

from collections.abc import Iterable

from catalogs.games.schwerpunkt import Catalog

from .battle import Train, Unit
from .hexes import is_surely_beyond
from .state import State

SUPPLY_ROUTES = ("road", "rail", "path")


def count_supply_distance(catalog: Catalog, hexes: Iterable[str], barred: Iterable[int] = ()) -> int:
    """15.4: count the distance from a train to a counter, without the train's hex.

    Clear ground counts 1, as does a road, rail or path without a barrage outside towns; everything else
    counts 2. ``barred`` are the list indexes with a barrage.
    """
    figures, barrage = catalog.figures, frozenset(barred)
    easy_cost, hard_cost = figures["supply_clear"], figures["supply_other"]
    easy = {
        *SUPPLY_ROUTES,
        *(terrain.id for terrain in catalog.terrain.values() if terrain.supply == easy_cost),
    }
    return sum(
        easy_cost if name in easy and place not in barrage else hard_cost for place, name in enumerate(hexes)
    )


def is_used_up(exhaustion: int, die: int) -> bool:
    """15.5: tell whether the die empties a train."""
    return die > exhaustion


def list_full_trains(state: State, hq: str, kind: str, users: Iterable[str] = ()) -> tuple[Train, ...]:
    """15.4, 15.5: return the full organic trains of a kind on the map that may reach all users."""
    return tuple(
        train
        for train in state.battle.trains_of(hq, kind)
        if state.pieces[train.id].on_map
        and state.pieces[train.id].full
        and all(may_supply(state, train, user) for user in users)
    )


def may_supply(state: State, train: Train, user: str) -> bool:
    """15.4: tell whether a counter may be in a train's reach; known hexes may show that it is not."""
    here, there = state.pieces[train.id].hex, state.pieces[user].hex
    return train.range is None or not is_surely_beyond(here, there, train.range)


def compute_movement(catalog: Catalog, unit: Unit, ends_in: str, *, changes: bool) -> int | None:
    """3.2, 8.4-8.6: return the movement points of a unit by the formation in which it ends its move.

    A change of formation costs half. Deployed weapons move only with their own points; without them they have
    those of their march.
    """
    pace = catalog.formations[(unit.type, ends_in)].pace
    if unit.type == "infantry" and ends_in == "march" and unit.carried != "foot":
        pace = catalog.figures["carried_pace"]  # 3.6.B: on wheels or tracks
    if pace == 0 and unit.deployed_mp is not None and not changes:
        return unit.deployed_mp
    if unit.mp is None:
        return None
    total = unit.mp * (pace or 1)
    return total // catalog.figures["change_share"] if changes else total
