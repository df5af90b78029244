"""The look of everything printed: typeface, sizes, paper, and the colours of factions.

Barlow and Barlow Condensed (SIL Open Font License) come as ordinary Python packages. Sides also differ
without colour: one is always solid, the other always hatched or outlined.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from threading import Lock
from typing import Any, Literal
from unicodedata import normalize

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from catalogs.catalog import Catalog, Colours

TEXT = "Barlow-Regular"
STRONG = "Barlow-SemiBold"
NARROW = "BarlowCondensed-Medium"
HEAD = "BarlowCondensed-SemiBold"

_PACKAGES = {"Barlow": "fontpkg_barlow", "BarlowCondensed": "fontpkg_barlow_condensed"}
FONTS = (TEXT, STRONG, NARROW, HEAD)

#: Type sizes of a page; counters and hexes scale theirs with their own size.
TITLE_SIZE, HEAD_SIZE, BODY_SIZE, SMALL_SIZE = 28.0, 14.0, 10.5, 8.5

INK = HexColor(0x1F2326)
SOFT = HexColor(0x5F666B)
RULE = HexColor(0xB9BEC1)
FAINT = HexColor(0xE6E8E9)
PAPER = HexColor(0xFFFFFF)
ALARM = HexColor(0xA3271F)

Paper = Literal["a4", "letter"]
PAPERS: dict[str, tuple[float, float]] = {"a4": (595.2756, 841.8898), "letter": (612.0, 792.0)}
MARGIN = 36.0


@dataclass(frozen=True, slots=True)
class Livery:
    """The colours of a faction: for bands and figures, for rules, for the face of a counter."""

    deep: Color
    mid: Color
    tint: Color


PLAIN = Livery(HexColor(0x4D4D4D), HexColor(0x949494), HexColor(0xE4E4E4))


def livery(catalog: Catalog, faction: str) -> Livery:
    """Return the catalogue's colours of a faction, or plain grey if it has none."""
    colours = catalog.liveries.get(faction)
    return PLAIN if colours is None else _make_livery(colours)


@cache
def _make_livery(colours: Colours) -> Livery:
    return Livery(HexColor(colours.deep), HexColor(colours.mid), HexColor(colours.tint))


#: ReportLab reads a font file from one place at a time: hold this to register or embed a font.
FONT_LOCK = Lock()


@cache
def load_fonts() -> None:
    """Register the fonts with ReportLab, once."""
    with FONT_LOCK:
        for name in FONTS:
            if name not in pdfmetrics.getRegisteredFontNames():
                path = files(_PACKAGES[name.partition("-")[0]]).joinpath("files", f"{name}.ttf")
                pdfmetrics.registerFont(TTFont(name, str(path)))


MISSING_MARK = "◊"  # stands for a character that the typeface lacks


@lru_cache(maxsize=20_000)
def mark_missing(text: str, font: str) -> str:
    """Return a text in which each character that the font lacks is replaced by a mark."""
    if text.isascii():
        return text
    load_fonts()
    face: Any = getattr(pdfmetrics.getFont(font), "face")  # noqa: B009  # the stub lacks it
    known = face.charToGlyph
    return "".join(letter if ord(letter) in known else MISSING_MARK for letter in normalize("NFC", text))


@lru_cache(maxsize=20_000)
def _unit_width(text: str, font: str) -> float:
    load_fonts()
    return float(pdfmetrics.stringWidth(mark_missing(text, font), font, 1000.0))


def width(text: str, font: str, size: float) -> float:
    """Return the width of a text in points."""
    return _unit_width(text, font) * size / 1000.0


def fit(text: str, font: str, size: float, room: float, least: float = 4.0) -> tuple[str, float]:
    """Return text and size that fit the room: smaller type, or at the minimum size an ellipsis."""
    wide = width(text, font, size)
    if wide <= room:
        return text, size
    smaller = size * room / wide
    if smaller >= least:
        return text, smaller
    cut = bisect_right(range(len(text)), room, key=lambda end: width(text[:end] + "…", font, least)) - 1
    return text[: max(cut, 0)].rstrip() + "…", least


def wrap(text: str, font: str, size: float, room: float) -> list[str]:
    """Break a text into lines; a word wider than the room is broken too."""
    return list(_lines(text, font, size, room))


#: Breaks between words, but not at a hard space or between a figure and its per cent sign.
BREAK = re.compile(r"[^\S\u00a0]+(?!%)")


@lru_cache(maxsize=2_000)  # a page is laid out several times while its type scale is chosen
def _lines(text: str, font: str, size: float, room: float) -> tuple[str, ...]:
    lines: list[str] = []
    line = ""
    space = width(" ", font, size)
    used = 0.0
    for word in BREAK.split(text.strip()):
        for part in _break_word(word.replace("\u00a0", " "), font, size, room):
            wide = width(part, font, size)
            if line and used + space + wide > room:
                lines.append(line)
                line, used = part, wide
            else:
                used += (space if line else 0.0) + wide
                line = f"{line} {part}" if line else part
    if line:
        lines.append(line)
    return tuple(lines)


def _break_word(word: str, font: str, size: float, room: float) -> list[str]:
    if width(word, font, size) <= room:
        return [word]
    parts, part = [], ""
    for letter in word:
        if part and width(part + letter, font, size) > room:
            parts.append(part)
            part = ""
        part += letter
    return [*parts, part]
