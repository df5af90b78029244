"""The sheets of a tournament as PDF and as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalogs import Catalog
from exports.game import scribe as scribe_of
from exports.kit.address import leads_nowhere
from exports.kit.blocks import Block, beside, figure, hairline, heading, in_one_piece, paragraph, space, stack
from exports.kit.document import AUTHOR, Document
from exports.kit.errors import ExportError
from exports.kit.grid import Grid, grid_block
from exports.kit.page import Running, draw_pages, paginate, room
from exports.kit.qr import qr
from exports.kit.scribe import Scribe
from exports.kit.theme import (
    BODY_SIZE,
    HEAD_SIZE,
    INK,
    MARGIN,
    RULE,
    SMALL_SIZE,
    SOFT,
    STRONG,
    TEXT,
    TITLE_SIZE,
    fit,
)
from generator.tournament.match import Match
from generator.tournament.model import Pairing, Round, Tournament
from generator.tournament.standing import standings

from .words import battle_of, heading_of, pairings, so_far, standing, title_of

SHEETS = ("pairings", "slips", "standings", "passes")
PUBLIC = ("pairings", "slips", "standings")  # a pass is its player's alone
QR = 84.0
LINE = 18.0  # of what is written by hand


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which sheet, of which round (0: the last), on what paper; where readers and players find it."""

    sheet: str = "pairings"
    round: int = 0
    paper: str = "a4"
    lang: str = "en"
    url: str = ""
    links: Mapping[int, str] | None = None  # of the players


def pdf(tournament: Tournament, match: Match, catalog: Catalog, wanted: Wanted) -> bytes:
    """One sheet of a tournament."""
    scribe = scribe_of(catalog, wanted.lang)
    document = Document(wanted.paper, wanted.lang, title_of(tournament, scribe))
    wide = document.wide - 2 * MARGIN
    name = scribe.term(f"tournament.sheet.{_sheet(wanted)}")
    blocks = _blocks(tournament, match, scribe, wanted, wide)
    below = f"{AUTHOR} · {wanted.url}" if wanted.url and not leads_nowhere(wanted.url) else AUTHOR
    running = Running(title_of(tournament, scribe), name, below)
    document.bookmark(name, 0, document.tall)
    with document.section("Art", name):
        draw_pages(document, running, paginate(blocks, room(document)))
    return document.finish()


def text(tournament: Tournament, match: Match, catalog: Catalog, wanted: Wanted) -> str:
    """Pairings or standings for a terminal."""
    scribe = scribe_of(catalog, wanted.lang)
    lines = [title_of(tournament, scribe), heading_of(tournament, scribe), ""]
    if wanted.sheet == "standings" or not tournament.rounds:
        grid = standing(tournament, standings(tournament, match, catalog), match, scribe)
    else:
        played = round_of(tournament, wanted.round)
        lines += [scribe.sentence("tournament.round", {"number": played.number}), ""]
        grid = pairings(tournament, played, match, scribe)
    return "\n".join([*lines, *_columns(grid)]) + "\n"


