"""Read a PDF back: letters, shapes, and the frames of its structure tree.

PDFium measures the ink of every letter and shape; pypdf reads the structure tree. pdfplumber is a second,
independent reader for a few files.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pdfplumber
import pypdfium2
import pypdfium2.raw as pdfium
from pypdf import PdfReader

Box = tuple[float, float, float, float]  # left, bottom, right, top


@dataclass(frozen=True)
class Glyph:
    text: str
    box: Box
    mcid: int
    font: str
    size: float  # points on the page, after scaling


@dataclass(frozen=True)
class Page:
    wide: float
    tall: float
    glyphs: list[Glyph]
    shapes: list[tuple[Box, int]]
    frames: dict[int, tuple[str, Box]]  # tag and frame of every leaf by its marked content
    alts: dict[int, str]  # alternative text of every figure by its marked content


def read(body: bytes) -> list[Page]:
    """Return every page with its content; -1 marks content that belongs to no leaf."""
    found = elements_by_page(body)
    document = pypdfium2.PdfDocument(body)
    return [_page(document[number], found.get(number, {})) for number in range(len(document))]


def _page(page: pypdfium2.PdfPage, found: dict[int, Any]) -> Page:
    text = page.get_textpage()
    glyphs = [glyph for place in range(text.count_chars()) if (glyph := _glyph(text, place))]
    shapes = [(_bounds(one), pdfium.FPDFPageObj_GetMarkedContentID(one)) for one in _paths(page)]
    frames = {mcid: _frame(element) for mcid, element in found.items()}
    alts = {mcid: str(element["/Alt"]) for mcid, element in found.items() if "/Alt" in element}
    return Page(page.get_width(), page.get_height(), glyphs, shapes, frames, alts)


def _glyph(text: pypdfium2.PdfTextPage, place: int) -> Glyph | None:
    letter = chr(pdfium.FPDFText_GetUnicode(text, place))
    if not letter.strip() or pdfium.FPDFText_IsGenerated(text, place):
        return None
    owner = pdfium.FPDFText_GetTextObject(text, place)
    mcid = pdfium.FPDFPageObj_GetMarkedContentID(owner)
    return Glyph(letter, text.get_charbox(place), mcid, _font(text, place), _size(text, place))


def _font(text: pypdfium2.PdfTextPage, place: int) -> str:
    name = ctypes.create_string_buffer(80)
    pdfium.FPDFText_GetFontInfo(text, place, name, len(name), None)
    return name.value.decode().rpartition("+")[2]


def _size(text: pypdfium2.PdfTextPage, place: int) -> float:
    matrix = pdfium.FS_MATRIX()
    assert pdfium.FPDFText_GetMatrix(text, place, matrix)
    return float(pdfium.FPDFText_GetFontSize(text, place) * math.hypot(matrix.c, matrix.d))


def _paths(page: pypdfium2.PdfPage) -> Iterator[Any]:
    for place in range(pdfium.FPDFPage_CountObjects(page)):
        one = pdfium.FPDFPage_GetObject(page, place)
        if pdfium.FPDFPageObj_GetType(one) == pdfium.FPDF_PAGEOBJ_PATH:
            yield one


def _bounds(one: Any) -> Box:
    sides = [ctypes.c_float() for _ in range(4)]
    assert pdfium.FPDFPageObj_GetBounds(one, *sides)
    left, bottom, right, top = (side.value for side in sides)
    return left, bottom, right, top


def leaves(body: bytes) -> dict[int, dict[int, tuple[str, Box]]]:
    """Return the leaves of the structure tree, by page and marked content."""
    return {
        page: {mcid: _frame(element) for mcid, element in found.items()}
        for page, found in elements_by_page(body).items()
    }


def elements_by_page(body: bytes) -> dict[int, dict[int, Any]]:
    """Return the elements of the structure tree that have content, by page and marked content."""
    reader = PdfReader(BytesIO(body))
    numbers = {page.indirect_reference.idnum: place for place, page in enumerate(reader.pages)}
    found: dict[int, dict[int, Any]] = {}
    for element in elements(body, reader):
        for kid in element["/K"]:
            if isinstance(kid, int):
                found.setdefault(numbers[element.raw_get("/Pg").idnum], {})[int(kid)] = element
    return found


def _frame(element: Any) -> tuple[str, Box]:
    left, bottom, right, top = (float(value) for value in element["/A"]["/BBox"])
    return str(element["/S"]), (left, bottom, right, top)


def elements(body: bytes, reader: PdfReader | None = None) -> Iterator[Any]:
    """Yield every element of the structure tree in reading order."""
    root = (reader or PdfReader(BytesIO(body))).trailer["/Root"]["/StructTreeRoot"]
    waiting = [kid.get_object() for kid in reversed(root["/K"])]
    while waiting:
        element = waiting.pop()
        yield element
        kids = [kid.get_object() for kid in element["/K"] if not isinstance(kid, int)]
        waiting += reversed(kids)


def words(body: bytes) -> str:
    """Return all text of a file, as pdfplumber reads it."""
    with pdfplumber.open(BytesIO(body)) as pdf:
        return "\n".join(page.extract_text() or "" for page in pdf.pages)


def letters(body: bytes) -> str:
    """Return all letters of a file in reading order, without spaces, column by column."""
    return "".join(glyph.text for page in read(body) for glyph in page.glyphs)


def plumbed(body: bytes) -> list[tuple[str, Box, int | None]]:
    """Return every letter with its place and marked content, as pdfplumber reads it."""
    found = []
    with pdfplumber.open(BytesIO(body)) as pdf:
        for page in pdf.pages:
            tall = float(page.height)
            for char in page.chars:
                box = (char["x0"], tall - char["bottom"], char["x1"], tall - char["top"])
                found.append((char["text"], box, char["mcid"]))
    return found


def outside(box: Box, frame: Box, slack: float) -> bool:
    return (
        box[0] < frame[0] - slack
        or box[1] < frame[1] - slack
        or box[2] > frame[2] + slack
        or box[3] > frame[3] + slack
    )


def overlap(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def collisions(glyphs: list[Glyph]) -> list[tuple[Glyph, Glyph]]:
    """Return letters whose ink overlaps by more than a touch."""
    cells: dict[tuple[int, int], list[Glyph]] = {}
    found = []
    for glyph in glyphs:
        near: set[int] = set()
        for cell in _cells(glyph.box):
            for other in cells.get(cell, ()):
                if id(other) not in near:
                    near.add(id(other))
                    if overlap(glyph.box, other.box) > 0.15 * min(area(glyph.box), area(other.box)):
                        found.append((other, glyph))
            cells.setdefault(cell, []).append(glyph)
    return found


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for x in range(int(box[0] // 12), int(box[2] // 12) + 1):
        for y in range(int(box[1] // 12), int(box[3] // 12) + 1):
            yield x, y


def faults(body: bytes, margin: float = 16.0) -> list[str]:
    """Return everything that is wrong with the pages of a file, in words."""
    return faults_of(read(body), margin)


def faults_of(pages: list[Page], margin: float = 16.0) -> list[str]:
    found: list[str] = []
    for number, page in enumerate(pages, start=1):
        inner = (margin, margin, page.wide - margin, page.tall - margin)
        for glyph in page.glyphs:
            if outside(glyph.box, inner, 0.0):
                found.append(f"page {number}: {glyph.text!r} off the page at {glyph.box}")
            frame = page.frames.get(glyph.mcid)
            if frame is not None and outside(glyph.box, frame[1], 0.5):
                found.append(f"page {number}: {glyph.text!r} {glyph.box} leaves its {frame}")
        for box, mcid in page.shapes:
            if outside(box, inner, 0.0):
                found.append(f"page {number}: a shape off the page at {box}")
            if mcid in page.frames and outside(box, page.frames[mcid][1], 2.0):
                found.append(f"page {number}: a shape at {box} leaves its {page.frames[mcid]}")
        for one, other in collisions(page.glyphs):
            found.append(f"page {number}: {one.text!r} {one.box} under {other.text!r} {other.box}")
        found += _crossing(number, page)
    return found


def _crossing(number: int, page: Page) -> list[str]:
    """Return frames of leaves that overlap."""
    frames = sorted(page.frames.items())
    return [
        f"page {number}: frames {one} and {other} overlap"
        for place, (_, one) in enumerate(frames)
        for _, other in frames[place + 1 :]
        if overlap(_shrunk(one[1]), _shrunk(other[1])) > 0
    ]


def _shrunk(box: Box) -> Box:
    return box[0] + 0.6, box[1] + 0.6, box[2] - 0.6, box[3] - 0.6
