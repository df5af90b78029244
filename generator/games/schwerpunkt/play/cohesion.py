"""9.2.I: cohesion checks at the table and the effects of failing."""

from __future__ import annotations

from collections.abc import Sequence

from generator.table import Choose, Note
from generator.table import Procedure as Steps

from ..combat import CheckResult, get_cohesion_column, look_up_cohesion_effect
from ..effects import apply_effect, disorganise, neutralise
from ..state import DISORGANISED, State
from .notes import note_all, roll_die

COHESION_RESULTS = ("nothing", "disorganised", "neutralised", "rout", "retreat", "losses", "eliminated")
PASSED = "passed"


def roll_check(
    state: State, name: str, rule: str, *, plus: int = 0, rolled: int | None = None, quiet: bool = False
) -> Steps[CheckResult]:
    """Roll against a unit's cohesion; the value is None if unknown."""
    unit, seat = state.battle.units[name], state.side_of(name)
    if rolled is None:
        rolled = yield from roll_die(state, rule, "cohesion", seat)
    checked = CheckResult(rolled + plus, state.cohesion(unit, state.turn.hq if state.turn else None))
    facts = {"unit": name, "die": rolled, "plus": plus, "sum": checked.sum, "value": checked.value}
    key = {None: "check_open", True: "check_passed", False: "check_failed"}[checked.passed]
    yield from note_all(state, [Note(rule, key, {**facts, "by": checked.by})], quiet=quiet)
    return checked


def roll_or_ask(state: State, name: str, rule: str, *, plus: int = 0) -> Steps[bool]:
    """Tell whether a unit passes a check; ask the owner if its cohesion is unknown."""
    checked = yield from roll_check(state, name, rule, plus=plus, quiet=True)
    return checked.passed if checked.passed is not None else (yield from ask_passed(state, name, rule))


def ask_passed(state: State, name: str, rule: str) -> Steps[bool]:
    """Ask the owner whether a check is passed; trains and headquarters have no cohesion."""
    answer = yield Choose(
        rule,
        "passed",
        state.side_of(name),
        "yes_no",
        ("yes", "no"),
        context={"unit": state.battle.name(name)},
    )
    return bool(answer == "yes")


def apply_failed_check(state: State, name: str, checked: CheckResult, *, moving: bool) -> Steps[State]:
    """Apply the table's effect of a check failed under fire or assault; ask the owner if it is blank."""
    if checked.passed:
        return state
    unit, effect, hexes = state.battle.units[name], None, None
    where = get_cohesion_column(unit, moving)
    if checked.value is not None:
        effect, hexes = look_up_cohesion_effect(state, where, checked.by)
    if effect is None:
        options = COHESION_RESULTS if checked.value is not None else (PASSED, *COHESION_RESULTS)
        context = {"unit": unit.name, "by": checked.by, "column": where}
        effect = yield Choose(
            "9.2.I", "cohesion_effect", state.side_of(name), "result", options, context=context
        )
    state, notes = apply_effect(state, name, effect, hexes)
    yield from note_all(state, notes)
    return state


def roll_checks(state: State, names: Sequence[str], plus: int, *, moving: bool) -> Steps[State]:
    """9.2.I: check each unit, vehicles of a mixed stack first.

    If all vehicles fail, the others fail with the worst die of the vehicles.
    """
    units = state.battle.units
    vehicles = [name for name in names if units[name].vehicle]
    others = [name for name in names if not units[name].vehicle]
    worst, failed = 0, 0
    for name in vehicles:
        checked = yield from roll_check(state, name, "9.2.I", plus=plus)
        worst, failed = max(worst, checked.sum - plus), failed + (checked.passed is False)
        state = yield from apply_failed_check(state, name, checked, moving=moving)
    drawn = bool(vehicles) and failed == len(vehicles)
    for name in others:
        if not state.pieces[name].on_map:
            continue
        checked = yield from roll_check(state, name, "9.2.I", plus=plus, rolled=worst if drawn else None)
        if drawn and checked.passed:
            checked = CheckResult((checked.value or 0) + 1, checked.value)  # counts as failed by at least one
        state = yield from apply_failed_check(state, name, checked, moving=moving)
    return state


def worsen_mode(state: State, name: str) -> Steps[State]:
    """18.2: disorganise a unit, or neutralise it if it is already."""
    again = state.pieces[name].mode == DISORGANISED
    state, notes = neutralise(state, name) if again else disorganise(state, name)
    yield from note_all(state, notes, quiet=True)
    return state
