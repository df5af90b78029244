"""Diaries of a club or a player: only the keeper's link writes in one.

Others can read a diary only if its keeper lists it, and never its private battles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from generator.diary import actions, figures, file, results
from generator.diary.model import MAX_LINE_LENGTH, Battle, Diary
from generator.table import EVERYONE
from generator.tournament import cards
from generator.tournament.cards import find_match
from schemas.errors import HorahError
from web.games.registry import games
from web.storage.shared_documents import StoredSharedDocument

from . import shared_documents, tables, tournaments
from .context import Context
from .errors import Forbidden, NotHere
from .rendering import Rendering, RenderRequest, make_rendering, render_limited
from .shared_documents import Begun, Entry
from .tables.access import Sitting
from .tokens import is_link

KIND = "diary"
Act = Callable[[Diary], Diary]


@dataclass(frozen=True, slots=True)
class Sight(shared_documents.Sight):
    """Diary as its keeper or a reader sees it."""

    diary: Diary

    def figures(self, player: str = "") -> figures.Figures:
        return (
            figures.count_player_figures(self.diary, player)
            if player
            else figures.count_club_figures(self.diary)
        )


def begin(context: Context, game: str, title: str, owner: str = "") -> Begun[Sight]:
    find_match(game)
    return keep(context, Diary(game, " ".join(title.split())[:MAX_LINE_LENGTH]), owner)


def keep(context: Context, diary: Diary, owner: str = "") -> Begun[Sight]:
    """Store a diary, new or from a file, under a new link."""
    entry, link = shared_documents.begin(context, KIND, diary.game, diary.title, file.write(diary), owner)
    return Begun(_sight(context, entry), link)


def enter(context: Context, link: str) -> Sight:
    return _sight(context, shared_documents.enter(context, KIND, link))


def sit(context: Context, diary_id: str, link: str | None) -> Sight:
    return _sight(context, shared_documents.sit(context, KIND, diary_id, link))


def _sight(context: Context, entry: Entry) -> Sight:
    if not entry.keeper and not entry.stored.listed:
        raise NotHere
    diary = file.read(dict(entry.stored.body))
    seen = diary if entry.keeper else file.remove_private_battles(diary)
    return Sight(entry, find_match(diary.game), context.catalogs[diary.game], seen)


def shelf(
    context: Context, page: int = 1, size: int = shared_documents.PAGE_SIZE
) -> tuple[list[StoredSharedDocument], int]:
    return shared_documents.shelf(context, KIND, page, size)


def _changed(context: Context, sight: Sight, act: Act, **fields: Any) -> Sight:
    if not sight.keeper:
        raise Forbidden("NOT_YOURS.diary")
    entry = shared_documents.change(
        context, sight.entry, lambda body: file.write(act(file.read(body))), **fields
    )
    return _sight(context, entry)


def add(context: Context, sight: Sight, battle: Battle) -> Sight:
    return _changed(context, sight, lambda one: actions.enter(one, sight.match, sight.catalog, battle))


def correct(context: Context, sight: Sight, number: int, battle: Battle) -> Sight:
    match, catalog = sight.match, sight.catalog
    return _changed(context, sight, lambda one: actions.correct(one, match, catalog, number, battle))


def strike(context: Context, sight: Sight, number: int) -> Sight:
    return _changed(context, sight, lambda one: actions.strike(one, number))


def rematch(context: Context, sight: Sight, number: int) -> Sight:
    return _changed(context, sight, lambda one: actions.rematch(one, sight.match, sight.catalog, number))


def take_results(context: Context, sight: Sight, tournament_id: str, url: str, formatter: Any) -> Sight:
    """Import the results of a tournament; repeated, it changes only new or corrected ones."""
    found = tournaments.read(context, tournament_id)
    if found.tournament.game != sight.diary.game:
        raise HorahError("DIARY.other_game")

    def known(number: int, table: int) -> Mapping[str, Any]:
        if not cards.is_generated(found.tournament, number, table):
            return {}
        return known_of(context, sight, f"/tournaments/{found.id}/{number}/{table}", formatter)

    told = tuple(results.list_tournament_battles(found.tournament, url, known))
    match, catalog = sight.match, sight.catalog
    return _changed(context, sight, lambda one: results.import_battles(one, match, catalog, iter(told)))


def printed(context: Context, sight: Sight, wish: RenderRequest, player: str = "") -> Rendering:
    """Render the diary as PDF, as the keeper or a reader may see it."""
    from exports.diary.sheets import DiaryOptions, render_pdf

    wanted = DiaryOptions(wish.paper, wish.lang, player)
    key = (KIND, sight.id, str(sight.version), str(sight.keeper), player, *wish.key())

    def made() -> Rendering:
        body = render_pdf(sight.diary, sight.match, sight.catalog, wanted)
        return make_rendering("pdf", body)

    return render_limited(context, key, made)


def set_listed(context: Context, sight: Sight, listed: bool) -> Sight:
    return _changed(context, sight, lambda one: one, listed=listed)


def forget(context: Context, sight: Sight) -> None:
    if not sight.keeper:
        raise Forbidden("NOT_YOURS.diary")
    shared_documents.forget(context, sight.entry.stored)


def document(sight: Sight) -> dict[str, Any]:
    return file.write(sight.diary)


def known_of(context: Context, sight: Sight, address: str, formatter: Any) -> Mapping[str, Any]:
    """Return the game's facts about a battle at an address of this service."""
    place = games()[sight.diary.game].diary_facts_from_url
    if not address:
        return {}
    found: Mapping[str, Any] = resolve_name(place)(context, address, sight.match, formatter) if place else {}
    return found or _of_table(context, sight, address)


def _of_table(context: Context, sight: Sight, address: str) -> Mapping[str, Any]:
    """Return the players and the title of a table of any game."""
    link = address.partition("/tables/")[2].partition("/")[0].partition("?")[0]
    try:
        here = tables.enter(context, link) if is_link(link) else None
    except NotHere:
        here = None
    if here is None:
        return {}
    with tables.view_table(context, Sitting(here.table, EVERYONE)) as view:
        if view.procedure.game != sight.diary.game:
            return {}
        state = view.state
    names = [{"name": state["names"].get(side, "")} for side in sight.match.sides]
    return {
        "path": f"/tables/{here.table}",
        "evening": state["title"],
        "first": names[0],
        "second": names[1],
    }
