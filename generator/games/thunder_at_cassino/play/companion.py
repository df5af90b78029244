"""Companion of a game on the board: impulses, fire, night, advantage and points, one answer for each.

The players move, fire and take losses on the board; the companion asks for none of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from catalogs.games.thunder_at_cassino.model import SIDES
from generator.table import EVERYONE, Note, Report, Roll, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from ..rules.artillery import get_smoke_number
from ..rules.bombardment import DIE_FACES, can_enter_rubble
from ..rules.fire import compute_losses, compute_mean, compute_odds
from .combat import COMBAT_DICE, pass_advantage
from .forms import make_number, make_object
from .impulses import declare_night, find_reason_against, list_lying_levels
from .setup import place_markers, place_units
from .state import OPPOSING_SIDE, State
from .turns import end_turn, finish_game, play_reinforcements, play_scoring

MOVE, FIRE, SHELLS, PASS, NIGHT, REROLL = "move", "fire", "shells", "pass", "night", "reroll"
RUBBLE, SMOKE, CLOSE = "rubble", "smoke", "close"  # followed by a level, a gun or a modifier
PROLONG, END = "prolong", "end"
SEPARATOR = "="
MAX_VALUE = 60  # attack or defence before the dice, above any
Fight = tuple[int, int]  # attack and defence before the dice


def play_companion(state: State) -> Steps[State]:
    """Accompany a game from set-up to result; everybody answers for both sides."""
    state = replace(state, seats=dict.fromkeys(SIDES, EVERYONE))
    state = yield from place_units((yield from place_markers(state)))
    while state.result is None:
        state = yield from play_reinforcements(state)
        state = yield from play_phases(state)
        state = yield from play_scoring(state)
        state = yield from end_turn(state)
    return (yield from finish_game(state))


def play_phases(state: State) -> Steps[State]:
    """6.2, 6.3: alternate impulses until both sides pass; then close combat, or the phase goes on."""
    side, passes = state.advantage, 0
    fight: Fight | None = None  # the last one, while its dice may be rolled again
    state = replace(state, phase="impulses", side=side, impulse=0)
    while True:
        yield Stand(state)
        answer = yield make_companion_prompt(state, fight)
        what, _, of = answer["do"].partition(SEPARATOR)
        if what == END:
            return replace(state, side=None)
        if what in (NIGHT, REROLL, PROLONG):
            state, fight = yield from _use_advantage(state, what, fight)
            if what == PROLONG:
                passes, state = 0, replace(state, phase="impulses", side=side)
            continue
        fight = yield from _roll(state, what, of, answer)
        if what in (RUBBLE, CLOSE):  # not impulses of their own
            continue
        passes = passes + 1 if what == PASS else 0
        side = OPPOSING_SIDE[side]
        state = replace(state, side=side, impulse=state.impulse + 1)
        if passes == len(SIDES):
            state = replace(state, phase="close", side=None)


def make_companion_prompt(state: State, fight: Fight | None) -> Report:
    """Make the prompt for the next thing that happens; fire brings both values before the dice."""
    value = make_number(0, MAX_VALUE)
    doings = list(list_doings(state, fight))
    form = make_object({"do": {"enum": doings}}, {"attack": value, "defence": value})

    def check(answer: dict[str, Any]) -> HorahError | None:
        lacks = answer["do"] in (FIRE, SHELLS) and not {"attack", "defence"} <= set(answer)
        return HorahError("FIRE_VALUES") if lacks else None

    context = {
        "side": state.side,
        "phase": state.phase,
        "impulse": state.impulse + 1,
        "night": state.night,
        "example": {"do": doings[0]},
    }
    return Report("8.1", "companion", EVERYONE, form, check, context)


def list_doings(state: State, fight: Fight | None) -> Iterator[str]:
    """Yield what may happen now."""
    if state.side is None:
        yield from (END, PROLONG)
        yield from (f"{CLOSE}{SEPARATOR}{modifier}" for modifier in range(DIE_FACES))
    else:
        yield from (MOVE, FIRE, SHELLS, PASS)
        if find_reason_against(state, state.side, NIGHT) is None:
            yield NIGHT
    if fight is not None:
        yield REROLL
    if state.side is not None:
        yield from (f"{RUBBLE}{SEPARATOR}{level}" for level in list_lying_levels(state))
        guns = state.catalog.artillery.values()
        smoke = [gun for gun in guns if gun.side == state.side and gun.smoke is not None]
        yield from (f"{SMOKE}{SEPARATOR}{gun.id}" for gun in smoke if state.smoke.get(state.side))


def _use_advantage(state: State, what: str, fight: Fight | None) -> Steps[tuple[State, Fight | None]]:
    """8.4: declare night, roll a fight again, or prolong the phase; each passes the advantage."""
    if what == NIGHT:
        return (yield from declare_night(state)), fight
    state = yield from pass_advantage(state, what)
    if what == REROLL and fight is not None:
        yield from _fight(*fight)
    return state, None  # 8.4.1: a roll is not forced a third time


def _roll(state: State, what: str, of: str, answer: dict[str, Any]) -> Steps[Fight | None]:
    """Roll what an action needs; return the fight that may be rolled again."""
    if what in (FIRE, SHELLS):
        fight: Fight = (answer["attack"], answer["defence"])
        yield from _fight(*fight)
        return fight
    if what == RUBBLE:
        dice = yield Roll("13.1.1", "rubble_entry", EVERYONE)
        passed = can_enter_rubble(state.catalog, dice, int(of))
        key = "rubble_passed" if passed else "rubble_stuck"
        yield Note("13.1.2", key, {"level": int(of), "total": sum(dice)})
    elif what == SMOKE:
        gun = state.catalog.artillery[of]
        dice = yield Roll("16.1", "smoke", EVERYONE)
        low, high = (
            get_smoke_number(state.catalog, gun, altitude)
            for altitude in (0, state.catalog.figures["smoke_height_from"])
        )
        yield Note("16.1", "smoke_rolled", {"gun": of, "total": sum(dice), "low": low, "high": high})
    elif what == CLOSE:
        (die,) = yield Roll("9.7", "close_roll", EVERYONE, dice=(6,))
        hit = die + int(of) >= state.catalog.figures["close_needs"]
        yield Note("9.7", "melee_hit" if hit else "melee_missed", {"die": die, "by": int(of)})
    return None


def _fight(attack: int, defence: int) -> Steps[None]:
    """8.3.5, 14.5: tell the odds, roll for both sides and tell the casualty points."""
    chances = compute_odds(attack - defence)
    none, mean = round(100 * float(chances.get(0, 0))), f"{float(compute_mean(chances)):.1f}"
    yield Note("8.3.5", "odds", {"attack": attack, "defence": defence, "none": none, "mean": mean})
    dice = yield Roll("8.3.5", "combat", EVERYONE, dice=COMBAT_DICE)
    total = {"attack": attack + sum(dice[:2]), "defence": defence + sum(dice[2:])}
    points = compute_losses(**total)
    yield Note("8.3.5", "fight_hit" if points else "fight_missed", {**total, "points": points})
