"""A diary as PDF: what it adds up to, and every battle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalogs import Catalog
from exports.game import scribe as scribe_of
from exports.kit.scribe import Scribe
from exports.kit.sheet import Heading, Paragraph, Part, Sheet, Style, Together
from exports.kit.sheet_pdf import write_pdf
from generator.diary import figures
from generator.diary.model import Battle, Diary
from generator.tournament.match import Match

from .words import odds_of, parts, result_of, sides_of

MAX_ROWS_TOGETHER = 12  # of figures that stay on one page
STYLE = Style(above_heading=2.0, below_heading=3.5, gap=0.0, after=7.0)


@dataclass(frozen=True, slots=True)
class Wanted:
    """On what paper, in which language, of one player alone."""

    paper: str = "a4"
    lang: str = "en"
    player: str = ""


def pdf(diary: Diary, match: Match, catalog: Catalog, wanted: Wanted) -> bytes:
    """Return the whole diary, or what concerns one player."""
    scribe = scribe_of(catalog, wanted.lang)
    title = diary.title or scribe.term("diary.title")
    told = tuple(_parts(diary, match, scribe, wanted.player))
    sheet = Sheet("diary", title, told, wanted.player, right=scribe.term("diary.title"))
    return write_pdf([sheet], title=title, lang=wanted.lang, paper=wanted.paper, styles=(STYLE,))


def _parts(diary: Diary, match: Match, scribe: Scribe, player: str) -> Iterator[Part]:
    found = figures.player(diary, player) if player else figures.club(diary)
    for part in parts(found, match, scribe, of_one=bool(player)):
        told = (Heading(part.title), part.grid)
        yield from (Together(told),) if len(part.grid.rows) <= MAX_ROWS_TOGETHER else told
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
    told = "".join(f" {each}." for each in (result_of(battle, scribe), odds_of(battle, scribe)) if each)
    yield Paragraph(f"{' – '.join(sides_of(battle, match, scribe))}.{told}")
    if battle.story:
        yield Paragraph(battle.story)
