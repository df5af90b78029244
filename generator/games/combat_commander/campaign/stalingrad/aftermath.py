"""ST-C3: after a battle: victory, next position, quality, clean-up, divisional reserve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catalogs.games.combat_commander.model import Posture, Side
from generator.table import Choose, Note, Procedure, Roll, Stand

from ...battle.state import SIDES
from ..aftermath import change_quality, record, requests
from ..state import Survivor, Verdict, pieces_of
from .positions import next_positions
from .state import Stalingrad


def aftermath(state: Stalingrad) -> Procedure[Stalingrad]:
    """ST-C3.1 to ST-C3.6 in order; the first step may end the campaign."""
    for step in (victory, position, quality, clean_up, divisional_reserve):
        yield Stand(state)
        state = yield from step(state)
        if state.verdict is not None:
            return state
    return state  # ST-C3.6: every battle begins with VP 0 and a neutral sniper


def winner_of(state: Stalingrad) -> Side:
    assert state.result is not None
    return state.result.winner


def posture_of(state: Stalingrad, side: Side) -> Posture:
    """Return the posture of a side in the battle just fought."""
    return state.history[-1].postures[side]


def victory(state: Stalingrad) -> Procedure[Stalingrad]:
    """ST-C3.1: decisive at the enemy's last position; else, from the fifth battle, campaign Sudden Death."""
    winner, figures = winner_of(state), state.figures
    yield Note("ST-C3.1", "battle_won", {"side": winner, "value": state.position, "battle": state.battle})
    if figures.graph.decisive[winner] == state.position:
        return (yield from _over(state, Verdict(winner, "decisive", "ST-C3.1")))
    if state.battle >= figures.sudden_death_from:
        named = state.reading("sudden_death_roller")
        roller: Side = winner if named == "winner" else named  # type: ignore[assignment]
        roll = sum((yield Roll("ST-C3.1", "campaign_sudden_death", roller, state.deck(roller))))
        if roll < state.battle:
            return (yield from _over(state, Verdict(winner, "tactical", "ST-C3.1")))
        yield Note("ST-C3.1", "campaign_goes_on", {"roll": roll, "battle": state.battle})
    return replace(state, battle=state.battle + 1, stage="position")


def _over(state: Stalingrad, verdict: Verdict) -> Procedure[Stalingrad]:
    yield Note(verdict.rule, "campaign_over", {"side": verdict.winner, "grade": verdict.grade})
    return replace(state, verdict=verdict, stage="over")


def position(state: Stalingrad) -> Procedure[Stalingrad]:
    """ST-C3.2: move the front by the winner's posture; the winner chooses among several positions."""
    winner = winner_of(state)
    options = next_positions(state.figures.graph, state.position, winner, posture_of(state, winner))
    chosen = options[0]
    if len(options) > 1:
        chosen = yield Choose("ST-C3.2", "next_position", winner, "position", options)
    yield Note("ST-C3.2", "position", {"side": winner, "value": chosen})
    history = record(state.history, next_position=chosen)
    return replace(state, position=chosen, stage="aftermath", history=history)


def quality(state: Stalingrad) -> Procedure[Stalingrad]:
    """ST-C3.3: let the winner change a quality."""
    winner, track = winner_of(state), state.figures.quality_track
    changed = yield from change_quality(state, state.quality, winner, track, "ST-C3.3")
    moved = {side: changed[side] for side in SIDES if changed[side] != state.quality[side]}
    return replace(state, quality=changed, history=record(state.history, quality_changed=moved))


def clean_up(state: Stalingrad) -> Procedure[Stalingrad]:
    """ST-C3.4: each side keeps some survivors as Reinforcements; the rest returns to the mix."""
    assert state.result is not None
    kept: dict[Side, tuple[Survivor, ...]] = {}
    for side in SIDES:
        kept[side] = yield from _keep(state, side, counted(state, state.result.survivors[side]))
    events = {"kept": {side: len(kept[side]) for side in SIDES}}
    return replace(
        state,
        reinforcements=kept,
        committed=dict.fromkeys(SIDES, ()),
        history=record(state.history, **events),
    )


def counted(state: Stalingrad, survivors: Sequence[Survivor]) -> tuple[Survivor, ...]:
    """ST-C3.4: return the survivors that count; heroes and privates by the campaign's reading."""
    if state.reading("survivors_heroes") == "count":
        return tuple(survivors)
    counters = state.catalog.counters
    return tuple(
        one for one in survivors if one.piece not in counters or counters[one.piece].kind in ("squad", "team")
    )


def allowance(survivors: int, divisor: int) -> int:
    """ST-C3.4: return the allowed share of the survivors, rounded up."""
    return -(-survivors // divisor)


def _keep(state: Stalingrad, side: Side, survivors: tuple[Survivor, ...]) -> Procedure[tuple[Survivor, ...]]:
    rule = "ST-C3.4"
    most = allowance(len(survivors), state.figures.divisor(state.battle - 1))
    yield Note(rule, "allowance", {"side": side, "survivors": len(survivors), "value": most})
    if not most:
        return ()
    units = {str(number): one for number, one in enumerate(survivors, 1)}
    context = {"survivors": {name: one.json() for name, one in units.items()}}
    names = yield Choose(
        rule, "survivors_kept", side, "survivor", tuple(units), least=0, most=most, context=context
    )
    armed = tuple(name for name in names if units[name].weapon)
    weapons: list[str] = []
    if armed:
        weapons = yield Choose(
            rule, "weapons_kept", side, "survivor", armed, least=0, most=len(armed), context=context
        )
    kept = tuple(units[name] if name in weapons else replace(units[name], weapon=None) for name in names)
    yield Note(rule, "kept", {"side": side, "units": sorted(pieces_of(kept).elements())})
    return kept


def divisional_reserve(state: Stalingrad) -> Procedure[Stalingrad]:
    """ST-C3.5: move a leader from the counter mix to the pool."""
    leaders = yield from requests(state, winner_of(state), state.figures.requests, state.in_mix, "ST-C3.5")
    pool = dict(state.pool)
    for side in SIDES:
        if leader := leaders[side]:
            pool[side] = (*pool[side], leader)
    return replace(state, pool=pool, history=record(state.history, reserve=leaders))
