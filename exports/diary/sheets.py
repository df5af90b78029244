"""A diary as PDF: statistics and every battle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalogs import Catalog
from exports.game import scribe as scribe_of
from exports.kit.messages import Scribe
from exports.kit.sheet import Heading, Paragraph, Part, Sheet, Style, Together
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
    scribe = scribe_of(catalog, options.lang)
    title = diary.title or scribe.term("diary.title")
    parts = tuple(_parts(diary, match, scribe, options.player))
    sheet = Sheet("diary", title, parts, options.player, right=scribe.term("diary.title"))
    return write_pdf([sheet], title=title, lang=options.lang, paper=options.paper, styles=(STYLE,))


def _parts(diary: Diary, match: Match, scribe: Scribe, player: str) -> Iterator[Part]:
    statistics = figures.player_figures(diary, player) if player else figures.club_figures(diary)
    for part in make_parts(statistics, match, scribe, of_one=bool(player)):
        grouped = (Heading(part.title), part.grid)
        yield from (Together(grouped),) if len(part.grid.rows) <= MAX_ROWS_TOGETHER else grouped
    yield Heading(scribe.term("diary.battles"))
    seen = [each for each in diary.battles if not player or player.casefold() in _names(each)]
    for battle in reversed(seen):
        yield Together(tuple(_battle(battle, match, scribe)))
    if not seen:
        yield Paragraph(scribe.term("diary.none"), soft=True)


def _names(battle: Battle) -> set[str]:
    return {each.name.casefold() for each in battle.fighters}


def _battle(battle: Battle, match: Match, scribe: Scribe) -> Iterator[Part]:
    yield Heading(f"{battle.number}. {battle.title}".strip(), level=3)
    map_name = scribe.sentence("diary.map", {"map": battle.map}) if battle.map else ""
    when_and_where = " · ".join(filter(None, (battle.day, battle.evening, map_name)))
    if when_and_where:
        yield Paragraph(when_and_where, soft=True)
    ending = "".join(
        f" {each}." for each in (format_result(battle, scribe), format_odds(battle, scribe)) if each
    )
    yield Paragraph(f"{' – '.join(format_sides(battle, match, scribe))}.{ending}")
    if battle.story:
        yield Paragraph(battle.story)
