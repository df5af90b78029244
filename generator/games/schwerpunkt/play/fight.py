"""9.2-9.6: fire, return fire, assault, barrage and bombardment, as far as the tables are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps

from ..battle import opposing_side
from ..combat import (
    AIR,
    BARRAGE,
    COUNTER,
    Shot,
    Stack,
    Step,
    classify_target,
    find_affected,
    get_check_modifier,
    hits_installation,
    hits_train,
    is_assault_won,
    is_barrage_placed,
    list_assault_steps,
    list_fire_steps,
    list_terrain_kinds,
    list_unknown,
    look_up_fire_effect,
    sum_steps,
)
from ..effects import (
    abandon_works,
    apply_effect,
    apply_losses,
    disorganise,
    eliminate,
    get_rout_hexes,
    mark_lost_assault,
)
from ..hexes import is_surely_beyond
from ..state import ROUT, Barrage, State, list_markers
from . import forms
from .cohesion import apply_failed_check, roll_check, roll_checks
from .notes import ask_yes_no, format_steps, map_names, note_all, roll_die

FIRE_EFFECTS = ("none", "C", "C+1", "C+2", "C+3", "C+4", "C+5", "C+6")
MAX_REACTION_DEPTH = 6  # maximum depth of fire answering fire


def shoot(
    state: State, shot: Shot, whose: str, targets: tuple[str, ...] | None, *, moving: bool
) -> Steps[State]:
    """9.2.E-J: resolve one shot at a hex; ask ``whose`` side for its units there if they are unknown."""
    if targets is None:
        targets = yield from _ask_targets(state, shot, whose)
    units = state.battle.units
    hit = find_affected(state, shot, [units[name] for name in targets if name in units])
    trains = tuple(name for name in targets if name in state.battle.trains and hits_train(state, shot))
    if not hit and not trains:
        yield Note("9.2.G", "no_target", {"who": shot.side})
        return _engage_firing(state, shot)
    rolled = yield from roll_die(state, "9.2.H", "fire", shot.side)
    sums: dict[str, tuple[str | None, tuple[str, ...] | None]] = {}
    for name in hit:
        steps = list_fire_steps(state, shot, units[name])
        sum_ = rolled + sum_steps(steps)
        effect, losses = look_up_fire_effect(state, sum_)
        sums[name] = (effect, losses)
        facts = {
            "unit": name,
            "die": rolled,
            "working": format_steps(state, steps),
            "sum": sum_,
            "effect": effect or "?",
        }
        yield from note_all(state, [Note("9.2.H", "fire" if steps else "fire_plain", facts)])
        if list_unknown(steps):
            yield Note("9.2.H", "blank_counts_nothing", {"what": list_unknown(steps)})
    for name in trains:
        state = yield from _shoot_train(state, shot, name, rolled)
    state = _engage_firing(state, shot)
    for name, (effect, losses) in sums.items():
        sums[name] = yield from _complete_effect(state, name, effect, losses)
    return (yield from _apply_fire_effects(state, shot, sums, moving))


def _shoot_train(state: State, shot: Shot, name: str, rolled: int) -> Steps[State]:
    """3.10: fire at a train, which is on the march; its owner says whether an effect eliminates it."""
    steps = (*list_fire_steps(state, shot), Step("march", state.battle.document["march_fire"], name))
    sum_ = rolled + sum_steps(steps)
    effect, _ = look_up_fire_effect(state, sum_)
    facts = {
        "unit": name,
        "die": rolled,
        "working": format_steps(state, steps),
        "sum": sum_,
        "effect": effect or "?",
    }
    yield from note_all(state, [Note("9.2.H", "fire", facts)])
    if effect == "none" or not (
        yield from ask_yes_no("3.10", "eliminated", state.side_of(name), unit=state.battle.name(name))
    ):
        return state
    state, notes = eliminate(state, name)
    yield from note_all(state, notes)
    return state


def list_possible_targets(state: State, side: str, hex_: str | None) -> tuple[str, ...]:
    """Return the counters of a side that may be in a hex: those there, and those whose hex is unknown."""
    return tuple(
        name for name in state.counters_on_map(side) if hex_ is None or state.pieces[name].hex in (None, hex_)
    )


def _ask_targets(state: State, shot: Shot, whose: str) -> Steps[tuple[str, ...]]:
    """Ask the owner which units are in the hex, unless all hexes are known; headquarters cannot be fired on
    (2.3.A.ii)."""
    there = tuple(
        name
        for name in list_possible_targets(state, whose, shot.hex)
        if name not in state.battle.hqs and name not in _list_excluded(shot)
    )
    if not there or (shot.hex and all(state.pieces[name].hex for name in there)):
        return there
    context = {"hex": shot.hex, "names": map_names(state, there)}
    answer = yield Report(
        "9.2.B", "targets", whose, forms.make_units_form(there), context=context, secret=True
    )
    return tuple(answer["units"])


def _list_excluded(shot: Shot) -> tuple[str, ...]:
    """5.4: exclude units made to fire at their own side; a barrage strikes all."""
    return shot.units if shot.how != BARRAGE else ()


def mark_unsupplied(state: State, reported: Sequence[str], users: Sequence[str]) -> Steps[State]:
    """15.6: mark direct-fire units that fired out of reach of ammunition as lacking supply."""
    for name in reported:
        unit = state.battle.units.get(name)
        if name in users and unit is not None and not unit.indirect and state.pieces[name].on_map:
            state = state.with_piece(name, supply=True)
            yield from note_all(state, [Note("15.6", "lacks_supply", {"unit": name})])
            yield Stand(state)
    return state


def _complete_effect(
    state: State, name: str, effect: str | None, losses: tuple[str, ...] | None
) -> Steps[tuple[str, tuple[str, ...]]]:
    """Return the table's effect and losses; ask the target's owner if they are blank."""
    seat, context = state.side_of(name), {"unit": state.battle.name(name)}
    if effect is None:
        effect = yield Choose("9.2.H", "fire_effect", seat, "effect", FIRE_EFFECTS, context=context)
    if losses is None:
        suffers = yield from ask_yes_no("9.2.I", "losses", seat, **context)
        losses = (classify_target(state, state.battle.units[name]),) if suffers else ()
    return effect, losses


def _apply_fire_effects(state: State, shot: Shot, sums: Any, moving: bool) -> Steps[State]:
    """9.2.I, 9.4.A.i, 18.5: apply losses and checks; counter-battery fire brings no losses."""
    plus: dict[int, list[str]] = {}
    running = [name for name in sums if state.pieces[name].mode == ROUT]
    yield from note_all(
        state,
        [Note("3.12.E", "runs", {"unit": name, "hexes": get_rout_hexes(state, name)}) for name in running],
    )
    for name, (effect, losses) in sums.items():
        if shot.how != COUNTER and classify_target(state, state.battle.units[name]) in losses:
            state, notes = apply_losses(state, name)
            yield from note_all(state, notes)
        more = get_check_modifier(effect)
        if more is not None and state.pieces[name].on_map:
            night = state.figures["night_check"] if state.night else 0
            plus.setdefault(more + night, []).append(name)
    for more, checked in plus.items():
        state = yield from roll_checks(state, checked, more, moving=moving)
    yield Stand(state)
    return state


def _engage_firing(state: State, shot: Shot) -> State:
    """9.2: mark the firing units as engaged."""
    if shot.how in (AIR, BARRAGE):
        return state
    for name in shot.units:
        state = state.with_piece(name, engaged=True)
    return state


def offer_return_fire(state: State, shot: Shot, depth: int = 0) -> Steps[State]:
    """9.3.B: offer return fire to the units fired on or others in view, and return fire to that."""
    seat = opposing_side(shot.side)
    still = tuple(name for name in shot.units if state.pieces[name].on_map)
    where = next((state.pieces[name].hex for name in still), None)
    if depth >= MAX_REACTION_DEPTH or not still or not list_able_to_fire(state, seat, where):
        return state
    answer = yield from _ask_reaction(state, seat, "answer_fire", "9.3.B", where)
    if answer["how"] == "none":
        return state
    back = forms.make_shot(seat, answer)
    state = yield from shoot(state, back, shot.side, still, moving=False)
    state = yield from mark_unsupplied(state, answer.get("unsupplied", ()), back.units)
    return (yield from offer_return_fire(state, back, depth + 1))


def list_able_to_fire(state: State, seat: str, hex_: str | None = None) -> tuple[str, ...]:
    """9.3: return the units that may fire at a hex by formation, mode and range.

    Engaged units fire only into their own zone, the next hex.
    """
    return tuple(
        name
        for name in state.counters_on_map(seat)
        if name in state.battle.units and _can_fire(state, name, hex_)
    )


def _can_fire(state: State, name: str, hex_: str | None) -> bool:
    unit, piece = state.battle.units[name], state.pieces[name]
    formation = state.catalog.formations.get((unit.type, piece.formation))
    reach = 1 if piece.engaged else unit.range or 1
    able = bool(formation and formation.fire) and state.catalog.modes[piece.mode].fires
    return able and not is_surely_beyond(piece.hex, hex_, reach)


def _ask_reaction(
    state: State, seat: str, ask: str, rule: str, hex_: str | None, withdrawing: Sequence[str] = ()
) -> Steps[dict[str, Any]]:
    able = list_able_to_fire(state, seat, hex_)
    form, context = forms.make_reaction_form(state, able, withdrawing)
    check = forms.make_reaction_check(state, able, withdrawing)
    return dict((yield Report(rule, ask, seat, form, check, context)))


def offer_reactions(
    state: State, seat: str, movers: tuple[str, ...], hex_: str | None
) -> Steps[tuple[State, tuple[str, ...]]]:
    """2.4, 9.3.A: offer reactions when a zone of ``seat`` is entered; return the units that withdrew."""
    for _ in range(MAX_REACTION_DEPTH):
        movers = tuple(name for name in movers if state.pieces[name].on_map)
        withdrawing = tuple(name for name in state.counters_on_map(seat) if _can_withdraw(state, name))
        if not movers or not (withdrawing or list_able_to_fire(state, seat, hex_)):
            break
        answer = yield from _ask_reaction(state, seat, "react", "9.3.A", hex_, withdrawing)
        if answer["how"] == "withdraw":
            yield Note("2.4.B", "withdraws", {"who": seat, "hexes": state.figures["withdraw_hexes"]})
            for name in answer["units"]:
                state, notes = abandon_works(state.with_piece(name, hex=None), name)
                yield from note_all(state, notes, quiet=True)
            return state, tuple(answer["units"])
        if answer["how"] == "none":
            break
        shot = forms.make_shot(seat, answer)
        state = yield from shoot(state, shot, opposing_side(seat), movers, moving=True)
        state = yield from mark_unsupplied(state, answer.get("unsupplied", ()), shot.units)
        state = yield from offer_return_fire(state, shot)
        if not answer.get("more"):
            break
    return state, ()


def _can_withdraw(state: State, name: str) -> bool:
    """2.4.B, 3.7.B, 16.9: only vehicles and mounted cavalry that can move may withdraw."""
    unit, piece = state.battle.units.get(name), state.pieces[name]
    formation = state.catalog.formations.get((unit.type, piece.formation)) if unit else None
    able = state.catalog.modes[piece.mode].moves and not piece.engaged  # 10.1
    return bool(formation and formation.reacts and able)


def resolve_assault(
    state: State, seat: str, given: dict[str, Any], withdrawn: Sequence[str] = ()
) -> Steps[State]:
    """9.6: resolve an assault, from the modifiers of both sides to the consequences.

    2.4.B: units that withdrew are not there any more.
    """
    defender = opposing_side(state.side_of(given["units"][0]))
    possible = list_possible_targets(state, defender, given.get("to"))
    there = tuple(name for name in possible if name not in withdrawn)
    if not there:
        yield Note("9.6.A", "nobody_there", {})
        return state
    context = {
        "names": map_names(state, there),
        "hex": given.get("to"),
        "terrain": {name: forms.get_terrain_name(state, name) for name in list_terrain_kinds(state)},
    }
    answer = yield Report(
        "9.6.B",
        "defend",
        defender,
        forms.make_defence_form(state, there),
        forms.make_defence_check(),
        context,
        secret=True,
    )
    if not answer["units"]:
        yield Note("9.6.A", "nobody_there", {})
        return state
    attack = Stack(seat, tuple(given["units"]), given.get("lead") or given["units"][0], given.get("other", 0))
    lead = answer.get("lead", answer["units"][0])
    guard = Stack(defender, tuple(answer["units"]), lead, answer.get("other", 0))
    ground, fort = answer.get("terrain", "clear"), bool(answer.get("fortified"))
    mine = list_assault_steps(state, attack, guard, defends=False, ground=ground, fortified=fort)
    theirs = list_assault_steps(state, guard, attack, defends=True, ground=ground, fortified=fort)
    missing = (*list_unknown(mine), *list_unknown(theirs))
    if missing:
        yield Note("9.6.B", "blank_counts_nothing", {"what": tuple(dict.fromkeys(missing))})
    won, gap = None, 0
    while won is None:
        dice = []
        for who in (seat, defender):
            rolled = yield from roll_die(state, "9.6.B", "assault", who)
            dice.append(rolled)
        totals = (dice[0] + sum_steps(mine), dice[1] + sum_steps(theirs))
        for who, rolled, steps, sum_ in zip((seat, defender), dice, (mine, theirs), totals, strict=True):
            facts = {"who": who, "die": rolled, "working": format_steps(state, steps), "sum": sum_}
            yield Note("9.6.B", "assault", facts)
        won, gap = (
            is_assault_won((dice[0], sum_steps(mine)), (dice[1], sum_steps(theirs))),
            abs(totals[0] - totals[1]),
        )
    yield Note("9.6.B", "assault_won", {"who": seat if won else defender, "by": gap})
    state = yield from _apply_assault_loss(state, guard if won else attack, gap)
    state = yield from mark_unsupplied(state, answer.get("unsupplied", ()), guard.units)
    return (yield from _apply_assault_end(state, attack, guard, won))


def _apply_assault_loss(state: State, loser: Stack, gap: int) -> Steps[State]:
    """9.6.C-D, 16.6, 18.5: check the losers with the difference; those that pass retreat; vehicles take
    losses."""
    plus = gap + (state.figures["night_check"] if state.night else 0)
    for name in loser.units:
        state = state.with_piece(name, engaged=False)  # 10.3
        unit = state.battle.units.get(name)
        if unit is None:
            state = yield from _apply_loss_to_hq_or_train(state, name)
            continue
        checked = yield from roll_check(state, name, "9.6.C", plus=plus)
        if checked.passed:
            state, notes = apply_effect(state, name, "retreat", state.figures["retreat_after_assault"])
            yield from note_all(state, notes)
        else:
            state = yield from apply_failed_check(state, name, checked, moving=False)
        if unit.vehicle and state.pieces[name].on_map:
            state, notes = apply_losses(state, name)
            yield from note_all(state, notes)
    return state


def _apply_loss_to_hq_or_train(state: State, name: str) -> Steps[State]:
    """2.3.A.iv: mark a losing headquarters; ask the owner whether it or a train is eliminated."""
    if name in state.battle.hqs:
        state, notes = mark_lost_assault(state, name)
        yield from note_all(state, notes)
    yield Stand(state)
    gone = yield from ask_yes_no("9.6.C", "eliminated", state.side_of(name), unit=state.battle.name(name))
    if gone:
        state, notes = eliminate(state, name)
        yield from note_all(state, notes)
    return state


def _apply_assault_end(state: State, attack: Stack, guard: Stack, won: bool) -> Steps[State]:
    """9.6.E-F: disorganise the attackers; engage winning defenders, except trains and HQs."""
    for name in attack.units:
        if state.pieces[name].on_map:
            state, notes = disorganise(state, name)
            yield from note_all(state, notes)
    if not won:
        for name in guard.units:
            if name in state.battle.units and state.pieces[name].on_map and state.pieces[name].mode != ROUT:
                state = state.with_piece(name, engaged=True)
    return state


def place_barrage(state: State, seat: str, given: dict[str, Any]) -> Steps[State]:
    """9.4.B: try to place a barrage; it strikes everyone there, friend or foe."""
    turn = state.turn
    assert turn is not None
    units, hq = tuple(given["units"]), state.battle.hqs[turn.hq]
    organic = all(state.battle.units[name].hq == hq.id for name in units)
    rolled = yield from roll_die(state, "9.4.B", "barrage", seat)
    placed = is_barrage_placed(
        state.figures, rolled, hq.command or 0, organic=organic, seen=not given.get("blind", False)
    )
    for name in units:
        state = state.with_piece(name, engaged=True)
    facts = {"who": seat, "die": rolled, "hex": given.get("hex") or "?"}
    yield Note("9.4.B", "barrage_placed" if placed else "barrage_failed", facts)
    if not placed:
        return state
    marker = Barrage(seat, given.get("hex"), units, state.clock)
    state = replace(state, barrages=(*state.barrages, marker))
    shot = replace(forms.make_shot(seat, given), how=BARRAGE)
    for whose in (opposing_side(seat), seat):
        state = yield from _strike_side(state, shot, whose)
    return state


def _strike_side(state: State, shot: Shot, whose: str) -> Steps[State]:
    targets = yield from _ask_targets(state, shot, whose)
    if targets:
        state = yield from shoot(state, shot, whose, targets, moving=False)
    return state


def bombard(state: State, seat: str, given: dict[str, Any]) -> Steps[State]:
    """9.5, 19.4.B: bombard an installation with one gun."""
    name = given["units"][0]
    piece = state.pieces[name]
    factor = (state.battle.units[name].ap or 0) + state.catalog.modes[piece.mode].all  # 3.12.C
    factor += sum(state.catalog.markers[marker].fire for marker in list_markers(piece))  # 4.0
    state = state.with_piece(name, engaged=True)
    return (yield from strike_installation(state, seat, int(given["installation"]), factor, 0))


def strike_installation(state: State, seat: str, number: int, factor: int, defence: int) -> Steps[State]:
    """19.4.B: roll for a hit on an installation."""
    installation = state.battle.document["installations"][number]
    rolled = yield from roll_die(state, "19.4.B", "bombard", seat)
    hit = hits_installation(rolled, defence, factor)
    hits = state.hits.get(str(number), 0) + hit
    facts = {
        "name": installation["name"],
        "die": rolled,
        "factor": factor,
        "hits": hits,
        "of": installation["hits"] or "?",
    }
    yield Note("19.4.B", "installation_hit" if hit else "installation_missed", facts)
    return replace(state, hits={**state.hits, str(number): hits})
