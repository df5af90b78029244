"""Print options (grey scale, large type), set once around a rendering for any game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

LARGE_TYPE_SCALE = 1.25  # factor by which large type enlarges everything on a sheet


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Print options of a file."""

    grey: bool = False
    large: bool = False
    note: str = ""  # a sentence in the footer of every page
    made_at: str = ""  # when the content was made, as ISO 8601 in UTC; empty: not known

    @property
    def scale(self) -> float:
        return LARGE_TYPE_SCALE if self.large else 1.0


_PRINT_OPTIONS: ContextVar[PrintOptions] = ContextVar("print_options", default=PrintOptions())  # noqa: B039  # frozen, so safe as a default


def current_print_options() -> PrintOptions:
    """Return the print options of the file being drawn."""
    return _PRINT_OPTIONS.get()


@contextmanager
def use_print_options(options: PrintOptions) -> Iterator[None]:
    """Apply print options to every file begun inside."""
    token = _PRINT_OPTIONS.set(options)
    try:
        yield
    finally:
        _PRINT_OPTIONS.reset(token)


def canvas_class(options: PrintOptions) -> type[Canvas]:
    return GreyCanvas if options.grey else Canvas


class GreyCanvas(Canvas):
    """A canvas that turns each colour into the grey of the same brightness."""

    def setFillColor(self, aColor: Any, alpha: Any = None) -> None:
        super().setFillColor(to_grey(aColor), alpha)

    def setStrokeColor(self, aColor: Any, alpha: Any = None) -> None:
        super().setStrokeColor(to_grey(aColor), alpha)


def to_grey(colour: Any) -> Any:
    """Return the grey as bright as a colour (ITU-R BT.601)."""
    if not isinstance(colour, Color):
        return colour
    bright = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue
    return Color(bright, bright, bright, colour.alpha)
