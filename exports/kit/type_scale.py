"""Type scale of a page: sizes that grow together, and the search for the roomiest that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Result = TypeVar("Result")
Step = TypeVar("Step")


@dataclass(frozen=True, slots=True)
class TypeScale:
    """A step between the closest (0) and the roomiest (1) readable type."""

    ease: float

    @property
    def text(self) -> float:
        """Type size of steps and rules."""
        return 10.0 + 1.5 * self.ease

    @property
    def lead(self) -> float:
        """Line height of text, as a multiple of its size."""
        return 1.16 + 0.20 * self.ease

    @property
    def list(self) -> float:
        """Type size of lists to tick off beside an open counter tray."""
        return 11.0 + 3.0 * self.ease

    @property
    def pitch(self) -> float:
        """Line height of such a list, as a multiple of its size."""
        return 1.35 + 0.5 * self.ease

    @property
    def small(self) -> float:
        """Type size of names of figures, notes and captions."""
        return 8.5 + 1.0 * self.ease

    @property
    def counter(self) -> float:
        """Size of counters, as a multiple of life size."""
        return 0.86 + 1.0 * self.ease

    @property
    def gap(self) -> float:
        """Distance between two parts of a page."""
        return 2.0 + 12.0 * self.ease


SCALE_STEPS = 24
TYPE_SCALES: Sequence[TypeScale] = tuple(TypeScale(step / SCALE_STEPS) for step in range(SCALE_STEPS + 1))
CLOSEST = TYPE_SCALES[0]


def find_roomiest(fits: Callable[[Step], Result | None], ladder: Sequence[Step]) -> Result | None:
    """Return the result of the roomiest step of a ladder that fits, or None if not even the closest does."""
    best = fits(ladder[-1])
    if best is not None:
        return best
    low, high = -1, len(ladder) - 1  # the step ``low`` fits, ``high`` does not
    while high - low > 1:
        middle = (low + high) // 2
        result = fits(ladder[middle])
        if result is None:
            high = middle
        else:
            low, best = middle, result
    return best
