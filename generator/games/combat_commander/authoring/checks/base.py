"""How a check is written down: id, severity, rule, what it looks at, and a function that finds faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from schemas.said import Said, say

from ..findings import Finding, Fix, Severity
from ..reading import Reading


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
        for problem in self.find(reading):
            yield Finding(
                self.id,
                problem.severity or self.severity,
                problem.place,
                problem.text,
                self.rule,
                problem.fix,
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
