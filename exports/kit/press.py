"""How a file is pressed: in grey, or in larger type; said once around a rendering, for any game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

LARGER = 1.25  # large type: everything on a sheet grows by this, and it takes more pages


@dataclass(frozen=True, slots=True)
class Press:
    """What the reader wishes of the paper itself."""

    grey: bool = False
    large: bool = False

    @property
    def scale(self) -> float:
        return LARGER if self.large else 1.0


_PRESS: ContextVar[Press] = ContextVar("press", default=Press())  # noqa: B039  # it is frozen


def press() -> Press:
    """How the file that is being drawn is pressed."""
    return _PRESS.get()


@contextmanager
def pressed(wish: Press) -> Iterator[None]:
    """Every file begun inside is pressed so."""
    token = _PRESS.set(wish)
    try:
        yield
    finally:
        _PRESS.reset(token)


def canvas_for(wish: Press) -> type[Canvas]:
    return Grey if wish.grey else Canvas


class Grey(Canvas):
    """A canvas without colours: each becomes the grey that is as bright."""

    def setFillColor(self, aColor: Any, alpha: Any = None) -> None:
        super().setFillColor(grey(aColor), alpha)

    def setStrokeColor(self, aColor: Any, alpha: Any = None) -> None:
        super().setStrokeColor(grey(aColor), alpha)


def grey(colour: Any) -> Any:
    """A colour as bright as another (ITU-R BT.601)."""
    if not isinstance(colour, Color):
        return colour
    bright = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue
    return Color(bright, bright, bright, colour.alpha)
