"""The scenario card as one landscape leaf: the battle at a glance on the front, set-up on the back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, dropwhile

from reportlab.graphics.shapes import Drawing

from catalogs.games.combat_commander.model import Side
from exports.kit.address import is_local_address
from exports.kit.blocks import (
    WRITING_LINE,
    Block,
    beside,
    figure,
    group,
    heading,
    label,
    paragraph,
    ruled,
    sketch,
    space,
    stack,
)
from exports.kit.document import Document
from exports.kit.page import LandscapePage, RunningLines, paginate
from exports.kit.print_options import current_print_options
from exports.kit.qr import draw_qr_code
from exports.kit.render_request import Odds
from exports.kit.shapes import scale_drawing, side_bar
from exports.kit.theme import HEAD, INK, NARROW, RULE, SOFT, STRONG, TEXT, fit, width, wrap
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.ground.card_ground import get_ruled_ground

from ..checklist import list_groups_without_hexes, objective_value
from ..drawings.card_map import draw_card_map, frame_size, make_card_grid, paper_side
from ..drawings.counters import GAP, OVERHANG, Stack, draw_counter_row
from ..drawings.map import draw_compass, draw_flag, side_livery
from ..drawings.rehearsal import draw_shares
from ..drawings.tracks import draw_casualty_track, draw_time_track, draw_victory_track
from ..facts import (
    format_chits,
    format_lot,
    list_conditions,
    list_elimination_values,
    list_objectives,
    list_side_figures,
)
from ..forces import Lot, count_works, list_placed, list_sections
from ..ground.ground_text import ground_note
from ..ground.legend import draw_entries
from ..messages import Card, MessageFormatter
from ..pull import make_pull_list, make_table_list
from ..rules import list_special_rules
from ..situation import card_title, describe_situation, format_matchup, format_place
from .card import casualty_words, secret_lines, time_words, victory_words
from .forces import draw_works, make_stack, subtitle

#: The five type sizes of a card; only counters have others.
TITLE, LARGE, BODY, SMALL, LEAST = 24.0, 14.0, 10.5, 9.0, 8.0
BACK_SIZES = (BODY, SMALL, LEAST)  # of the steps and rules: the largest with which everything fits
COUNTER_SCALES = (1.0, 0.8)  # the only two
PAGE_MARGIN = 18.0  # points: a quarter of an inch, which every printer can reach
GUTTER = 12.0
HEADER_HEIGHT = 38.0
FOOTER_HEIGHT = 14.0
BAND_GAP = 6.0  # between the map and the tracks
MIN_COLUMN_WIDTH = 150.0  # points: a side's box
#: Points: half the width of a hex that is 11 or 12 mm high.
MIN_HEX_SIZE, MAX_HEX_SIZE = (high * 72 / 25.4 / 3**0.5 for high in (11.0, 12.0))
BACK_COLUMNS = 3
MIN_STORY_LINES = 2
NAMES_IN_COLUMN = 2  # blanks of the aftermath beside each other in a column
MIN_NOTES_HEIGHT = 40.0
FLOW = ("leaders", "units", "weapons", "radio")  # sections that share one flow of counters
ROW_GAP = 3.0
FOOT_GAP = 6.0  # between a side's counters and the facts below them
MATRIX_ROW = 12.5
MAP_FITTINGS = 4
MAX_CHITS = 5  # open chits on the front
TIME_NAME_WIDTH = 44.0
COMPASS_SIZE = 11.0  # points: half the width of its hex


@dataclass(frozen=True, slots=True)
class Leaf:
    """The inputs of a card's leaf, and the room on its pages."""

    card: Card
    formatter: MessageFormatter
    running: RunningLines
    url: str | None
    odds: Odds | None
    wide: float
    tall: float

    @property
    def columns_height(self) -> float:
        return self.tall - HEADER_HEIGHT - FOOTER_HEIGHT - BAND_GAP

    @property
    def column(self) -> float:
        """Return the width of one of the columns of the back."""
        return column_width_of(self.wide, BACK_COLUMNS)


Make = Callable[[Leaf, float], Block]  # makes facts of a width


def column_width_of(wide: float, columns: int) -> float:
    return (wide - (columns - 1) * GUTTER) / columns


def _fit_sizes(words: str, font: str, sizes: Sequence[float], room: float) -> tuple[str, float]:
    """Return the words in the largest of some sizes that fits; in the smallest they end in an ellipsis."""
    for size in sizes:
        if width(words, font, size) <= room:
            return words, size
    return fit(words, font, sizes[-1], room, sizes[-1])


def make_landscape_pages(
    document: Document,
    card: Card,
    formatter: MessageFormatter,
    running: RunningLines,
    url: str | None,
    odds: Odds | None = None,
) -> list[LandscapePage]:
    """Return the front and the back; more pages only if an author wrote more than a leaf holds."""
    long, short = max(document.wide, document.tall), min(document.wide, document.tall)
    code = url if url and not is_local_address(url) else None
    leaf = Leaf(card, formatter, running, code, odds, long - 2 * PAGE_MARGIN, short - 2 * PAGE_MARGIN)
    if document.scale == 1.0:
        front, overflow = _make_front(leaf)
        fronts = [front]
    else:
        fronts, overflow = _make_large_fronts(leaf)
    contents = [*fronts, *_make_back(leaf, overflow)]
    return [
        LandscapePage(_framed(leaf, content, first=number == 0)) for number, content in enumerate(contents)
    ]


