"""What can be wrong with a catalogue, said so that its author can mend it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from schemas import HorahError

Said = tuple[str, str]  # English, Spanish


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the file, the place in it, what is wrong there and what was expected."""

    check: str  # the kind of check that found it
    file: str
    place: str  # like a JSON pointer: /rows/3/quality
    problem: str
    expected: str
    problem_es: str
    expected_es: str

    def sentence(self, language: str) -> str:
        where = f"{self.file}, {self.place}" if self.place else self.file
        if language == "es":
            return f"{where}: {self.problem_es}; se esperaba {self.expected_es}."
        return f"{where}: {self.problem}; expected {self.expected}."

    def __str__(self) -> str:
        return self.sentence("en")


class CatalogError(HorahError):
    """A catalogue or an overlay that cannot be used; nothing of it is loaded."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        first, more = self.faults[0], len(self.faults) - 1
        self.file, self.place = first.file, first.place
        self.problem, self.expected = first.problem, first.expected
        super().__init__(
            first.sentence("en") + (f" (And {more} more; see horah catalog check.)" if more else ""),
            first.sentence("es") + (f" (Y {more} más; véase horah catalog check.)" if more else ""),
            code="CATALOG",
        )


def fault(check: str, file: str, place: str, problem: Said, expected: Said) -> Fault:
    """A fault from its English and Spanish words."""
    return Fault(check, file, place, problem[0], expected[0], problem[1], expected[1])


def refuse(check: str, file: str, place: str, problem: Said, expected: Said) -> CatalogError:
    """A :class:`CatalogError` with a single fault."""
    return CatalogError([fault(check, file, place, problem, expected)])
