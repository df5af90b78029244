"""RS.6 Leaders: one white die each, modified, until an unused leader results."""

from __future__ import annotations

from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.table import Note, Procedure, Roll

from ..dice import DIE
from .state import Battle, Steps, evolve

RULE = "RS.6"


def leaders(battle: Battle) -> Steps:
    """RS.6: the Axis first, then the Allies."""
    axis = yield from side_leaders(battle, "axis")
    allied = yield from side_leaders(battle, "allied")
    return evolve(
        battle, axis=evolve(battle.axis, leaders=axis), allied=evolve(battle.allied, leaders=allied)
    )


def side_leaders(battle: Battle, side: Side) -> Procedure[tuple[str, ...]]:
    """RS.6: a leader already obtained is rolled again; when none is left the place stays empty."""
    force = battle.force(side)
    table = battle.catalog.leader_tables[force.faction]
    modifier = table.quality_modifier[force.quality] + (table.year_modifier[battle.year] or 0)
    results = results_of(battle.catalog, force.faction, modifier)
    due = min(force.leaders_due, len(set(results)))
    deck = battle.deck(side)
    obtained: list[str] = []
    while len(obtained) < due:
        white, _ = yield Roll(RULE, "leader_roll", side, deck)
        leader = results[white - 1]
        used = leader in obtained
        yield Note(
            RULE,
            "leader_again" if used else "leader",
            {"side": side, "leader": leader, "die": white, "modifier": modifier},
        )
        if not used:
            obtained.append(leader)
    if due < force.leaders_due:
        yield Note(RULE, "LEADER_POOL_EMPTY", {"side": side})
    return tuple(obtained)


@lru_cache(maxsize=256)
def results_of(catalog: Catalog, faction: str, modifier: int) -> tuple[str, ...]:
    """RS.6: return the leader for each face of the modified die."""
    rows = catalog.leader_tables[faction].rows
    return tuple(next(row.leader for row in rows if row.low <= die + modifier <= row.high) for die in DIE)
