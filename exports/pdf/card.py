"""The scenario card: the front lays the table, the back musters the forces."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reportlab.graphics.shapes import Drawing

from exports.checklist import marker_words, steps
from exports.drawings.map import battle_map, map_size, objective
from exports.drawings.qr import qr
from exports.drawings.shapes import centred, rect
from exports.drawings.tracks import casualty_track, time_track, victory_track
from exports.facts import conditions, objective_spots
from exports.pdf.blocks import (
    Block,
    beside,
    columns,
    figure,
    grouped,
    heading,
    label,
    paragraph,
    space,
    stack,
    ticked,
    two_columns,
)
from exports.pdf.document import Document
from exports.pdf.forces import force
from exports.pdf.frame import BAR, BOTTOM, GUTTER, TOP, Running, begin, end, paginate
from exports.rules import special_rules
from exports.scribe import Card, Scribe
from exports.situation import place_line, situation, title
from exports.theme import (
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
from generator.authoring.force import SIDES

SIDE_COLUMN = 122.0
CODE = 46.0
LARGEST_HEX = 16.6
SMALLEST_HEX = 13.6
TIGHT_HEX = 12.4
SHEET_PAGES = 2  # both sides of one sheet of paper
STORY_LINES = 9


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the pages of a card are drawn from."""

    document: Document
    card: Card
    scribe: Scribe
    url: str | None
    tight: bool = False  # closer set, so that a large battle still fits one sheet of paper

    @property
    def wide(self) -> float:
        return self.document.wide - 2 * MARGIN

    @property
    def tall(self) -> float:
        """Room between the line above and the line below."""
        return self.document.tall - TOP - BAR - 20 - BOTTOM - 4


def running(card: Card, scribe: Scribe) -> Running:
    """The lines above and below."""
    kind = scribe.term(f"source.{card.get('source', {}).get('kind', 'battle')}")
    name = card.get("source", {}).get("name")
    above = f"{kind} · {name}" if name else kind
    seat = {"axis": "axis_sheet", "allied": "allied_sheet", "referee": "referee_sheet"}
    right = scribe.phrase(seat.get(card.get("seat", "everyone"), "public_sheet"))
    below = " · ".join(filter(None, (scribe.phrase("made_with"), title(card, scribe), _seed(card, scribe))))
    return Running(above, right, below)


def _seed(card: Card, scribe: Scribe) -> str:
    if card["seed"] is None:
        rolled = card.get("transcript") and card["transcript"]["entries"]
        return scribe.phrase("no_seed") if rolled else ""
    return f"{scribe.phrase('scan_seed')} {card['seed']}"


def draw_card(sheet: Sheet) -> int:
    """Front and back; more pages only where rules or forces ask for them. Gives the number of pages."""
    pages = _pages(sheet)
    if len(pages) > SHEET_PAGES:
        tight = replace(sheet, tight=True)
        closer = _pages(tight)
        if len(closer) < len(pages):
            sheet, pages = tight, closer
    lines = running(sheet.card, sheet.scribe)
    for number, blocks in enumerate(pages, start=1):
        top = begin(sheet.document, sheet.card, lines, number)
        for block in blocks:
            block.draw(sheet.document, MARGIN, top)
            top -= block.high
        end(sheet.document, lines, sheet.scribe, number, len(pages))
    return len(pages)


def _pages(sheet: Sheet) -> list[list[Block]]:
    rest: list[Block] = []
    front = _front(sheet, rest)
    return [[front], *paginate(_back(sheet, rest), 0.0, sheet.tall)]


def _front(sheet: Sheet, rest: list[Block]) -> Block:
    """Title, situation and map, conditions beside them, tracks, and below them what there is room for."""
    headline, tracks = _headline(sheet), _tracks(sheet)
    check, rules = _checklist(sheet), _rules(sheet)
    story, more = _situation(sheet)
    rest += more
    room = sheet.tall - headline.high - tracks.high - 8 - 12
    for below in ([check], rules, []):
        left = room - sum(block.high + 12 for block in below)
        table = _table(sheet, story, left, apart=False)
        if table.high <= left + 0.01:
            break
    else:
        table = _table(sheet, story, room, apart=True)
        rest.append(_chits_apart(sheet))
    rest += [block for block in (check, *rules) if block not in below]
    blocks = [headline, space(8), table, space(12), tracks]
    for block in below:
        blocks += [space(12), block]
    return stack(blocks)


