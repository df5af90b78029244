"""8.1 impulses: move, fire, artillery, smoke, rubble, night, pass; 8.4.3 and the end of the phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from catalogs.games.thunder_at_cassino.model import Side
from generator.table import Choose, Note, Roll, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from ..rules.bombardment import can_enter_rubble
from ..rules.scoring import can_be_night
from .combat import (
    NO,
    YES,
    lay_smoke,
    list_ready,
    make_yes_no,
    pass_advantage,
    play_bombardment,
    play_fire,
    record_fire,
)
from .state import OPPOSING_SIDE, State

PASS = "pass"
ACTIONS = (
    "move",
    "move_rubble",
    "fire_paper",
    "fire",
    "artillery",
    "air",
    "smoke",
    "clear_rubble",
    "night",
    PASS,
)


def play_impulses(state: State) -> Steps[State]:
    """8.1, 8.1.5: alternate impulses, the holder of the advantage first, until both pass in a row."""
    side, passes = state.advantage, 0
    state = replace(state, phase="impulses", side=side, impulse=0)
    yield Stand(state)
    while True:
        state = replace(state, side=side, impulse=state.impulse + 1)
        state, acted = yield from play_impulse(state, side)
        passes = 0 if acted else passes + 1
        side = OPPOSING_SIDE[side]
        state = replace(state, side=side)
        yield Stand(state)
        if passes < len(OPPOSING_SIDE):
            continue
        holder = state.advantage
        longer = yield make_yes_no("8.4.3", "prolong", state.seats[holder], side=holder)
        if longer == NO:
            break
        state = yield from pass_advantage(state, "prolong")
        passes = 0
    return (yield from clear_smoke(state))


def clear_smoke(state: State) -> Steps[State]:
    """6.2, 16.3: remove all smoke from the board."""
    if state.clouds:
        yield Note("6.2", "smoke_cleared", {"places": [cloud.place for cloud in state.clouds]})
    return replace(state, clouds=(), side=None)


def play_impulse(state: State, side: Side) -> Steps[tuple[State, bool]]:
    """8.1.1: play one action; declaring night is none (8.4.2). Return whether anything was done."""
    while True:
        action = yield make_prompt(state, side)
        if action == "night":
            state = yield from declare_night(state)
            yield Stand(state)
            continue
        if action == "move_rubble":
            yield from roll_rubble_entries(state, side)
        elif action == "fire":
            state = yield from play_fire(state, side)
        elif action == "fire_paper":
            state = yield from record_fire(state, side)
        elif action in ("artillery", "air"):
            state = yield from play_bombardment(state, side, air=action == "air")
        elif action == "smoke":
            state = yield from lay_smoke(state, side)
        elif action == "clear_rubble":
            state = yield from clear_rubble(state)
        return state, action != PASS


def make_prompt(state: State, side: Side) -> Choose:
    """Make the prompt for an impulse, with the reasons why other actions are closed."""
    options = tuple(action for action in ACTIONS if find_reason_against(state, side, action) is None)

    def reason(action: str) -> HorahError | None:
        return find_reason_against(state, side, action) if action in ACTIONS else None

    context = {"side": side, "impulse": state.impulse, "turn": state.turn, "night": state.night}
    return Choose("8.1", "impulse", state.seats[side], "impulse", options, context=context, why_not=reason)


def find_reason_against(state: State, side: Side, action: str) -> HorahError | None:
    """Return why an action is closed, or None."""
    return next(_list_reasons(state, side, action), None)


def _list_reasons(state: State, side: Side, action: str) -> Iterator[HorahError]:
    first_turn = side == "german" and state.first_turn_rules
    if action in ("artillery", "smoke") and first_turn:
        yield HorahError("NO_GERMAN_GUNS")
    if action == "artillery" and not list_ready(state, side):
        yield HorahError("NO_GUNS", side=side)
    if action == "air":
        if state.night:
            yield HorahError("AIR_NIGHT")
        if not list_ready(state, side, air=True):
            yield HorahError("NO_AIR", side=side)
    if action == "smoke":
        if not state.smoke_left(side):
            yield HorahError("NO_SMOKE", side=side)
        if not list_ready(state, side, smoke=True):
            yield HorahError("NO_GUNS", side=side)
    if action == "clear_rubble" and (side != "allied" or not state.rubble):
        yield HorahError("NO_RUBBLE" if side == "allied" else "NO_SAPPERS")
    if action == "move_rubble" and not state.rubble:
        yield HorahError("NO_RUBBLE")
    if action == "night":
        yield from _list_night_reasons(state, side)


def _list_night_reasons(state: State, side: Side) -> Iterator[HorahError]:
    """15.1: only the holder, not on the first turn, not after a night."""
    if state.night:
        yield HorahError("NIGHT.already")
    if state.advantage != side:
        yield HorahError("NIGHT.advantage", side=OPPOSING_SIDE[side])
    allowed = state.setup.short and state.settings.reading("short_night") == "allowed"
    first = 0 if allowed else state.setup.first_turn
    if not can_be_night(state.turn, state.nights, first_turn=first):
        yield HorahError("NIGHT.first" if state.turn == first else "NIGHT.running")


def declare_night(state: State) -> Steps[State]:
    """8.4.2, 15.1: declare night for the rest of the turn and pass the advantage."""
    yield Note("15.1", "night", {"side": state.advantage, "turn": state.turn})
    state = yield from pass_advantage(state, "night")
    return replace(state, nights=(*state.nights, state.turn))


def roll_rubble_entries(state: State, side: Side) -> Steps[None]:
    """13.1.1, 13.1.2: roll for each armoured or antitank unit that enters rubble."""
    while True:
        levels = tuple(map(str, list_lying_levels(state)))
        chosen = yield Choose("13.1.1", "rubble_level", state.seats[side], "rubble_level", levels)
        dice = yield Roll("13.1.1", "rubble_entry", state.seats[side])
        passed = can_enter_rubble(state.catalog, dice, int(chosen))
        facts = {"level": int(chosen), "total": sum(dice)}
        yield Note("13.1.2", "rubble_passed" if passed else "rubble_stuck", facts)
        again = yield make_yes_no("13.1.1", "rubble_again", state.seats[side], side=side)
        if again == NO:
            return


def list_lying_levels(state: State) -> list[int]:
    """13.1.1: return the levels of rubble on the board; all while a level depends on an unknown terrain."""
    lying = set(state.rubble.values())
    return [level for level in state.catalog.rubble if level in lying or None in lying]


def clear_rubble(state: State) -> Steps[State]:
    """13.1.4: let a ready sapper unit remove a rubble marker of any level."""
    order = state.catalog.places.index
    lying = tuple(sorted(state.rubble, key=order))
    place = yield Choose("13.1.4", "cleared", state.seats["allied"], "place", lying)
    yield Note("13.1.4", "rubble_cleared", {"place": place})
    return replace(state, rubble={where: level for where, level in state.rubble.items() if where != place})


__all__ = ["ACTIONS", "NO", "PASS", "YES", "find_reason_against", "make_prompt", "play_impulses"]
