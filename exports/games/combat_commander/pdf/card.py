"""The scenario card: the front lays the table, the back musters the forces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from reportlab.graphics.shapes import Drawing

from exports.kit.address import leads_nowhere
from exports.kit.blocks import (
    GUTTER,
    Block,
    beside,
    column,
    columns,
    figure,
    grouped,
    heading,
    in_columns,
    in_one_piece,
    label,
    paragraph,
    sketch,
    space,
    stack,
    ticked,
)
from exports.kit.document import Document
from exports.kit.page import Part, Running, pages_at, room
from exports.kit.qr import qr
from exports.kit.setting import CLOSEST, LADDER, Setting, roomiest
from exports.kit.shapes import centred, enlarged, rect
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
from generator.games.combat_commander.authoring.force import SIDES

from ..checklist import marker_words, steps_but_hexes
from ..drawings.map import battle_map, map_grid, map_height, map_size, objective
from ..drawings.tracks import casualty_track, time_track, victory_track
from ..facts import conditions, objective_spots, shows_secret
from ..force import placed
from ..rules import SpecialRule, special_rules
from ..scribe import Card, Scribe
from ..situation import place_line, situation, title
from .bar import both_sides
from .forces import force
from .ground import KEY_COLUMN, legend_column, legend_parts

SIDE_COLUMN = 124.0
CODE = 56.0
LARGEST_HEX = 18.0
GOOD_HEX = 15.0
SMALLEST_HEX = 12.4
PLACED_COLUMNS = 4
STORY_LINES = 9
PLENTY = 0.4  # an ease at which nothing of the back needs to move to the front


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the pages of a card are drawn from."""

    document: Document
    card: Card
    scribe: Scribe
    url: str | None
    key: Block | None = None  # the legend beside a map that stands upright

    @property
    def wide(self) -> float:
        return self.document.wide - 2 * MARGIN

    @property
    def tall(self) -> float:
        """Room between the line above and the line below."""
        return room(self.document)


def running(card: Card, scribe: Scribe) -> Running:
    """The lines above and below."""
    kind = scribe.term(f"source.{card.get('source', {}).get('kind', 'battle')}")
    name = card.get("source", {}).get("name")
    above = f"{kind} · {name}" if name else kind
    seat = card.get("seat", "everyone")
    right = scribe.phrase(f"{seat}_sheet" if shows_secret(card) else "public_sheet")
    below = " · ".join(filter(None, (scribe.phrase("made_with"), title(card, scribe), _seed(card, scribe))))
    bar = both_sides(scribe, {side: card["sides"][side]["faction"] for side in SIDES})
    return Running(above, right, below, bar, scribe.term("phrase.page_of"))


def _seed(card: Card, scribe: Scribe) -> str:
    if card["seed"] is None:
        rolled = card.get("transcript") and card["transcript"]["entries"]
        return scribe.phrase("no_seed") if rolled else ""
    return f"{scribe.phrase('scan_seed')} {card['seed']}"


def card_parts(sheet: Sheet) -> tuple[Block, Part]:
    """The front, and what stands on the back; more than two pages only where rules or forces ask for them.

    What may stand in front as well moves there where the back is crowded: first the units with their hexes,
    which belong to the map, then as many special rules as there is room for.
    """
    choices = []
    for front, rest in _fronts(sheet):
        back = _back(sheet, front.rest + rest)
        pages, ease = _crowded(sheet, back)
        choices.append((pages, front.hex < GOOD_HEX, -min(ease, PLENTY), front.block, back))
        if pages == 1 and ease >= PLENTY and front.hex >= GOOD_HEX:
            break
    *_, block, back = min(choices, key=lambda choice: choice[:3])
    return block, back


def _fronts(sheet: Sheet) -> Iterator[tuple[Front, list[Part]]]:
    """Fronts that take more and more from the back, each with what it leaves there.

    The legend belongs to the map; only where the sheet is too full for that does it stand overleaf.
    """
    if (column := legend_column(sheet.card, sheet.scribe)) is not None:
        yield from _with(replace(sheet, key=column), [], [])
    key = legend_parts(sheet.card, sheet.scribe, sheet.wide)
    yield from _with(sheet, key, [])
    if key:
        yield from _with(sheet, [], key)


