"""1.3, 5.0: the cycle of activations, from two sealed choices to the loser's reserves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from generator.table import EVERYONE, Choose, Note, Report, Stand, Together
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from ..battle import SIDES, other
from ..changes import eliminate, just_activated, reported, run
from ..combat import Step
from ..contest import Bid, advance, may_turn, modifiers, points, points_of_loser, points_turned
from ..state import State, Turn
from . import forms
from .acts import exhaust, spend
from .due import go_on
from .ledger import formed
from .say import by_name, die, names, tell, working

MOST_CYCLES = 5000
OWN = "own"


def play(state: State, *, stakes_sealed: bool, resolve: bool) -> Steps[State]:
    """1.1, 1.2: activations until the clock has run out or both end it; then the score."""
    yield Note("1.2", "begins", {"title": state.battle.document["title"], "box": state.battle.clock.label(0)})
    yield Stand(state)
    first = state.battle.document["first"]["side"]
    if first is not None and state.ready(first):
        state = yield from _alone(state, first, resolve)
    while not state.over and state.cycle < MOST_CYCLES:
        state, ended = yield from cycle(state, stakes_sealed, resolve)
        yield Stand(state)
        if ended:
            break
    state = yield from _score(state)
    yield Stand(state)
    return state


def cycle(state: State, stakes_sealed: bool, resolve: bool) -> Steps[tuple[State, bool]]:
    """One activation; True if the battle is over by agreement, or nobody can be activated."""
    state = replace(state, cycle=state.cycle + 1)
    yield Note("1.3", "cycle", {"number": state.cycle, "box": state.battle.clock.label(state.clock)})
    able = tuple(side for side in SIDES if state.ready(side))
    if not able:
        yield Note("1.3.A", "nobody", {})
        return state, True
    state, answers = yield from _choose(state, able, stakes_sealed)
    yield Stand(state)
    if all(answer.get("end") for answer in answers.values()):
        yield Note("1.1", "ended", {})
        return state, True
    for side in (side for side, answer in answers.items() if answer.get("end")):
        yield Note("1.1", "proposes_end", {"who": side})
    bids = yield from _stake(state, answers, stakes_sealed)
    if len(bids) == 1:
        ((side, bid),) = bids.items()
        return (yield from _unopposed(state, side, bid, resolve)), False
    return (yield from _contest(state, bids, resolve)), False


def _choose(state: State, able: tuple[str, ...], sealed: bool) -> Steps[tuple[State, Mapping[str, Any]]]:
    """5.1: both choose in secret, and say what became of their counters; then what was chosen is shown."""
    prompts = {}
    for side in able:
        form, context = forms.choice(state, side, stakes=sealed)
        prompts[side] = Report("5.1", "choose", side, form, _chosen(state), context, secret=True)
    answers = yield Together("5.1", "choose", prompts)
    for side, answer in answers.items():
        for changed, notes in reported(state, side, answer):
            state = changed
            yield from tell(state, notes)
    for side, answer in answers.items():
        yield from tell(state, [Note("5.2", "chose", {"who": side, "hq": answer["hq"]})])
    return state, answers


def _chosen(state: State) -> forms.Check:
    """Formations are those of the unit; the headquarters stays on the map; its stakes are its own."""
    look = forms.staked(state)

    def check(answer: Any) -> Any:
        changes = answer.get("changes", ())
        strange = (formed(state, each["unit"], each.get("formation")) for each in changes)
        if (fault := next(filter(None, strange), None)) is not None:
            return fault
        away = next((each["unit"] for each in changes if not state.pieces[each["unit"]].here), None)
        if away is not None:
            return HorahError("STAKE.away", unit=state.battle.name(away))
        gone = [each["unit"] for each in changes if each.get("out")]
        if answer["hq"] in gone:
            return HorahError("STAKE.gone", hq=state.battle.name(answer["hq"]))
        return look(answer)

    return check


def _stake(state: State, answers: Mapping[str, Any], sealed: bool) -> Steps[dict[str, Bid]]:
    """5.2: reserves and trains, before the roll."""
    bids = {side: _bid(answer["hq"], answer) for side, answer in answers.items()}
    if not sealed:
        prompts = {}
        for side, bid in bids.items():
            if state.reserves[bid.hq] or forms.stakable(state, bid.hq):
                form, context = forms.stake(state, bid.hq)
                prompts[side] = Report("5.2", "stake", side, form, forms.staked(state, bid.hq), context)
        if prompts:
            staked = yield Together("5.2", "stake", prompts)
            bids |= {side: _bid(bids[side].hq, answer) for side, answer in staked.items()}
    for side, bid in bids.items():
        if bid.reserves or bid.trains:
            facts = {"who": side, "reserves": bid.reserves, "trains": names(state, bid.trains)}
            yield Note("5.2", "staked", facts)
    return bids


def _bid(hq: str, answer: Mapping[str, Any]) -> Bid:
    return Bid(hq, answer.get("reserves", 0), tuple(answer.get("trains", ())))


def _rolls(state: State, bids: Mapping[str, Bid]) -> Steps[tuple[dict[str, int], dict[str, int]]]:
    """5.2, 5.3: dice and totals of those who contend; ties are rolled again with the same modifiers."""
    added = {
        side: modifiers(state.catalog, state.battle.hqs[bid.hq], bid, state.footing(bid.hq))
        for side, bid in bids.items()
    }
    while True:
        dice = {}
        for side in bids:
            dice[side] = yield from die(state, "5.3", "activation", side)
        totals = {side: dice[side] + sum(added[side].values()) for side in bids}
        for side in bids:
            steps = [Step(why, value) for why, value in added[side].items()]
            facts = {"who": side, "die": dice[side], "working": working(state, steps), "sum": totals[side]}
            yield Note("5.2", "total" if steps else "total_plain", facts)
        if len(set(totals.values())) == len(bids):
            return dice, totals
        yield Note("5.3", "tie", {})


def _contest(state: State, bids: Mapping[str, Bid], resolve: bool) -> Steps[State]:
    dice, totals = yield from _rolls(state, bids)
    winner = min(SIDES, key=lambda side: totals[side])
    loser = other(winner)
    yield Note("5.3", "won", {"who": winner})
    turned = None
    if may_turn(state.figures, totals[winner], totals[loser], dice[winner]):
        turned = yield from _turns(state, winner)
    state = _withdrawn(state, bids, winner, turned is not None)
    state = yield from _activate(state, winner, bids, dice[winner], turned, resolve)
    state = yield from go_on(state, advance(totals[winner]))
    return (yield from _late(state, loser, bids[loser], resolve))


def _turns(state: State, winner: str) -> Steps[str | None]:
    """5.4: the winner may activate an enemy headquarters instead."""
    enemy = tuple(
        name for name, hq in state.battle.hqs.items() if hq.side == other(winner) and state.pieces[name].here
    )
    if not enemy:
        return None
    context = {"names": by_name(state, enemy)}
    chosen = yield Choose("5.4", "turn", winner, "turn", (OWN, *enemy), context=context)
    return None if chosen == OWN else str(chosen)


def _withdrawn(state: State, bids: Mapping[str, Bid], winner: str, turned: bool) -> State:
    """13.4: reserves that were staked are gone for the day; under 5.4 the winner's can be used again."""
    reserves, spent, pool = dict(state.reserves), dict(state.spent), dict(state.pool)
    for side, bid in bids.items():
        reserves[bid.hq] -= bid.reserves
        away = pool if turned and side == winner else spent
        away[side] += bid.reserves
    return replace(state, reserves=reserves, spent=spent, pool=pool)