def _columns(grid: Grid) -> list[str]:
    rows = [list(grid.heads), *map(list, grid.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(grid.heads))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def round_of(tournament: Tournament, number: int) -> Round:
    """A round that was drawn; 0 is the last."""
    if not tournament.rounds:
        raise ExportError("TOURNAMENT.undrawn")
    if not 0 <= number <= len(tournament.rounds):
        raise ExportError("TOURNAMENT.no_round", given=number, most=len(tournament.rounds))
    return tournament.rounds[number - 1]


def _sheet(wanted: Wanted) -> str:
    if wanted.sheet not in SHEETS:
        raise ExportError("TOURNAMENT.sheet", given=wanted.sheet, known=SHEETS)
    return wanted.sheet


def _blocks(tournament: Tournament, match: Match, scribe: Scribe, wanted: Wanted, wide: float) -> list[Block]:
    top = [heading(title_of(tournament, scribe), wide, 1, TITLE_SIZE)]
    top.append(paragraph(heading_of(tournament, scribe), wide, size=BODY_SIZE + 1, fill=SOFT))
    top.append(hairline(wide, 6, 8))
    if wanted.sheet == "standings":
        lines = standings(tournament, match, scribe.catalog)
        grid = standing(tournament, lines, match, scribe)
        notes = [paragraph(note, wide, fill=SOFT) for note in so_far(tournament, scribe)]
        return [*top, *notes, space(6), grid_block(grid, wide)]
    if wanted.sheet == "passes":
        return _passes(tournament, scribe, wanted, wide)
    played = round_of(tournament, wanted.round)
    if wanted.sheet == "slips":
        return _slips(tournament, played, match, scribe, wide)
    named = heading(scribe.sentence("tournament.round", {"number": played.number}), wide)
    found = [*top, named, space(4), grid_block(pairings(tournament, played, match, scribe), wide)]
    return [*found, space(10), *_code(wanted.url, scribe.term("tournament.scan"), wide)]


def _code(address: str, words: str, wide: float) -> list[Block]:
    """A code that leads there; none where it would lead nowhere."""
    if not address or leads_nowhere(address):
        return []
    told = [paragraph(words, wide - QR - 16), paragraph(address, wide - QR - 16, size=SMALL_SIZE, fill=SOFT)]
    return [in_one_piece(beside([(0, figure(qr(address, QR), address)), (QR + 16, stack(told, 4))]))]


# ------------------------------------------------------------------------------------------------- slips


def _slips(tournament: Tournament, played: Round, match: Match, scribe: Scribe, wide: float) -> list[Block]:
    """A slip for every table: cut along the line, filled in by hand, signed by both."""
    found: list[Block] = []
    for each in played.pairings:
        if each.second is not None:
            found += [_slip(tournament, played, each, match, scribe, wide), _cut(wide)]
    return found[:-1] or [paragraph(scribe.term("tournament.no_slips"), wide)]


def _cut(wide: float) -> Block:
    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.dashes(left, left + wide, top - 12, RULE)

    return Block(24, draw)


def _slip(
    tournament: Tournament, played: Round, pairing: Pairing, match: Match, scribe: Scribe, wide: float
) -> Block:
    assert pairing.second is not None
    head = scribe.sentence("tournament.slip", {"round": played.number, "table": pairing.table})
    blocks = [
        heading(f"{title_of(tournament, scribe)} · {head}", wide, 2, HEAD_SIZE),
        paragraph(battle_of(played, pairing.table, scribe), wide, fill=SOFT),
        space(5),
        paragraph(scribe.term("tournament.who_won"), wide, STRONG),
    ]
    for side, number in zip(match.sides, pairing.players, strict=True):
        blocks.append(_tick(f"{scribe.name('seat', side)}: {tournament.player(number).name}", wide))
    if match.draws:
        blocks.append(_tick(scribe.term("tournament.drawn"), wide))
    blocks += [space(4), paragraph(scribe.term("tournament.how"), wide, STRONG)]
    ways = [scribe.name("ended", each) for each in match.endings]
    half = (len(ways) + 1) // 2
    columns = [stack([_tick(way, wide / 2 - 10) for way in part]) for part in (ways[:half], ways[half:])]
    blocks.append(beside([(0, columns[0]), (wide / 2, columns[1])]))
    figures: Sequence[Any] = match.figures(scribe.catalog)
    blocks += [_tick(scribe.name("figure", each.id), wide) for each in figures if each.tick]
    blocks.append(space(4))
    blocks += [_blank(scribe.name("figure", each.id), wide) for each in figures if not each.tick]
    blocks.append(_blank(scribe.term("tournament.signed"), wide))
    return in_one_piece(stack(blocks))


def _tick(words: str, wide: float) -> Block:
    """A box to tick, and what it says."""
    high, size = 15.0, 9.5
    shown, fitted = fit(words, TEXT, BODY_SIZE, wide - 18)

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.box(left + 1, top - 12, size, SOFT)
        with document.leaf("LI", (left, top - high, left + wide, top)):
            document.text(left + 17, top - 11, shown, TEXT, fitted)

    return Block(high, draw)


def _blank(words: str, wide: float) -> Block:
    """Words, and a line to write on."""
    part = wide * 0.42
    shown, size = fit(words, TEXT, BODY_SIZE, part - 6)

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left, top - LINE, left + part, top)):
            document.text(left, top - LINE + 4, shown, TEXT, size)
        with document.artifact():
            document.rule(left + part, left + wide, top - LINE + 2, INK)

    return Block(LINE, draw)


def _passes(tournament: Tournament, scribe: Scribe, wanted: Wanted, wide: float) -> list[Block]:
    """For every player a slip with his own link, to cut off and to hand to him alone."""
    links = wanted.links or {}
    found: list[Block] = []
    for each in tournament.players:
        if each.number not in links:
            continue
        link = links[each.number]
        head = [heading(each.name, wide - QR - 16, 2, HEAD_SIZE)]
        head.append(paragraph(scribe.term("tournament.pass"), wide - QR - 16))
        head.append(paragraph(link, wide - QR - 16, size=SMALL_SIZE, fill=SOFT))
        code = [] if leads_nowhere(link) else [(0.0, figure(qr(link, QR), link))]
        found += [in_one_piece(beside([*code, (QR + 16 if code else 0.0, stack(head, 3))])), _cut(wide)]
    return found[:-1] or [paragraph(scribe.term("tournament.no_passes"), wide)]
