"""How large a page is set: sizes that grow together, and the roomiest in which a sheet needs no page more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Found = TypeVar("Found")
Step = TypeVar("Step")


@dataclass(frozen=True, slots=True)
class Setting:
    """From the closest (0) to the roomiest (1) in which people still like to read a page."""

    ease: float

    @property
    def text(self) -> float:
        """What is read at arm's length: steps and rules."""
        return 10.0 + 1.5 * self.ease

    @property
    def lead(self) -> float:
        """From line to line of a text, as a multiple of its type."""
        return 1.16 + 0.20 * self.ease

    @property
    def list(self) -> float:
        """Lists to tick off beside an open tray."""
        return 11.0 + 3.0 * self.ease

    @property
    def pitch(self) -> float:
        """From line to line of such a list, as a multiple of its type."""
        return 1.35 + 0.5 * self.ease

    @property
    def small(self) -> float:
        """Names of figures, notes, captions."""
        return 8.5 + 1.0 * self.ease

    @property
    def counter(self) -> float:
        """Counters, as a multiple of life-size."""
        return 0.86 + 1.0 * self.ease

    @property
    def gap(self) -> float:
        """Between two parts of a page."""
        return 2.0 + 12.0 * self.ease


STEPS = 24
LADDER: Sequence[Setting] = tuple(Setting(step / STEPS) for step in range(STEPS + 1))
CLOSEST = LADDER[0]


def roomiest(fits: Callable[[Step], Found | None], ladder: Sequence[Step]) -> Found | None:
    """Return what the roomiest step of a ladder gives that fits, or None if not even the closest does."""
    best = fits(ladder[-1])
    if best is not None:
        return best
    low, high = -1, len(ladder) - 1  # the step ``low`` fits, ``high`` does not
    while high - low > 1:
        middle = (low + high) // 2
        found = fits(ladder[middle])
        if found is None:
            high = middle
        else:
            low, best = middle, found
    return best
