"""The scenario card: map and set-up on the front, forces on the back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from reportlab.graphics.shapes import Drawing

from exports.kit.address import is_local_address
from exports.kit.blocks import (
    GUTTER,
    Block,
    beside,
    column_width,
    columns,
    figure,
    group,
    heading,
    in_columns,
    label,
    make_unsplittable,
    paragraph,
    sketch,
    space,
    stack,
    tick_line,
)
from exports.kit.document import Document
from exports.kit.page import Part, RunningLines, content_height, lay_out_at, make_bar
from exports.kit.qr import draw_qr_code
from exports.kit.shapes import centred_text, rect, scale_drawing
from exports.kit.sheet import Band
from exports.kit.theme import (
    BODY_SIZE,
    HEAD,
    HEAD_SIZE,
    INK,
    MARGIN,
    NARROW,
    PAPER,
    SMALL_SIZE,
    SOFT,
    STRONG,
    TEXT,
    TITLE_SIZE,
    fit,
    wrap,
)
from exports.kit.type_scale import CLOSEST, TYPE_SCALES, TypeScale, find_roomiest
from generator.games.combat_commander.authoring.force import SIDES

from ..checklist import list_steps_without_hexes, marker_words
from ..drawings.map import draw_battle_map, draw_objective, make_map_grid, map_height, map_size
from ..drawings.tracks import draw_casualty_track, draw_time_track, draw_victory_track
from ..facts import list_conditions, list_objectives, list_secret_chits, shows_secret
from ..forces import list_placed
from ..messages import Card, MessageFormatter
from ..rules import SpecialRule, list_special_rules
from ..situation import card_title, describe_situation, format_matchup, format_place
from .forces import force_blocks
from .ground import LEGEND_COLUMN_WIDTH, legend_column, legend_parts

SIDE_COLUMN_WIDTH = 124.0
CODE_SIZE = 56.0
MAX_HEX_SIZE = 18.0
GOOD_HEX_SIZE = 15.0
MIN_HEX_SIZE = 12.4
PLACED_COLUMNS = 4
MAX_STORY_LINES = 9
ROOMY_EASE = 0.4  # ease at which the back is roomy enough to keep all its parts


@dataclass(frozen=True, slots=True)
class CardSheet:
    """The inputs of the pages of a card."""

    document: Document
    card: Card
    formatter: MessageFormatter
    url: str | None
    key: Block | None = None  # the legend beside an upright map

    @property
    def wide(self) -> float:
        return self.document.wide - 2 * MARGIN

    @property
    def tall(self) -> float:
        """Return the height between header and footer."""
        return content_height(self.document)


def make_running_lines(card: Card, formatter: MessageFormatter) -> RunningLines:
    """Return the header and footer."""
    kind = formatter.term(f"source.{card.get('source', {}).get('kind', 'battle')}")
    name = card.get("source", {}).get("name")
    above = f"{kind} · {name}" if name else kind
    seat = card.get("seat", "everyone")
    right = formatter.phrase(f"{seat}_sheet" if shows_secret(card) else "public_sheet")
    below = " · ".join(
        filter(
            None, (formatter.phrase("made_with"), card_title(card, formatter), _format_seed(card, formatter))
        )
    )
    bands = [Band(card["sides"][side]["faction"], side == "axis") for side in SIDES]
    return RunningLines(
        above, right, below, make_bar(bands, formatter.catalog), formatter.term("phrase.page_of")
    )


def _format_seed(card: Card, formatter: MessageFormatter) -> str:
    if card["seed"] is None:
        rolled = card.get("transcript") and card["transcript"]["entries"]
        return formatter.phrase("no_seed") if rolled else ""
    return f"{formatter.phrase('scan_seed')} {card['seed']}"


def make_card_parts(sheet: CardSheet) -> tuple[Block, Part]:
    """Return the front and the back; more than two pages only if rules or forces need them.

    If the back is crowded, parts move to the front: first the units with their hexes, which belong to the
    map, then as many special rules as fit.
    """
    choices = []
    for front, rest in _candidate_fronts(sheet):
        back = _make_back(sheet, front.rest + rest)
        pages, ease = _measure_back(sheet, back)
        choices.append((pages, front.hex < GOOD_HEX_SIZE, -min(ease, ROOMY_EASE), front.block, back))
        if pages == 1 and ease >= ROOMY_EASE and front.hex >= GOOD_HEX_SIZE:
            break
    *_, block, back = min(choices, key=lambda choice: choice[:3])
    return block, back


def _candidate_fronts(sheet: CardSheet) -> Iterator[tuple[Front, list[Part]]]:
    """Yield fronts that take more and more from the back, each with the parts left there.

    The legend belongs to the map; it goes on the back only if the sheet is too full.
    """
    if (column := legend_column(sheet.card, sheet.formatter)) is not None:
        yield from _fronts_with(replace(sheet, key=column), [], [])
    key = legend_parts(sheet.card, sheet.formatter, sheet.wide)
    yield from _fronts_with(sheet, key, [])
    if key:
        yield from _fronts_with(sheet, [], key)


def _fronts_with(
    sheet: CardSheet, ahead: list[Part], behind: list[Part]
) -> Iterator[tuple[Front, list[Part]]]:
    listed = _placed_parts(sheet)
    rules = list_special_rules(sheet.card, sheet.formatter)
    for count in range(len(listed) + 1):
        front = _make_front(sheet, [*ahead, *listed[:count]])
        if front is None:
            break
        yield front, [*behind, *listed[count:], *_rules_part(sheet, rules)]
    else:
        yield from _front_with_rules(sheet, [*ahead, *listed], behind)


def _front_with_rules(
    sheet: CardSheet, ahead: list[Part], behind: list[Part]
) -> Iterator[tuple[Front, list[Part]]]:
    """Yield the front that takes as many special rules as fit."""
    rules = list_special_rules(sheet.card, sheet.formatter)
    for count in range(len(rules), 0, -1):
        front = _make_front(sheet, [*ahead, *_rules_part(sheet, rules[:count])])
        if front is not None:
            yield front, [*behind, *_rules_part(sheet, rules[count:])]
            return


def _measure_back(sheet: CardSheet, back: Part) -> tuple[int, float]:
    """Return how many pages the back needs, and the roomiest ease with that number."""
    fewest = len(lay_out_at(CLOSEST, [back], sheet.tall))

    def fits(type_scale: TypeScale) -> float | None:
        return type_scale.ease if len(lay_out_at(type_scale, [back], sheet.tall)) <= fewest else None

    return fewest, find_roomiest(fits, TYPE_SCALES) or 0.0


@dataclass(frozen=True, slots=True)
class Front:
    """The first page, and the parts that did not fit on it."""

    block: Block
    hex: float
    rest: list[Part]


def _make_front(sheet: CardSheet, below: list[Part]) -> Front | None:
    """Return the front with the parts of ``below``, or None if they do not fit.

    The map is as wide as the page allows, and the rest grows with the remaining space. If space is short,
    the map shrinks first.
    """
    front = find_roomiest(
        lambda type_scale: _arrange_front(sheet, below, type_scale, _widest_hex_size(sheet)), TYPE_SCALES
    )
    front = front or _arrange_front(sheet, below, CLOSEST, MIN_HEX_SIZE)
    if front is None and not below:
        front = _arrange_front(sheet, below, CLOSEST, MIN_HEX_SIZE, apart=True)
        front = front or _arrange_front(sheet, below, CLOSEST, 0.0, apart=True)
    return front


def _arrange_front(
    sheet: CardSheet, below: list[Part], type_scale: TypeScale, least: float, apart: bool = False
) -> Front | None:
    """Return the front in a type scale, or None if the map would be smaller than ``least``."""
    headline, tracks = _headline(sheet), _tracks(sheet, type_scale)
    story, more = _situation(sheet, type_scale)
    under = [block for part in below for block in (space(type_scale.gap + 6), *part(type_scale))]
    fixed = headline.high + 8 + 12 + tracks.high + sum(block.high for block in under)
    left = sheet.tall - fixed
    size = min(_max_hex_size(sheet, left - story.high - 10), MAX_HEX_SIZE)
    if size < least - 0.01:
        return None
    size = max(size, MIN_HEX_SIZE)
    table = _table(sheet, story, round(size - 0.005, 2), type_scale, apart=apart)
    if least and table.high > left + 0.01:
        return None
    air = min(max((left - table.high) / 2, 0.0), 24.0)
    blocks = [headline, space(8 + air / 2), table, space(12 + air), tracks, *under]
    return Front(stack(blocks), size, more + ([_separate_chits(sheet)] if apart else []))


def _widest_hex_size(sheet: CardSheet) -> float:
    """Return the hex size that makes the map as wide as possible; an upright map is limited."""
    most = GOOD_HEX_SIZE if sheet.card["map"]["orientation"] == "long" else MAX_HEX_SIZE
    return min(_max_hex_size(sheet, sheet.tall), most)


def _headline(sheet: CardSheet) -> Block:
    """Return the title with date and place, and at the right the QR code of the battle."""
    card, formatter = sheet.card, sheet.formatter
    code = _qr_block(sheet)
    wide = sheet.wide - (SIDE_COLUMN_WIDTH + GUTTER if code else 0.0)
    words = card_title(card, formatter)
    line, size = fit(
        f"{format_place(card, formatter)} · {format_matchup(card, formatter)}", STRONG, BODY_SIZE + 0.5, wide
    )
    blocks = [_title(words, wide), paragraph(line, wide, STRONG, size)]
    left = group("Sect", stack(blocks), words, (formatter.term("card.card"), 1))
    return beside([(0.0, left), (sheet.wide - SIDE_COLUMN_WIDTH, code)]) if code else left


def _title(words: str, wide: float) -> Block:
    """Return the title as large as possible: in one line, or at most three."""
    for size, most in ((TITLE_SIZE, 1), (21.0, 2), (HEAD_SIZE, 3)):
        lines = wrap(words, HEAD, size, wide)
        if len(lines) <= most:
            break
    else:
        lines = [*lines[:2], fit(" ".join(lines[2:]), HEAD, size, wide, least=size)[0]]
    lead = size * 1.12
    high = lead * len(lines)

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("H1", (left, top - high, left + wide, top)):
            document.lines(left - 0.7, top - (lead + size * 0.7) / 2, lines, HEAD, size, lead)

    return Block(high, draw)


def _situation(sheet: CardSheet, type_scale: TypeScale) -> tuple[Block, list[Part]]:
    """Return the situation beside the conditions, and its continuation on the back if it is too long."""
    wide = sheet.wide - SIDE_COLUMN_WIDTH - GUTTER
    size = type_scale.text + 0.5
    words = describe_situation(sheet.card, sheet.formatter)
    lines = wrap(words, TEXT, size, wide)
    if len(lines) <= MAX_STORY_LINES:
        return paragraph(words, wide, TEXT, size, size * type_scale.lead), []
    head, tail = " ".join(lines[:MAX_STORY_LINES]), " ".join(lines[MAX_STORY_LINES:])
    return paragraph(head, wide, TEXT, size, size * type_scale.lead), [
        lambda type_scale: [_continue_story(sheet, tail, type_scale)]
    ]


def _continue_story(sheet: CardSheet, words: str, type_scale: TypeScale) -> Block:
    name = sheet.formatter.term("card.situation")
    rest = [heading(name, sheet.wide), space(3), paragraph(words, sheet.wide, TEXT, type_scale.text)]
    return group("Sect", stack(rest), name)


def _max_hex_size(sheet: CardSheet, tall: float) -> float:
    """Return the largest hex size with which the map fits beside the conditions and this height."""
    wide = sheet.wide - SIDE_COLUMN_WIDTH - GUTTER
    if sheet.key is not None:
        wide -= LEGEND_COLUMN_WIDTH + GUTTER
    return map_size(sheet.card, sheet.formatter.catalog.board, wide, tall)


def _table(sheet: CardSheet, story: Block, size: float, type_scale: TypeScale, *, apart: bool) -> Block:
    """Return situation and map beside conditions and objectives; ``apart`` leaves the chits out."""
    card, formatter = sheet.card, sheet.formatter
    name = formatter.map_name(card)
    drawn = sketch(
        map_height(card, formatter.catalog.board, size),
        lambda: draw_battle_map(card, formatter, size),
        lambda: formatter.map_words(card),
    )
    left = stack([story, space(10), _with_key(sheet, group("Sect", drawn, name, (name, 2)), size)])
    chits = None if apart else type_scale
    side = stack(
        [
            group(
                "Sect", _facts(card, formatter, SIDE_COLUMN_WIDTH, type_scale), formatter.phrase("conditions")
            ),
            space(type_scale.gap + 3),
            group(
                "Sect",
                _objectives(card, formatter, SIDE_COLUMN_WIDTH, chits),
                formatter.term("card.objectives"),
            ),
        ]
    )
    return beside([(0.0, left), (sheet.wide - SIDE_COLUMN_WIDTH, side)])


def _with_key(sheet: CardSheet, map_block: Block, size: float) -> Block:
    """Return an upright map with its legend beside it."""
    at = make_map_grid(sheet.card, sheet.formatter.catalog.board, size).wide + GUTTER
    return map_block if sheet.key is None else beside([(0.0, map_block), (at, sheet.key)])


def _separate_chits(sheet: CardSheet) -> Part:
    """Return the chits in two columns, if the narrow column is too small for them."""
    card, formatter = sheet.card, sheet.formatter
    half = column_width(sheet.wide, 2)
    words = formatter.phrase("open_chits")

    def part(type_scale: TypeScale) -> list[Block]:
        items = [
            *_open_chits(card, formatter, half, type_scale),
            *_secrets(card, formatter, half, type_scale),
        ]
        head = stack([heading(words, sheet.wide), space(3)])
        return [group("Sect", in_columns(head, items, sheet.wide, 2, 0.0, "L"), words)]

    return part


def _facts(card: Card, formatter: MessageFormatter, wide: float, type_scale: TypeScale) -> Block:
    blocks: list[Block] = [heading(formatter.phrase("conditions"), wide), space(2)]
    return stack(
        [*blocks, *[_fact(name, value, wide, type_scale) for name, value in list_conditions(card, formatter)]]
    )


def _fact(name: str, value: str, wide: float, type_scale: TypeScale) -> Block:
    """Return a name with its value beneath."""
    size = type_scale.text + 0.5
    lines = wrap(value, STRONG, size, wide)
    label_text, small = fit(name, NARROW, type_scale.small, wide)
    high = 1.3 * type_scale.small + 1.22 * size * len(lines) + 2.5

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left, top - high, left + wide, top)):
            document.text(left, top - type_scale.small, label_text, NARROW, small, SOFT)
            document.lines(left, top - 1.3 * type_scale.small - 0.9 * size, lines, STRONG, size, 1.22 * size)

    return Block(high, draw)


def _objectives(card: Card, formatter: MessageFormatter, wide: float, type_scale: TypeScale | None) -> Block:
    """7.3: return the objectives, open chits and this seat's secret; without a type scale only objectives."""
    blocks = [heading(formatter.term("card.objectives"), wide), space(2)]
    blocks += [_spot(card, formatter, *spot, wide) for spot in list_objectives(card, formatter)]
    if type_scale is not None:
        name = label(formatter.phrase("open_chits"), wide, size=type_scale.small)
        blocks += [space(6), name, space(2), *_open_chits(card, formatter, wide, type_scale)]
        blocks += _secrets(card, formatter, wide, type_scale)
    return stack(blocks)


