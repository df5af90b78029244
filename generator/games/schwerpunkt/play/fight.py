"""9.2-9.6: fire, the fire that answers it, assault, barrage and bombardment, as far as the tables tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps

from ..battle import other
from ..changes import befall, disorganise, eliminate, lose, run, shake
from ..combat import (
    AIR,
    BARRAGE,
    COUNTER,
    DIRECT,
    Shot,
    Stack,
    against,
    assault,
    assault_won,
    barrage_placed,
    fire,
    fire_effect,
    harder,
    hits_installation,
    kind_of_target,
    kinds_of_terrain,
    total,
    unknown,
)
from ..state import ROUT, Barrage, State, markers
from . import forms
from .cohesion import check, checks, suffer
from .say import by_name, die, tell, working, yes_no

EFFECTS = ("none", "C", "C+1", "C+2", "C+3", "C+4", "C+5", "C+6")
DEPTH = 6  # fire that answers fire that answers fire


def shoot(
    state: State, shot: Shot, whose: str, targets: tuple[str, ...] | None, *, moving: bool
) -> Steps[State]:
    """9.2.E-J: one shot at a hex. ``whose`` units are there; they are asked for where nobody knows them."""
    if targets is None:
        targets = yield from _targets(state, shot, whose)
    units = state.battle.units
    hit = against(state, shot, [units[name] for name in targets if name in units])
    if not hit:
        yield Note("9.2.G", "no_target", {"who": shot.side})
        return _engage(state, shot)
    rolled = yield from die(state, "9.2.H", "fire", shot.side)
    sums: dict[str, tuple[str | None, tuple[str, ...] | None]] = {}
    for name in hit:
        steps = fire(state, shot, units[name])
        sum_ = rolled + total(steps)
        effect, losses = fire_effect(state, sum_)
        sums[name] = (effect, losses)
        facts = {
            "unit": name,
            "die": rolled,
            "working": working(state, steps),
            "sum": sum_,
            "effect": effect or "?",
        }
        yield from tell(state, [Note("9.2.H", "fire" if steps else "fire_plain", facts)])
        if unknown(steps):
            yield Note("9.2.H", "blank_counts_nothing", {"what": unknown(steps)})
    state = _engage(state, shot)
    for name, (effect, losses) in sums.items():
        sums[name] = yield from _told(state, name, effect, losses)
    return (yield from _effects(state, shot, sums, moving))


def _targets(state: State, shot: Shot, whose: str) -> Steps[tuple[str, ...]]:
    """The owner says which of his units are in the hex; headquarters cannot be fired on (2.3.A.ii)."""
    there = tuple(
        name for name in state.here(whose) if name in state.battle.units and name not in _firing(shot)
    )
    if not there:
        return ()
    context = {"hex": shot.hex, "names": by_name(state, there)}
    answer = yield Report("9.2.B", "targets", whose, forms.some(there), context=context, secret=True)
    return tuple(answer["units"])


def _firing(shot: Shot) -> tuple[str, ...]:
    """5.4: who is made to fire at its own side is no target of its own; a barrage strikes all."""
    return shot.units if shot.how != BARRAGE else ()


def short(state: State, told: Sequence[str], users: Sequence[str]) -> Steps[State]:
    """15.6: what only fires directly and used its weapons out of reach of ammunition lacks supply."""
    for name in told:
        unit = state.battle.units.get(name)
        if name in users and unit is not None and not unit.indirect and state.pieces[name].here:
            state = state.put(name, supply=True)
            yield from tell(state, [Note("15.6", "lacks_supply", {"unit": name})])
            yield Stand(state)
    return state


def _told(
    state: State, name: str, effect: str | None, losses: tuple[str, ...] | None
) -> Steps[tuple[str, tuple[str, ...]]]:
    """What the table says; where it is blank, the owner of the target reads it from his own."""
    seat, context = state.side_of(name), {"unit": state.battle.name(name)}
    if effect is None:
        effect = yield Choose("9.2.H", "fire_effect", seat, "effect", EFFECTS, context=context)
    if losses is None:
        suffers = yield from yes_no("9.2.I", "losses", seat, **context)
        losses = (kind_of_target(state, state.battle.units[name]),) if suffers else ()
    return effect, losses


def _effects(state: State, shot: Shot, sums: Any, moving: bool) -> Steps[State]:
    """9.2.I, 9.4.A.i, 18.5: losses, and checks; counter-battery fire brings no losses."""
    plus: dict[int, list[str]] = {}
    running = [name for name in sums if state.pieces[name].mode == ROUT]
    yield from tell(
        state, [Note("3.12.E", "runs", {"unit": name, "hexes": run(state, name)}) for name in running]
    )
    for name, (effect, losses) in sums.items():
        if shot.how != COUNTER and kind_of_target(state, state.battle.units[name]) in losses:
            state, notes = lose(state, name)
            yield from tell(state, notes)
        more = harder(effect)
        if more is not None and state.pieces[name].here:
            night = state.figures["night_check"] if state.night else 0
            plus.setdefault(more + night, []).append(name)
    for more, checked in plus.items():
        state = yield from checks(state, checked, more, moving=moving)
    yield Stand(state)
    return state


def _engage(state: State, shot: Shot) -> State:
    """9.2: whoever fires is engaged."""
    if shot.how in (AIR, BARRAGE):
        return state
    for name in shot.units:
        state = state.put(name, engaged=True)
    return state


def answered(state: State, shot: Shot, depth: int = 0) -> Steps[State]:
    """9.3.B: those fired on, or their friends who see it, may answer the fire; and those answer again."""
    seat = other(shot.side)
    able = able_to_fire(state, seat)
    still = tuple(name for name in shot.units if state.pieces[name].here)
    if depth >= DEPTH or not able or not still:
        return state
    answer = yield from _react(state, seat, "answer_fire", "9.3.B", withdraw=False)
    if answer["how"] == "none":
        return state
    back = forms.shot(seat, answer)
    state = yield from shoot(state, back, shot.side, still, moving=False)
    state = yield from short(state, answer.get("unsupplied", ()), back.units)
    return (yield from answered(state, back, depth + 1))


def able_to_fire(state: State, seat: str) -> tuple[str, ...]:
    """Units that may fire: by formation and mode; an engaged one only into its own zone (9.3)."""
    return tuple(name for name in state.here(seat) if name in state.battle.units and _fires(state, name))


def _fires(state: State, name: str) -> bool:
    unit, piece = state.battle.units[name], state.pieces[name]
    formation = state.catalog.formations.get((unit.type, piece.formation))
    return bool(formation and formation.fire) and state.catalog.modes[piece.mode].fires


def _react(state: State, seat: str, ask: str, rule: str, *, withdraw: bool) -> Steps[dict[str, Any]]:
    able = able_to_fire(state, seat)
    form, context = forms.reaction(state, able, withdraw=withdraw)
    found = yield Report(rule, ask, seat, form, forms.reacts(state, able), context)
    return dict(found)


def reaction(state: State, seat: str, movers: tuple[str, ...]) -> Steps[tuple[State, bool]]:
    """2.4, 9.3.A: a zone of ``seat`` is entered: fire, withdraw or let him; True if it withdrew."""
    for _ in range(DEPTH):
        movers = tuple(name for name in movers if state.pieces[name].here)
        if not movers:
            break
        answer = yield from _react(state, seat, "react", "9.3.A", withdraw=_may_withdraw(state, seat))
        if answer["how"] == "withdraw":
            yield Note("2.4.B", "withdraws", {"who": seat, "hexes": state.figures["withdraw_hexes"]})
            return state, True
        if answer["how"] == "none":
            break
        shot = forms.shot(seat, answer)
        state = yield from shoot(state, shot, other(seat), movers, moving=True)
        state = yield from short(state, answer.get("unsupplied", ()), shot.units)
        state = yield from answered(state, shot)
        if not answer.get("more"):
            break
    return state, False


def _may_withdraw(state: State, seat: str) -> bool:
    """2.4.B, 3.7.B, 16.9: vehicles and mounted cavalry alone, if they can move."""
    return any(_withdraws(state, name) for name in state.here(seat))


def _withdraws(state: State, name: str) -> bool:
    unit, piece = state.battle.units.get(name), state.pieces[name]
    formation = state.catalog.formations.get((unit.type, piece.formation)) if unit else None
    able = state.catalog.modes[piece.mode].moves and not piece.engaged  # 10.1
    return bool(formation and formation.reacts and able)


def storm(state: State, seat: str, given: dict[str, Any]) -> Steps[State]:
    """9.6: an assault, from the modifiers of both sides to what becomes of them."""
    defender = other(state.side_of(given["units"][0]))
    there = tuple(state.here(defender))
    if not there:
        yield Note("9.6.A", "nobody_there", {})
        return state
    context = {
        "names": by_name(state, there),
        "hex": given.get("to"),
        "terrain": {name: forms.terrain_name(state, name) for name in kinds_of_terrain(state)},
    }
    told = yield Report(
        "9.6.B", "defend", defender, forms.defence(state, there), forms.defends(), context, secret=True
    )
    attack = Stack(seat, tuple(given["units"]), given.get("lead") or given["units"][0], given.get("other", 0))
    guard = Stack(defender, tuple(told["units"]), told["lead"], told.get("other", 0))
    ground, fort = told.get("terrain", "clear"), bool(told.get("fortified"))
    mine = assault(state, attack, guard, defends=False, ground=ground, fortified=fort)
    theirs = assault(state, guard, attack, defends=True, ground=ground, fortified=fort)
    missing = (*unknown(mine), *unknown(theirs))
    if missing:
        yield Note("9.6.B", "blank_counts_nothing", {"what": tuple(dict.fromkeys(missing))})
    won, gap = None, 0
    while won is None:
        dice = []
        for who in (seat, defender):
            rolled = yield from die(state, "9.6.B", "assault", who)
            dice.append(rolled)
        totals = (dice[0] + total(mine), dice[1] + total(theirs))
        for who, rolled, steps, sum_ in zip((seat, defender), dice, (mine, theirs), totals, strict=True):
            facts = {"who": who, "die": rolled, "working": working(state, steps), "sum": sum_}
            yield Note("9.6.B", "assault", facts)
        won, gap = assault_won((dice[0], total(mine)), (dice[1], total(theirs))), abs(totals[0] - totals[1])
    yield Note("9.6.B", "assault_won", {"who": seat if won else defender, "by": gap})
    state = yield from _lost(state, guard if won else attack, gap)
    state = yield from short(state, told.get("unsupplied", ()), guard.units)
    return (yield from _after(state, attack, guard, won))


def _lost(state: State, loser: Stack, gap: int) -> Steps[State]:
    """9.6.C-D, 16.6, 18.5: the loser checks with the difference; who passes retreats; vehicles lose."""
    plus = gap + (state.figures["night_check"] if state.night else 0)
    for name in loser.units:
        state = state.put(name, engaged=False)  # 10.3
        unit = state.battle.units.get(name)
        if unit is None:
            state = yield from _lost_hq_or_train(state, name)
            continue
        found = yield from check(state, name, "9.6.C", plus=plus)
        if found.passed:
            state, notes = befall(state, name, "retreat", state.figures["retreat_after_assault"])
            yield from tell(state, notes)
        else:
            state = yield from suffer(state, name, found, moving=False)
        if unit.vehicle and state.pieces[name].here:
            state, notes = lose(state, name)
            yield from tell(state, notes)
    return state


def _lost_hq_or_train(state: State, name: str) -> Steps[State]:
    """2.3.A.iv: a headquarters that loses is Just Activated; what else becomes of it its owner says."""
    if name in state.battle.hqs:
        state, notes = shake(state, name)
        yield from tell(state, notes)
    yield Stand(state)
    gone = yield from yes_no("9.6.C", "eliminated", state.side_of(name), unit=state.battle.name(name))
    if gone:
        state, notes = eliminate(state, name)
        yield from tell(state, notes)
    return state


def _after(state: State, attack: Stack, guard: Stack, won: bool) -> Steps[State]:
    """9.6.E-F: those who assaulted are disorganised; defenders who win are engaged, not trains or HQs."""
    for name in attack.units:
        if state.pieces[name].here:
            state, notes = disorganise(state, name)
            yield from tell(state, notes)
    if not won:
        for name in guard.units:
            if name in state.battle.units and state.pieces[name].here and state.pieces[name].mode != ROUT:
                state = state.put(name, engaged=True)
    return state


def barrage(state: State, seat: str, given: dict[str, Any]) -> Steps[State]:
    """9.4.B: a barrage is placed, or not; it strikes whoever is there, friend or foe."""
    turn = state.turn
    assert turn is not None
    units, hq = tuple(given["units"]), state.battle.hqs[turn.hq]
    organic = all(state.battle.units[name].hq == hq.id for name in units)
    rolled = yield from die(state, "9.4.B", "barrage", seat)
    placed = barrage_placed(
        state.figures, rolled, hq.command or 0, organic=organic, seen=not given.get("blind", False)
    )
    for name in units:
        state = state.put(name, engaged=True)
    facts = {"who": seat, "die": rolled, "hex": given.get("hex") or "?"}
    yield Note("9.4.B", "barrage_placed" if placed else "barrage_failed", facts)
    if not placed:
        return state
    marker = Barrage(seat, given.get("hex"), units, state.clock)
    state = replace(state, barrages=(*state.barrages, marker))
    shot = replace(forms.shot(seat, given), how=BARRAGE)
    for whose in (other(seat), seat):
        state = yield from _struck(state, shot, whose)
    return state


def _struck(state: State, shot: Shot, whose: str) -> Steps[State]:
    targets = yield from _targets(state, shot, whose)
    if targets:
        state = yield from shoot(state, shot, whose, targets, moving=False)
    return state


def bombard(state: State, seat: str, given: dict[str, Any], defence: int = 0) -> Steps[State]:
    """9.5, 19.4.B: one gun at an installation."""
    name = given["units"][0]
    piece = state.pieces[name]
    factor = (state.battle.units[name].ap or 0) + state.catalog.modes[piece.mode].all  # 3.12.C
    factor += sum(state.catalog.markers[each].fire for each in markers(piece))  # 4.0
    state = state.put(name, engaged=True)
    return (yield from strike(state, seat, int(given["installation"]), factor, defence))


def strike(state: State, seat: str, number: int, factor: int, defence: int) -> Steps[State]:
    """19.4.B: does an installation take a hit?"""
    found = state.battle.document["installations"][number]
    rolled = yield from die(state, "19.4.B", "bombard", seat)
    hit = hits_installation(rolled, defence, factor)
    hits = state.hits.get(str(number), 0) + hit
    facts = {"name": found["name"], "die": rolled, "factor": factor, "hits": hits, "of": found["hits"] or "?"}
    yield Note("19.4.B", "installation_hit" if hit else "installation_missed", facts)
    return replace(state, hits={**state.hits, str(number): hits})


__all__ = ["DIRECT", "able_to_fire", "answered", "barrage", "bombard", "reaction", "shoot", "storm", "strike"]
