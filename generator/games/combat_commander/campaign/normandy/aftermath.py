"""NO-C3: after a battle: victory, exhaustion, position, promotion, quality, rest, requests."""

from __future__ import annotations

from dataclasses import replace

from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Note, Procedure, Roll, Stand

from ...battle.state import SIDES
from ..aftermath import change_quality, record, requests, reserve_leader
from ..state import Verdict
from .positions import next_advance
from .state import Normandy


def aftermath(state: Normandy) -> Procedure[Normandy]:
    """NO-C3.1 to NO-C3.8 in order; the first step may end the campaign."""
    for step in (victory, exhaustion, position, quality, rest, request, restart):
        yield Stand(state)
        state = yield from step(state)
        if state.verdict is not None:
            return state
    return state


def winner_of(state: Normandy) -> Side:
    assert state.result is not None
    return state.result.winner


def victory(state: Normandy) -> Procedure[Normandy]:
    """NO-C3.1: end the campaign at the required wins. NO-C3.4: the rank follows the wins."""
    winner = winner_of(state)
    wins = {**state.wins, winner: state.wins[winner] + 1}
    yield Note("NO-C3.1", "battle_won", {"side": winner, "value": state.position, "battle": state.battle})
    if wins[winner] >= state.figures.wins_needed:
        yield Note("NO-C3.1", "campaign_over", {"side": winner, "grade": "campaign"})
        return replace(state, wins=wins, verdict=Verdict(winner, "campaign", "NO-C3.1"), stage="over")
    return replace(state, wins=wins, stage="position")


def exhaustion(state: Normandy) -> Procedure[Normandy]:
    """NO-C3.2: exhaust the platoon leaders, lost or not; the command leader returns to the post."""
    for side in SIDES:
        if state.committed[side]:
            yield Note("NO-C3.2", "exhausted", {"side": side, "leaders": list(state.committed[side])})
    return replace(
        state,
        exhausted={side: (*state.exhausted[side], *state.committed[side]) for side in SIDES},
        committed=dict.fromkeys(SIDES, ()),
    )


def position(state: Normandy) -> Procedure[Normandy]:
    """NO-C3.3: move the front. NO-C3.4: note the promotion."""
    winner, advance = winner_of(state), state.figures.advance
    rung = next_advance(advance, winner, state.wins[advance.side])
    yield Note("NO-C3.3", "position", {"side": winner, "value": rung})
    yield Note("NO-C3.4", "promoted", {"side": winner, "leader": state.command_leader(winner)})
    history = record(state.history, next_position=rung)
    return replace(state, position=rung, battle=state.battle + 1, stage="aftermath", history=history)


def quality(state: Normandy) -> Procedure[Normandy]:
    """NO-C3.5: let the winner change a quality."""
    winner, track = winner_of(state), state.figures.quality_track
    changed = yield from change_quality(state, state.quality, winner, track, "NO-C3.5")
    moved = {side: changed[side] for side in SIDES if changed[side] != state.quality[side]}
    return replace(state, quality=changed, history=record(state.history, quality_changed=moved))


def rest(state: Normandy) -> Procedure[Normandy]:
    """NO-C3.6: once, after the third battle, return exhausted leaders to the division."""
    figures = state.figures.rest
    if len(state.history) != figures.after_battle:
        return state
    yield Note("NO-C3.6", "rest_day", {"date": figures.date})
    back: dict[Side, list[str]] = {side: [] for side in SIDES}
    tired = state.exhausted[figures.all_return]
    if tired:
        back[figures.all_return] = yield Choose(
            "NO-C3.6", "rest_return", figures.all_return, "leader", tired, least=0, most=len(tired)
        )
    for side, rolls in figures.rolls.items():
        for _ in range(rolls):
            back[side] += yield from _rest_roll(state, side, back[side])
    for side in SIDES:
        yield Note("NO-C3.6", "rested", {"side": side, "leaders": back[side]})
    return replace(
        state,
        rested=True,
        exhausted={s: tuple(x for x in state.exhausted[s] if x not in back[s]) for s in SIDES},
        division={s: (*state.division[s], *back[s]) for s in SIDES},
        history=record(state.history, rested=back),
    )


def _rest_roll(state: Normandy, side: Side, back: list[str]) -> Procedure[list[str]]:
    """NO-C3.6: roll for a leader; an exhausted one may rest."""
    white, coloured = yield Roll("NO-C3.6", "rest_roll", side, state.deck(side))
    leader = reserve_leader(state, side, white + coloured)
    can = leader in state.exhausted[side] and leader not in back
    yield Note("NO-C3.6", "reserve_named" if can else "reserve_nobody", {"side": side, "leader": leader})
    if not can:
        return []
    resting: list[str] = yield Choose("NO-C3.6", "rest_return", side, "leader", (leader,), least=0, most=1)
    return resting


def request(state: Normandy) -> Procedure[Normandy]:
    """NO-C3.7: move a leader from the Divisional Resources Available to the regiment."""

    def usable(side: Side, leader: str) -> bool:
        return leader in state.division[side]

    leaders = yield from requests(state, winner_of(state), state.figures.requests, usable, "NO-C3.7")
    pool, division = dict(state.pool), dict(state.division)
    for side in SIDES:
        if leader := leaders[side]:
            pool[side] = (*pool[side], leader)
            division[side] = tuple(other for other in division[side] if other != leader)
    return replace(state, pool=pool, division=division, history=record(state.history, reserve=leaders))


def restart(state: Normandy) -> Procedure[Normandy]:
    """NO-C3.8: reset the marker to 0 and air superiority to its start."""
    yield Note("NO-C3.8", "air_superiority", {"air": state.figures.air_superiority.start})
    return replace(state, air=state.figures.air_superiority.start, used={}, cancelled=())
