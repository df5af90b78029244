"""Declaration of checks: id, severity, rule, places, and a function that finds problems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from generator.findings import GONE, Finding, Severity
from schemas.json_pointer import locate
from schemas.messages import Message, say

from ..card_facts import Reading

#: The rule of structural findings that belong to no particular check.
BY_SCHEMA = "JSON Schema"


@dataclass(frozen=True, slots=True)
class Fix:
    """Changes that remove a problem, each a JSON pointer with its new value, and the label of the button.

    With ``batch`` it may be applied together with others of the same check.
    """

    title: Message
    changes: tuple[tuple[str, Any], ...]
    batch: bool = False


def set_to(place: str, value: Any, title: Message) -> Fix:
    """Return a fix that sets one field."""
    return Fix(title, ((place, value),))


def take_away(place: str, title: Message, *, batch: bool = False) -> Fix:
    """Return a fix that removes one field or entry."""
    return Fix(title, ((place, GONE),), batch)


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem that a check has found."""

    place: str
    text: Message
    fix: Fix | None = None
    severity: Severity | None = None  # if it differs from the check's own


Finder = Callable[[Reading], Iterable[Problem]]


def _nothing(_: Reading) -> Iterable[Problem]:
    return ()


@dataclass(frozen=True, slots=True)
class Check:
    """One check of a card.

    ``places`` are the fields whose structure belongs to this check: schema violations there are reported
    under its id. A check without a finder is done by the schema alone.
    """

    id: str
    severity: Severity
    rule: str
    places: tuple[str, ...] = ()
    find: Finder = _nothing

    @property
    def title(self) -> Message:
        """The sentence that describes a card which passes."""
        return say(f"check.{self.id}")

    def run(self, reading: Reading) -> Iterator[Finding]:
        """Yield the findings of a card."""
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


#: All checks by id, in the order of definition.
CHECKS: dict[str, Check] = {}


def check(id_: str, severity: Severity, rule: str, *places: str) -> Callable[[Finder], Finder]:
    """Register a function as a check."""

    def enter(find: Finder) -> Finder:
        CHECKS[id_] = Check(id_, severity, rule, places, find)
        return find

    return enter


def by_schema(id_: str, severity: Severity, rule: str, *places: str) -> None:
    """Register a check that the JSON Schema carries out alone."""
    CHECKS[id_] = Check(id_, severity, rule, places)


def get_rule(code: str) -> str:
    """Return the rule behind a finding, by its code."""
    return CHECKS[code].rule if code in CHECKS else BY_SCHEMA
