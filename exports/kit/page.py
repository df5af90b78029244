"""The frame of every page (bar, header, footer), and pagination of blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from reportlab.graphics.shapes import Drawing

from catalogs import Catalog
from exports.kit.blocks import GUTTER, Block, column_width, repeat_headings, space, stack
from exports.kit.document import Box, Document
from exports.kit.print_options import current_print_options
from exports.kit.shapes import side_bar
from exports.kit.sheet import Band
from exports.kit.theme import HEAD, MARGIN, NARROW, RULE, SMALL_SIZE, SOFT, fit, livery
from exports.kit.type_scale import CLOSEST, TYPE_SCALES, TypeScale, find_roomiest

TOP_MARGIN = 30.0
BOTTOM_MARGIN = 42.0
BAR_HEIGHT = 5.0
Part = Callable[[TypeScale], list[Block]]  # a section that can be set closer or roomier
Bar = Callable[[float], Drawing]  # draws the bar at the top of a page for a width


@dataclass(frozen=True, slots=True)
class RunningLines:
    """Header and footer of every page of a sheet; without a bar its space stays empty."""

    above: str
    right: str
    below: str
    bar: Bar | None = None
    number: str = "{page} / {pages}"


def make_bar(bands: Sequence[Band], catalog: Catalog) -> Bar:
    """Return the bar of a page: an equal part for every band."""

    def bar(wide: float) -> Drawing:
        drawing = Drawing(wide, BAR_HEIGHT)
        part = column_width(wide, len(bands))
        for place, band in enumerate(bands):
            deep = livery(catalog, band.faction).deep
            for shape in side_bar(place * (part + GUTTER), 0, part, BAR_HEIGHT, deep, band.solid):
                drawing.add(shape)
        return drawing

    return bar


def begin_page(document: Document, running: RunningLines, page: int) -> float:
    """Draw the bar and the header; return the height at which the content begins."""
    wide = document.wide - 2 * MARGIN
    top = document.tall - TOP_MARGIN
    if running.bar is not None:
        with document.artifact():
            document.picture(running.bar(wide), MARGIN, top - BAR_HEIGHT)
    base = top - BAR_HEIGHT - 12
    right, size = fit(running.right.upper(), HEAD, SMALL_SIZE, wide * 0.4)
    above, above_size = fit(running.above.upper(), HEAD, SMALL_SIZE, wide * 0.58)
    with _tag_running_line(document, page, (MARGIN, base - 3, MARGIN + wide * 0.58, base + 8)):
        document.text(MARGIN, base, above, HEAD, above_size, SOFT)
    with _tag_running_line(document, page, (MARGIN + wide * 0.6, base - 3, MARGIN + wide, base + 8)):
        document.text_right(MARGIN + wide, base, right, HEAD, size, SOFT)
    return base - 8


def _tag_running_line(document: Document, page: int, box: Box) -> AbstractContextManager[None]:
    """Tag a running line as text on the first page and as decoration after that."""
    return document.leaf("P", box) if page == 1 else document.artifact()


def end_page(document: Document, running: RunningLines, page: int, pages: int) -> None:
    """Draw the footer and close the page."""
    wide = document.wide - 2 * MARGIN
    with document.artifact():
        document.rule(MARGIN, MARGIN + wide, BOTTOM_MARGIN - 8, RULE)
        below, size = fit(running.below, NARROW, SMALL_SIZE, wide * 0.8, SMALL_SIZE)
        document.text(MARGIN, BOTTOM_MARGIN - 18, below, NARROW, size, SOFT)
        note, size = fit(current_print_options().note, NARROW, SMALL_SIZE, wide, SMALL_SIZE / 2)
        document.text(MARGIN, BOTTOM_MARGIN - 6, note, NARROW, size, SOFT)
        number = running.number.format(page=page, pages=pages)
        document.text_right(MARGIN + wide, BOTTOM_MARGIN - 18, number, NARROW, SMALL_SIZE, SOFT)
    document.new_page()


FRAME_HEIGHT = TOP_MARGIN + BAR_HEIGHT + 20 + BOTTOM_MARGIN  # points: height of header and footer together


def content_height(document: Document) -> float:
    """Return the height available for content on a page."""
    return document.tall - FRAME_HEIGHT


def lay_out_unscaled(document: Document, make: Callable[[], list[list[Block]]]) -> list[list[Block]]:
    """Make pages that do not grow with large type, such as a map with its surroundings."""
    scale = document.scale
    if scale == 1.0:
        return make()
    with document.life_size(FRAME_HEIGHT):
        pages = make()
    return [[_scale_back(stack(page), scale)] for page in pages]


def _scale_back(block: Block, scale: float) -> Block:
    """Scale down a page that was laid out for unscaled paper."""

    def draw(document: Document, left: float, top: float) -> None:
        document.canvas.saveState()
        document.canvas.scale(1 / scale, 1 / scale)
        with document.life_size(FRAME_HEIGHT):
            block.draw(document, left, top * scale)
        document.canvas.restoreState()
        document.reset_style()

    return Block(block.high / scale, draw)


@dataclass(frozen=True, slots=True)
class LandscapePage:
    """A page with a frame of its own; ``draw`` gets its number and how many there are."""

    draw: Callable[[Document, int, int], None]


Page = list[Block] | LandscapePage


def draw_pages(
    document: Document,
    running: RunningLines,
    pages: Sequence[Sequence[Block] | LandscapePage],
    first: int = 1,
    total: int | None = None,
) -> None:
    """Draw pages with header, footer and numbers; ``first`` and ``total`` place them in a longer file."""
    for number, page in enumerate(pages, start=first):
        if isinstance(page, LandscapePage):
            document.turn(landscape=True)
            page.draw(document, number, total or len(pages))
            document.new_page()
            document.turn(landscape=False)
            continue
        top = begin_page(document, running, number)
        for block in page:
            block.draw(document, MARGIN, top)
            top -= block.high
        end_page(document, running, number, total or len(pages))


def lay_out(parts: Sequence[Part], room: float) -> list[list[Block]]:
    """Lay sections out on as few pages as possible, in the roomiest type scale that needs no more."""
    fewest = lay_out_at(CLOSEST, parts, room)

    def fits(type_scale: TypeScale) -> list[list[Block]] | None:
        pages = lay_out_at(type_scale, parts, room)
        return pages if len(pages) <= len(fewest) else None

    return find_roomiest(fits, TYPE_SCALES) or fewest


def lay_out_at(type_scale: TypeScale, parts: Sequence[Part], room: float) -> list[list[Block]]:
    blocks: list[Block] = []
    for number, part in enumerate(parts):
        blocks += [space(2 * type_scale.gap)] if number else []
        blocks += part(type_scale)
    return paginate(blocks, room)


def paginate(blocks: list[Block], room: float) -> list[list[Block]]:
    """Break blocks into pages; a ``keep`` block never comes last on a page, a splittable block is split."""
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
        parts = _split_bundle(bundle, room - used)
        if parts is not None:
            pages[-1].extend(parts[0])
            waiting.insert(0, parts[1])
        elif pages[-1]:
            waiting.insert(0, bundle)
        else:
            pages[-1].extend(bundle)  # higher than a page and not splittable: let it overflow
        if waiting:
            again = _interrupted_heading(pages[-1], waiting[0])
            pages.append(again)
            used = sum(block.high for block in again)
    return pages


def _interrupted_heading(page: list[Block], following: list[Block]) -> list[Block]:
    """Return the heading to repeat on the next page, if its section goes on there in small pieces."""
    blocks = [*page, *following]
    return repeat_headings(blocks, len(page)) if following[-1].split is None else []


def _split_bundle(bundle: list[Block], room: float) -> tuple[list[Block], list[Block]] | None:
    """Split the last block of a bundle so that its beginning still fits."""
    before = sum(block.high for block in bundle[:-1])
    split = bundle[-1].split
    parts = split(room - before) if split else None
    if parts is None:
        return None
    return [*bundle[:-1], parts[0]], [parts[1]]


def _bundles(blocks: list[Block]) -> list[list[Block]]:
    """Group every block with the blocks before it that must stay with it."""
    bundles: list[list[Block]] = []
    open_bundle: list[Block] = []
    for block in blocks:
        open_bundle.append(block)
        if not block.keep:
            bundles.append(open_bundle)
            open_bundle = []
    return [*bundles, open_bundle] if open_bundle else bundles
