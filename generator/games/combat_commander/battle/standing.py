"""Current state of a battle while it is rolled up, as a seat may see it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from generator.table import REFEREE, Seat, Table

from .state import PERSONS, SIDES, Battle, Force


def view_standing(table: Table[Any], seat: Seat) -> dict[str, Any] | None:
    """Return what is known after the last finished step; None before the first."""
    return view_battle(table.stands[-1].state, seat) if table.stands else None


def view_battle(battle: Battle, seat: Seat) -> dict[str, Any]:
    """Return a battle in preparation as far as a seat may see it."""
    return {
        "year": battle.year or None,
        "map": (battle.map.number or None) if battle.map else None,
        **({"battlefield": dict(battle.battlefield)} if battle.battlefield else {}),
        "marker": battle.marker if battle.axis.formation or battle.axis.groups else None,
        "open": list(battle.open),
        "secret": {side: list(battle.secret.get(side, ())) for side in SIDES if seat in (side, REFEREE)},
        "sides": {side: _view_force(battle, battle.force(side)) for side in SIDES},
    }


def _view_force(battle: Battle, force: Force) -> dict[str, Any]:
    """Return a side as far as it has been shown."""
    known = battle.settings.axis_player != "coin" or bool(force.faction)
    return {
        "faction": force.faction or None,
        "quality": force.quality if battle.open else None,
        "order_of_battle": f"{force.faction}:{force.chit}:{force.size}" if force.formation else None,
        "posture": force.posture,
        "edge": battle.edge(force.side) if known and len(battle.edges) == len(PERSONS) else None,
        "leaders": list(force.leaders),
        "counters": dict(force.counters),
        "bought_pieces": _count_pieces(force),
        "bought": {
            **_count_bought(force),
            **({force.radio: 1} if force.radio else {}),
            **(dict(battle.packages) if force.posture == "defend" else {}),
            **force.works,
        },
    }


def _count_pieces(force: Force) -> dict[str, int]:
    """Return the counters that purchases brought, radio included."""
    pieces = Counter(piece for purchase in force.support for piece in purchase.pieces)
    pieces.update([force.radio] if force.radio else [])
    return dict(pieces)


def _count_bought(force: Force) -> dict[str, int]:
    counts: dict[str, int] = {}
    for purchase in force.support:
        counts[purchase.offer] = counts.get(purchase.offer, 0) + 1
    return counts
