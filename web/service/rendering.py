"""Render cards and sheets, with a limit on concurrent renderings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from catalogs import Catalog, Language
from exports.kit.render_request import Layout, Odds

from .context import Context

Kind = Literal[
    "pdf",
    "pack",
    "cut_out",
    "picture",
    "svg",
    "text",
    "markdown",
    "forum",
    "by_hex",
    "log",
    "json",
    "vassal",
    "vassal_module",
]
Paper = Literal["a4", "letter"]
BINARY = "application/octet-stream"  # not ZIP: some browsers would unpack it
MAX_CACHED_BYTES = 2 * 1024 * 1024  # a larger rendering would push all others out of the cache

FORMATS: Mapping[Kind, tuple[str, str]] = {  # media type and file name extension
    "pdf": ("application/pdf", "pdf"),
    "pack": ("application/pdf", "pdf"),
    "cut_out": ("application/pdf", "pdf"),
    "picture": ("image/png", "png"),
    "svg": ("image/svg+xml", "svg"),
    "text": ("text/plain; charset=utf-8", "txt"),
    "forum": ("text/plain; charset=utf-8", "txt"),
    "by_hex": ("text/plain; charset=utf-8", "txt"),
    "log": ("text/plain; charset=utf-8", "txt"),
    "markdown": ("text/markdown; charset=utf-8", "md"),
    "json": ("application/json", "json"),
    "vassal": (BINARY, "vsav"),
    "vassal_module": (BINARY, "vmod"),
}


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """A requested rendering: kind, language, paper and options."""

    kind: Kind
    lang: Language = "en"
    paper: Paper = "a4"
    sheets: tuple[str, ...] = ()  # empty: all that the seat may have
    url: str | None = None  # URL of the card, for the footer
    grey: bool = False
    large: bool = False
    note: str = ""  # a sentence for the reader of the file
    layout: Layout = "landscape"  # of a card
    made_at: str = ""  # when the content was made: the date of a PDF
    odds: Odds | None = None  # of a card, if they are known

    def key(self) -> tuple[str, ...]:
        pressed = f"{'grey' * self.grey} {'large' * self.large} {self.layout} {self.odds} {self.note}"
        return (self.kind, self.lang, self.paper, ",".join(self.sheets), self.url or "", pressed)


@dataclass(frozen=True, slots=True)
class Rendering:
    """A rendering, ready to be sent."""

    body: bytes
    mimetype: str
    ending: str


def make_rendering(kind: Kind, body: bytes) -> Rendering:
    """Return a rendering with the media type and extension of its kind."""
    return Rendering(body, *FORMATS[kind])


def render(
    context: Context,
    catalog: Catalog,
    key: tuple[str, ...],
    card: Callable[[], dict[str, Any]],
    wish: RenderRequest,
) -> Rendering:
    """Render a card that was already filtered for a seat; cached."""

    def draw() -> Rendering:
        return make_rendering(wish.kind, _render(catalog, card(), wish))

    return render_limited(context, key, draw)


def render_limited(context: Context, key: tuple[str, ...], draw: Callable[[], Rendering]) -> Rendering:
    """Return a cached rendering, or draw it; raise Busy if too many are being drawn."""
    cached = context.prints.get(key)
    if cached is not None:
        return cached
    with context.slots.claim():
        rendering = draw()
    if len(rendering.body) <= MAX_CACHED_BYTES:
        context.prints.put(key, rendering)
    return rendering


def _render(catalog: Catalog, card: dict[str, Any], wish: RenderRequest) -> bytes:
    from exports.game import render as drawn  # slow to import, and not every worker renders

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
        note=wish.note,
        made_at=wish.made_at,
        layout=wish.layout,
        odds=wish.odds,
    )
