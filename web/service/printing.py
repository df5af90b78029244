"""Cards on paper and screen, a few at a time, so that printing cannot hold the service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from catalogs import Catalog, Language

from .context import Context
from .errors import Busy

Kind = Literal[
    "pdf", "pack", "cut_out", "picture", "svg", "text", "markdown", "forum", "by_hex", "log", "json"
]
Paper = Literal["a4", "letter"]

MIMES: dict[Kind, str] = {
    "pdf": "application/pdf",
    "pack": "application/pdf",
    "cut_out": "application/pdf",
    "picture": "image/png",
    "forum": "text/plain; charset=utf-8",
    "by_hex": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "text": "text/plain; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "log": "text/plain; charset=utf-8",
    "json": "application/json",
}
ENDINGS: dict[Kind, str] = {
    "pdf": "pdf",
    "pack": "pdf",
    "cut_out": "pdf",
    "picture": "png",
    "forum": "txt",
    "by_hex": "txt",
    "svg": "svg",
    "text": "txt",
    "markdown": "md",
    "log": "txt",
    "json": "json",
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What to print, on what, in which language."""

    kind: Kind
    lang: Language = "en"
    paper: Paper = "a4"
    sheets: tuple[str, ...] = ()  # none named: all that the seat may have
    url: str | None = None  # where the card lives, for the footer
    grey: bool = False
    large: bool = False

    def key(self) -> tuple[str, ...]:
        pressed = f"{'grey' * self.grey} {'large' * self.large}"
        return (self.kind, self.lang, self.paper, ",".join(self.sheets), self.url or "", pressed)


@dataclass(frozen=True, slots=True)
class Printed:
    """A rendering, ready to be sent."""

    body: bytes
    mimetype: str
    ending: str


def render(
    context: Context, catalog: Catalog, key: tuple[str, ...], card: Callable[[], dict[str, Any]], wish: Wish
) -> Printed:
    """A card, already seen through a seat's eyes, as the wish says; kept for the next who asks."""

    def draw() -> Printed:
        return Printed(_render(catalog, card(), wish), MIMES[wish.kind], ENDINGS[wish.kind])

    return limited(context, key, draw)


def limited(context: Context, key: tuple[str, ...], draw: Callable[[], Printed]) -> Printed:
    """Something drawn, or what was drawn before; only so many at once."""
    kept = context.prints.get(key)
    if kept is not None:
        return kept
    if not context.printers.acquire(timeout=context.limits.printer_wait):
        raise Busy
    try:
        printed = draw()
    finally:
        context.printers.release()
    context.prints.put(key, printed)
    return printed


def _render(catalog: Catalog, card: dict[str, Any], wish: Wish) -> bytes:
    from exports.game import render as drawn  # the drawing library is heavy, and not every worker prints

    return drawn(
        card,
        wish.kind,
        catalog=catalog,
        paper=wish.paper,
        lang=wish.lang,
        sheets=wish.sheets or None,
        url=wish.url,
        grey=wish.grey,
        large=wish.large,
    )