def _headline(sheet: Sheet) -> Block:
    """The title with date and place, and at the right the code that leads back to the battle."""
    card, scribe = sheet.card, sheet.scribe
    wide = sheet.wide - SIDE_COLUMN - GUTTER
    words = title(card, scribe)
    line, size = fit(f"{place_line(card, scribe)} · {_matchup(card, scribe)}", STRONG, BODY_SIZE, wide)
    blocks = [_title(words, wide), paragraph(line, wide, STRONG, size)]
    left = grouped("Sect", stack(blocks), words, (scribe.term("card.card"), 1))
    return beside([(0.0, left), (sheet.wide - SIDE_COLUMN, _code(sheet))])


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


def _situation(sheet: Sheet) -> tuple[Block, list[Block]]:
    """The situation beside the conditions; what is too long for that goes on overleaf."""
    wide = sheet.wide - SIDE_COLUMN - GUTTER
    size, leading = (9.5, 12.4) if sheet.tight else (10.0, 13.8)
    words = situation(sheet.card, sheet.scribe)
    lines = wrap(words, TEXT, size, wide)
    if len(lines) <= STORY_LINES:
        return paragraph(words, wide, TEXT, size, leading), []
    head, tail = " ".join(lines[:STORY_LINES]), " ".join(lines[STORY_LINES:])
    name = sheet.scribe.term("card.situation")
    rest = stack([heading(name, sheet.wide), space(3), paragraph(tail, sheet.wide, TEXT)])
    return paragraph(head, wide, TEXT, size, leading), [grouped("Sect", rest, name)]


def _map_room(sheet: Sheet, room: float) -> float:
    """The largest hex with which the map fits the room."""
    wide = sheet.wide - SIDE_COLUMN - GUTTER
    return min(map_size(sheet.card, sheet.scribe.catalog.board, wide, room), LARGEST_HEX)


def _matchup(card: Card, scribe: Scribe) -> str:
    names = [scribe.faction(card, side) for side in SIDES]
    return f"{names[0]} {scribe.phrase('vs')} {names[1]}"


def _table(sheet: Sheet, story: Block, room: float, *, apart: bool) -> Block:
    """Situation and map, beside them conditions and objectives; too many chits stand apart."""
    card, scribe = sheet.card, sheet.scribe
    least = TIGHT_HEX if sheet.tight else SMALLEST_HEX
    size = round(max(_map_room(sheet, room - story.high - 10), least), 2)
    name = scribe.map_name(card)
    picture = grouped("Sect", figure(battle_map(card, scribe, size), scribe.map_words(card)), name, (name, 2))
    left = stack([story, space(10), picture])
    side = stack(
        [
            grouped("Sect", _facts(card, scribe, SIDE_COLUMN), scribe.phrase("conditions")),
            space(9),
            grouped("Sect", _objectives(card, scribe, SIDE_COLUMN, apart), scribe.term("card.objectives")),
        ]
    )
    return beside([(0.0, left), (sheet.wide - SIDE_COLUMN, side)])


def _chits_apart(sheet: Sheet) -> Block:
    """More chits than the narrow column holds, over two columns."""
    card, scribe = sheet.card, sheet.scribe
    half = (sheet.wide - GUTTER) / 2
    words = scribe.phrase("open_chits")
    items = [*_open_chits(card, scribe, half), *_secrets(card, scribe, half)]
    head = stack([heading(words, sheet.wide), space(3)])
    return grouped("Sect", two_columns(head, items, half + GUTTER, 0.0, "L"), words)


def _facts(card: Card, scribe: Scribe, wide: float) -> Block:
    blocks: list[Block] = [heading(scribe.phrase("conditions"), wide), space(2)]
    return stack([*blocks, *[_fact(name, value, wide) for name, value in conditions(card, scribe)]])


