"""Write sheets as a tagged PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from reportlab.graphics.shapes import Drawing

from catalogs import Catalog
from exports.kit.blocks import (
    GUTTER,
    Block,
    beside,
    column_width,
    columns,
    figure,
    group,
    hairline,
    heading,
    in_columns,
    label,
    make_unsplittable,
    paragraph,
    space,
    stack,
    tick_line,
)
from exports.kit.document import AUTHOR, Document
from exports.kit.page import RunningLines, content_height, draw_pages, make_bar, paginate
from exports.kit.shapes import centred_text, rect, scale_drawing, text
from exports.kit.sheet import (
    Beside,
    Blank,
    Boxes,
    Bullets,
    Cell,
    Cut,
    Facts,
    Figure,
    Grid,
    Heading,
    Lines,
    Paragraph,
    Part,
    Sheet,
    Steps,
    Style,
    Together,
    Track,
    is_blank,
)
from exports.kit.text import track_text
from exports.kit.theme import (
    FAINT,
    HEAD,
    INK,
    MARGIN,
    NARROW,
    PAPER,
    RULE,
    SMALL_SIZE,
    SOFT,
    STRONG,
    TEXT,
    fit,
    width,
    wrap,
)
from exports.kit.type_scale import find_roomiest

MIN_ROWS_BEFORE_BREAK = 3  # minimum rows of a table before a page break
MAX_HEIGHT_TOGETHER = 240.0  # points: lower columns stay on one page
MIN_FACTS_IN_COLUMNS = 8
MAX_FACT_LENGTH_IN_COLUMNS = 70  # characters of a fact
TRACK_BOX, TRACK_HEIGHT = 19.0, 20.0
WRITING_LINE = 18.0
FRAME_PAD = 5.0


def write_pdf(
    sheets: Sequence[Sheet],
    *,
    title: str,
    lang: str,
    paper: str,
    below: str = AUTHOR,
    catalog: Catalog | None = None,
    styles: Sequence[Style] = (Style(),),
) -> bytes:
    """Return one file in which every sheet begins a page.

    A sheet gets the last style of ``styles`` in which it needs no more pages than in the first, and tears
    no more tables unless it is to be written on. Pages are numbered through the file. The colours of bands
    come from the catalogue.
    """
    continued = catalog.term("sheet.continued", lang) if catalog else "{title} …"
    document = Document(paper, lang, title, continued=continued)
    wide, high = document.wide - 2 * MARGIN, content_height(document)
    printed = [(sheet, _pages(sheet, wide, high, styles)) for sheet in sheets]
    total = sum(len(pages) for _, pages in printed)
    first = 1
    for sheet, pages in printed:
        bar = make_bar(sheet.bands, catalog) if catalog and sheet.bands else None
        running = RunningLines(sheet.above or sheet.title, sheet.right or sheet.badge, below, bar)
        document.bookmark(sheet.title, 0, document.tall)
        with document.section("Art", sheet.title):
            draw_pages(document, running, pages, first, total)
        first += len(pages)
    return document.finish()


def _pages(sheet: Sheet, wide: float, high: float, styles: Sequence[Style]) -> list[list[Block]]:
    def pages(style: Style) -> list[list[Block]]:
        return paginate([*_top(sheet, wide, style), *_blocks(sheet.parts, wide, style, top=True)], high)

    fewest = pages(styles[0])
    if len(styles) == 1:
        return fewest

    may_tear = any(isinstance(part, Grid) and _is_to_write_on(part) for part in sheet.flat_parts)

    def fits(style: Style) -> list[list[Block]] | None:
        candidate = pages(style)  # a table torn at the end of a page is one block more
        torn = sum(map(len, candidate)) > sum(map(len, fewest)) and not may_tear
        return candidate if len(candidate) <= len(fewest) and not torn else None

    return find_roomiest(fits, styles) or fewest


def _top(sheet: Sheet, wide: float, style: Style) -> list[Block]:
    """Return the titles of a sheet; none in a style without a size for them."""
    if not style.title:
        return []
    if sheet.over:
        blocks = [heading(sheet.over, wide, 1, style.title), heading(sheet.title, wide, 2, style.second)]
    else:
        blocks = [heading(sheet.title, wide, 1, style.title)]
    if sheet.subtitle:
        blocks.append(paragraph(sheet.subtitle, wide, size=style.text + 1, fill=SOFT, keep=True))
    return [*blocks, hairline(wide, 6, 8) if style.lined else space(style.under_title)]


def _blocks(parts: Sequence[Part], wide: float, style: Style, top: bool = False) -> list[Block]:
    """Return parts with the distances between them; ``top`` if they follow the title of a sheet."""
    result: list[Block] = []
    before: Part | None = None
    for part, following in zip(parts, [*parts[1:], None], strict=True):
        distance = _distance_after(before, style) if before else 0.0
        if isinstance(part, Heading) and (before or top):
            distance += style.above_heading
        blocks = _part(part, wide, style)
        if isinstance(part, Paragraph) and isinstance(following, Grid | Figure | Steps):
            blocks = [replace(block, keep=True) for block in blocks]
        result += [space(distance), *blocks] if distance else blocks
        before = part
    return [*result[:-1], replace(result[-1], keep=False)] if result else []


def _distance_after(part: Part, style: Style) -> float:
    if isinstance(part, Heading):
        return style.below_heading if part.level == 2 else 0.0
    return style.gap if isinstance(part, Paragraph | Track) else 0.0 if isinstance(part, Cut) else style.after


def _part(part: Part, wide: float, style: Style) -> list[Block]:
    match part:
        case Heading():
            return [_heading(part, wide, style)]
        case Paragraph():
            return [_paragraph(part, wide, style)]
        case Facts():
            return _facts(part, wide, style)
        case Bullets():
            item_width = column_width(wide, part.columns)
            items = [_item(words, item_width, style.text, box=part.ticked) for words in part.items]
            return [in_columns(space(1), items, wide, part.columns, style.gap, "L")]
        case Steps():
            return [tick_line(mark, words, wide, style.text) for mark, words in part.rows]
        case Lines():
            return [_line(words, wide, style) for words in part.labels]
        case Grid():
            return [_grid(part, wide, style)]
        case Track():
            return [_track(part, wide, style)]
        case Figure():
            return _figure(part, wide)
        case Cut():
            return [_cut(wide)]
        case Together():
            return [make_unsplittable(stack(_blocks(part.parts, wide, style)))]
        case Beside():
            return [_beside(part, wide, style)]
        case _:
            assert_never(part)


def _heading(part: Heading, wide: float, style: Style) -> Block:
    if part.level > 2:
        return heading(part.text, wide, part.level, style.text + 1)
    if style.capitals:
        return label(part.text, wide, size=style.text)
    return heading(part.text, wide, part.level, style.heading)


def _paragraph(part: Paragraph, wide: float, style: Style) -> Block:
    if part.loud:
        return _frame(part.text, wide, style)
    size, fill = (style.soft, SOFT) if part.soft else (style.text, INK)
    return paragraph(part.text, wide, size=size, leading=size * style.lead, fill=fill)


def _frame(words: str, wide: float, style: Style) -> Block:
    inner = paragraph(words, wide - 16, font=STRONG, size=style.text)
    high = inner.high + 2 * FRAME_PAD

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.canvas.setStrokeColor(SOFT)
            document.canvas.setLineWidth(0.8)
            document.canvas.rect(left, top - high, wide, high)
        inner.draw(document, left + 8, top - FRAME_PAD)

    return Block(high, draw)


def _facts(part: Facts, wide: float, style: Style) -> list[Block]:
    """Return facts one below the other; many short ones in two columns."""
    long = any(len(value) > MAX_FACT_LENGTH_IN_COLUMNS for _, value in part.rows)
    if len(part.rows) < MIN_FACTS_IN_COLUMNS or long:
        return _fact_rows(part.rows, wide, style)
    half = column_width(wide, 2)
    heights = [block.high for block in _fact_rows(part.rows, half, style)]
    middle = min(range(1, len(heights)), key=lambda cut: max(sum(heights[:cut]), sum(heights[cut:])))
    left, right = (stack(_fact_rows(rows, half, style)) for rows in (part.rows[:middle], part.rows[middle:]))
    return [beside([(0.0, left), (half + GUTTER, right)])]


def _fact_rows(rows: Sequence[tuple[str, str]], wide: float, style: Style) -> list[Block]:
    """Return facts whose values stand as far to the left as the longest name allows."""
    longest = max((width(name, HEAD, style.text) for name, _ in rows), default=0.0)
    indent = min(wide * 0.4, 130.0, longest + 8) + 8
    return [_fact(name, value, wide, indent, style) for name, value in rows]


def _fact(name: str, value: str, wide: float, indent: float, style: Style) -> Block:
    lead = style.text * style.cell_lead
    lines = wrap(value or "—", TEXT, style.text, wide - indent)
    name, size = fit(name, HEAD, style.text, indent - 8)
    high = lead * max(1, len(lines))

    def draw(document: Document, left: float, top: float) -> None:
        base = top - lead * 0.78
        with document.leaf("P", (left, top - high, left + wide, top)):
            document.text(left, base, name, HEAD, size, SOFT)
            document.lines(left + indent, base, lines, TEXT, style.text, lead)

    return Block(high, draw)


def _item(words: str, wide: float, size: float, *, box: bool) -> Block:
    """Return an item of a list after a point or a box to tick."""
    lead, indent = size * 1.25, size * (1.6 if box else 1.0)
    lines = wrap(words, TEXT, size, wide - indent)
    high = lead * max(1, len(lines))

    def draw(document: Document, left: float, top: float) -> None:
        if box:
            with document.artifact():
                document.box(left + 1, top - size - 1, size * 0.9, SOFT)
        with document.leaf("LI", (left, top - high, left + wide, top)):
            if not box:
                document.text(left, top - size, "·", STRONG, size)
            document.lines(left + indent, top - size, lines, TEXT, size, lead)

    return Block(high, draw)


def _line(words: str, wide: float, style: Style) -> Block:
    """Return words before a line to write on."""
    part = wide * 0.42
    label_text, size = fit(words, TEXT, style.text, part - 6)

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left, top - WRITING_LINE, left + part, top)):
            document.text(left, top - WRITING_LINE + 4, label_text, TEXT, size)
        with document.artifact():
            document.rule(left + part, left + wide, top - WRITING_LINE + 2, INK)

    return Block(WRITING_LINE, draw)


def _cut(wide: float) -> Block:
    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.dashed_rule(left, left + wide, top - 12, RULE)

    return Block(24, draw)


def _beside(part: Beside, wide: float, style: Style) -> Block:
    """Return two columns; high ones run on over the page, each in its place."""
    left = (wide - GUTTER) * part.share
    pair = [
        (0.0, _blocks(part.left, left, style)),
        (left + GUTTER, _blocks(part.right, wide - GUTTER - left, style)),
    ]
    whole = beside([(offset, stack(blocks)) for offset, blocks in pair])
    return whole if whole.high < MAX_HEIGHT_TOGETHER else columns(pair)


def _figure(part: Figure, wide: float) -> list[Block]:
    """Return drawings, made smaller where they are wider than the page."""
    figures = [
        figure(scale_drawing(drawing, wide / drawing.width) if drawing.width > wide else drawing, alt)
        for drawing, alt in part.draw(wide)
    ]
    return [stack(figures)] if part.together else figures


def _track(track: Track, wide: float, style: Style) -> Block:
    indent = wide * 0.34
    words, size = fit(track.label, TEXT, style.text, indent - 6)
    drawing = Drawing(wide, TRACK_HEIGHT)
    drawing.add(text(0, TRACK_BOX * 0.32, words, size, TEXT))
    step = min(TRACK_BOX, (wide - indent) / max(1, len(track.boxes)))
    for number, box in enumerate(track.boxes, start=1):
        x, dark = indent + (number - 1) * step, number == track.marked
        drawing.add(rect(x, 0.5, step - 2, TRACK_BOX - 1.5, fill=INK if dark else PAPER, stroke=SOFT))
        drawing.add(centred_text(x + step / 2 - 1, TRACK_BOX * 0.5, box, 8.0, HEAD, PAPER if dark else SOFT))
    return figure(drawing, track_text(track))


def _grid(grid: Grid, wide: float, style: Style) -> Block:
    if style.blank_rows and grid.rows and all(is_blank(cell) for row in grid.rows for cell in row):
        grid = replace(grid, rows=[grid.rows[0]] * style.blank_rows)
    if not grid.halves or len(grid.rows) < grid.halves:
        head, *rows = _rows(grid, wide, style)
        return _table(head, rows)
    middle, half = (len(grid.rows) + 1) // 2, column_width(wide, 2)
    left, right = (
        _rows(replace(grid, rows=rows), half, style) for rows in (grid.rows[:middle], grid.rows[middle:])
    )
    return columns([(0.0, left), (half + GUTTER, right)], tag="Table")


def _rows(grid: Grid, wide: float, style: Style) -> list[Block]:
    """Return the head of a table and its rows."""
    shares = grid.widths or (1.0,) * len(grid.head)
    widths = [wide * share / sum(shares) for share in shares]
    ruled = _is_to_write_on(grid)
    head = _row(grid, grid.head, widths, style, head=True)
    return [
        head,
        *(
            _row(grid, row, widths, style, ruled=ruled, shaded=not ruled and number % 2 == 1)
            for number, row in enumerate(grid.rows)
        ),
    ]


def _is_to_write_on(grid: Grid) -> bool:
    return grid.tall > 1.0 or any(isinstance(cell, Blank) for row in grid.rows for cell in row)


def _table(head: Block, rows: Sequence[Block]) -> Block:
    """Return a table that may go on over the page; its head stands again at the top."""
    whole = group("Table", stack([head, *rows]))

    def split(high: float) -> tuple[Block, Block] | None:
        used, cut = head.high, 0
        for row in rows:
            used += row.high
            if used > high:
                break
            cut += 1
        if cut == len(rows) - 1 and cut > MIN_ROWS_BEFORE_BREAK:
            cut -= 1  # no single row alone on a page
        if cut < min(MIN_ROWS_BEFORE_BREAK, len(rows)) or cut == len(rows):
            return None
        return _table(head, rows[:cut]), _table(head, rows[cut:])

    return Block(whole.high, whole.draw, split=split)


def _row(
    grid: Grid,
    cells: Sequence[Cell],
    widths: Sequence[float],
    style: Style,
    *,
    head: bool = False,
    ruled: bool = False,
    shaded: bool = False,
) -> Block:
    size = style.cell_head if head else style.cell
    plain = HEAD if head else NARROW if style.narrow else TEXT
    fonts = [STRONG if place in grid.strong and not head else plain for place in range(len(cells))]
    lead, wide = size * style.cell_lead, sum(widths)
    texts = [
        wrap(cell, font, size, max(12.0, cell_width - 2 * style.indent)) if isinstance(cell, str) else []
        for cell, font, cell_width in zip(cells, fonts, widths, strict=True)
    ]
    least = 1.0 if head else 1.0 + (grid.tall - 1.0) * style.room
    high = lead * max(least, *(len(lines) for lines in texts)) + 2 * style.pad

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            if shaded:
                document.canvas.setFillColor(FAINT)
                document.canvas.rect(left, top - high, wide, high, stroke=0, fill=1)
                document.reset_style()
            document.rule(left, left + wide, top - high, INK if head else RULE, 0.9 if head else 0.4)
            if ruled:
                for edge in range(len(widths) + 1):
                    document.vertical_rule(left + sum(widths[:edge]), top, top - high, RULE, 0.4)
        base = top - style.pad - (lead + size * 0.72) / 2
        with document.section("TR"):
            x = left
            for cell, lines, font, cell_width in zip(cells, texts, fonts, widths, strict=True):
                with document.leaf("TH" if head else "TD", (x, top - high, x + cell_width, top)):
                    if isinstance(cell, Boxes):
                        _boxes(document, cell, x + style.indent, base, cell_width - 2 * style.indent, size)
                    else:
                        fill = SOFT if head else INK
                        document.lines(x + style.indent, base, lines, font, size, lead, fill)
                x += cell_width

    return Block(high, draw, keep=head)


def _boxes(document: Document, cell: Boxes, x: float, base: float, wide: float, size: float) -> None:
    side = size * 0.9
    count = len(cell.words) or cell.count
    step = min(wide / max(count, 1), side * (4.0 if cell.words else 1.4))
    for place in range(count):
        at = x + place * step
        if cell.words:
            words, fitted = fit(cell.words[place], NARROW, SMALL_SIZE, step - side - 6)
            document.text(at, base, words, NARROW, fitted, SOFT)
            at += width(words, NARROW, fitted) + 3
        document.box(at, base - 1, min(side, step - 1), SOFT)
