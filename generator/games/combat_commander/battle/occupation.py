"""RS.11.2, RS.13: the objectives that a side occupies when it sets up."""

from __future__ import annotations

from collections.abc import Mapping

from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Procedure

from ..ground.setup import get_objective_hexes
from ..hexes import zone
from .placement import get_ground
from .state import Battle

Spots = Mapping[int, frozenset[str]]  # the hexes of each objective


def ask_occupied(battle: Battle, side: Side, rule: str) -> Procedure[list[int]]:
    """Return the objectives a side occupies; on a known map only those within reach are offered."""
    spots = get_objective_spots(battle)
    if spots is None:
        options = tuple(battle.catalog.board.objectives)
        ask = "occupied_unknown"
    else:
        within = zone(battle.catalog.board, battle.edge(side), battle.force(side).depth)
        options = tuple(number for number in sorted(spots) if not within.isdisjoint(spots[number]))
        ask = "occupied"
        if battle.settings.placement == "hexes":
            stood_on = list_occupied(battle, side)
            return [number for number in options if number in stood_on]
    if not options:
        return []
    names = tuple(map(str, options))
    chosen = yield Choose(rule, ask, side, "objective", names, least=0, most=len(names))
    return [int(number) for number in ([chosen] if isinstance(chosen, str) else chosen)]


def get_objective_spots(battle: Battle) -> Spots | None:
    """2.3, 7.3.1.1: return the hexes of each objective; a building of several hexes is one objective."""
    assert battle.map is not None
    objectives = battle.map.objectives
    if objectives is None:
        return None
    ground = get_ground(battle)
    return {number: get_objective_hexes(ground, hex_id) for number, hex_id in objectives.items()}


def list_occupied(battle: Battle, side: Side) -> frozenset[int]:
    """Return the objectives that units of a side stand on, as far as their hexes are recorded."""
    held = {unit["hex"] for unit in battle.force(side).fixed}
    spots = get_objective_spots(battle) if held else None
    return frozenset(number for number, hexes in (spots or {}).items() if not held.isdisjoint(hexes))
