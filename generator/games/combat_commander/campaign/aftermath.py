"""ST-C3, NO-C3: steps after a battle that both campaigns share: quality, and requests to the division."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from catalogs.games.combat_commander.campaigns import QualityTrack, Requests
from catalogs.games.combat_commander.model import Quality, Side
from generator.table import Choose, Note, Procedure, Roll

from ..battle.state import opponent
from .state import Common, Past

RAISE, LOWER, KEEP = "raise_own", "lower_other", "no_change"


def change_quality(
    state: Common, quality: Mapping[Side, Quality], winner: Side, track: QualityTrack, rule: str
) -> Procedure[Mapping[Side, Quality]]:
    """ST-C3.3, NO-C3.5: let the winner raise their own quality or lower the opponent's by one."""
    changes = quality_changes(quality, winner, track)
    options = tuple(changes)
    if state.reading("quality_change") == "optional" and options:
        options = (*options, KEEP)
    if not options:
        yield Note(rule, "quality_fixed", {"side": winner})
        return quality
    choice = options[0]
    if len(options) > 1:
        context = {"quality": dict(quality)}
        choice = yield Choose(rule, "quality_change", winner, "quality_change", options, context=context)
    changed = {**quality, **changes.get(choice, {})}
    for side, grade in changes.get(choice, {}).items():
        yield Note(rule, "quality_changed", {"side": side, "value": grade})
    return changed


def quality_changes(
    quality: Mapping[Side, Quality], winner: Side, track: QualityTrack
) -> dict[str, dict[Side, Quality]]:
    """Return the change for each choice; a side at the end of the ladder has none."""
    loser = opponent(winner)
    changes: dict[str, dict[Side, Quality]] = {}
    for choice, side, step in ((RAISE, winner, track.steps), (LOWER, loser, -track.steps)):
        place = track.ladder.index(quality[side]) + step
        if 0 <= place < len(track.ladder):
            changes[choice] = {side: track.ladder[place]}
    return changes


def request(
    state: Common, side: Side, rolls: int, usable: Callable[[str], bool], rule: str
) -> Procedure[str | None]:
    """ST-C3.5, NO-C3.7: roll on the divisional reserve; return the leader who comes, or None.

    Of several results the side uses one.
    """
    named: list[str] = []
    for _ in range(rolls):
        white, coloured = yield Roll(rule, "reserve_roll", side, state.deck(side))
        leader = reserve_leader(state, side, white + coloured)
        can = usable(leader)
        yield Note(rule, "reserve_named" if can else "reserve_nobody", {"side": side, "leader": leader})
        if can and leader not in named:
            named.append(leader)
    if not named:
        return None
    leader = named[0]
    if len(named) > 1:
        leader = yield Choose(rule, "reserve_leader", side, "leader", tuple(named))
    yield Note(rule, "reserve_comes", {"side": side, "leader": leader})
    return leader


def reserve_leader(state: Common, side: Side, roll: int) -> str:
    """Return the leader that a roll names."""
    return state.sheet.forces[state.sheet.reserves[state.faction(side)][roll]].leaders[0]


def requests(
    state: Common, winner: Side, figures: Requests, usable: Callable[[Side, str], bool], rule: str
) -> Procedure[dict[Side, str | None]]:
    """Roll for the loser first; the winner rolls more often and uses one result."""
    leaders: dict[Side, str | None] = {}
    for side, rolls in ((opponent(winner), figures.loser_rolls), (winner, figures.winner_rolls)):
        leaders[side] = yield from request(state, side, rolls, partial(usable, side), rule)
    return leaders


def record(history: tuple[Past, ...], **events: Any) -> tuple[Past, ...]:
    """Add the consequences of the last battle to the history."""
    last = history[-1]
    return (*history[:-1], replace(last, events={**last.events, **events}))
