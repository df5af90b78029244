"""A diary as PDF: what it adds up to, and every battle."""

from __future__ import annotations

from dataclasses import dataclass

from catalogs import Catalog
from exports.game import scribe as scribe_of
from exports.kit.blocks import Block, hairline, heading, in_one_piece, paragraph, space, stack
from exports.kit.document import AUTHOR, Document
from exports.kit.grid import grid_block
from exports.kit.page import Running, draw_pages, paginate, room
from exports.kit.scribe import Scribe
from exports.kit.theme import BODY_SIZE, MARGIN, SMALL_SIZE, SOFT, TITLE_SIZE
from generator.diary import figures
from generator.diary.model import Battle, Diary
from generator.tournament.match import Match

from .words import odds_of, parts, result_of, sides_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """On what paper, in which language, of one player alone."""

    paper: str = "a4"
    lang: str = "en"
    player: str = ""


def pdf(diary: Diary, match: Match, catalog: Catalog, wanted: Wanted) -> bytes:
    """The whole diary, or what concerns one player."""
    scribe = scribe_of(catalog, wanted.lang)
    title = diary.title or scribe.term("diary.title")
    document = Document(wanted.paper, wanted.lang, title)
    blocks = _blocks(diary, match, scribe, wanted.player, document.wide - 2 * MARGIN, title)
    name = scribe.term("diary.title")
    document.bookmark(title, 0, document.tall)
    with document.section("Art", title):
        draw_pages(document, Running(title, name, AUTHOR), paginate(blocks, room(document)))
    return document.finish()


def _blocks(diary: Diary, match: Match, scribe: Scribe, player: str, wide: float, title: str) -> list[Block]:
    found = figures.player(diary, player) if player else figures.club(diary)
    blocks = [heading(title, wide, 1, TITLE_SIZE)]
    if player:
        blocks.append(paragraph(player, wide, size=BODY_SIZE + 1, fill=SOFT))
    blocks.append(hairline(wide, 6, 8))
    for part in parts(found, match, scribe, of_one=bool(player)):
        told = [heading(part.title, wide), space(3), grid_block(part.grid, wide), space(9)]
        blocks += [in_one_piece(stack(told))] if len(part.grid.rows) <= FEW else told
    blocks += [heading(scribe.term("diary.battles"), wide), space(4)]
    seen = [each for each in diary.battles if not player or player.casefold() in _names(each)]
    blocks += [in_one_piece(_battle(each, match, scribe, wide)) for each in reversed(seen)]
    return blocks if seen else [*blocks, paragraph(scribe.term("diary.none"), wide, fill=SOFT)]


FEW = 12  # rows of figures that are not parted


def _names(battle: Battle) -> set[str]:
    return {each.name.casefold() for each in battle.fighters}


def _battle(battle: Battle, match: Match, scribe: Scribe, wide: float) -> Block:
    map_name = scribe.sentence("diary.map", {"map": battle.map}) if battle.map else ""
    small = [battle.day, battle.evening, map_name]
    lines = [f"{battle.number}. {battle.title}" if battle.title else f"{battle.number}."]
    told = "".join(f" {each}." for each in (result_of(battle, scribe), odds_of(battle, scribe)) if each)
    blocks = [heading(lines[0], wide, 3, BODY_SIZE + 1)]
    if any(small):
        blocks.append(paragraph(" · ".join(filter(None, small)), wide, size=SMALL_SIZE, fill=SOFT))
    blocks.append(paragraph(f"{' – '.join(sides_of(battle, match, scribe))}.{told}", wide))
    if battle.story:
        blocks.append(paragraph(battle.story, wide))
    return stack([*blocks, space(7)])