def _spot(card: Card, formatter: MessageFormatter, number: str, where: str, who: str, wide: float) -> Block:
    drawing = Drawing(14, 14)
    for shape in draw_objective(card, formatter, number, 7, 7, 6.2):
        drawing.add(shape)
    high = 16.5
    at = 48.0 if where else 20.0

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.picture(drawing, left, top - 15)
            document.text(left + 20, top - 11.7, where, STRONG, BODY_SIZE)
            name, size = fit(who, TEXT, BODY_SIZE, wide - at)
            document.text(left + at, top - 11.7, name, TEXT, size)

    return Block(high, draw)


def _open_chits(card: Card, formatter: MessageFormatter, wide: float, type_scale: TypeScale) -> list[Block]:
    blocks = [
        chit(letter, formatter.term(f"chit.{letter}"), wide, type_scale.text, True)
        for letter in card["objectives"]["open"]
    ]
    if more := card["objectives"].get("random", {}).get("open"):
        blocks.append(paragraph(formatter.phrase("drawn_open", count=more), wide, TEXT, type_scale.text))
    return blocks or [paragraph(formatter.phrase("no_open"), wide, TEXT, type_scale.text)]


def chit(letter: str, words: str, wide: float, size: float, open_: bool) -> Block:
    """Return an objective chit: white if open, black if secret."""
    side = size * 1.9
    lead = size * 1.22
    lines = wrap(words, TEXT, size, wide - side - 7)
    high = max(side + 3, lead * len(lines) + 4)
    drawing = Drawing(side, side)
    drawing.add(rect(0.4, 0.4, side - 0.8, side - 0.8, PAPER if open_ else INK, INK, 0.8, 2))
    drawing.add(centred_text(side / 2, side / 2, letter, side * 0.65, HEAD, INK if open_ else PAPER))

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.picture(drawing, left, top - side)
            first = top - side / 2 - size * 0.35 if len(lines) == 1 else top - size * 0.95
            document.lines(left + side + 7, first, lines, TEXT, size, lead)

    return Block(high, draw)


