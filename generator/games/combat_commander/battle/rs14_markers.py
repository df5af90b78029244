"""RS.14 Markers: Time, Sudden Death, Surrender and the strength of mines."""

from __future__ import annotations

from generator.table import Note

from .state import Battle, Steps, evolve

RULE = "RS.14"


def markers(battle: Battle) -> Steps:
    """RS.14: Sudden Death is the sum of both order limits; the text expects 3 to 10."""
    figures = battle.catalog.procedure
    sudden_death = battle.axis.orders + battle.allied.orders
    yield Note(RULE, "sudden_death", {"value": sudden_death})
    if not figures.sudden_death_least <= sudden_death <= figures.sudden_death_most:
        yield Note(RULE, "SD_RANGE", {"value": sudden_death})
    strength = battle.mine_strength or figures.default_mine_strength
    return evolve(battle, time=0, sudden_death=sudden_death, mine_strength=strength)
