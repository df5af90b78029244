"""A diary as PDF: statistics and every battle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalogs import Catalog
from exports.game import formatter as formatter_of
from exports.kit.messages import MessageFormatter
from exports.kit.sheet import Heading, Paragraph, Part, Sheet, Style, Together, grow_style
from exports.kit.sheet_pdf import write_pdf
from generator.diary import figures
from generator.diary.model import Battle, Diary
from generator.tournament.match import Match

from .text import format_odds, format_result, format_sides, make_parts

MAX_ROWS_TOGETHER = 12  # maximum rows of statistics kept on one page
STYLE = Style(above_heading=2.0, below_heading=3.5, gap=0.0, after=7.0)


@dataclass(frozen=True, slots=True)
class DiaryOptions:
    """Paper, language, and one player to restrict the file to."""

    paper: str = "a4"
    lang: str = "en"
    player: str = ""


def render_pdf(diary: Diary, match: Match, catalog: Catalog, options: DiaryOptions) -> bytes:
    """Return the whole diary, or what concerns one player."""
    formatter = formatter_of(catalog, options.lang)
    title = diary.title or formatter.term("diary.title")
    parts = tuple(_parts(diary, match, formatter, options.player))
    sheet = Sheet("diary", title, parts, options.player, right=formatter.term("diary.title"))
    return write_pdf(
        [sheet],
        title=title,
        lang=options.lang,
        paper=options.paper,
        catalog=catalog,
        styles=grow_style(STYLE),
    )


def _parts(diary: Diary, match: Match, formatter: MessageFormatter, player: str) -> Iterator[Part]:
    statistics = figures.count_player_figures(diary, player) if player else figures.count_club_figures(diary)
    for part in make_parts(statistics, match, formatter, of_one=bool(player)):
        note = (Paragraph(part.note),) if part.note else ()
        grouped = (Heading(part.title), part.grid, *note)
        yield from (Together(grouped),) if len(part.grid.rows) <= MAX_ROWS_TOGETHER else grouped
    yield Heading(formatter.term("diary.battles"))
    battles = [battle for battle in diary.battles if not player or player.casefold() in _names(battle)]
    for battle in reversed(battles):
        yield Together(tuple(_battle(battle, match, formatter)))
    if not battles:
        yield Paragraph(formatter.term("diary.none"), soft=True)


def _names(battle: Battle) -> set[str]:
    return {fighter.name.casefold() for fighter in battle.fighters}


def _battle(battle: Battle, match: Match, formatter: MessageFormatter) -> Iterator[Part]:
    yield Heading(f"{battle.number}. {battle.title}".strip(), level=3)
    map_name = formatter.sentence("diary.map", {"map": battle.map}) if battle.map else ""
    when_and_where = " · ".join(filter(None, (battle.day, battle.evening, map_name)))
    if when_and_where:
        yield Paragraph(when_and_where, soft=True)
    sentences = (format_result(battle, formatter), format_odds(battle, formatter))
    ending = "".join(f" {sentence}." for sentence in sentences if sentence)
    yield Paragraph(f"{' – '.join(format_sides(battle, match, formatter))}.{ending}")
    if battle.story:
        yield Paragraph(battle.story)