def secret_lines(card: Card, formatter: MessageFormatter) -> list[str]:
    """7.3.3: return what a card says of the secret chits: both for the referee, else where they are."""
    lines = list_secret_chits(card, formatter)
    for place, side in enumerate(SIDES):
        if card.get("seat") == side and card["objectives"]["secret"][side]:
            lines[place] = formatter.phrase("secret_elsewhere", faction=formatter.faction(card, side))
    return lines


def _secrets(card: Card, formatter: MessageFormatter, wide: float, type_scale: TypeScale) -> list[Block]:
    lines = secret_lines(card, formatter)
    return [
        space(4),
        *(paragraph(words, wide, NARROW, type_scale.small + 0.5, fill=SOFT) for words in lines),
    ]


def _qr_block(sheet: CardSheet) -> Block | None:
    """Return the QR code with the address of the battle, if a phone can open it."""
    address = sheet.url
    if not address or is_local_address(address):
        return None
    words = sheet.formatter.phrase("scan")
    room = SIDE_COLUMN_WIDTH - CODE_SIZE - 8
    texts = [label(words, room, "P"), *_wrap_address(address, room)]
    drawn = sketch(CODE_SIZE, lambda: draw_qr_code(address, CODE_SIZE), lambda: f"{words}: {address}")
    return beside([(0.0, stack(texts)), (SIDE_COLUMN_WIDTH - CODE_SIZE, drawn)])


