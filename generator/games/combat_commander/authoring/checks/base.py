"""How a check is written down: id, severity, rule, what it looks at, and a function that finds faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from generator.finding import GONE, Finding, Severity
from schemas.json_pointer import locate
from schemas.said import Said, say

from ..reading import Reading

#: The rule behind faults of structure that belong to no check in particular.
BY_SCHEMA = "JSON Schema"


@dataclass(frozen=True, slots=True)
class Fix:
    """The changes that remove a fault, each a JSON pointer with its new value, and the words of the button.

    ``batch``: it may be made together with others of the same check.
    """

    title: Said
    changes: tuple[tuple[str, Any], ...]
    batch: bool = False


def set_to(place: str, value: Any, title: Said) -> Fix:
    """Return a fix that sets one field."""
    return Fix(title, ((place, value),))


def take_away(place: str, title: Said, *, batch: bool = False) -> Fix:
    """Return a fix that removes one field or entry."""
    return Fix(title, ((place, GONE),), batch)


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault that a check has found."""

    place: str
    text: Said
    fix: Fix | None = None
    severity: Severity | None = None  # where it differs from the check's own


Finder = Callable[[Reading], Iterable[Problem]]


def _nothing(_: Reading) -> Iterable[Problem]:
    return ()


@dataclass(frozen=True, slots=True)
class Check:
    """One of the checks a card goes through.

    ``places`` are the fields whose structure belongs to this check: what the JSON Schema refuses there is
    reported under its id. A check without a finder is done by the schema alone.
    """

    id: str
    severity: Severity
    rule: str
    places: tuple[str, ...] = ()
    find: Finder = _nothing

    @property
    def title(self) -> Said:
        """What a card is like that passes."""
        return say(f"check.{self.id}")

    def run(self, reading: Reading) -> Iterator[Finding]:
        """Find the faults of a card."""
        card = reading.card
        for problem in self.find(reading):
            fix = problem.fix
            yield Finding(
                problem.severity or self.severity,
                self.id,
                locate(card, problem.place),
                problem.text,
                tuple((locate(card, place), value) for place, value in fix.changes) if fix else None,
                fix.title if fix else None,
                fix.batch if fix else False,
            )


#: Every check by id, in the order of definition.
CHECKS: dict[str, Check] = {}


def check(id_: str, severity: Severity, rule: str, *places: str) -> Callable[[Finder], Finder]:
    """Enter a function into the list of checks."""

    def enter(find: Finder) -> Finder:
        CHECKS[id_] = Check(id_, severity, rule, places, find)
        return find

    return enter


def by_schema(id_: str, severity: Severity, rule: str, *places: str) -> None:
    """Enter a check that the JSON Schema carries out alone."""
    CHECKS[id_] = Check(id_, severity, rule, places)


def rule_of(code: str) -> str:
    """Return the rule behind a finding, by its code."""
    return CHECKS[code].rule if code in CHECKS else BY_SCHEMA