def _framed(leaf: Leaf, content: Block, *, first: bool) -> Callable[[Document, int, int], None]:
    """Return a function that draws the content of a page above its footer."""

    def draw(document: Document, number: int, total: int) -> None:
        left, top = PAGE_MARGIN, document.tall - PAGE_MARGIN
        content.draw(document, left, top)
        base = PAGE_MARGIN + 1
        page = leaf.running.number.format(page=number, pages=total)
        stamp = leaf.running.right.upper()  # who may see it
        at = width(stamp, HEAD, LEAST) + 10
        lines = (current_print_options().note, leaf.running.above, leaf.running.below)
        words = " · ".join(line for line in lines if line)
        below, size = fit(words, NARROW, LEAST, leaf.wide - at - 80, LEAST)
        box = (left, base - 3, left + leaf.wide, base + 9)
        with document.leaf("P", box) if first else document.artifact():
            document.text(left, base, stamp, HEAD, LEAST)
            document.text(left + at, base, below, NARROW, size, SOFT)
            document.text_right(left + leaf.wide, base, page, NARROW, LEAST, SOFT)

    return draw


# The front.


def _make_front(leaf: Leaf) -> tuple[Block, list[Block]]:
    """Return the front, and the blocks that did not fit on it."""
    formatter, board = leaf.formatter, leaf.formatter.catalog.board
    head, overflow = _header(leaf)
    overflow += _more_chits(leaf)
    band = _tracks(leaf)
    tall = leaf.columns_height - band.high
    plan = _make_plan(leaf, tall)
    columns: list[tuple[float, Block]] = []
    for side in SIDES:
        edge, foot = paper_side(leaf.card, board, side), plan.feet[side]
        high = foot.high + FOOT_GAP if foot else 0.0
        box, rest = _side_box(leaf, side, plan.column, tall - high, plan.scale)
        blocks = [box, space(FOOT_GAP), foot] if foot else [box]
        columns.append((0.0 if edge == "left" else leaf.wide - plan.column, stack(blocks)))
        overflow += rest
    columns.sort(key=lambda column: column[0])  # read from the left to the right
    frame, grid = frame_size(leaf.card), make_card_grid(leaf.card, board, plan.size)
    map_tall = grid.tall + frame[1]
    drawn = sketch(
        map_tall,
        lambda: draw_card_map(leaf.card, formatter, plan.size),
        lambda: formatter.map_words(leaf.card),
    )
    name = formatter.map_name(leaf.card)
    middle = [group("Sect", drawn, name, (name, 2))]
    below = plan.below
    spare = tall - map_tall - (below.high if below else 0.0)
    middle = [*middle, space(spare), below] if below else [space(spare / 2), *middle]
    columns.insert(1, (plan.column + GUTTER, stack(middle)))
    words = card_title(leaf.card, formatter)
    page = [head, beside(columns), space(tall - max(block.high for _, block in columns) + BAND_GAP), band]
    return group("Sect", stack(page), words, (formatter.term("card.card"), 1)), overflow


@dataclass(frozen=True, slots=True)
class Plan:
    """How the room between header and tracks is shared; sizes in points."""

    size: float  # of a hex
    column: float  # width of a side's box
    scale: float  # of counters
    feet: Mapping[Side, Block | None]  # below a side's counters
    below: Block | None  # below the map
    fits: bool  # no counter is left over


def _make_plan(leaf: Leaf, tall: float) -> Plan:
    """Return the first plan with hexes of 11 mm and all counters, else the one with the largest hexes."""
    board = leaf.formatter.catalog.board
    left, right = sorted(SIDES, key=lambda side: paper_side(leaf.card, board, side))
    plans: list[Plan] = []
    if make_card_grid(leaf.card, board, 1.0).upright:
        choices: list[tuple[dict[Side, Make], tuple[Make, ...]]] = [
            ({left: _objectives, right: _conditions}, ())
        ]
    else:  # beside a lying map the columns are narrow, so some of the facts stand below it
        choices = [
            ({left: _matrix, right: _conditions}, (_chits,)),
            ({right: _matrix, left: _conditions}, (_chits,)),
            ({left: _matrix}, (_conditions, _chits)),
            ({right: _matrix}, (_conditions, _chits)),
            ({}, (_matrix, _conditions, _chits)),
        ]
    for scale in COUNTER_SCALES:
        for feet, below in choices:
            plan = _try_plan(leaf, tall, scale, feet, below)
            if plan.fits and plan.size >= MIN_HEX_SIZE:
                return plan
            plans.append(plan)
    return max(plans, key=lambda plan: (plan.fits, plan.size))