def _wrap_address(value: str, room: float) -> list[Block]:
    """Return a long seed or address over as many lines as the code is high."""
    lines = wrap(value, NARROW, SMALL_SIZE, room)
    if len(lines) > 4:
        lines = [*lines[:3], lines[3][:-1] + "…"]
    return [paragraph(line, room, NARROW, SMALL_SIZE, fill=SOFT) for line in lines]


def _tracks(sheet: CardSheet, type_scale: TypeScale) -> Block:
    """4, 6: return Time, victory points and casualties; unused tracks are left out."""
    card, formatter = sheet.card, sheet.formatter
    scale = 1.0 + 0.4 * type_scale.ease
    wide = sheet.wide / scale
    blocks: list[Block] = []
    if card["time"] is not None or card["sudden_death"] is not None:
        drawing = scale_drawing(draw_time_track(card, formatter, wide), scale)
        blocks += [figure(drawing, time_words(card, formatter)), space(type_scale.gap)]
    if card["marker"] is not None:
        blocks += [
            figure(
                scale_drawing(draw_victory_track(card, formatter, wide), scale),
                victory_words(card, formatter),
            ),
            space(type_scale.gap + 2),
        ]
    if casualties := _casualties(sheet, scale):
        blocks.append(beside(casualties))
    if not blocks:
        return space(0)
    name = formatter.term("card.tracks")
    return group("Sect", stack(blocks), name, (name, 2))


