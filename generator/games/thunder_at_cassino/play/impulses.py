"""8.1 impulses: move, fire, artillery, smoke, rubble, night, pass; 8.4.3 and the end of the phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from catalogs.games.thunder_at_cassino.model import Side
from generator.table import Choose, Note, Roll, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from ..rules.bombardment import passes_rubble
from ..rules.scoring import may_be_night
from .fights import NO, YES, bombard, fire, hand_over, lay_smoke, on_paper, ready, yes
from .state import OTHER, State

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


def impulses(state: State) -> Steps[State]:
    """8.1, 8.1.5: in turns, the holder of the advantage first, until both pass one after the other."""
    side, passes = state.advantage, 0
    state = replace(state, phase="impulses", side=side, impulse=0)
    yield Stand(state)
    while True:
        state = replace(state, side=side, impulse=state.impulse + 1)
        state, acted = yield from impulse(state, side)
        passes = 0 if acted else passes + 1
        side = OTHER[side]
        state = replace(state, side=side)
        yield Stand(state)
        if passes < len(OTHER):
            continue
        holder = state.advantage
        longer = yield yes("8.4.3", "prolong", state.seats[holder], side=holder)
        if longer == NO:
            break
        state = yield from hand_over(state, "prolong")
        passes = 0
    return (yield from clear_smoke(state))


def clear_smoke(state: State) -> Steps[State]:
    """6.2, 16.3: all smoke leaves the board."""
    if state.clouds:
        yield Note("6.2", "smoke_cleared", {"places": [cloud.place for cloud in state.clouds]})
    return replace(state, clouds=(), side=None)


def impulse(state: State, side: Side) -> Steps[tuple[State, bool]]:
    """8.1.1: one action; declaring night is none (8.4.2). Was anything done?"""
    while True:
        action = yield prompt(state, side)
        if action == "night":
            state = yield from night(state)
            yield Stand(state)
            continue
        if action == "move_rubble":
            yield from rubble_rolls(state, side)
        elif action == "fire":
            state = yield from fire(state, side)
        elif action == "fire_paper":
            state = yield from on_paper(state, side)
        elif action in ("artillery", "air"):
            state = yield from bombard(state, side, air=action == "air")
        elif action == "smoke":
            state = yield from lay_smoke(state, side)
        elif action == "clear_rubble":
            state = yield from clear_rubble(state)
        return state, action != PASS


def prompt(state: State, side: Side) -> Choose:
    """What a side may do now; why not, of the rest."""
    options = tuple(action for action in ACTIONS if why_not(state, side, action) is None)

    def reason(action: str) -> HorahError | None:
        return why_not(state, side, action) if action in ACTIONS else None

    context = {"side": side, "impulse": state.impulse, "turn": state.turn, "night": state.night}
    return Choose("8.1", "impulse", state.seats[side], "impulse", options, context=context, why_not=reason)


def why_not(state: State, side: Side, action: str) -> HorahError | None:
    """Why an action is closed; None where it is open."""
    return next(_reasons(state, side, action), None)


def _reasons(state: State, side: Side, action: str) -> Iterator[HorahError]:
    first_turn = side == "german" and state.first_turn_rules
    if action in ("artillery", "smoke") and first_turn:
        yield HorahError("NO_GERMAN_GUNS")
    if action == "artillery" and not ready(state, side):
        yield HorahError("NO_GUNS", side=side)
    if action == "air":
        if state.night:
            yield HorahError("AIR_NIGHT")
        if not ready(state, side, air=True):
            yield HorahError("NO_AIR", side=side)
    if action == "smoke":
        if not state.smoke_left(side):
            yield HorahError("NO_SMOKE", side=side)
        if not ready(state, side, smoke=True):
            yield HorahError("NO_GUNS", side=side)
    if action == "clear_rubble" and (side != "allied" or not state.rubble):
        yield HorahError("NO_RUBBLE" if side == "allied" else "NO_SAPPERS")
    if action == "move_rubble" and not state.rubble:
        yield HorahError("NO_RUBBLE")
    if action == "night":
        yield from _no_night(state, side)


def _no_night(state: State, side: Side) -> Iterator[HorahError]:
    """15.1: the holder alone, not on the first turn, not after a night."""
    if state.night:
        yield HorahError("NIGHT.already")
    if state.advantage != side:
        yield HorahError("NIGHT.advantage", side=OTHER[side])
    banned = not state.setup.short or state.settings.reading("short_night") == "banned"
    holds = state.setup.first_turn_rules or state.setup.short
    first = state.setup.first_turn if banned and holds else 0
    if not may_be_night(state.turn, state.nights, first_turn=first):
        yield HorahError("NIGHT.first" if state.turn == first else "NIGHT.running")


def night(state: State) -> Steps[State]:
    """8.4.2, 15.1: for the rest of the turn; the advantage passes."""
    yield Note("15.1", "night", {"side": state.advantage, "turn": state.turn})
    state = yield from hand_over(state, "night")
    return replace(state, nights=(*state.nights, state.turn))


def rubble_rolls(state: State, side: Side) -> Steps[None]:
    """13.1.1, 13.1.2: a roll for each armoured or antitank unit that enters rubble."""
    while True:
        levels = tuple(str(level) for level in state.catalog.rubble)
        chosen = yield Choose("13.1.1", "rubble_level", state.seats[side], "rubble_level", levels)
        dice = yield Roll("13.1.1", "rubble_entry", state.seats[side])
        passed = passes_rubble(state.catalog, dice, int(chosen))
        facts = {"level": int(chosen), "total": sum(dice)}
        yield Note("13.1.2", "rubble_passed" if passed else "rubble_stuck", facts)
        again = yield yes("13.1.1", "rubble_again", state.seats[side], side=side)
        if again == NO:
            return


def clear_rubble(state: State) -> Steps[State]:
    """13.1.4: a ready sapper unit takes a marker away, whatever its level."""
    order = state.catalog.places.index
    lying = tuple(sorted(state.rubble, key=order))
    place = yield Choose("13.1.4", "cleared", state.seats["allied"], "place", lying)
    yield Note("13.1.4", "rubble_cleared", {"place": place})
    return replace(state, rubble={where: level for where, level in state.rubble.items() if where != place})


__all__ = ["ACTIONS", "NO", "PASS", "YES", "impulses", "prompt", "why_not"]
