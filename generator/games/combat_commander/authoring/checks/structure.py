"""The structure of a card, by its JSON Schema; each fault is reported under the check it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

from schemas.said import Said, say
from schemas.validation import problems

from ..card import Card
from ..document import BadCard
from ..findings import Finding
from ..pointer import steps
from .base import CHECKS, Check

#: A fault of structure that belongs to no check in particular.
PLAIN = "C00"
MOST_SHOWN = 50


def structure(card: Card) -> Iterator[Finding]:
    """Everything the schema does not allow, place by place."""
    for fault in islice(problems(card, "games/combat_commander/card"), MOST_SHOWN):
        if fault.missing:
            yield from (_lacking(f"{fault.place}/{name}") for name in fault.missing)
        else:
            yield _finding(
                fault.place,
                say(
                    "finding.structure",
                    place=fault.place or "/",
                    problem=fault.problem,
                    expected=fault.expected,
                ),
            )


def _lacking(place: str) -> Finding:
    return _finding(place, say("finding.lacking", place=place))


def _finding(place: str, text: Said) -> Finding:
    check = check_of(place)
    return Finding(check.id if check else PLAIN, "E", place, text, check.rule if check else "JSON Schema")


def well_formed(card: Card) -> Card:
    """The card, or the first sentence about what its structure lacks."""
    for finding in structure(card):
        raise BadCard.saying(finding.id, finding.text)
    return card


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
