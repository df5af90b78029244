"""15.0, 8.4-8.6: how far trains reach, when they are used up, and how far units move."""

from __future__ import annotations

from collections.abc import Iterable

from catalogs.games.schwerpunkt import Catalog

from .battle import Train, Unit
from .state import State

WAYS = ("road", "rail", "path")


def supply_distance(catalog: Catalog, hexes: Iterable[str], barred: Iterable[int] = ()) -> int:
    """15.4: the count from a train to a counter, hex by hex, the train's own not counted.

    Clear ground, or a way without a barrage and outside towns, counts 1; everything else 2. ``barred`` are
    the places in the list with a barrage.
    """
    figures, barrage = catalog.figures, frozenset(barred)
    one, two = figures["supply_clear"], figures["supply_other"]
    easy = {*WAYS, *(each.id for each in catalog.terrain.values() if each.supply == one)}
    return sum(one if name in easy and place not in barrage else two for place, name in enumerate(hexes))


def used_up(exhaustion: int, die: int) -> bool:
    """15.5: does the die empty a train?"""
    return die > exhaustion


def full_trains(state: State, hq: str, kind: str) -> tuple[Train, ...]:
    """15.5: the full organic trains of a kind that a headquarters has on the map."""
    return tuple(
        train
        for train in state.battle.trains_of(hq, kind)
        if state.pieces[train.id].here and state.pieces[train.id].full
    )


def movement(catalog: Catalog, unit: Unit, ends_in: str, *, changes: bool) -> int | None:
    """3.2, 8.4-8.6: the movement points of a unit by the formation in which it ends its move.

    A change of formation costs half. Deployed weapons move only with points of their own; without them they
    have those of their march.
    """
    pace = catalog.formations[(unit.type, ends_in)].pace
    if unit.type == "infantry" and ends_in == "march" and unit.carried != "foot":
        pace = catalog.figures["carried_pace"]  # 3.6.B: on wheels or tracks
    if pace == 0 and unit.deployed_mp is not None and not changes:
        return unit.deployed_mp
    if unit.mp is None:
        return None
    whole = unit.mp * (pace or 1)
    return whole // catalog.figures["change_share"] if changes else whole