def _casualties(sheet: CardSheet, scale: float) -> list[tuple[float, Block]]:
    """6.3: return the casualty rows of the sides that can surrender, side by side."""
    card, formatter = sheet.card, sheet.formatter
    half = column_width(sheet.wide, 2)
    rows = []
    for place, side in enumerate(SIDES):
        if card["sides"][side]["surrender"] is None:
            continue
        name = f"{formatter.term('card.casualties')}, {formatter.faction(card, side)}"
        drawing = scale_drawing(draw_casualty_track(card, formatter, side, half / scale), scale)
        row = figure(drawing, casualty_words(card, formatter, side))
        head = label(name, half, size=SMALL_SIZE * scale)
        rows.append((place * (half + GUTTER), stack([head, space(2), row])))
    return rows


def victory_words(card: Card, formatter: MessageFormatter) -> str:
    """Return the text alternative of the Victory track."""
    return formatter.phrase("victory_alt", where=marker_words(card, formatter, card["marker"]))


def time_words(card: Card, formatter: MessageFormatter) -> str:
    """Return the text alternative of the Time track."""
    arrivals = [
        formatter.phrase("arrival_alt", who=formatter.faction(card, side), space=arrival["space"])
        for side in SIDES
        for arrival in card["sides"][side].get("reinforcements", ())
    ]
    unused = formatter.phrase("not_used")
    time = unused if card["time"] is None else card["time"]
    death = unused if card["sudden_death"] is None else card["sudden_death"]
    return formatter.phrase("time_alt", time=time, death=death, arrivals=" ".join(arrivals)).strip()


