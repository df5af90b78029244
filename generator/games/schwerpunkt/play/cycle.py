"""1.3, 5.0: the activation cycle, from two sealed choices to the loser's reserves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from generator.table import EVERYONE, Choose, Note, Report, Stand, Together
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from ..battle import SIDES, opposing_side
from ..combat import Step
from ..contest import (
    Bid,
    compute_loser_points,
    compute_points,
    compute_points_with_enemy,
    count_boxes,
    list_modifiers,
    may_activate_enemy,
)
from ..effects import apply_reported, eliminate, get_rout_hexes, mark_just_activated
from ..state import State, Turn
from . import companion, forms
from .action_checks import check_formation
from .actions import check_exhaustion, spend_points
from .clock_events import advance_clock
from .notes import format_steps, list_names, map_names, note_all, roll_die

MAX_CYCLES = 5000
OWN = "own"


def play_battle(state: State, *, stakes_sealed: bool, resolve: bool) -> Steps[State]:
    """1.1, 1.2: play activations until the clock ends or both sides agree to end; then score."""
    yield Note("1.2", "begins", {"title": state.battle.document["title"], "box": state.battle.clock.label(0)})
    yield Stand(state)
    first = state.battle.document["first"]["side"]
    if first is not None and state.ready_hqs(first):
        state = yield from _activate_first(state, first, resolve)
    while not state.over and state.cycle < MAX_CYCLES:
        state, ended = yield from play_cycle(state, stakes_sealed, resolve)
        yield Stand(state)
        if ended:
            break
    state = yield from _ask_score(state)
    yield Stand(state)
    return state


def play_cycle(state: State, stakes_sealed: bool, resolve: bool) -> Steps[tuple[State, bool]]:
    """Play one activation; return True if the battle ends by agreement or nobody can be activated."""
    state = replace(state, cycle=state.cycle + 1)
    yield Note("1.3", "cycle", {"number": state.cycle, "box": state.battle.clock.label(state.clock)})
    able = tuple(side for side in SIDES if state.ready_hqs(side))
    if not able:
        yield Note("1.3.A", "nobody", {})
        return state, True
    if state.companion:
        bids, ended = yield from companion.ask_bids(state, able)
        return (state, True) if ended else ((yield from _resolve_bids(state, bids, resolve)), False)
    state, answers = yield from _ask_choices(state, able, stakes_sealed)
    yield Stand(state)
    if all(answer.get("end") for answer in answers.values()):
        yield Note("1.1", "ended", {})
        return state, True
    for side in (side for side, answer in answers.items() if answer.get("end")):
        yield Note("1.1", "proposes_end", {"who": side})
    bids = yield from _ask_stakes(state, answers, stakes_sealed)
    return (yield from _resolve_bids(state, bids, resolve)), False


def _resolve_bids(state: State, bids: Mapping[str, Bid], resolve: bool) -> Steps[State]:
    if len(bids) == 1:
        ((side, bid),) = bids.items()
        return (yield from _activate_unopposed(state, side, bid, resolve))
    return (yield from _play_contest(state, bids, resolve))


def _spend(state: State, turn: Turn, resolve: bool) -> Steps[State]:
    spending = companion.spend_points(state, turn) if state.companion else spend_points(state, turn, resolve)
    return (yield from spending)


def _ask_choices(state: State, able: tuple[str, ...], sealed: bool) -> Steps[tuple[State, Mapping[str, Any]]]:
    """5.1: ask both sides for a sealed choice and changes of their counters; then reveal them."""
    prompts = {}
    for side in able:
        form, context = forms.make_choice_form(state, side, stakes=sealed)
        prompts[side] = Report("5.1", "choose", side, form, _make_choice_check(state), context, secret=True)
    answers = yield Together("5.1", "choose", prompts)
    for side, answer in answers.items():
        for changed, notes in apply_reported(state, side, answer):
            state = changed
            yield from note_all(state, notes)
    for side, answer in answers.items():
        yield from note_all(state, [Note("5.2", "chose", {"who": side, "hq": answer["hq"]})])
    return state, answers


def _make_choice_check(state: State) -> forms.Check:
    """Return a check of formations, counters off the map, the headquarters and its stakes."""
    look = forms.make_stake_check(state)

    def check(answer: Any) -> Any:
        changes = answer.get("changes", ())
        strange = (check_formation(state, change["unit"], change.get("formation")) for change in changes)
        if (fault := next(filter(None, strange), None)) is not None:
            return fault
        away = next((change["unit"] for change in changes if not state.pieces[change["unit"]].on_map), None)
        if away is not None:
            return HorahError("STAKE.away", unit=state.battle.name(away))
        gone = [change["unit"] for change in changes if change.get("out")]
        if answer["hq"] in gone:
            return HorahError("STAKE.gone", hq=state.battle.name(answer["hq"]))
        return look(answer)

    return check


def _ask_stakes(state: State, answers: Mapping[str, Any], sealed: bool) -> Steps[dict[str, Bid]]:
    """5.2: ask for reserves and trains before the roll."""
    bids = {side: _make_bid(answer["hq"], answer) for side, answer in answers.items()}
    if not sealed:
        prompts = {}
        for side, bid in bids.items():
            if state.reserves[bid.hq] or forms.list_stakable(state, bid.hq):
                form, context = forms.make_stake_form(state, bid.hq)
                prompts[side] = Report(
                    "5.2", "stake", side, form, forms.make_stake_check(state, bid.hq), context
                )
        if prompts:
            staked = yield Together("5.2", "stake", prompts)
            bids |= {side: _make_bid(bids[side].hq, answer) for side, answer in staked.items()}
    for side, bid in bids.items():
        if bid.reserves or bid.trains:
            facts = {"who": side, "reserves": bid.reserves, "trains": list_names(state, bid.trains)}
            yield Note("5.2", "staked", facts)
    return bids


def _make_bid(hq: str, answer: Mapping[str, Any]) -> Bid:
    return Bid(hq, answer.get("reserves", 0), tuple(answer.get("trains", ())))


def _roll_contest(state: State, bids: Mapping[str, Bid]) -> Steps[tuple[dict[str, int], dict[str, int]]]:
    """5.2, 5.3: roll and total the dice; roll ties again with the same modifiers."""
    added = {
        side: list_modifiers(state.catalog, state.battle.hqs[bid.hq], bid, state.footing(bid.hq))
        for side, bid in bids.items()
    }
    while True:
        dice = {}
        for side in bids:
            dice[side] = yield from roll_die(state, "5.3", "activation", state.seat_of(side))
        totals = {side: dice[side] + sum(added[side].values()) for side in bids}
        for side in bids:
            steps = [Step(why, value) for why, value in added[side].items()]
            facts = {
                "who": side,
                "die": dice[side],
                "working": format_steps(state, steps),
                "sum": totals[side],
            }
            yield Note("5.2", "total" if steps else "total_plain", facts)
        if len(set(totals.values())) == len(bids):
            return dice, totals
        yield Note("5.3", "tie", {})


def _play_contest(state: State, bids: Mapping[str, Bid], resolve: bool) -> Steps[State]:
    dice, totals = yield from _roll_contest(state, bids)
    winner = min(SIDES, key=lambda side: totals[side])
    loser = opposing_side(winner)
    yield Note("5.3", "won", {"who": winner})
    turned = None
    if may_activate_enemy(state.figures, totals[winner], totals[loser], dice[winner]):
        turned = yield from _ask_enemy_activation(state, winner)
    state = _withdraw_reserves(state, bids, winner, turned is not None)
    state = yield from _activate(state, winner, bids, dice[winner], turned, resolve)
    state = yield from advance_clock(state, count_boxes(totals[winner]))
    return (yield from _activate_loser(state, loser, bids[loser], resolve))


def _ask_enemy_activation(state: State, winner: str) -> Steps[str | None]:
    """5.4: ask whether the winner activates an enemy headquarters instead."""
    enemy = tuple(
        name
        for name, hq in state.battle.hqs.items()
        if hq.side == opposing_side(winner) and state.pieces[name].on_map
    )
    if not enemy:
        return None
    context = {"names": map_names(state, enemy)}
    seat = state.seat_of(winner)
    chosen = yield Choose("5.4", "turn", seat, "turn", (OWN, *enemy), context=context)
    return None if chosen == OWN else str(chosen)


def _withdraw_reserves(state: State, bids: Mapping[str, Bid], winner: str, turned: bool) -> State:
    """13.4: withdraw staked reserves for the day; under 5.4 the winner's are ready again."""
    reserves, spent, pool = dict(state.reserves), dict(state.spent), dict(state.pool)
    for side, bid in bids.items():
        reserves[bid.hq] -= bid.reserves
        away = pool if turned and side == winner else spent
        away[side] += bid.reserves
    return replace(state, reserves=reserves, spent=spent, pool=pool)