def _activate(
    state: State, side: str, bids: Mapping[str, Bid], rolled: int, turned: str | None, resolve: bool
) -> Steps[State]:
    """5.5, 5.10, 15.5.C, 3.12.E: the marker, the routed, the trains that helped; then the actions."""
    bid = bids[side]
    hq = turned or bid.hq
    count = {**state.activations, side: state.activations[side] + 1}
    state = replace(state, just=state.just | {hq}) if turned else just_activated(state, hq)
    state = replace(state, activations=count)
    yield from tell(
        state,
        [Note("5.4" if turned else "5.5", "turned" if turned else "activated", {"who": side, "hq": hq})],
    )
    yield Stand(state)
    state = yield from _routed(state)
    yield Stand(state)
    for each in bids.values():
        for train in each.trains:
            state = yield from exhaust(state, train, "15.5.C")
            yield Stand(state)
    if hq in state.returns:
        return (yield from _returns(state, hq))
    bonus = state.battle.hqs[hq].bonus or 0
    figures = state.figures
    has = points_turned(figures, rolled) if turned else points(figures, rolled, bonus, bid.reserves)
    yield Note("7.1", "points", {"who": side, "points": has})
    return (yield from spend(state, Turn(side, hq, has, has, turned=turned is not None), resolve))


def _returns(state: State, hq: str) -> Steps[State]:
    """2.3.A.v: it comes back beside one of its units; that is the whole activation."""
    state = state.put(hq, out=False, hex=None, mode="good")
    yield from tell(state, [Note("2.3.A.v", "hq_returns", {"hq": hq})])
    return replace(state, returns={name: box for name, box in state.returns.items() if name != hq})