def _with(sheet: Sheet, ahead: list[Part], behind: list[Part]) -> Iterator[tuple[Front, list[Part]]]:
    listed = _placed_parts(sheet)
    rules = special_rules(sheet.card, sheet.scribe)
    for count in range(len(listed) + 1):
        front = _front(sheet, [*ahead, *listed[:count]])
        if front is None:
            break
        yield front, [*behind, *listed[count:], *_rules_part(sheet, rules)]
    else:
        yield from _with_rules(sheet, [*ahead, *listed], behind)


def _with_rules(sheet: Sheet, ahead: list[Part], behind: list[Part]) -> Iterator[tuple[Front, list[Part]]]:
    """The front that takes as many special rules as it has room for."""
    rules = special_rules(sheet.card, sheet.scribe)
    for count in range(len(rules), 0, -1):
        front = _front(sheet, [*ahead, *_rules_part(sheet, rules[:count])])
        if front is not None:
            yield front, [*behind, *_rules_part(sheet, rules[count:])]
            return


def _crowded(sheet: Sheet, back: Part) -> tuple[int, float]:
    """How many pages the back needs, and the ease with which it keeps to them."""
    fewest = len(pages_at(CLOSEST, [back], sheet.tall))

    def fits(setting: Setting) -> float | None:
        return setting.ease if len(pages_at(setting, [back], sheet.tall)) <= fewest else None

    return fewest, roomiest(fits, LADDER) or 0.0


@dataclass(frozen=True, slots=True)
class Front:
    """The first page, and what found no room on it."""

    block: Block
    hex: float
    rest: list[Part]


def _front(sheet: Sheet, below: list[Part]) -> Front | None:
    """Title, situation and map, conditions beside them, tracks, and below them what was asked for.

    The map comes first: it is as wide as the page lets it be, and the rest grows with the room it leaves.
    Where there is less, the map gives way; nothing where even then there is not enough.
    """
    found = roomiest(lambda setting: _arranged(sheet, below, setting, _widest_hex(sheet)), LADDER)
    found = found or _arranged(sheet, below, CLOSEST, SMALLEST_HEX)
    if found is None and not below:
        found = _arranged(sheet, below, CLOSEST, SMALLEST_HEX, apart=True)
        found = found or _arranged(sheet, below, CLOSEST, 0.0, apart=True)
    return found


def _arranged(
    sheet: Sheet, below: list[Part], setting: Setting, least: float, apart: bool = False
) -> Front | None:
    """The front in a setting; nothing if the map would have to be smaller than is asked for."""
    headline, tracks = _headline(sheet), _tracks(sheet, setting)
    story, more = _situation(sheet, setting)
    under = [block for part in below for block in (space(setting.gap + 6), *part(setting))]
    fixed = headline.high + 8 + 12 + tracks.high + sum(block.high for block in under)
    left = sheet.tall - fixed
    size = min(_map_room(sheet, left - story.high - 10), LARGEST_HEX)
    if size < least - 0.01:
        return None
    size = max(size, SMALLEST_HEX)
    table = _table(sheet, story, round(size - 0.005, 2), setting, apart=apart)
    if least and table.high > left + 0.01:
        return None
    air = min(max((left - table.high) / 2, 0.0), 24.0)
    blocks = [headline, space(8 + air / 2), table, space(12 + air), tracks, *under]
    return Front(stack(blocks), size, more + ([_chits_apart(sheet)] if apart else []))


def _widest_hex(sheet: Sheet) -> float:
    """The hex with which the map is as wide as it can be; one that stands upright would take the page."""
    most = GOOD_HEX if sheet.card["map"]["orientation"] == "long" else LARGEST_HEX
    return min(_map_room(sheet, sheet.tall), most)