def _activate(
    state: State, side: str, bids: Mapping[str, Bid], rolled: int, turned: str | None, resolve: bool
) -> Steps[State]:
    """5.5, 5.10, 15.5.C, 3.12.E: place the marker, run routed units, check staked trains; then act."""
    bid = bids[side]
    hq = turned or bid.hq
    count = {**state.activations, side: state.activations[side] + 1}
    state = replace(state, just=state.just | {hq}) if turned else mark_just_activated(state, hq)
    state = replace(state, activations=count)
    yield from note_all(
        state,
        [Note("5.4" if turned else "5.5", "turned" if turned else "activated", {"who": side, "hq": hq})],
    )
    yield Stand(state)
    state = yield from _run_routed(state)
    yield Stand(state)
    for bid_ in bids.values():
        for train in bid_.trains:
            state = yield from check_exhaustion(state, train, "15.5.C")
            yield Stand(state)
    if hq in state.returns:
        return (yield from _return_hq(state, hq))
    bonus = state.battle.hqs[hq].bonus or 0
    figures = state.figures
    has = (
        compute_points_with_enemy(figures, rolled)
        if turned
        else compute_points(figures, rolled, bonus, bid.reserves)
    )
    yield Note("7.1", "points", {"who": side, "points": has})
    return (yield from _spend(state, Turn(side, hq, has, has, turned=turned is not None), resolve))