def _try_plan(
    leaf: Leaf, tall: float, scale: float, feet: Mapping[Side, Make], below: Sequence[Make]
) -> Plan:
    board = leaf.formatter.catalog.board
    frame = frame_size(leaf.card)
    size, facts = _hex_size(leaf, tall), None
    for _ in range(MAP_FITTINGS if below else 0):  # a smaller map makes what stands below it higher
        facts = _below_map(leaf, below, make_card_grid(leaf.card, board, size).wide + frame[0])
        size = _hex_size(leaf, tall - facts.high - GUTTER / 2)
    map_wide = make_card_grid(leaf.card, board, size).wide + frame[0]
    column = (leaf.wide - map_wide - 2 * GUTTER) / 2
    made = {side: feet[side](leaf, column) if side in feet else None for side in SIDES}
    fits = all(
        _force_height(leaf, side, column, scale) + (foot.high + FOOT_GAP if foot else 0.0) <= tall
        for side, foot in made.items()
    )
    return Plan(size, column, scale, made, facts, fits)


def _make_large_fronts(leaf: Leaf) -> tuple[list[Block], list[Block]]:
    """Return the front in large type on two pages: the map, then both sides above the tracks."""
    formatter, board = leaf.formatter, leaf.formatter.catalog.board
    head, overflow = _header(leaf)
    overflow += _more_chits(leaf)
    frame, unit = frame_size(leaf.card), make_card_grid(leaf.card, board, 1.0)
    tall = leaf.tall - HEADER_HEIGHT - FOOTER_HEIGHT
    size = min((leaf.wide - frame[0]) / unit.wide, (tall - frame[1]) / unit.tall)
    drawn = sketch(
        unit.tall * size + frame[1],
        lambda: draw_card_map(leaf.card, formatter, size),
        lambda: formatter.map_words(leaf.card),
    )
    words, name = card_title(leaf.card, formatter), formatter.map_name(leaf.card)
    middle = (leaf.wide - unit.wide * size - frame[0]) / 2
    shown = stack([head, beside([(middle, group("Sect", drawn, name, (name, 2)))])])
    band, column = _tracks(leaf), leaf.column
    room = leaf.tall - FOOTER_HEIGHT - band.high - BAND_GAP
    sides: list[tuple[float, Block]] = []
    scale = _counter_scale(leaf, dict.fromkeys(SIDES, room), column)
    for place, side in zip((0, 2), SIDES, strict=True):
        box, rest = _side_box(leaf, side, column, room, scale)
        sides.append((place * (column + GUTTER), box))
        overflow += rest
    facts = stack(
        [_matrix(leaf, column), space(6), _conditions(leaf, column), space(6), _chits(leaf, column)]
    )
    sides.insert(1, (column + GUTTER, facts))
    forces = stack([beside(sides), space(room - max(block.high for _, block in sides) + BAND_GAP), band])
    return [group("Sect", shown, words, (formatter.term("card.card"), 1)), forces], overflow


def _more_chits(leaf: Leaf) -> list[Block]:
    """Return the open chits that are too many for the front."""
    lines = format_chits(leaf.card, leaf.formatter)[MAX_CHITS:]
    if not lines:
        return []
    title = heading(leaf.formatter.phrase("open_chits"), leaf.column, size=LARGE)
    return [title.again or title, *(paragraph(line, leaf.column, TEXT, SMALL) for line in lines), space(6)]


def _below_map(leaf: Leaf, parts: Sequence[Make], wide: float) -> Block:
    """Return facts side by side; chits alone in two columns."""
    if parts == (_chits,):
        return _chits_in_columns(leaf, wide)
    cell = column_width_of(wide, len(parts))
    return beside([(place * (cell + GUTTER), make(leaf, cell)) for place, make in enumerate(parts)])


def _counter_scale(leaf: Leaf, rooms: Mapping[Side, float], wide: float) -> float:
    """Return the larger of the two scales if both forces fit with it, else the smaller."""
    for scale in COUNTER_SCALES:
        if all(_force_height(leaf, side, wide, scale) <= room for side, room in rooms.items()):
            return scale
    return COUNTER_SCALES[-1]


def _force_height(leaf: Leaf, side: Side, wide: float, scale: float) -> float:
    """Return the height of a side's box without notes."""
    blocks = _force_blocks(leaf, side, wide, scale)
    return _side_head(leaf, side, wide).high + sum(block.high for block in blocks)


def _hex_size(leaf: Leaf, tall: float) -> float:
    """Return the hex size: 12 mm, or as much as the page and the sides' boxes leave."""
    unit = make_card_grid(leaf.card, leaf.formatter.catalog.board, 1.0)
    frame_wide, frame_tall = frame_size(leaf.card)
    room = leaf.wide - 2 * (MIN_COLUMN_WIDTH + GUTTER) - frame_wide
    return min(MAX_HEX_SIZE, room / unit.wide, (tall - frame_tall) / unit.tall)