def _fact(name: str, value: str, wide: float) -> Block:
    """A name with its value beneath."""
    lines = wrap(value, STRONG, BODY_SIZE, wide)
    high = 10.0 + 12.0 * len(lines) + 2.5

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left, top - high, left + wide, top)):
            shown, size = fit(name, NARROW, SMALL_SIZE, wide)
            document.text(left, top - 7.5, shown, NARROW, size, SOFT)
            document.lines(left, top - 18.2, lines, STRONG, BODY_SIZE, 12.0)

    return Block(high, draw)


def _objectives(card: Card, scribe: Scribe, wide: float, apart: bool) -> Block:
    """7.3: the five spots, the open chits, and this seat's secret."""
    blocks = [heading(scribe.term("card.objectives"), wide), space(2)]
    blocks += [_spot(card, *spot, wide) for spot in objective_spots(card, scribe)]
    if not apart:
        blocks += [space(6), label(scribe.phrase("open_chits"), wide), space(2)]
        blocks += _open_chits(card, scribe, wide)
        blocks += _secrets(card, scribe, wide)
    return stack(blocks)


def _spot(card: Card, number: str, where: str, who: str, wide: float) -> Block:
    drawing = Drawing(13, 13)
    for shape in objective(card, number, 6.5, 6.5, 5.6):
        drawing.add(shape)
    high = 15.0

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.picture(drawing, left, top - 14)
            document.text(left + 18, top - 10.5, where, STRONG, BODY_SIZE)
            name, size = fit(who, TEXT, BODY_SIZE, wide - (44 if where else 18))
            document.text(left + (44 if where else 18), top - 10.5, name, TEXT, size)

    return Block(high, draw)


def _open_chits(card: Card, scribe: Scribe, wide: float) -> list[Block]:
    blocks = [
        chit(letter, scribe.term(f"chit.{letter}"), wide, True) for letter in card["objectives"]["open"]
    ]
    if more := card["objectives"].get("random", {}).get("open"):
        blocks.append(paragraph(scribe.phrase("drawn_open", count=more), wide, TEXT, SMALL_SIZE + 1))
    return blocks or [paragraph(scribe.phrase("no_open"), wide, TEXT, SMALL_SIZE + 1)]


def chit(letter: str, words: str, wide: float, open_: bool) -> Block:
    """An objective chit: white when open, black when it is a secret."""
    side = 17.0
    lines = wrap(words, TEXT, SMALL_SIZE + 1, wide - side - 7)
    high = max(side + 3, 11.0 * len(lines) + 4)
    drawing = Drawing(side, side)
    drawing.add(rect(0.4, 0.4, side - 0.8, side - 0.8, PAPER if open_ else INK, INK, 0.8, 2))
    drawing.add(centred(side / 2, side / 2, letter, 11, HEAD, INK if open_ else PAPER))

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.picture(drawing, left, top - side)
            first = top - 12 if len(lines) == 1 else top - 8.5
            document.lines(left + side + 7, first, lines, TEXT, SMALL_SIZE + 1, 11.0)

    return Block(high, draw)


def _secrets(card: Card, scribe: Scribe, wide: float) -> list[Block]:
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
            blocks += [space(6), label(scribe.phrase("own_secret", faction=name), wide), space(2)]
            blocks += [chit(letter, scribe.term(f"chit.{letter}"), wide, False) for letter in letters]
        elif drawn:
            hidden.append(scribe.phrase("drawn_secret", faction=name, count=drawn))
        else:
            hidden.append(scribe.phrase("no_secret", faction=name))
    if hidden:
        blocks.append(space(4))
        blocks += [paragraph(words, wide, NARROW, SMALL_SIZE + 0.5, fill=SOFT) for words in hidden]
    return blocks


def _code(sheet: Sheet) -> Block:
    """The QR code: the address of the battle, or its seed where there is no address."""
    content = sheet.url or sheet.card["seed"]
    if not content:
        return space(0)
    words = sheet.scribe.phrase("scan" if sheet.url else "scan_seed")
    value = content if sheet.url else sheet.card["seed"]
    room = SIDE_COLUMN - CODE - 8
    texts = [label(words, room, "P"), *_broken_lines(value, room)]
    return beside([(0.0, stack(texts)), (SIDE_COLUMN - CODE, figure(qr(content, CODE), f"{words}: {value}"))])


