"""Plays of a battle or scenario, from the diaries and tournaments that their keepers list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.diary import file as diary_file
from generator.diary.plays import Play, Plays, collect_plays, is_play_of
from generator.results import list_tournament_results
from generator.tournament import file as tournament_file
from generator.tournament.match import NO_SHOW
from web.storage import shared_documents as storage
from web.storage.shared_documents import StoredSharedDocument

from . import diaries, tournaments
from .context import Context
from .errors import NotHere

MAX_DOCUMENTS = 200  # diaries and tournaments that are read for one page


@dataclass(frozen=True, slots=True)
class Subject:
    """A battle or scenario: its facts, its public path and its plays."""

    game: str
    facts: Mapping[str, Any]
    plays: Plays

    @property
    def path(self) -> str:
        return str(self.facts["path"])


def find_subject(context: Context, game: str, address: str, formatter: Any) -> Subject:
    """Return what is played at an address of this service; raise ``NotHere`` if there is nothing."""
    facts = diaries.find_battle_facts(context, game, address, formatter)
    if not facts.get("path"):
        raise NotHere
    path, titles = facts["path"], tuple(facts.get("titles", ()))
    return Subject(game, facts, find_plays(context, game, path, titles))


def find_plays(context: Context, game: str, path: str, titles: Sequence[str] = ()) -> Plays:
    """Return the plays of a battle, by its path, and of a scenario also by its titles."""
    stored = storage.find_mentioning(context.repository, game, (path, *titles), MAX_DOCUMENTS)
    known = {title.casefold() for title in titles}
    return collect_plays(
        play for each in stored for play in _list_plays(each) if is_play_of(play.battle, path, known)
    )


def _list_plays(stored: StoredSharedDocument) -> Iterator[Play]:
    if stored.kind == diaries.KIND:
        diary = diary_file.remove_private_battles(diary_file.read(dict(stored.body)))
        yield from (Play(battle, stored.title, f"/diaries/{stored.id}") for battle in diary.battles)
    elif stored.kind == tournaments.KIND:
        path = f"/tournaments/{stored.id}"
        for row in list_tournament_results(tournament_file.read(dict(stored.body)), path).rows:
            if row.battle.how != NO_SHOW:
                yield Play(row.battle, stored.title, path)