def casualty_words(card: Card, formatter: MessageFormatter, side: str) -> str:
    """Return the text alternative of a casualty row."""
    where = formatter.phrase("surrender_at", space=card["sides"][side]["surrender"])
    return formatter.phrase("casualty_alt", who=formatter.faction(card, side), where=where)


def _checklist(sheet: CardSheet, steps: Sequence[tuple[str, str]], type_scale: TypeScale) -> Block:
    """RS.10 to RS.16: return the steps in two columns with boxes to tick, without units that have a hex."""
    name = sheet.formatter.phrase("set_up_checklist")
    half = column_width(sheet.wide, 2)
    items = [tick_line(rule, words, half, type_scale.text, type_scale.lead) for rule, words in steps]
    head = stack([heading(name, sheet.wide), space(3)])
    block = group("Sect", in_columns(head, items, sheet.wide, 2, 0.0, "L"), name, (name, 2))
    return block if block.high > sheet.tall else make_unsplittable(block)


def _make_back(sheet: CardSheet, rest: list[Part]) -> Part:
    """Return the forces side by side, set-up, then the parts that did not fit on the front."""
    card, formatter = sheet.card, sheet.formatter
    half = column_width(sheet.wide, 2)
    words = formatter.phrase("forces")
    steps = list_steps_without_hexes(card, formatter)

    def part(type_scale: TypeScale) -> list[Block]:
        sides = [
            (place * (half + GUTTER), force_blocks(card, formatter, side, half, type_scale))
            for place, side in enumerate(SIDES)
        ]
        blocks = [group("Sect", columns(sides), words, (words, 2))]
        if type_scale != CLOSEST:  # a crowded page has no room for the key to the counters
            key = paragraph(formatter.phrase("how_to_read"), sheet.wide, NARROW, type_scale.small, fill=SOFT)
            blocks += [space(type_scale.gap), key]
        blocks += [space(type_scale.gap + 6), _checklist(sheet, steps, type_scale)]
        for more in rest:
            blocks += [space(type_scale.gap + 6), *more(type_scale)]
        return blocks

    return part


