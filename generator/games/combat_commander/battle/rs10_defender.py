"""RS.10 The defender's set-up: the zone, and control of all five objectives."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.table import Note

from .optional import name_spotter
from .placement import place_units
from .rs04_objectives import open_total
from .state import Battle, Steps, evolve, move_marker

RULE = "RS.10"


def defender_setup(battle: Battle) -> Steps:
    """RS.10: the defender sets up first, controls every objective, and scores the open chits."""
    defender = battle.posture_side("defend")
    if defender is None:
        return battle
    depth = battle.catalog.postures["defend"].depth
    assert depth is not None
    battle = battle.with_force(defender, setup_order="first", depth=depth[battle.orientation])
    battle = yield from place_units(battle, defender, RULE)
    battle = yield from name_spotter(battle, defender)
    battle = evolve(battle, control=_controls_all(battle.catalog, defender))
    yield Note(RULE, "control_all", {"side": defender})
    return (yield from move_marker(battle, defender, open_total(battle), RULE, "open_chits"))


@lru_cache(maxsize=64)
def _controls_all(catalog: Catalog, defender: Side) -> Mapping[str, str]:
    return {str(number): defender for number in catalog.board.objectives}