def _headline(sheet: Sheet) -> Block:
    """The title with date and place, and at the right the code that leads back to the battle."""
    card, scribe = sheet.card, sheet.scribe
    code = _code(sheet)
    wide = sheet.wide - (SIDE_COLUMN + GUTTER if code else 0.0)
    words = title(card, scribe)
    line, size = fit(f"{place_line(card, scribe)} · {_matchup(card, scribe)}", STRONG, BODY_SIZE + 0.5, wide)
    blocks = [_title(words, wide), paragraph(line, wide, STRONG, size)]
    left = grouped("Sect", stack(blocks), words, (scribe.term("card.card"), 1))
    return beside([(0.0, left), (sheet.wide - SIDE_COLUMN, code)]) if code else left


def _title(words: str, wide: float) -> Block:
    """As large as it may be: one line if it can be, three at the most."""
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


def _situation(sheet: Sheet, setting: Setting) -> tuple[Block, list[Part]]:
    """The situation beside the conditions; what is too long for that goes on overleaf."""
    wide = sheet.wide - SIDE_COLUMN - GUTTER
    size = setting.text + 0.5
    words = situation(sheet.card, sheet.scribe)
    lines = wrap(words, TEXT, size, wide)
    if len(lines) <= STORY_LINES:
        return paragraph(words, wide, TEXT, size, size * setting.lead), []
    head, tail = " ".join(lines[:STORY_LINES]), " ".join(lines[STORY_LINES:])
    return paragraph(head, wide, TEXT, size, size * setting.lead), [
        lambda setting: [_story_goes_on(sheet, tail, setting)]
    ]


def _story_goes_on(sheet: Sheet, words: str, setting: Setting) -> Block:
    name = sheet.scribe.term("card.situation")
    rest = [heading(name, sheet.wide), space(3), paragraph(words, sheet.wide, TEXT, setting.text)]
    return grouped("Sect", stack(rest), name)


def _map_room(sheet: Sheet, tall: float) -> float:
    """The largest hex with which the map fits beside the conditions, and no higher than this."""
    wide = sheet.wide - SIDE_COLUMN - GUTTER
    if sheet.key is not None:
        wide -= KEY_COLUMN + GUTTER
    return map_size(sheet.card, sheet.scribe.catalog.board, wide, tall)


def _matchup(card: Card, scribe: Scribe) -> str:
    names = [scribe.faction(card, side) for side in SIDES]
    return f"{names[0]} {scribe.phrase('vs')} {names[1]}"


def _table(sheet: Sheet, story: Block, size: float, setting: Setting, *, apart: bool) -> Block:
    """Situation and map, beside them conditions and objectives; too many chits stand apart."""
    card, scribe = sheet.card, sheet.scribe
    name = scribe.map_name(card)
    drawn = sketch(
        map_height(card, scribe.catalog.board, size),
        lambda: battle_map(card, scribe, size),
        lambda: scribe.map_words(card),
    )
    left = stack([story, space(10), _with_key(sheet, grouped("Sect", drawn, name, (name, 2)), size)])
    chits = None if apart else setting
    side = stack(
        [
            grouped("Sect", _facts(card, scribe, SIDE_COLUMN, setting), scribe.phrase("conditions")),
            space(setting.gap + 3),
            grouped("Sect", _objectives(card, scribe, SIDE_COLUMN, chits), scribe.term("card.objectives")),
        ]
    )
    return beside([(0.0, left), (sheet.wide - SIDE_COLUMN, side)])


def _with_key(sheet: Sheet, drawn: Block, size: float) -> Block:
    """A map that stands upright with its legend beside it."""
    at = map_grid(sheet.card, sheet.scribe.catalog.board, size).wide + GUTTER
    return drawn if sheet.key is None else beside([(0.0, drawn), (at, sheet.key)])


