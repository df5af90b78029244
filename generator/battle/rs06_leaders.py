"""RS.6 Leaders: one white die each, modified, until an unused leader results."""

from __future__ import annotations

from catalogs.model import LeaderTable, Side

from ..table import DIE, Note, Roll
from .state import SIDES, Battle, Steps

RULE = "RS.6"


def leaders(battle: Battle) -> Steps:
    """RS.6: the Axis first, then the Allies."""
    for side in SIDES:
        battle = yield from side_leaders(battle, side)
    return battle


def side_leaders(battle: Battle, side: Side) -> Steps:
    """RS.6: a leader already obtained is rolled again; when none is left the place stays empty."""
    force = battle.force(side)
    table = battle.catalog.leader_tables[force.faction]
    modifier = table.quality_modifier[force.quality] + (table.year_modifier[battle.year] or 0)
    obtainable = {leader_at(table, die + modifier) for die in DIE}
    obtained: list[str] = []
    while len(obtained) < force.leaders_due:
        if obtainable <= set(obtained):
            yield Note(RULE, "LEADER_POOL_EMPTY", {"side": side})
            break
        white, _ = yield Roll(RULE, "leader_roll", side, battle.deck(side))
        leader = leader_at(table, white + modifier)
        used = leader in obtained
        yield Note(
            RULE,
            "leader_again" if used else "leader",
            {"side": side, "leader": leader, "die": white, "modifier": modifier},
        )
        if not used:
            obtained.append(leader)
    return battle.with_force(side, leaders=tuple(obtained))


def leader_at(table: LeaderTable, roll: int) -> str:
    """RS.6: the leader of a modified roll."""
    return next(row.leader for row in table.rows if row.low <= roll <= row.high)
