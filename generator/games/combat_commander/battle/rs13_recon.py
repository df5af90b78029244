"""RS.13 Recon set-up: replaces RS.9 to RS.12 when both sides are on recon."""

from __future__ import annotations

from .occupation import ask_occupied
from .optional import name_spotter
from .placement import place_units
from .rs11_attacker import capture
from .rs15_cards import higher_initiative
from .state import Battle, Steps, evolve, opponent

RULE = "RS.13"


def recon_setup(battle: Battle) -> Steps:
    """RS.13: the higher Initiative sets up first; each side holds the objectives that it alone occupies."""
    battle = yield from higher_initiative(battle, RULE)
    first = battle.initiative
    assert first is not None
    depth = battle.catalog.postures["recon"].depth
    assert depth is not None
    battle = evolve(battle, control={str(n): "none" for n in battle.catalog.board.objectives})
    held = []
    for side, order in ((first, "first"), (opponent(first), "last")):
        battle = battle.with_force(side, setup_order=order, depth=depth[battle.orientation])
        battle = yield from place_units(battle, side, RULE)
        battle = yield from name_spotter(battle, side)
        held.append((side, (yield from ask_occupied(battle, side, RULE))))
    contested = set(held[0][1]) & set(held[1][1])
    for side, objectives in held:
        for objective in objectives:
            if objective not in contested:
                battle = yield from capture(battle, side, objective, RULE)
    return battle