def _chits_apart(sheet: Sheet) -> Part:
    """More chits than the narrow column holds, over two columns."""
    card, scribe = sheet.card, sheet.scribe
    half = column(sheet.wide, 2)
    words = scribe.phrase("open_chits")

    def part(setting: Setting) -> list[Block]:
        items = [*_open_chits(card, scribe, half, setting), *_secrets(card, scribe, half, setting)]
        head = stack([heading(words, sheet.wide), space(3)])
        return [grouped("Sect", in_columns(head, items, sheet.wide, 2, 0.0, "L"), words)]

    return part


def _facts(card: Card, scribe: Scribe, wide: float, setting: Setting) -> Block:
    blocks: list[Block] = [heading(scribe.phrase("conditions"), wide), space(2)]
    return stack([*blocks, *[_fact(name, value, wide, setting) for name, value in conditions(card, scribe)]])


def _fact(name: str, value: str, wide: float, setting: Setting) -> Block:
    """A name with its value beneath."""
    size = setting.text + 0.5
    lines = wrap(value, STRONG, size, wide)
    shown, small = fit(name, NARROW, setting.small, wide)
    high = 1.3 * setting.small + 1.22 * size * len(lines) + 2.5

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left, top - high, left + wide, top)):
            document.text(left, top - setting.small, shown, NARROW, small, SOFT)
            document.lines(left, top - 1.3 * setting.small - 0.9 * size, lines, STRONG, size, 1.22 * size)

    return Block(high, draw)


def _objectives(card: Card, scribe: Scribe, wide: float, setting: Setting | None) -> Block:
    """7.3: the five spots, the open chits, and this seat's secret; without a setting the spots alone."""
    blocks = [heading(scribe.term("card.objectives"), wide), space(2)]
    blocks += [_spot(card, scribe, *spot, wide) for spot in objective_spots(card, scribe)]
    if setting is not None:
        name = label(scribe.phrase("open_chits"), wide, size=setting.small)
        blocks += [space(6), name, space(2), *_open_chits(card, scribe, wide, setting)]
        blocks += _secrets(card, scribe, wide, setting)
    return stack(blocks)


def _spot(card: Card, scribe: Scribe, number: str, where: str, who: str, wide: float) -> Block:
    drawing = Drawing(14, 14)
    for shape in objective(card, scribe, number, 7, 7, 6.2):
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


def _open_chits(card: Card, scribe: Scribe, wide: float, setting: Setting) -> list[Block]:
    blocks = [
        chit(letter, scribe.term(f"chit.{letter}"), wide, setting.text, True)
        for letter in card["objectives"]["open"]
    ]
    if more := card["objectives"].get("random", {}).get("open"):
        blocks.append(paragraph(scribe.phrase("drawn_open", count=more), wide, TEXT, setting.text))
    return blocks or [paragraph(scribe.phrase("no_open"), wide, TEXT, setting.text)]


def chit(letter: str, words: str, wide: float, size: float, open_: bool) -> Block:
    """An objective chit: white when open, black when it is a secret."""
    side = size * 1.9
    lead = size * 1.22
    lines = wrap(words, TEXT, size, wide - side - 7)
    high = max(side + 3, lead * len(lines) + 4)
    drawing = Drawing(side, side)
    drawing.add(rect(0.4, 0.4, side - 0.8, side - 0.8, PAPER if open_ else INK, INK, 0.8, 2))
    drawing.add(centred(side / 2, side / 2, letter, side * 0.65, HEAD, INK if open_ else PAPER))

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.picture(drawing, left, top - side)
            first = top - side / 2 - size * 0.35 if len(lines) == 1 else top - size * 0.95
            document.lines(left + side + 7, first, lines, TEXT, size, lead)

    return Block(high, draw)


