"""What can be wrong with a catalogue, said so that its author can mend it."""

from __future__ import annotations

from dataclasses import dataclass

from schemas import HorahError


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the file, the place in it, what is wrong there and what was expected."""

    check: str  # the kind of check that found it
    file: str
    place: str  # like a JSON pointer: /rows/3/quality
    problem: str
    expected: str

    def __str__(self) -> str:
        where = f"{self.file}, {self.place}" if self.place else self.file
        return f"{where}: {self.problem}; expected {self.expected}."


class CatalogError(HorahError):
    """A catalogue or an overlay that cannot be used; nothing of it is loaded."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = tuple(faults)
        first = faults[0]
        self.file, self.place = first.file, first.place
        self.problem, self.expected = first.problem, first.expected
        more = len(faults) - 1
        tail = f" (and {more} more: horah catalog check lists them)" if more else ""
        super().__init__(f"{first}{tail}", code="CATALOG")


def fault(check: str, file: str, place: str, problem: str, expected: str) -> CatalogError:
    """A :class:`CatalogError` with a single fault."""
    return CatalogError([Fault(check, file, place, problem, expected)])