def _broken_lines(value: str, room: float) -> list[Block]:
    """A long seed or address over as many lines as the code is high."""
    lines = wrap(value, NARROW, SMALL_SIZE, room)
    if len(lines) > 4:
        lines = [*lines[:3], lines[3][:-1] + "…"]
    return [paragraph(line, room, NARROW, SMALL_SIZE, fill=SOFT) for line in lines]


def _tracks(sheet: Sheet) -> Block:
    """4, 6: Time, victory points, casualties; a track that is not used is left out."""
    card, scribe, wide = sheet.card, sheet.scribe, sheet.wide
    blocks: list[Block] = []
    if card["time"] is not None or card["sudden_death"] is not None:
        blocks += [figure(time_track(card, scribe, wide), _time_words(card, scribe)), space(4)]
    if card["marker"] is not None:
        words = scribe.phrase("victory_alt", where=marker_words(card, scribe, card["marker"]))
        blocks += [figure(victory_track(card, scribe, wide), words), space(7)]
    if casualties := _casualties(sheet):
        blocks.append(beside(casualties))
    if not blocks:
        return space(0)
    name = scribe.term("card.tracks")
    return grouped("Sect", stack(blocks), name, (name, 2))


def _casualties(sheet: Sheet) -> list[tuple[float, Block]]:
    """6.3: the rows of the sides that can surrender, side by side."""
    card, scribe = sheet.card, sheet.scribe
    half = (sheet.wide - GUTTER) / 2
    found = []
    for place, side in enumerate(SIDES):
        if card["sides"][side]["surrender"] is None:
            continue
        name = f"{scribe.term('card.casualties')}, {scribe.faction(card, side)}"
        row = figure(casualty_track(card, side, half), _casualty_words(card, scribe, side))
        found.append((place * (half + GUTTER), stack([label(name, half), space(2), row])))
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


def _checklist(sheet: Sheet) -> Block:
    """RS.10 to RS.16 in two columns with boxes to tick."""
    name = sheet.scribe.phrase("set_up_checklist")
    half = (sheet.wide - GUTTER) / 2
    size = SMALL_SIZE + (0.5 if sheet.tight else 1.0)
    items = [ticked(rule, words, half, size=size) for rule, words in steps(sheet.card, sheet.scribe)]
    head = stack([heading(name, sheet.wide), space(3)])
    return grouped("Sect", two_columns(head, items, half + GUTTER, 0.0, "L"), name, (name, 2))


def _back(sheet: Sheet, rest: list[Block]) -> list[Block]:
    """The forces side by side, then what found no room in front."""
    card, scribe = sheet.card, sheet.scribe
    half = (sheet.wide - GUTTER) / 2
    gap = 4.0 if sheet.tight else 7.0
    forces = columns(
        [(place * (half + GUTTER), force(card, scribe, side, half, gap)) for place, side in enumerate(SIDES)]
    )
    words = scribe.phrase("forces")
    blocks = [grouped("Sect", forces, words, (words, 2)), space(8)]
    blocks.append(paragraph(scribe.phrase("how_to_read"), sheet.wide, NARROW, SMALL_SIZE, fill=SOFT))
    for block in rest:
        blocks += [space(12), block]
    return blocks


def _rules(sheet: Sheet) -> list[Block]:
    """Special rules with their summaries, in two columns."""
    found = special_rules(sheet.card, sheet.scribe)
    if not found:
        return []
    words = sheet.scribe.term("card.special_rules")
    half = (sheet.wide - GUTTER) / 2
    items = [_rule(rule.mark, rule.title, rule.summary, half) for rule in found]
    head = stack([heading(words, sheet.wide), space(3)])
    return [grouped("Sect", two_columns(head, items, half + GUTTER, 4.0, "Div"), words, (words, 2))]


def _rule(mark: str, name: str, summary: str, wide: float) -> Block:
    size = SMALL_SIZE + 1
    head = " · ".join(part for part in (mark, name) if part)
    blocks = [paragraph(head, wide, STRONG, size, keep=True)] if head else []
    if summary:
        blocks.append(paragraph(summary, wide, TEXT, size))
    return stack(blocks)