def _secrets(card: Card, scribe: Scribe, wide: float, setting: Setting) -> list[Block]:
    """7.3.3: what this seat may see of the secret chits."""
    blocks: list[Block] = []
    hidden: list[str] = []
    for side in SIDES:
        letters = card["objectives"]["secret"][side]
        name = scribe.faction(card, side)
        drawn = card["objectives"].get("random", {}).get(side)
        if letters == "hidden":
            hidden.append(scribe.phrase("other_secret", faction=name))
        elif letters:
            words = label(scribe.phrase("own_secret", faction=name), wide, size=setting.small)
            blocks += [space(6), words, space(2)]
            blocks += [chit(one, scribe.term(f"chit.{one}"), wide, setting.text, False) for one in letters]
        elif drawn:
            hidden.append(scribe.phrase("drawn_secret", faction=name, count=drawn))
        else:
            hidden.append(scribe.phrase("no_secret", faction=name))
    if hidden:
        blocks.append(space(4))
        blocks += [paragraph(words, wide, NARROW, setting.small + 0.5, fill=SOFT) for words in hidden]
    return blocks


def _code(sheet: Sheet) -> Block | None:
    """The QR code with the address of the battle, where there is one that leads there from a telephone."""
    address = sheet.url
    if not address or leads_nowhere(address):
        return None
    words = sheet.scribe.phrase("scan")
    room = SIDE_COLUMN - CODE - 8
    texts = [label(words, room, "P"), *_broken_lines(address, room)]
    drawn = sketch(CODE, lambda: qr(address, CODE), lambda: f"{words}: {address}")
    return beside([(0.0, stack(texts)), (SIDE_COLUMN - CODE, drawn)])


def _broken_lines(value: str, room: float) -> list[Block]:
    """A long seed or address over as many lines as the code is high."""
    lines = wrap(value, NARROW, SMALL_SIZE, room)
    if len(lines) > 4:
        lines = [*lines[:3], lines[3][:-1] + "…"]
    return [paragraph(line, room, NARROW, SMALL_SIZE, fill=SOFT) for line in lines]


def _tracks(sheet: Sheet, setting: Setting) -> Block:
    """4, 6: Time, victory points, casualties; a track that is not used is left out."""
    card, scribe = sheet.card, sheet.scribe
    scale = 1.0 + 0.4 * setting.ease
    wide = sheet.wide / scale
    blocks: list[Block] = []
    if card["time"] is not None or card["sudden_death"] is not None:
        drawing = enlarged(time_track(card, scribe, wide), scale)
        blocks += [figure(drawing, _time_words(card, scribe)), space(setting.gap)]
    if card["marker"] is not None:
        words = scribe.phrase("victory_alt", where=marker_words(card, scribe, card["marker"]))
        blocks += [figure(enlarged(victory_track(card, scribe, wide), scale), words), space(setting.gap + 2)]
    if casualties := _casualties(sheet, scale):
        blocks.append(beside(casualties))
    if not blocks:
        return space(0)
    name = scribe.term("card.tracks")
    return grouped("Sect", stack(blocks), name, (name, 2))


def _casualties(sheet: Sheet, scale: float) -> list[tuple[float, Block]]:
    """6.3: the rows of the sides that can surrender, side by side."""
    card, scribe = sheet.card, sheet.scribe
    half = column(sheet.wide, 2)
    found = []
    for place, side in enumerate(SIDES):
        if card["sides"][side]["surrender"] is None:
            continue
        name = f"{scribe.term('card.casualties')}, {scribe.faction(card, side)}"
        drawing = enlarged(casualty_track(card, scribe, side, half / scale), scale)
        row = figure(drawing, _casualty_words(card, scribe, side))
        head = label(name, half, size=SMALL_SIZE * scale)
        found.append((place * (half + GUTTER), stack([head, space(2), row])))
    return found


def _time_words(card: Card, scribe: Scribe) -> str:
    arrivals = [
        scribe.phrase("arrival_alt", who=scribe.faction(card, side), space=arrival["space"])
        for side in SIDES
        for arrival in card["sides"][side].get("reinforcements", ())
    ]
    unused = scribe.phrase("not_used")
    time = unused if card["time"] is None else card["time"]
    death = unused if card["sudden_death"] is None else card["sudden_death"]
    return scribe.phrase("time_alt", time=time, death=death, arrivals=" ".join(arrivals)).strip()


