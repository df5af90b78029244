"""Notes, dice and short prompts that every step uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from generator.table import Choose, Note, Report, Roll
from generator.table import Procedure as Steps

from ..combat import Step
from ..state import State


def note_all(state: State, notes: Iterable[Note], *, quiet: bool = False) -> Steps[None]:
    """Yield notes with counters by their names.

    With ``quiet``, for events inside a stack, a counter that is not on top is named by its side (2.2).
    """
    for note in notes:
        facts = {
            name: (get_public_name(state, value) if quiet else state.battle.name(value))
            if name in ("unit", "hq")
            else value
            for name, value in note.facts.items()
        }
        yield Note(note.rule, note.what, facts)


def get_public_name(state: State, thing: str) -> str:
    """Return the name of a counter as the enemy may know it."""
    if thing in state.battle.hqs or thing in state.tops:
        return state.battle.name(thing)
    return str(state.battle.side(state.side_of(thing))["name"])


def format_steps(state: State, steps: Sequence[Step]) -> tuple[str, ...]:
    """Format the steps of a sum for the log: reason, value, counter."""
    return tuple(
        ":".join(
            (
                step.why,
                "?" if step.value is None else f"{step.value:+d}",
                *((state.battle.name(step.who),) if step.who else ()),
            )
        )
        for step in steps
    )


def roll_die(state: State, rule: str, ask: str, seat: str) -> Steps[int]:
    """Roll one die of the game."""
    (roll,) = yield Roll(rule, ask, seat, dice=(state.figures["die"],))
    return int(roll)


def ask_yes_no(rule: str, ask: str, seat: str, **context: Any) -> Steps[bool]:
    """Ask a question with two answers."""
    answer = yield Choose(rule, ask, seat, "yes_no", ("no", "yes"), context=context)
    return bool(answer == "yes")


def ask_number(rule: str, ask: str, seat: str, least: int, most: int) -> Steps[int]:
    """Ask for a number."""
    form = {
        "type": "object",
        "additionalProperties": False,
        "required": ["value"],
        "properties": {"value": {"type": "integer", "minimum": least, "maximum": most}},
    }
    return int((yield Report(rule, ask, seat, form))["value"])


def list_names(state: State, things: Iterable[str]) -> tuple[str, ...]:
    return tuple(state.battle.name(thing) for thing in things)


def map_names(state: State, things: Iterable[str]) -> dict[str, str]:
    """Return counters with their names for a prompt."""
    return {thing: state.battle.name(thing) for thing in things}
