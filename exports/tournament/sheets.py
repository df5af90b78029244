"""The sheets of a tournament as PDF and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from catalogs import Catalog
from exports.game import formatter as formatter_of
from exports.kit.address import is_local_address
from exports.kit.errors import ExportError
from exports.kit.messages import MessageFormatter
from exports.kit.render_request import RenderRequest
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
from generator.tournament.match import Match
from generator.tournament.model import Pairing, Round, Tournament
from generator.tournament.standing import compute_standings

from .text import (
    battle_name,
    explain_halves,
    list_provisional_notes,
    make_pairings_grid,
    make_standings_grid,
    tournament_summary,
    tournament_title,
)

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing

SHEETS = ("pairings", "slips", "standings", "passes")
PUBLIC_SHEETS = ("pairings", "slips", "standings")  # a pass belongs to one player alone
QR_SIZE = 72.0
QR_WIDTH_SHARE = 0.18  # of the width
SLIP_STYLE = Style(title=0.0, soft=10.0, above_heading=4.0, after=2.0, gap=2.0)
#: Lists that hang on a wall: first rows and type grow as far as the page allows, then only rows.
MAX_TYPE_STEP = 8
LIST_STYLES = tuple(
    Style(cell=9.2 + larger, cell_head=8.5 + larger / 2, pad=3.0 + 1.5 * step, heading=14.0 + larger)
    for step in range(21)
    for larger in (min(step, MAX_TYPE_STEP),)
)


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """Which sheet, of which round (0: the last), on which paper; links for readers and players."""

    sheet: str = "pairings"
    round: int = 0
    paper: str = "a4"
    lang: str = "en"
    url: str = ""
    links: Mapping[int, str] | None = None  # by number of the player
    names: Mapping[int, str] | None = None  # of generated battles, by table

    def __post_init__(self) -> None:
        if self.sheet not in SHEETS:
            raise ExportError("TOURNAMENT.sheet", given=self.sheet, known=SHEETS)


def render_pdf(tournament: Tournament, match: Match, catalog: Catalog, options: SheetOptions) -> bytes:
    """Return one sheet of a tournament as PDF."""
    return _render(tournament, match, catalog, options, "pdf")


def render_text(tournament: Tournament, match: Match, catalog: Catalog, options: SheetOptions) -> str:
    """Return one sheet for a terminal; the standings while no round is drawn."""
    options = options if tournament.rounds else replace(options, sheet="standings")
    return _render(tournament, match, catalog, options, "text").decode()


def _render(
    tournament: Tournament, match: Match, catalog: Catalog, options: SheetOptions, kind: str
) -> bytes:
    formatter = formatter_of(catalog, options.lang)
    sheet = _sheet(tournament, match, formatter, options)
    url = options.url if options.url and not is_local_address(options.url) else None
    request = RenderRequest(lang=options.lang, paper=options.paper, url=url)
    title = tournament_title(tournament, formatter)
    styles = (SLIP_STYLE,) if options.sheet in ("slips", "passes") else LIST_STYLES
    return render_sheets([sheet], kind, request, catalog, file_title=title, styles=styles)


def find_round(tournament: Tournament, number: int) -> Round:
    """Return a round that was drawn; 0 is the last."""
    if not tournament.rounds:
        raise ExportError("TOURNAMENT.undrawn")
    if not 0 <= number <= len(tournament.rounds):
        raise ExportError("TOURNAMENT.no_round", given=number, most=len(tournament.rounds))
    return tournament.rounds[number - 1]


def _sheet(tournament: Tournament, match: Match, formatter: MessageFormatter, options: SheetOptions) -> Sheet:
    title, name = tournament_title(tournament, formatter), formatter.term(f"tournament.sheet.{options.sheet}")
    if options.sheet == "passes":
        return Sheet("passes", name, _passes(tournament, formatter, options), above=title, right=name)
    if options.sheet == "slips":
        slips = _slips(tournament, find_round(tournament, options.round), match, formatter, options.names)
        return Sheet("slips", name, slips, above=title, right=name)
    parts: list[Part]
    if options.sheet == "standings":
        lines = compute_standings(tournament, match, formatter.catalog)
        parts = [Paragraph(note) for note in list_provisional_notes(tournament, formatter)]
        parts.append(make_standings_grid(tournament, lines, match, formatter))
        parts += [Paragraph(words, soft=True) for words in explain_halves(lines, match, formatter)]
    else:
        played = find_round(tournament, options.round)
        number = formatter.sentence("tournament.round", {"number": played.number})
        parts = [Heading(number), make_pairings_grid(tournament, played, match, formatter, options.names)]
        if options.url and not is_local_address(options.url):
            scan = [Paragraph(formatter.term("tournament.scan")), Paragraph(options.url, soft=True)]
            parts.append(_put_beside_code(options.url, scan))
    return Sheet(options.sheet, title, parts, tournament_summary(tournament, formatter), right=name)


def _put_beside_code(address: str, parts: Sequence[Part]) -> Part:
    """Return parts beside a code that leads to an address."""

    def draw(_: float) -> list[tuple[Drawing, str]]:
        from exports.kit.qr import draw_qr_code  # the drawing library is heavy

        return [(draw_qr_code(address, QR_SIZE), address)]

    return Beside((Figure(draw),), parts, share=QR_WIDTH_SHARE)


def _slips(
    tournament: Tournament,
    played: Round,
    match: Match,
    formatter: MessageFormatter,
    names: Mapping[int, str] | None,
) -> list[Part]:
    """Return a slip for every table: cut along the line, filled in by hand, signed by both."""
    slips = [
        Together(tuple(_slip(tournament, played, pairing, match, formatter, names)))
        for pairing in played.pairings
        if pairing.second is not None
    ]
    return _separate(slips) or [Paragraph(formatter.term("tournament.no_slips"))]


def _separate(slips: Sequence[Part]) -> list[Part]:
    """Return slips with a line to cut along between them."""
    return [part for slip in slips for part in (slip, Cut())][:-1]


def _slip(
    tournament: Tournament,
    played: Round,
    pairing: Pairing,
    match: Match,
    formatter: MessageFormatter,
    names: Mapping[int, str] | None,
) -> Iterator[Part]:
    head = formatter.sentence("tournament.slip", {"round": played.number, "table": pairing.table})
    yield Heading(f"{tournament_title(tournament, formatter)} · {head}")
    yield Paragraph(battle_name(played, pairing.table, formatter, names), soft=True)
    yield Heading(formatter.term("tournament.who_won"), level=3)
    winners = [
        f"{formatter.name('seat', side)}: {tournament.player(number).name}"
        for side, number in zip(match.sides, pairing.players, strict=True)
    ]
    winners += [formatter.term("tournament.drawn")] if match.draws else []
    yield Bullets(winners, ticked=True)
    yield Heading(formatter.term("tournament.how"), level=3)
    yield Bullets([formatter.name("ended", ending) for ending in match.endings], ticked=True)
    figures = match.figures(formatter.catalog)
    ticks = [formatter.name("figure", figure.id) for figure in figures if figure.tick]
    if ticks:
        yield Bullets(ticks, ticked=True, columns=1)
    written = [formatter.name("figure", figure.id) for figure in figures if not figure.tick]
    lines = [*written, formatter.term("tournament.signed")]
    half = (len(lines) + 1) // 2
    yield Beside((Lines(lines[:half]),), (Lines(lines[half:]),))


def _passes(tournament: Tournament, formatter: MessageFormatter, options: SheetOptions) -> list[Part]:
    """Return a slip with a personal link for every player, to cut out and hand over."""
    links = options.links or {}
    slips = []
    for player in tournament.players:
        if player.number in links:
            link = links[player.number]
            words = (
                Heading(player.name),
                Paragraph(formatter.term("tournament.pass")),
                Paragraph(link, soft=True),
            )
            slips.append(Together(words if is_local_address(link) else (_put_beside_code(link, words),)))
    return _separate(slips) or [Paragraph(formatter.term("tournament.no_passes"))]