def _casualty_words(card: Card, scribe: Scribe, side: str) -> str:
    where = scribe.phrase("surrender_at", space=card["sides"][side]["surrender"])
    return scribe.phrase("casualty_alt", who=scribe.faction(card, side), where=where)


def _checklist(sheet: Sheet, steps: Sequence[tuple[str, str]], setting: Setting) -> Block:
    """RS.10 to RS.16 in two columns with boxes to tick; units with a hex of their own are listed apart."""
    name = sheet.scribe.phrase("set_up_checklist")
    half = column(sheet.wide, 2)
    items = [ticked(rule, words, half, setting.text, setting.lead) for rule, words in steps]
    head = stack([heading(name, sheet.wide), space(3)])
    block = grouped("Sect", in_columns(head, items, sheet.wide, 2, 0.0, "L"), name, (name, 2))
    return block if block.high > sheet.tall else in_one_piece(block)


def _back(sheet: Sheet, rest: list[Part]) -> Part:
    """The forces side by side, set-up, then what found no room in front."""
    card, scribe = sheet.card, sheet.scribe
    half = column(sheet.wide, 2)
    words = scribe.phrase("forces")
    steps = steps_but_hexes(card, scribe)

    def part(setting: Setting) -> list[Block]:
        sides = [
            (place * (half + GUTTER), force(card, scribe, side, half, setting))
            for place, side in enumerate(SIDES)
        ]
        blocks = [grouped("Sect", columns(sides), words, (words, 2))]
        if setting != CLOSEST:  # those who know the counters by heart need the page more than the key
            key = paragraph(scribe.phrase("how_to_read"), sheet.wide, NARROW, setting.small, fill=SOFT)
            blocks += [space(setting.gap), key]
        blocks += [space(setting.gap + 6), _checklist(sheet, steps, setting)]
        for more in rest:
            blocks += [space(setting.gap + 6), *more(setting)]
        return blocks

    return part


def _placed_parts(sheet: Sheet) -> list[Part]:
    """RS.10 to RS.13: for each side the units that have a hex, by hex."""
    return [partial(_placed, sheet, side) for side in SIDES if placed(sheet.card, sheet.scribe, side)]


def _placed(sheet: Sheet, side: str, setting: Setting) -> list[Block]:
    wide = column(sheet.wide, PLACED_COLUMNS)
    found = placed(sheet.card, sheet.scribe, side)
    words = sheet.scribe.phrase("placed_title", faction=sheet.scribe.faction(sheet.card, side))
    items = [_place(hex_id, names, wide, setting) for hex_id, names in found]
    head = stack([heading(words, sheet.wide, size=HEAD_SIZE - 2), space(2)])
    return [grouped("Sect", in_columns(head, items, sheet.wide, PLACED_COLUMNS, 0.0, "L"), words, (words, 2))]


def _place(hex_id: str, names: str, wide: float, setting: Setting) -> Block:
    """A box to tick, the hex, and who stands there."""
    size = setting.text
    lead = size * (setting.lead - 0.02)
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


def _rules_part(sheet: Sheet, found: Sequence[SpecialRule]) -> list[Part]:
    """Special rules with their summaries, in two columns."""
    if not found:
        return []
    words = sheet.scribe.term("card.special_rules")
    half = column(sheet.wide, 2)

    def part(setting: Setting) -> list[Block]:
        items = [_rule(rule.mark, rule.title, rule.summary, half, setting) for rule in found]
        head = stack([heading(words, sheet.wide), space(3)])
        return [grouped("Sect", in_columns(head, items, sheet.wide, 2, 4.0, "Div"), words, (words, 2))]

    return [part]


def _rule(mark: str, name: str, summary: str, wide: float, setting: Setting) -> Block:
    size, lead = setting.text, setting.text * setting.lead
    head = " · ".join(part for part in (mark, name) if part)
    blocks = [paragraph(head, wide, STRONG, size, lead, keep=True)] if head else []
    if summary:
        blocks.append(paragraph(summary, wide, TEXT, size, lead))
    return stack(blocks)
