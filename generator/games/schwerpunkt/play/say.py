"""Small things that every step uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from generator.table import Choose, Note, Roll
from generator.table import Procedure as Steps

from ..combat import Step
from ..state import State


def tell(state: State, notes: Iterable[Note], *, quiet: bool = False) -> Steps[None]:
    """Put notes into the log, with counters by their names.

    ``quiet`` is what happens inside a stack: a counter that does not lie on top goes by its side (2.2).
    """
    for note in notes:
        facts = {
            name: (open_name(state, value) if quiet else state.battle.name(value))
            if name in ("unit", "hq")
            else value
            for name, value in note.facts.items()
        }
        yield Note(note.rule, note.what, facts)


def open_name(state: State, thing: str) -> str:
    """A counter as the enemy may know it."""
    if thing in state.battle.hqs or thing in state.tops:
        return state.battle.name(thing)
    return str(state.battle.side(state.side_of(thing))["name"])


def working(state: State, steps: Sequence[Step]) -> tuple[str, ...]:
    """A working as the log keeps it: why, how much, whose."""
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


def die(state: State, rule: str, ask: str, seat: str) -> Steps[int]:
    """One die of the game."""
    (found,) = yield Roll(rule, ask, seat, dice=(state.figures["die"],))
    return int(found)


def yes_no(rule: str, ask: str, seat: str, **context: Any) -> Steps[bool]:
    """A question with two answers."""
    answer = yield Choose(rule, ask, seat, "yes_no", ("no", "yes"), context=context)
    return bool(answer == "yes")


def names(state: State, things: Iterable[str]) -> tuple[str, ...]:
    return tuple(state.battle.name(thing) for thing in things)


def by_name(state: State, things: Iterable[str]) -> dict[str, str]:
    """Some counters with their names, for who is asked about them."""
    return {thing: state.battle.name(thing) for thing in things}