def _placed_parts(sheet: CardSheet) -> list[Part]:
    """RS.10 to RS.13: return each side's units and works that have a hex, by hex."""
    return [
        partial(_placed_blocks, sheet, side)
        for side in SIDES
        if list_placed(sheet.card, sheet.formatter, side)
    ]


def _placed_blocks(sheet: CardSheet, side: str, type_scale: TypeScale) -> list[Block]:
    wide = column_width(sheet.wide, PLACED_COLUMNS)
    units = list_placed(sheet.card, sheet.formatter, side)
    words = sheet.formatter.phrase("placed_title", faction=sheet.formatter.faction(sheet.card, side))
    items = [_placed_line(hex_id, names, wide, type_scale) for hex_id, names in units]
    head = stack([heading(words, sheet.wide, size=HEAD_SIZE - 2), space(2)])
    return [group("Sect", in_columns(head, items, sheet.wide, PLACED_COLUMNS, 0.0, "L"), words, (words, 2))]


def _placed_line(hex_id: str, names: str, wide: float, type_scale: TypeScale) -> Block:
    """Return a box to tick, the hex, and its units."""
    size = type_scale.text
    lead = size * (type_scale.lead - 0.02)
    indent = size * 3.4
    lines = wrap(names, NARROW, size, wide - indent)
    high = lead * max(len(lines), 1) + 1

    def draw(document: Document, left: float, top: float) -> None:
        base = top - (lead + size * 0.72) / 2
        with document.artifact():
            document.box(left, base - 0.5, size * 0.8, SOFT)
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.text(left + size * 1.2, base, hex_id, HEAD, size)
            document.lines(left + indent, base, lines, NARROW, size, lead)

    return Block(high, draw)


def _rules_part(sheet: CardSheet, rules: Sequence[SpecialRule]) -> list[Part]:
    """Return special rules with their summaries, in two columns."""
    if not rules:
        return []
    words = sheet.formatter.term("card.special_rules")
    half = column_width(sheet.wide, 2)

    def part(type_scale: TypeScale) -> list[Block]:
        items = [_rule_block(rule.mark, rule.title, rule.summary, half, type_scale) for rule in rules]
        head = stack([heading(words, sheet.wide), space(3)])
        return [group("Sect", in_columns(head, items, sheet.wide, 2, 4.0, "Div"), words, (words, 2))]

    return [part]


def _rule_block(mark: str, name: str, summary: str, wide: float, type_scale: TypeScale) -> Block:
    size, lead = type_scale.text, type_scale.text * type_scale.lead
    head = " · ".join(part for part in (mark, name) if part)
    blocks = [paragraph(head, wide, STRONG, size, lead, keep=True)] if head else []
    if summary:
        blocks.append(paragraph(summary, wide, TEXT, size, lead))
    return stack(blocks)