def _routed(state: State) -> Steps[State]:
    """3.12.E: at every activation of either side, before anything else, routed units run."""
    for side in SIDES:
        running = state.routed(side)
        if not running:
            continue
        for name in running:
            yield from tell(state, [Note("3.12.E", "runs", {"unit": name, "hexes": run(state, name)})])
        context = {"names": by_name(state, running)}
        left = yield Choose("3.12.E", "left_map", side, "unit", running, 0, len(running), context)
        for name in left:
            state, notes = eliminate(state, name)
            yield from tell(state, notes)
    return state


def _late(state: State, side: str, bid: Bid, resolve: bool) -> Steps[State]:
    """5.8: the loser acts with what he withdrew, after the clock and everything that fell due."""
    has = points_of_loser(state.figures, bid.reserves)
    if not has or not state.pieces[bid.hq].here:
        return state
    yield from tell(state, [Note("5.8", "loser_acts", {"who": side, "hq": bid.hq, "points": has})])
    return (yield from spend(state, Turn(side, bid.hq, has, has, late=True), resolve))


def _alone(state: State, side: str, resolve: bool) -> Steps[State]:
    """1.2: the battle says who is activated first."""
    fixed = state.battle.document["first"]["hq"]
    ready = state.ready(side)
    hq = fixed if fixed in ready else None
    if hq is None:
        context = {"names": by_name(state, ready)}
        hq = yield Choose("1.2", "first", side, "hq", ready, context=context)
    yield from tell(state, [Note("1.2", "first", {"who": side, "hq": hq})])
    return (yield from _unopposed(state, side, Bid(str(hq)), resolve))


def _unopposed(state: State, side: str, bid: Bid, resolve: bool) -> Steps[State]:
    """Nobody contends: the die gives points and boxes all the same."""
    bids = {side: bid}
    dice, totals = yield from _rolls(state, bids)
    state = _withdrawn(state, bids, side, False)
    state = yield from _activate(state, side, bids, dice[side], None, resolve)
    return (yield from go_on(state, advance(totals[side])))


def _score(state: State) -> Steps[State]:
    """0.III: the sum over the author's items, as often as each came true."""
    items = state.battle.document["victory"]["items"]
    if not items:
        yield Note("0.III", "no_score", {})
        return state
    counts = {"type": "array", "items": forms.number(0, 999), "minItems": len(items), "maxItems": len(items)}
    context = {"items": [dict(item) for item in items]}
    told = yield Report("0.III", "score", EVERYONE, forms.closed({"counts": counts}, "counts"), None, context)
    score = dict.fromkeys(SIDES, 0)
    for item, count in zip(items, told["counts"], strict=True):
        if item["side"] is not None:
            score[item["side"]] += item["points"] * count
    for side in SIDES:
        yield Note("0.III", "score", {"who": side, "points": score[side]})
    return replace(state, score=score)
