"""9.2.I: cohesion checks at the table, and what failing does."""

from __future__ import annotations

from collections.abc import Sequence

from generator.table import Choose, Note
from generator.table import Procedure as Steps

from ..changes import befall, disorganise, neutralise
from ..combat import Checked, cohesion_effect, column
from ..state import DISORGANISED, State
from .say import die, tell

RESULTS = ("nothing", "disorganised", "neutralised", "rout", "retreat", "losses", "eliminated")
PASSED = "passed"


def check(
    state: State, name: str, rule: str, *, plus: int = 0, rolled: int | None = None, quiet: bool = False
) -> Steps[Checked]:
    """Roll against a unit's cohesion; the value is None where nothing tells it."""
    unit, seat = state.battle.units[name], state.side_of(name)
    if rolled is None:
        rolled = yield from die(state, rule, "cohesion", seat)
    found = Checked(rolled + plus, state.cohesion(unit, state.turn.hq if state.turn else None))
    facts = {"unit": name, "die": rolled, "plus": plus, "sum": found.sum, "value": found.value}
    key = {None: "check_open", True: "check_passed", False: "check_failed"}[found.passed]
    yield from tell(state, [Note(rule, key, {**facts, "by": found.by})], quiet=quiet)
    return found


def passes(state: State, name: str, rule: str, *, plus: int = 0) -> Steps[bool]:
    """Does a unit pass? Where nothing tells its cohesion, its owner says."""
    found = yield from check(state, name, rule, plus=plus, quiet=True)
    return found.passed if found.passed is not None else (yield from told(state, name, rule))


def told(state: State, name: str, rule: str) -> Steps[bool]:
    """What its owner says of a check that nothing decides; trains and headquarters have no cohesion."""
    answer = yield Choose(
        rule,
        "passed",
        state.side_of(name),
        "yes_no",
        ("yes", "no"),
        context={"unit": state.battle.name(name)},
    )
    return bool(answer == "yes")


def suffer(state: State, name: str, found: Checked, *, moving: bool) -> Steps[State]:
    """What the table says of a check that failed under fire or assault; its owner, where it is blank."""
    if found.passed:
        return state
    unit, effect, hexes = state.battle.units[name], None, None
    where = column(unit, moving)
    if found.value is not None:
        effect, hexes = cohesion_effect(state, where, found.by)
    if effect is None:
        options = RESULTS if found.value is not None else (PASSED, *RESULTS)
        context = {"unit": unit.name, "by": found.by, "column": where}
        effect = yield Choose(
            "9.2.I", "cohesion_effect", state.side_of(name), "result", options, context=context
        )
    state, notes = befall(state, name, effect, hexes)
    yield from tell(state, notes)
    return state


def checks(state: State, names: Sequence[str], plus: int, *, moving: bool) -> Steps[State]:
    """9.2.I: a check for each; of a mixed stack the vehicles first.

    If all vehicles fail, the others fail with the worst die that the vehicles had.
    """
    units = state.battle.units
    vehicles = [name for name in names if units[name].vehicle]
    others = [name for name in names if not units[name].vehicle]
    worst, failed = 0, 0
    for name in vehicles:
        found = yield from check(state, name, "9.2.I", plus=plus)
        worst, failed = max(worst, found.sum - plus), failed + (found.passed is False)
        state = yield from suffer(state, name, found, moving=moving)
    drawn = bool(vehicles) and failed == len(vehicles)
    for name in others:
        if not state.pieces[name].here:
            continue
        found = yield from check(state, name, "9.2.I", plus=plus, rolled=worst if drawn else None)
        if drawn and found.passed:
            found = Checked((found.value or 0) + 1, found.value)  # they count as failed, if only by one
        state = yield from suffer(state, name, found, moving=moving)
    return state


def worsen(state: State, name: str) -> Steps[State]:
    """18.2: disorganised; neutralised, if it was already."""
    again = state.pieces[name].mode == DISORGANISED
    state, notes = neutralise(state, name) if again else disorganise(state, name)
    yield from tell(state, notes, quiet=True)
    return state
