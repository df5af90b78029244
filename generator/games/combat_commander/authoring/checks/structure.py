"""Structure of a card, by its JSON Schema; each violation is reported under the check it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from generator.authoring import explain_schema_violations
from generator.findings import Finding
from schemas.json_pointer import Place, split_pointer
from schemas.messages import Message, say
from schemas.validation import Problem

from ..card import Card
from ..document import BadCard
from .base import CHECKS, Check

#: Code of structural findings that belong to no particular check.
SCHEMA_CODE = "C00"
SCHEMA = "games/combat_commander/card"


def check_structure(card: Card) -> Iterator[Finding]:
    """Yield a finding for each violation of the schema."""
    return explain_schema_violations(card, SCHEMA, explain)


def explain(fault: Problem) -> Iterator[Finding]:
    """Report a violation under the check of its place; each missing field separately."""
    for name in fault.missing:
        place = (*fault.steps, name)
        yield _finding(place, say("finding.lacking", place=f"{fault.place}/{name}"))
    if not fault.missing:
        message = say(
            "finding.structure", place=fault.place or "/", problem=fault.problem, expected=fault.expected
        )
        yield _finding(fault.steps, message)


def _finding(place: Place, message: Message) -> Finding:
    check = find_check(place)
    return Finding("error", check.id if check else SCHEMA_CODE, place, message)


def require_well_formed(card: Card) -> Card:
    """Return the card; raise its first structural finding."""
    for finding in check_structure(card):
        raise BadCard.from_message(finding.code, finding.message)
    return card


def find_check(place: Place) -> Check | None:
    """Return the check a place belongs to: the one with the longest pattern that fits."""
    path = tuple(map(str, place))
    fitting = [(len(pattern), check) for pattern, check in _list_patterns() if _fits(pattern, path)]
    return max(fitting, key=lambda match: match[0])[1] if fitting else None


@cache
def _list_patterns() -> tuple[tuple[tuple[str, ...], Check], ...]:
    return tuple((split_pointer(pattern), check) for check in CHECKS.values() for pattern in check.places)


def _fits(pattern: tuple[str, ...], path: tuple[str, ...]) -> bool:
    return len(pattern) <= len(path) and all(a in ("*", b) for a, b in zip(pattern, path, strict=False))
