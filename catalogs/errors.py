"""Faults in a catalogue, described so that its author can fix them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from schemas import HorahError
from schemas.messages import Message


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the file, the place in it, the problem and the expected content."""

    check: str  # name of the check that found it
    file: str
    place: str | Message  # JSON pointer such as /rows/3/quality; a line if the file is not valid JSON
    problem: Message
    expected: Message

    @property
    def message(self) -> Message:
        """Return the whole fault as one message."""
        facts = {"file": self.file, "place": self.place, "problem": self.problem, "expected": self.expected}
        return Message("fault.at" if self.place else "fault.in", facts)


class CatalogError(HorahError):
    """A catalogue or overlay that cannot be used; nothing of it is loaded."""

    def __init__(self, faults: Sequence[Fault], game: str | None = None) -> None:
        self.faults = tuple(faults)
        first, more = self.faults[0].message, len(self.faults) - 1
        if more:
            super().__init__("CATALOG.several", first=first, more=more)
        else:
            super().__init__("CATALOG", first=first)
        self.game = game


def refuse(check: str, file: str, place: str | Message, problem: Message, expected: Message) -> CatalogError:
    """Return a :class:`CatalogError` with a single fault."""
    return CatalogError([Fault(check, file, place, problem, expected)])
