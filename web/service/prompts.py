"""A prompt as a person may see it: whole for its own seat, and only that it is asked for the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from generator.table import EVERYONE, REFEREE, Prompt, Refused, Report, Seat
from schemas.validation import problems_in

OUTLINE = ("kind", "rule", "ask", "seat")
PRIVATE = ("why_not", "check", "mixed", "deck", "shown", "cup")  # functions, codes and the server's business


def outline(prompt: Prompt) -> dict[str, Any]:
    """What everyone may know: who is asked what, under which rule."""
    return {name: getattr(prompt, name) for name in OUTLINE}


def whole(prompt: Prompt, number: int) -> dict[str, Any]:
    """Everything the asked seat needs to answer; ``number`` is given back with the answer."""
    shown = [f.name for f in fields(prompt) if f.name not in PRIVATE]
    return {"number": number, **{name: plain(getattr(prompt, name)) for name in shown}}


def may_answer(prompt: Prompt, seat: Seat) -> bool:
    """The seat that is asked; what everyone is asked, whoever has a seat. Watchers are asked nothing."""
    return seat != EVERYONE and prompt.seat in (seat, EVERYONE)


def may_read(prompt: Prompt, seat: Seat) -> bool:
    """A prompt's options can tell what its seat holds: only that seat and the referee read them."""
    return seat == REFEREE or may_answer(prompt, seat)


def check_form(prompt: Prompt, value: Any) -> None:
    """A report must have its form before the rules look at it."""
    if not isinstance(prompt, Report):
        return
    fault = next(problems_in(value, prompt.form), None)
    if fault is not None:
        raise Refused(
            f"{fault.place or '/'}: {fault.problem[0]}; expected: {fault.expected[0]}.",
            f"{fault.place or '/'}: {fault.problem[1]}; se esperaba: {fault.expected[1]}.",
            code="BAD_REPORT",
        )


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [plain(inner) for inner in (sorted(value) if isinstance(value, set | frozenset) else value)]
    return value