def _return_hq(state: State, hq: str) -> Steps[State]:
    """2.3.A.v: return a headquarters to the map; that is the whole activation."""
    state = state.with_piece(hq, out=False, hex=None, mode="good")
    yield from note_all(state, [Note("2.3.A.v", "hq_returns", {"hq": hq})])
    return replace(state, returns={name: box for name, box in state.returns.items() if name != hq})


def _run_routed(state: State) -> Steps[State]:
    """3.12.E: run routed units of both sides at every activation, before anything else."""
    for side in SIDES:
        running = state.routed(side)
        if not running:
            continue
        for name in running:
            yield from note_all(
                state, [Note("3.12.E", "runs", {"unit": name, "hexes": get_rout_hexes(state, name)})]
            )
        context = {"names": map_names(state, running)}
        seat = state.seat_of(side)
        left = yield Choose("3.12.E", "left_map", seat, "unit", running, 0, len(running), context)
        for name in left:
            state, notes = eliminate(state, name)
            yield from note_all(state, notes)
    return state


def _activate_loser(state: State, side: str, bid: Bid, resolve: bool) -> Steps[State]:
    """5.8: let the loser act with withdrawn reserves, after the clock and its events."""
    has = compute_loser_points(state.figures, bid.reserves)
    if not has or not state.pieces[bid.hq].on_map:
        return state
    yield from note_all(state, [Note("5.8", "loser_acts", {"who": side, "hq": bid.hq, "points": has})])
    return (yield from _spend(state, Turn(side, bid.hq, has, has, late=True), resolve))


def _activate_first(state: State, side: str, resolve: bool) -> Steps[State]:
    """1.2: play the first activation of the side that the battle names."""
    fixed = state.battle.document["first"]["hq"]
    ready = state.ready_hqs(side)
    hq = fixed if fixed in ready else None
    if hq is None:
        context = {"names": map_names(state, ready)}
        hq = yield Choose("1.2", "first", state.seat_of(side), "hq", ready, context=context)
    yield from note_all(state, [Note("1.2", "first", {"who": side, "hq": hq})])
    return (yield from _activate_unopposed(state, side, Bid(str(hq)), resolve))


def _activate_unopposed(state: State, side: str, bid: Bid, resolve: bool) -> Steps[State]:
    """Activate without a contest: the die gives points and boxes all the same."""
    bids = {side: bid}
    dice, totals = yield from _roll_contest(state, bids)
    state = _withdraw_reserves(state, bids, side, False)
    state = yield from _activate(state, side, bids, dice[side], None, resolve)
    return (yield from advance_clock(state, count_boxes(totals[side])))


def _ask_score(state: State) -> Steps[State]:
    """0.III: ask how often each of the author's items came true, and sum the points."""
    items = state.battle.document["victory"]["items"]
    if not items:
        yield Note("0.III", "no_score", {})
        return state
    counts = {
        "type": "array",
        "items": forms.make_number(0, 999),
        "minItems": len(items),
        "maxItems": len(items),
    }
    context = {"items": [dict(item) for item in items]}
    answer = yield Report(
        "0.III", "score", EVERYONE, forms.make_object({"counts": counts}, "counts"), None, context
    )
    score = dict.fromkeys(SIDES, 0)
    for item, count in zip(items, answer["counts"], strict=True):
        if item["side"] is not None:
            score[item["side"]] += item["points"] * count
    for side in SIDES:
        yield Note("0.III", "score", {"who": side, "points": score[side]})
    return replace(state, score=score)
