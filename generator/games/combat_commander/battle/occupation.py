"""RS.11.2, RS.13: which objectives a side occupies when it sets up."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Procedure

from ..hexes import objectives_in, zone
from .state import Battle


def occupied(battle: Battle, side: Side, rule: str) -> Procedure[list[int]]:
    """The objectives a side occupies: those it can reach are worked out from the map where it is known."""
    assert battle.map is not None
    force = battle.force(side)
    objectives = battle.map.objectives
    if objectives is None:
        options = battle.catalog.board.objectives
        ask = "occupied_unknown"
    else:
        within = zone(battle.catalog.board, battle.edge(side), force.depth)
        options = tuple(sorted(objectives_in(objectives, within)))
        ask = "occupied"
        if battle.settings.placement == "hexes":
            held = {unit["hex"] for unit in force.fixed}
            return [number for number in options if objectives[number] in held]
    if not options:
        return []
    names = tuple(map(str, options))
    chosen = yield Choose(rule, ask, side, "objective", names, least=0, most=len(names))
    return [int(number) for number in ([chosen] if isinstance(chosen, str) else chosen)]
