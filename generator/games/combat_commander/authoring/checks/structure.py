"""The structure of a card, by its JSON Schema; each fault is reported under the check it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from generator.games.combat_commander.authoring.checks.base import CHECKS, Check
from generator.games.combat_commander.authoring.findings import Finding
from generator.games.combat_commander.authoring.pointer import steps
from generator.games.combat_commander.authoring.text import Card, Text
from schemas.validation import problems

#: A fault of structure that belongs to no check in particular.
PLAIN = "C00"
MOST_SHOWN = 50


def structure(card: Card) -> Iterator[Finding]:
    """Everything the schema does not allow, place by place."""
    for count, fault in enumerate(problems(card, "games/combat_commander/card")):
        if count == MOST_SHOWN:
            return
        for missing in fault.missing or ("",):
            place = f"{fault.place}/{missing}" if missing else fault.place
            check = check_of(place)
            text = Text(
                f"{place or '/'}: {fault.problem[1]}; se espera {fault.expected[1]}.",
                f"{place or '/'}: {fault.problem[0]}; expected {fault.expected[0]}.",
            )
            yield Finding(
                check.id if check else PLAIN, "E", place, text, check.rule if check else "JSON Schema"
            )


def check_of(place: str) -> Check | None:
    """The check a place belongs to: the one with the longest pattern that fits."""
    path = steps(place)
    fitting = [(len(pattern), check) for pattern, check in _patterns() if _fits(pattern, path)]
    return max(fitting, key=lambda found: found[0])[1] if fitting else None


@cache
def _patterns() -> tuple[tuple[tuple[str, ...], Check], ...]:
    return tuple((steps(pattern), check) for check in CHECKS.values() for pattern in check.places)


def _fits(pattern: tuple[str, ...], path: tuple[str, ...]) -> bool:
    return len(pattern) <= len(path) and all(a in ("*", b) for a, b in zip(pattern, path, strict=False))
