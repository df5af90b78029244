"""The frame of every page: a bar, the line above, the line below; and blocks broken into pages.

A sheet of any game is :func:`sheet`; whoever prints several sheets into one file draws them with
:func:`draw_pages`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import Block, space, stack
from exports.kit.document import AUTHOR, Box, Document
from exports.kit.setting import CLOSEST, LADDER, Setting, roomiest
from exports.kit.theme import HEAD, MARGIN, NARROW, RULE, SMALL_SIZE, SOFT, fit

TOP = 30.0
BOTTOM = 42.0
BAR = 5.0
Part = Callable[[Setting], list[Block]]  # something that can be set closer or roomier
Bar = Callable[[float], Drawing]  # what stands at the very top, for a width


@dataclass(frozen=True, slots=True)
class Running:
    """What stands on every page of a sheet; without a bar its room stays empty."""

    above: str
    right: str
    below: str
    bar: Bar | None = None
    number: str = "{page} / {pages}"


def sheet(
    title: str,
    lang: str,
    paper: str,
    blocks: Callable[[float], list[Block]],
    *,
    above: str = "",
    right: str = "",
    below: str = AUTHOR,
    bar: Bar | None = None,
) -> bytes:
    """A whole file: what ``blocks`` gives for the width of the page, on as many pages as it needs."""
    document = Document(paper, lang, title)
    running = Running(above or title, right, below, bar)
    document.bookmark(title, 0, document.tall)
    with document.section("Art", title):
        draw_pages(document, running, paginate(blocks(document.wide - 2 * MARGIN), room(document)))
    return document.finish()


def begin(document: Document, running: Running, page: int) -> float:
    """Draw the bar and the line above; gives the height at which the content begins."""
    wide = document.wide - 2 * MARGIN
    top = document.tall - TOP
    if running.bar is not None:
        with document.artifact():
            document.picture(running.bar(wide), MARGIN, top - BAR)
    base = top - BAR - 12
    right, size = fit(running.right.upper(), HEAD, SMALL_SIZE, wide * 0.4)
    above, above_size = fit(running.above.upper(), HEAD, SMALL_SIZE, wide * 0.58)
    with _heard(document, page, (MARGIN, base - 3, MARGIN + wide * 0.58, base + 8)):
        document.text(MARGIN, base, above, HEAD, above_size, SOFT)
    with _heard(document, page, (MARGIN + wide * 0.6, base - 3, MARGIN + wide, base + 8)):
        document.right(MARGIN + wide, base, right, HEAD, size, SOFT)
    return base - 8


def _heard(document: Document, page: int, box: Box) -> AbstractContextManager[None]:
    """A running line belongs to the text once, and is decoration after that."""
    return document.leaf("P", box) if page == 1 else document.artifact()


def end(document: Document, running: Running, page: int, pages: int) -> None:
    """Draw the line below and close the page."""
    wide = document.wide - 2 * MARGIN
    with document.artifact():
        document.rule(MARGIN, MARGIN + wide, BOTTOM - 8, RULE)
        below, size = fit(running.below, NARROW, SMALL_SIZE, wide * 0.8, SMALL_SIZE)
        document.text(MARGIN, BOTTOM - 18, below, NARROW, size, SOFT)
        number = running.number.format(page=page, pages=pages)
        document.right(MARGIN + wide, BOTTOM - 18, number, NARROW, SMALL_SIZE, SOFT)
    document.new_page()


FRAME = TOP + BAR + 20 + BOTTOM  # what the running lines take of a page


def room(document: Document) -> float:
    """How high a page may be filled."""
    return document.tall - FRAME


def life_size(document: Document, make: Callable[[], list[list[Block]]]) -> list[list[Block]]:
    """Pages that do not grow with large type, such as a map with all that stands around it."""
    scale = document.scale
    if scale == 1.0:
        return make()
    with document.life_size(FRAME):
        pages = make()
    return [[_as_it_was(stack(page), scale)] for page in pages]


def _as_it_was(block: Block, scale: float) -> Block:
    """A page set for paper of its own size, on one that is drawn larger."""

    def draw(document: Document, left: float, top: float) -> None:
        document.canvas.saveState()
        document.canvas.scale(1 / scale, 1 / scale)
        with document.life_size(FRAME):
            block.draw(document, left, top * scale)
        document.canvas.restoreState()
        document.forget()

    return Block(block.high / scale, draw)


def draw_pages(
    document: Document,
    running: Running,
    pages: Sequence[Sequence[Block]],
    first: int = 1,
    total: int | None = None,
) -> None:
    """Draw pages with their running lines and numbers; of some among more it is said which they are."""
    for number, page in enumerate(pages, start=first):
        top = begin(document, running, number)
        for block in page:
            block.draw(document, MARGIN, top)
            top -= block.high
        end(document, running, number, total or len(pages))


def flow(parts: Sequence[Part], room: float) -> list[list[Block]]:
    """Parts one under another on as few pages as they need, in the roomiest setting that needs no more."""
    fewest = pages_at(CLOSEST, parts, room)

    def fits(setting: Setting) -> list[list[Block]] | None:
        pages = pages_at(setting, parts, room)
        return pages if len(pages) <= len(fewest) else None

    return roomiest(fits, LADDER) or fewest


def pages_at(setting: Setting, parts: Sequence[Part], room: float) -> list[list[Block]]:
    blocks: list[Block] = []
    for number, part in enumerate(parts):
        blocks += [space(2 * setting.gap)] if number else []
        blocks += part(setting)
    return paginate(blocks, room)


def paginate(blocks: list[Block], room: float) -> list[list[Block]]:
    """Break blocks into pages; one marked ``keep`` never stands last, one that can be split is split."""
    pages: list[list[Block]] = [[]]
    used = 0.0
    waiting = _bundles(blocks)
    while waiting:
        bundle = waiting.pop(0)
        high = sum(block.high for block in bundle)
        if used + high <= room + 0.01:
            pages[-1].extend(bundle)
            used += high
            continue
        parts = _split(bundle, room - used)
        if parts is not None:
            pages[-1].extend(parts[0])
            waiting.insert(0, parts[1])
        elif pages[-1]:
            waiting.insert(0, bundle)
        else:
            pages[-1].extend(bundle)  # higher than a page and of one piece: nothing better can be done
        if waiting:
            pages.append([])
            used = 0.0
    return pages


def _split(bundle: list[Block], room: float) -> tuple[list[Block], list[Block]] | None:
    """Split the last block of a bundle so that its beginning still fits."""
    before = sum(block.high for block in bundle[:-1])
    split = bundle[-1].split
    parts = split(room - before) if split else None
    if parts is None:
        return None
    return [*bundle[:-1], parts[0]], [parts[1]]


def _bundles(blocks: list[Block]) -> list[list[Block]]:
    """Blocks that must stay with the next one, together with it."""
    bundles: list[list[Block]] = []
    open_bundle: list[Block] = []
    for block in blocks:
        open_bundle.append(block)
        if not block.keep:
            bundles.append(open_bundle)
            open_bundle = []
    return [*bundles, open_bundle] if open_bundle else bundles
