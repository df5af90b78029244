"""The sheets of a tournament as PDF and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from catalogs import Catalog
from exports.game import scribe as scribe_of
from exports.kit.address import leads_nowhere
from exports.kit.errors import ExportError
from exports.kit.scribe import Scribe
from exports.kit.sheet import (
    Beside,
    Bullets,
    Cut,
    Figure,
    Heading,
    Lines,
    Paragraph,
    Part,
    Sheet,
    Style,
    Together,
)
from exports.kit.sheet_file import render_sheets
from exports.kit.wish import Wish
from generator.tournament.match import Match
from generator.tournament.model import Pairing, Round, Tournament
from generator.tournament.standing import standings

from .words import battle_of, heading_of, pairings, so_far, standing, title_of

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing

SHEETS = ("pairings", "slips", "standings", "passes")
PUBLIC = ("pairings", "slips", "standings")  # a pass is its player's alone
QR_SIZE = 84.0
QR_SHARE = 0.18  # of the width
SLIPS = Style(title=0.0, soft=10.0, above_heading=4.0, after=2.0, gap=2.0)


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
    """Return one sheet of a tournament as PDF."""
    return _render(tournament, match, catalog, wanted, "pdf")


def text(tournament: Tournament, match: Match, catalog: Catalog, wanted: Wanted) -> str:
    """Return one sheet for a terminal; the standings while no round is drawn."""
    wanted = wanted if tournament.rounds else replace(wanted, sheet="standings")
    return _render(tournament, match, catalog, wanted, "text").decode()


def _render(tournament: Tournament, match: Match, catalog: Catalog, wanted: Wanted, kind: str) -> bytes:
    scribe = scribe_of(catalog, wanted.lang)
    sheet = _sheet(tournament, match, scribe, wanted)
    url = wanted.url if wanted.url and not leads_nowhere(wanted.url) else None
    wish = Wish(lang=wanted.lang, paper=wanted.paper, url=url)
    title = title_of(tournament, scribe)
    style = SLIPS if wanted.sheet in ("slips", "passes") else Style()
    return render_sheets([sheet], kind, wish, catalog, file_title=title, styles=(style,))


def round_of(tournament: Tournament, number: int) -> Round:
    """Return a round that was drawn; 0 is the last."""
    if not tournament.rounds:
        raise ExportError("TOURNAMENT.undrawn")
    if not 0 <= number <= len(tournament.rounds):
        raise ExportError("TOURNAMENT.no_round", given=number, most=len(tournament.rounds))
    return tournament.rounds[number - 1]


def _sheet(tournament: Tournament, match: Match, scribe: Scribe, wanted: Wanted) -> Sheet:
    if wanted.sheet not in SHEETS:
        raise ExportError("TOURNAMENT.sheet", given=wanted.sheet, known=SHEETS)
    title, name = title_of(tournament, scribe), scribe.term(f"tournament.sheet.{wanted.sheet}")
    if wanted.sheet == "passes":
        return Sheet("passes", name, _passes(tournament, scribe, wanted), above=title, right=name)
    if wanted.sheet == "slips":
        slips = _slips(tournament, round_of(tournament, wanted.round), match, scribe)
        return Sheet("slips", name, slips, above=title, right=name)
    parts: list[Part]
    if wanted.sheet == "standings":
        lines = standings(tournament, match, scribe.catalog)
        parts = [Paragraph(note) for note in so_far(tournament, scribe)]
        parts.append(standing(tournament, lines, match, scribe))
    else:
        played = round_of(tournament, wanted.round)
        number = scribe.sentence("tournament.round", {"number": played.number})
        parts = [Heading(number), pairings(tournament, played, match, scribe)]
        if wanted.url and not leads_nowhere(wanted.url):
            scan = [Paragraph(scribe.term("tournament.scan")), Paragraph(wanted.url, soft=True)]
            parts.append(_with_code(wanted.url, scan))
    return Sheet(wanted.sheet, title, parts, heading_of(tournament, scribe), right=name)


def _with_code(address: str, parts: Sequence[Part]) -> Part:
    """Return parts beside a code that leads to an address."""

    def draw(_: float) -> list[tuple[Drawing, str]]:
        from exports.kit.qr import qr  # the drawing library is heavy

        return [(qr(address, QR_SIZE), address)]

    return Beside((Figure(draw),), parts, share=QR_SHARE)


def _slips(tournament: Tournament, played: Round, match: Match, scribe: Scribe) -> list[Part]:
    """Return a slip for every table: cut along the line, filled in by hand, signed by both."""
    slips = [
        Together(tuple(_slip(tournament, played, each, match, scribe)))
        for each in played.pairings
        if each.second is not None
    ]
    return _apart(slips) or [Paragraph(scribe.term("tournament.no_slips"))]


def _apart(slips: Sequence[Part]) -> list[Part]:
    """Return slips with a line to cut along between them."""
    return [part for slip in slips for part in (slip, Cut())][:-1]


def _slip(
    tournament: Tournament, played: Round, pairing: Pairing, match: Match, scribe: Scribe
) -> Iterator[Part]:
    head = scribe.sentence("tournament.slip", {"round": played.number, "table": pairing.table})
    yield Heading(f"{title_of(tournament, scribe)} · {head}")
    yield Paragraph(battle_of(played, pairing.table, scribe), soft=True)
    yield Heading(scribe.term("tournament.who_won"), level=3)
    winners = [
        f"{scribe.name('seat', side)}: {tournament.player(number).name}"
        for side, number in zip(match.sides, pairing.players, strict=True)
    ]
    winners += [scribe.term("tournament.drawn")] if match.draws else []
    yield Bullets(winners, ticked=True, columns=1)
    yield Heading(scribe.term("tournament.how"), level=3)
    yield Bullets([scribe.name("ended", each) for each in match.endings], ticked=True)
    figures = match.figures(scribe.catalog)
    ticks = [scribe.name("figure", each.id) for each in figures if each.tick]
    if ticks:
        yield Bullets(ticks, ticked=True, columns=1)
    written = [scribe.name("figure", each.id) for each in figures if not each.tick]
    yield Lines([*written, scribe.term("tournament.signed")])


def _passes(tournament: Tournament, scribe: Scribe, wanted: Wanted) -> list[Part]:
    """Return for every player a slip with their own link, to cut off and to hand to them alone."""
    links = wanted.links or {}
    slips = []
    for each in tournament.players:
        if each.number in links:
            link = links[each.number]
            words = (
                Heading(each.name),
                Paragraph(scribe.term("tournament.pass")),
                Paragraph(link, soft=True),
            )
            slips.append(Together(words if leads_nowhere(link) else (_with_code(link, words),)))
    return _apart(slips) or [Paragraph(scribe.term("tournament.no_passes"))]