def _header(leaf: Leaf) -> tuple[Block, list[Block]]:
    """Return title, place and situation; a long situation goes on on the back."""
    card, formatter = leaf.card, leaf.formatter
    code = HEADER_HEIGHT - 4 if leaf.url else 0.0
    left = leaf.wide * 0.42
    words, size = card_title(card, formatter), TITLE
    for size in (TITLE, LARGE):
        lines = wrap(words, HEAD, size, left)
        if len(lines) <= (1 if size == TITLE else 2):
            break
    lines = [*lines[:1], *([fit(" ".join(lines[1:]), HEAD, size, left, size)[0]] if len(lines) > 1 else [])]
    place = f"{format_place(card, formatter)} · {format_matchup(card, formatter)}"
    place, place_size = _fit_sizes(place, STRONG, (SMALL, LEAST), left)
    room = leaf.wide - left - GUTTER - (code + GUTTER if code else 0.0)
    lead = SMALL * 1.25
    told = wrap(describe_situation(card, formatter), TEXT, SMALL, room)
    most = int((HEADER_HEIGHT - 4) // lead)
    title_lead = size * 0.93

    def draw(document: Document, x: float, top: float) -> None:
        with document.leaf("H1", (x, top - 27, x + left, top + 4)):  # room for accents
            document.lines(x, top - size * 0.75, lines, HEAD, size, title_lead)
        with document.leaf("P", (x, top - HEADER_HEIGHT + 0.5, x + left, top - 27)):
            document.text(x, top - 35, place, STRONG, place_size, SOFT)
        at = x + left + GUTTER
        with document.leaf("P", (at, top - HEADER_HEIGHT + 2, at + room, top)):
            document.lines(at, top - SMALL, told[:most], TEXT, SMALL, lead)
        if leaf.url:
            edge = x + leaf.wide - code
            alt = formatter.labelled(formatter.phrase("scan"), leaf.url)
            with document.leaf("Figure", (edge, top - code, edge + code, top), alt):
                document.picture(draw_qr_code(leaf.url, code), edge, top - code)

    rest = " ".join(told[most:])
    return Block(HEADER_HEIGHT, draw), _section_blocks(
        formatter.term("card.situation"), rest, leaf
    ) if rest else []


def _section_blocks(title: str, words: str, leaf: Leaf) -> list[Block]:
    return [
        heading(title, leaf.column, size=LARGE),
        paragraph(words, leaf.column, TEXT, SMALL),
        space(6),
    ]


def _side_box(leaf: Leaf, side: Side, wide: float, room: float, scale: float) -> tuple[Block, list[Block]]:
    """Return the box of a side, as high as its room, and the rows of counters that did not fit."""
    name = leaf.formatter.faction(leaf.card, side)
    head = _side_head(leaf, side, wide)
    pages = paginate(_force_blocks(leaf, side, wide, scale), room - head.high)
    overflow: list[Block] = []
    if len(pages) > 1:
        title = heading(name, leaf.column, size=LARGE)
        rows = [block for page in pages[1:] for block in page]
        overflow = [title.again or title, space(2), *rows, space(6)]
    left = room - head.high - sum(block.high for block in pages[0])
    notes = (
        ruled(leaf.formatter.term("card.notes"), wide, left)
        if left >= MIN_NOTES_HEIGHT and not overflow
        else space(max(left, 0.0))
    )
    box = group("Sect", stack([head, *pages[0]]), name, (name, 2))
    return stack([box, notes]), overflow


def _side_head(leaf: Leaf, side: str, wide: float) -> Block:
    """Return nation, formation, posture, set-up and the figures of a side, under a bar in its colour."""
    card, formatter = leaf.card, leaf.formatter
    setup = card["sides"][side]["setup"]
    order = f"{formatter.term('setup.' + setup['order'])}, {formatter.zone(card, side)}"
    drawing = Drawing(wide, 4)
    for shape in side_bar(0, 0, wide, 4, side_livery(card, formatter, side).deep, side == "axis"):
        drawing.add(shape)

    def bar(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.picture(drawing, left, top - 4)

    return stack(
        [
            Block(5, bar),
            heading(formatter.faction(card, side), wide, size=LARGE),
            paragraph(subtitle(card, formatter, side), wide, STRONG, SMALL, SMALL * 1.25),
            paragraph(order, wide, TEXT, SMALL, SMALL * 1.25),
            space(3),
            *_figures([(value, name) for name, value in list_side_figures(card, formatter, side)], wide),
            space(4),
        ]
    )


def _figures(cells: Sequence[tuple[str, str]], wide: float) -> list[Block]:
    """Return figures above their names, in one row if every name fits, else in two."""
    rows = [list(cells)]
    if any(_cell_need(cell) > wide / len(cells) for cell in cells):
        half = -(-len(cells) // 2)
        rows = [list(cells[:half]), list(cells[half:])]
    return [_figure_row(row, wide / len(rows[0])) for row in rows]


def _cell_need(cell: tuple[str, str]) -> float:
    value, name = cell
    return max(width(value, HEAD, LARGE), width(name, NARROW, LEAST)) + 3


def _figure_row(cells: Sequence[tuple[str, str]], cell: float) -> Block:
    high = LARGE + LEAST + 4

    def draw(document: Document, left: float, top: float) -> None:
        for place, (value, name) in enumerate(cells):
            x = left + place * cell
            with document.leaf("P", (x, top - high, x + cell, top)):
                shown, size = _fit_sizes(value, HEAD, (LARGE, BODY, SMALL, LEAST), cell - 2)
                document.text(x, top - LARGE * 0.86, shown, HEAD, size)
                name, _ = fit(name, NARROW, LEAST, cell - 1, LEAST)
                document.text(x, top - high + 3, name, NARROW, LEAST, SOFT)

    return Block(high, draw)


def _force_blocks(leaf: Leaf, side: Side, wide: float, scale: float) -> list[Block]:
    """Return the counters of a side: one flow, then sections with a caption, then the works."""
    formatter = leaf.formatter
    sections = list_sections(leaf.card, formatter, side)
    flow = [section for section in sections if section.kind in FLOW]
    blocks: list[Block] = []
    if flow:
        title = ", ".join(section.title for section in flow)
        blocks += _counter_rows(leaf, side, title, [lot for one in flow for lot in one.lots], wide, scale)
    for section in sections:
        if section.kind not in FLOW:
            blocks += [label(section.title, wide, size=LEAST)]
            blocks += _counter_rows(leaf, side, section.title, list(section.lots), wide, scale)
    if total := count_works(leaf.card, side):
        drawing, alts = draw_works(formatter, total, wide, SMALL)
        words = formatter.term("card.fortifications")
        blocks.append(figure(drawing, formatter.labelled(words, formatter.list(alts)) + "."))
    if sighted := leaf.card["sides"][side].get("sightings"):
        blocks.append(paragraph(formatter.phrase("sightings", count=sighted), wide, size=SMALL))
    return blocks


def _counter_rows(
    leaf: Leaf, side: str, title: str, lots: Sequence[Lot], wide: float, scale: float
) -> list[Block]:
    """Return counters in rows, in their order."""
    rows: list[list[tuple[Stack, Lot]]] = []
    used = 0.0
    for lot in lots:
        piece_stack = make_stack(leaf.formatter, lot)
        need = piece_stack.wide
        if not rows or used + GAP + need > wide / scale - OVERHANG:
            rows.append([])
            used = -GAP
        rows[-1].append((piece_stack, lot))
        used += GAP + need
    return [_counter_row(leaf, side, title, row, wide, scale) for row in rows]


def _counter_row(
    leaf: Leaf, side: str, title: str, row: Sequence[tuple[Stack, Lot]], wide: float, scale: float
) -> Block:
    stacks = [piece_stack for piece_stack, _ in row]
    natural = sum(one.wide for one in stacks) + GAP * (len(stacks) - 1) + OVERHANG
    scale = min(scale, wide / natural)  # a pair of counters may be wider than the column

    def make() -> Drawing:
        dress = side_livery(leaf.card, leaf.formatter, side)
        drawing = draw_counter_row(stacks, side, dress, SMALL / scale, LEAST / scale)
        return scale_drawing(drawing, scale)

    def alt() -> str:
        lots = leaf.formatter.list([format_lot(leaf.formatter, lot) for _, lot in row])
        return leaf.formatter.labelled(title, lots) + "."

    high = max(one.high for one in stacks) * scale
    return stack([sketch(high, make, alt), space(ROW_GAP)])


def _objectives(leaf: Leaf, wide: float) -> Block:
    """7.3: return the objectives as a matrix, and the chits below it."""
    return stack([_matrix(leaf, wide), space(2), *_chit_lines(leaf, wide)])


def _matrix(leaf: Leaf, wide: float) -> Block:
    """7.3.1: return the objectives: number, hex, holder, VP of the open chits, a box for secrets."""
    card, formatter = leaf.card, leaf.formatter
    shares = (0.13, 0.14, 0.41, 0.12, 0.20)
    heads = (
        "",
        formatter.term("card.hex"),
        formatter.term("card.control"),
        formatter.phrase("open_vp"),
        formatter.phrase("secret_vp"),
    )
    rows = [_matrix_row(heads, shares, wide, None)]
    for number, hex_id, holder in list_objectives(card, formatter):
        value = objective_value(card, formatter, number)
        flag = Drawing(14, MATRIX_ROW)
        for shape in draw_flag(card, formatter, number, 1.0, 1.6, 10.0, pole=0.0):
            flag.add(shape)
        cells = (number, hex_id or "–", holder, str(value) if value else "–", "")
        rows.append(_matrix_row(cells, shares, wide, flag))
    words = formatter.term("card.objectives")
    return group("Sect", stack([label(words, wide, "H2", SMALL), group("Table", stack(rows))]), words)


def _chits(leaf: Leaf, wide: float) -> Block:
    """7.3.2, 7.3.3: return the open chits, and what is known of the secret ones."""
    return stack([*_chits_head(leaf, wide), *_chit_lines(leaf, wide)])


def _chits_in_columns(leaf: Leaf, wide: float) -> Block:
    """7.3.2, 7.3.3: return the chits in two columns under their heading."""
    lines = _chit_lines(leaf, column_width_of(wide, 2))
    half = min(
        range(1, len(lines) + 1),
        key=lambda cut: max(sum(line.high for line in part) for part in (lines[:cut], lines[cut:])),
    )
    pair = [(0.0, stack(lines[:half])), ((wide + GUTTER) / 2, stack(lines[half:]))]
    return stack([*_chits_head(leaf, wide), beside(pair)])


def _chits_head(leaf: Leaf, wide: float) -> list[Block]:
    return [label(leaf.formatter.phrase("open_chits"), wide, "H3", SMALL), space(2)]


def _chit_lines(leaf: Leaf, wide: float) -> list[Block]:
    """Return a paragraph for each chit, and the VP of eliminated units."""
    card, formatter = leaf.card, leaf.formatter
    lines = [
        *(format_chits(card, formatter)[:MAX_CHITS] or [formatter.phrase("no_open")]),
        *secret_lines(card, formatter),
    ]
    if more := card["objectives"].get("random", {}).get("open"):
        lines.append(formatter.phrase("drawn_open", count=more))
    lines += [formatter.labelled(name, value) for name, value in list_elimination_values(formatter)]
    return [paragraph(line, wide, TEXT, LEAST, LEAST * 1.25) for line in lines]


def _matrix_row(cells: Sequence[str], shares: Sequence[float], wide: float, flag: Drawing | None) -> Block:
    high = MATRIX_ROW if flag is not None else 11.0
    head = flag is None

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.rule(left, left + wide, top - high, INK if head else RULE, 0.6 if head else 0.4)
        x = left
        with document.section("TR"):
            for place, (words, share) in enumerate(zip(cells, shares, strict=True)):
                cell = share * wide
                with document.leaf("TH" if head else "TD", (x, top - high, x + cell, top)):
                    if place == 0 and flag is not None:
                        document.picture(flag, x, top - high + 0.5)
                    elif place == len(cells) - 1 and not head:
                        document.box(x + 2, top - high + 2, high - 4, SOFT)
                    else:
                        font, sizes = (NARROW, (LEAST,)) if head else (TEXT, (SMALL, LEAST))
                        shown, size = _fit_sizes(words, font, sizes, cell - 2)
                        document.text(x, top - high + 3.5, shown, font, size, SOFT if head else INK)
                x += cell

    return Block(high, draw)


def _conditions(leaf: Leaf, wide: float) -> Block:
    """Return the facts of the battle, its odds, and on a turned map the compass."""
    card, formatter = leaf.card, leaf.formatter
    words = formatter.phrase("conditions")
    compass = _compass(leaf)
    room = wide - (compass.width + GUTTER if compass else 0.0)
    rows = [_fact(name, value, room) for name, value in list_conditions(card, formatter)]
    if leaf.odds is not None:
        rows += [space(3), _odds_bar(leaf, leaf.odds, room)]
    facts = stack([label(words, room, "H2", SMALL), space(2), *rows])
    if compass:
        alt = formatter.phrase("compass")
        facts = beside([(0.0, facts), (room + GUTTER, figure(compass, alt))])
    return group("Sect", facts, words)


def _compass(leaf: Leaf) -> Drawing | None:
    """2.2.2: return the compass of a turned map."""
    grid = make_card_grid(leaf.card, leaf.formatter.catalog.board, COMPASS_SIZE)
    if not grid.upright:
        return None
    drawing = Drawing(4 * COMPASS_SIZE, 4 * COMPASS_SIZE)
    for shape in draw_compass(grid, 2 * COMPASS_SIZE, 2 * COMPASS_SIZE):
        drawing.add(shape)
    return drawing


def _odds_bar(leaf: Leaf, odds: Odds, wide: float) -> Block:
    """Return how often each side wins, as a bar above words that say how this is known."""
    card, formatter = leaf.card, leaf.formatter
    shares = [(side, odds["shares"][side]) for side in SIDES]
    names = [f"{formatter.faction(card, side)} {share} %" for side, share in shares]
    told = formatter.phrase(f"odds_{odds['known']}", shares=", ".join(names), margin=odds["margin"])
    words = paragraph(told, wide, NARROW, LEAST, LEAST * 1.25, SOFT)
    drawing = draw_shares({side: (share, side_livery(card, formatter, side)) for side, share in shares}, wide)
    return stack([figure(drawing, told), words])


def _fact(name: str, value: str, wide: float) -> Block:
    """Return a name before its value."""
    indent = wide * 0.5
    lead = SMALL * 1.22
    lines = wrap(value, STRONG, SMALL, wide - indent)
    names = wrap(name, NARROW, LEAST, indent - 3)
    high = lead * max(len(lines), len(names)) + 1.0

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left, top - high, left + wide, top)):
            document.lines(left, top - SMALL, names, NARROW, LEAST, lead, SOFT)
            document.lines(left + indent, top - SMALL, lines, STRONG, SMALL, lead)

    return Block(high, draw)


def _tracks(leaf: Leaf) -> Block:
    """4, 6: return Time and casualties in one row, victory points below; unused tracks are left out."""
    card, formatter = leaf.card, leaf.formatter
    blocks: list[Block] = []
    timed = card["time"] is not None or card["sudden_death"] is not None
    losing = [side for side in SIDES if card["sides"][side]["surrender"] is not None]
    time_wide = leaf.wide * (0.52 if losing else 1.0) - (GUTTER if losing else 0.0)
    row: list[tuple[float, Block]] = []
    if timed:
        words = paragraph(formatter.term("card.time_track"), TIME_NAME_WIDTH - 4, NARROW, LEAST, 9.0, SOFT)
        drawing = draw_time_track(card, formatter, time_wide - TIME_NAME_WIDTH, named=False)
        row += [(0.0, words), (TIME_NAME_WIDTH, figure(drawing, time_words(card, formatter)))]
    if losing:
        at = time_wide + GUTTER if timed else 0.0
        row.append((at, stack([_casualties(leaf, side, leaf.wide - at) for side in losing], gap=2.0)))
    if row:
        blocks += [beside(row), space(5)]
    if card["marker"] is not None:
        drawing = draw_victory_track(card, formatter, leaf.wide)
        blocks.append(figure(drawing, victory_words(card, formatter)))
    if not blocks:
        return space(0)
    name = formatter.term("card.tracks")
    return group("Sect", stack(blocks), name, (name, 2))


def _casualties(leaf: Leaf, side: str, wide: float) -> Block:
    """6.3: return a casualty row after the name of its side."""
    card, formatter = leaf.card, leaf.formatter
    indent = wide * 0.24
    name = paragraph(
        f"{formatter.term('card.casualties')}, {formatter.faction(card, side)}",
        indent - 4,
        NARROW,
        LEAST,
        8.5,
        SOFT,
    )
    drawing = draw_casualty_track(card, formatter, side, wide - indent)
    return beside([(0.0, name), (indent, figure(drawing, casualty_words(card, formatter, side)))])


# The back.


def _make_back(leaf: Leaf, overflow: Sequence[Block]) -> list[Block]:
    """Return the back in the largest type with which it is one page, else as many pages as it needs."""
    tall = leaf.tall - FOOTER_HEIGHT
    room = tall - _aftermath(leaf, 0.0, leaf.wide).high - GUTTER
    blocks: list[Block] = []
    columns: list[list[Block]] = []
    for size in BACK_SIZES:
        blocks = [*overflow, *_back_blocks(leaf, size)]
        columns = paginate(blocks, room)
        if len(columns) <= BACK_COLUMNS:
            break
    with_pull = [*blocks, *_pull_blocks(leaf)]
    if len(paginate(with_pull, room)) <= BACK_COLUMNS:
        blocks = with_pull
    if len(columns) > BACK_COLUMNS:
        columns = paginate(blocks, tall)
        left = tall - sum(block.high for block in columns[-1]) - GUTTER
        if len(columns) == BACK_COLUMNS and _aftermath(leaf, 0.0, leaf.column).high <= left:
            columns[-1] += [space(GUTTER), _aftermath(leaf, left, leaf.column)]
            return [_beside(leaf, columns)]
        pages = [columns[at : at + BACK_COLUMNS] for at in range(0, len(columns), BACK_COLUMNS)]
        return [*(_beside(leaf, page) for page in pages), _aftermath(leaf, tall, leaf.wide)]
    high = _balanced_height(blocks, room)
    columns = paginate(blocks, high)
    content = _beside(leaf, columns)
    return [stack([content, space(GUTTER), _aftermath(leaf, tall - content.high - GUTTER, leaf.wide)])]


def _beside(leaf: Leaf, columns: Sequence[Sequence[Block]]) -> Block:
    """Return columns that begin at the same height, without the distances at their tops."""
    step = leaf.column + GUTTER
    tops = (list(dropwhile(lambda block: block.gap, blocks)) for blocks in columns)
    return beside([(place * step, stack(blocks)) for place, blocks in enumerate(tops)])


def _balanced_height(blocks: list[Block], most: float) -> float:
    """Return the least height with which the blocks fit the columns."""
    low, high = 0.0, most
    while high - low > 1.0:
        middle = (low + high) / 2
        if len(paginate(blocks, middle)) <= BACK_COLUMNS and all(
            sum(block.high for block in column) <= middle + 0.5 for column in paginate(blocks, middle)
        ):
            high = middle
        else:
            low = middle
    return high


def _back_blocks(leaf: Leaf, size: float) -> Iterator[Block]:
    """Yield steps, pieces by hex, special rules and the ground."""
    yield from _step_blocks(leaf, size)
    for side in SIDES:
        yield from _placed_blocks(leaf, side)
    yield from _rule_blocks(leaf, size)
    yield from _ground_blocks(leaf)
    yield space(8)


def _step_blocks(leaf: Leaf, size: float) -> Iterator[Block]:
    """RS.2 to RS.16: yield the steps, numbered through, in groups by who takes them."""
    formatter, wide = leaf.formatter, leaf.column
    words = formatter.phrase("set_up_checklist")
    title = heading(words, wide, size=LARGE)
    yield replace(group("Sect", title, words, (words, 2)), again=title.again)
    numbers = count(1)
    for step_group in list_groups_without_hexes(leaf.card, formatter):
        if not step_group.steps:
            continue
        side = step_group.side
        yield space(4)
        yield label(
            formatter.faction(leaf.card, side) if side else formatter.phrase("both_sides"), wide, size=LEAST
        )
        for rule, step in step_group.steps:
            yield _step(next(numbers), rule, step, wide, size)


def _placed_blocks(leaf: Leaf, side: Side) -> Iterator[Block]:
    """RS.10 to RS.13: yield what a side places before the first turn, by hex."""
    placed = list_placed(leaf.card, leaf.formatter, side)
    if placed:
        title = leaf.formatter.phrase("placed_title", faction=leaf.formatter.faction(leaf.card, side))
        yield from (space(8), heading(title, leaf.column, size=BODY))
        yield from _in_pairs(leaf, [(hex_id, names) for hex_id, names in placed])


def _in_pairs(leaf: Leaf, lines: Sequence[tuple[str, str]]) -> Iterator[Block]:
    """Yield lines to tick, two beside each other."""
    half = column_width_of(leaf.column, 2)
    for at in range(0, len(lines), 2):
        pair = [_ticked(mark, words, half) for mark, words in lines[at : at + 2]]
        yield beside(list(zip((0.0, half + GUTTER), pair, strict=False)))


def _rule_blocks(leaf: Leaf, size: float) -> Iterator[Block]:
    rules = list_special_rules(leaf.card, leaf.formatter)
    if rules:
        yield from (space(8), heading(leaf.formatter.term("card.special_rules"), leaf.column, size=LARGE))
    for rule in rules:
        head = " · ".join(part for part in (rule.mark, rule.title) if part)
        if head:
            yield paragraph(head, leaf.column, STRONG, size, size * 1.3, keep=bool(rule.summary))
        if rule.summary:
            yield paragraph(rule.summary, leaf.column, TEXT, size, size * 1.3)
        yield replace(space(3), keep=False)


def _ground_blocks(leaf: Leaf) -> Iterator[Block]:
    """T78-T99: yield the terrain of the map with cover, cost and sight."""
    formatter, half = leaf.formatter, column_width_of(leaf.column, 2)
    ground = get_ruled_ground(formatter.catalog, leaf.card)
    entries = draw_entries(ground, formatter, half) if ground is not None else []
    if not entries:
        return
    yield from (space(8), heading(formatter.term("ground.title"), leaf.column, size=LARGE))
    if note := ground_note(leaf.card, formatter):
        yield paragraph(note, leaf.column, NARROW, LEAST, fill=SOFT, keep=True)
    for at in range(0, len(entries), 2):
        pair = [figure(drawing, alt) for drawing, alt in entries[at : at + 2]]
        yield beside(list(zip((0.0, half + GUTTER), pair, strict=False)))


def _pull_blocks(leaf: Leaf) -> Iterator[Block]:
    """Yield the counters to take out of the tray, for a back that has room for them."""
    formatter = leaf.formatter
    yield heading(formatter.phrase("pull_title"), leaf.column, size=LARGE)
    lists = [make_pull_list(leaf.card, formatter, side) for side in SIDES]
    for pull_list in (*lists, make_table_list(leaf.card, formatter)):
        yield from (space(3), label(f"{pull_list.title} · {pull_list.total}", leaf.column, size=LEAST))
        items = [item for batch in pull_list.batches for item in batch.items]
        yield from _in_pairs(leaf, [(str(item.count), item.name) for item in items])
    yield replace(space(6), keep=False)


def _step(number: int, rule: str, words: str, wide: float, size: float) -> Block:
    """Return a step: a box, its number, the words, and its rule small at the right."""
    lead = size * 1.25
    indent = size * 2.9
    margin = width(rule, NARROW, LEAST) + 6
    lines = wrap(words, TEXT, size, wide - indent - margin)
    high = lead * max(len(lines), 1) + 2.5

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (lead + size * 0.72) / 2
        with document.artifact():
            document.box(left, base - 0.9, size * 0.85, SOFT)
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.text(left + size * 1.2, base, str(number), HEAD, size)
            document.lines(left + indent, base, lines, TEXT, size, lead)
            document.text_right(left + wide, base, rule, NARROW, LEAST, SOFT)

    return Block(high, draw)


def _ticked(mark: str, words: str, wide: float) -> Block:
    """Return a box to tick, a mark (a hex, a number), and words."""
    lead, indent = SMALL * 1.22, SMALL * 3.3
    lines = wrap(words, NARROW, SMALL, wide - indent)
    high = lead * max(len(lines), 1) + 1

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (lead + SMALL * 0.72) / 2
        with document.artifact():
            document.box(left, base - 0.5, SMALL * 0.8, SOFT)
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.text(left + SMALL * 1.2, base, mark, HEAD, SMALL)
            document.lines(left + indent, base, lines, NARROW, SMALL, lead)

    return Block(high, draw)


def _aftermath(leaf: Leaf, high: float, wide: float) -> Block:
    """Return a band or a part of a column to write on after the battle: who won, how, what happened."""
    formatter = leaf.formatter
    words = formatter.phrase("aftermath")
    title = heading(words, wide, size=LARGE)
    names = ("after_winner", "after_how", "after_vp", "after_time", "after_date", "after_players")
    in_row = len(names) if wide > leaf.column else NAMES_IN_COLUMN
    rows = [names[at : at + in_row] for at in range(0, len(names), in_row)]
    row = stack([_blanks([formatter.phrase(name) for name in part], wide) for part in rows])
    least = title.high + row.high + LEAST + 4 + MIN_STORY_LINES * WRITING_LINE
    story = max(high, least) - title.high - row.high
    return group("Sect", stack([title, row, ruled(formatter.phrase("after_story"), wide, story)]), words)


def _blanks(names: Sequence[str], wide: float) -> Block:
    """Return names side by side, each before a line to write on."""
    cell = column_width_of(wide, len(names))

    def draw(document: Document, left: float, top: float) -> None:
        for place, name in enumerate(names):
            x = left + place * (cell + GUTTER)
            with document.leaf("P", (x, top - WRITING_LINE, x + cell, top)):
                document.text(x, top - WRITING_LINE + 4, name, NARROW, SMALL, SOFT)
                at = x + width(name, NARROW, SMALL) + 4
                document.rule(at, x + cell, top - WRITING_LINE + 2, INK)

    return Block(WRITING_LINE, draw)
