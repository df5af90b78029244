"""Diaries of a club or a player: only the keeper's link writes in one.

Others can read a diary only if its keeper lists it, and never its private battles.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from generator import results as results_files
from generator.diary import actions, figures, file, results
from generator.diary.model import MAX_LINE_LENGTH, Battle, Diary
from generator.results import Results
from generator.table import EVERYONE
from generator.tournament import cards
from generator.tournament.cards import find_match
from generator.tournament.match import Match
from schemas.errors import HorahError
from web.games.registry import games
from web.storage.shared_documents import StoredSharedDocument

from . import shared_documents, tables, tournaments
from .context import Context
from .errors import NotHere
from .pictures import shrink_picture
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
    return Begun(_make_sight(context, entry), link)


def enter(context: Context, link: str) -> Sight:
    return _make_sight(context, shared_documents.enter(context, KIND, link))


def sit(context: Context, diary_id: str, link: str | None) -> Sight:
    return _make_sight(context, shared_documents.sit(context, KIND, diary_id, link))


def _make_sight(context: Context, entry: Entry) -> Sight:
    shared_documents.check_readable(entry)
    diary = file.read(dict(entry.stored.body))
    seen = diary if entry.keeper else file.remove_private_battles(diary)
    return Sight(entry, find_match(diary.game), context.catalogs[diary.game], seen)


def list_public(
    context: Context, page: int = 1, size: int = shared_documents.PAGE_SIZE
) -> tuple[list[StoredSharedDocument], int]:
    return shared_documents.list_public(context, KIND, page, size)


def _change(context: Context, sight: Sight, act: Act, **fields: Any) -> Sight:
    entry = shared_documents.change_as_keeper(
        context, sight, lambda body: file.write(act(file.read(body))), **fields
    )
    return _make_sight(context, entry)


def add(context: Context, sight: Sight, battle: Battle) -> Sight:
    return _change(context, sight, lambda diary: actions.enter(diary, sight.match, sight.catalog, battle))


def correct(context: Context, sight: Sight, number: int, battle: Battle) -> Sight:
    match, catalog = sight.match, sight.catalog
    return _change(context, sight, lambda diary: actions.correct(diary, match, catalog, number, battle))


def set_picture(context: Context, sight: Sight, number: int, picture: bytes) -> Sight:
    """Put a photograph to a battle, small and without metadata; empty takes it away."""
    encoded = b64encode(shrink_picture(picture)).decode() if picture else ""
    return _change(context, sight, lambda diary: actions.set_picture(diary, number, encoded))


def strike(context: Context, sight: Sight, number: int) -> Sight:
    return _change(context, sight, lambda diary: actions.strike(diary, number))


def rematch(context: Context, sight: Sight, number: int) -> Sight:
    return _change(context, sight, lambda diary: actions.rematch(diary, sight.match, sight.catalog, number))


def import_results(context: Context, sight: Sight, tournament_id: str, url: str, formatter: Any) -> Sight:
    """Import the results of a tournament; repeated, it changes only new or corrected ones."""
    tournament = tournaments.read(context, tournament_id)
    if tournament.tournament.game != sight.diary.game:
        raise HorahError("DIARY.other_game")

    def known(number: int, table: int) -> Mapping[str, Any]:
        if not cards.is_generated(tournament.tournament, number, table):
            return {}
        return find_battle_facts(
            context, sight.diary.game, f"/tournaments/{tournament.id}/{number}/{table}", formatter
        )

    battles = tuple(results.list_tournament_battles(tournament.tournament, url, known))
    match, catalog = sight.match, sight.catalog
    return _change(context, sight, lambda diary: results.import_battles(diary, match, catalog, iter(battles)))


def list_results(sight: Sight) -> Results:
    """Return the battles as a results file, as the keeper or a reader may see them."""
    return results_files.list_diary_results(sight.diary)


def add_results(context: Context, sight: Sight, given: Results) -> Sight:
    """Add the battles of a results file; those that are there already are updated."""
    match, catalog = sight.match, sight.catalog
    return _change(context, sight, lambda diary: results_files.add_to_diary(diary, match, catalog, given))


def render_diary(context: Context, sight: Sight, wish: RenderRequest, player: str = "") -> Rendering:
    """Render the diary as PDF, as the keeper or a reader may see it."""
    from exports.diary.sheets import DiaryOptions, render_pdf

    options = DiaryOptions(wish.paper, wish.lang, player)
    key = (KIND, sight.id, str(sight.version), str(sight.keeper), player, *wish.key())

    def draw() -> Rendering:
        body = render_pdf(sight.diary, sight.match, sight.catalog, options)
        return make_rendering("pdf", body)

    return render_limited(context, key, draw)


def set_listed(context: Context, sight: Sight, listed: bool) -> Sight:
    return _change(context, sight, lambda diary: diary, listed=listed)


def forget(context: Context, sight: Sight) -> None:
    shared_documents.forget_as_keeper(context, sight)


def visible_document(sight: Sight) -> dict[str, Any]:
    return file.write(sight.diary)


def find_battle_facts(context: Context, game: str, address: str, formatter: Any) -> Mapping[str, Any]:
    """Return the game's facts about a battle at an address of this service."""
    place, match = games()[game].diary_facts_from_url, find_match(game)
    if not address:
        return {}
    facts: Mapping[str, Any] = resolve_name(place)(context, address, match, formatter) if place else {}
    return facts or _find_table_facts(context, game, match, address)


def _find_table_facts(context: Context, game: str, match: Match, address: str) -> Mapping[str, Any]:
    """Return the players and the title of a table of any game."""
    link = address.partition("/tables/")[2].partition("/")[0].partition("?")[0]
    try:
        sitting = tables.enter(context, link) if is_link(link) else None
    except NotHere:
        sitting = None
    if sitting is None:
        return {}
    with tables.view_table(context, Sitting(sitting.table, EVERYONE)) as view:
        if view.procedure.game != game:
            return {}
        state = view.state
    names = [{"name": state["names"].get(side, "")} for side in match.sides]
    return {
        "path": f"/tables/{sitting.table}",
        "evening": state["title"],
        "first": names[0],
        "second": names[1],
    }
