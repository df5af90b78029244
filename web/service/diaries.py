"""Diaries that a club or a player keeps: only the keeper's link writes in one.

Nobody else reads a diary unless its keeper lists it; and what he marks as private nobody does then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.diary import course, figures, file
from generator.diary.model import LONGEST_LINE, Battle, Diary
from generator.tournament.cards import match_of
from generator.tournament.match import Match
from schemas.errors import HorahError
from web.game import games, named
from web.storage.books import KEEPER, StoredBook

from . import books
from .books import Entry
from .context import Context
from .errors import Forbidden, NotHere

KIND = "diary"
PAGE = 40
Act = Callable[[Diary], Diary]


@dataclass(frozen=True, slots=True)
class Sight:
    """A diary as its keeper sees it, or as everybody does."""

    entry: Entry
    diary: Diary
    match: Match
    catalog: Any

    @property
    def id(self) -> str:
        return self.entry.book.id

    @property
    def keeper(self) -> bool:
        return self.entry.keeper

    def figures(self, player: str = "") -> figures.Figures:
        return figures.player(self.diary, player) if player else figures.club(self.diary)


@dataclass(frozen=True, slots=True)
class Begun:
    sight: Sight
    link: str


def begin(context: Context, game: str, title: str, owner: str = "") -> Begun:
    match_of(game)
    return keep(context, Diary(game, " ".join(title.split())[:LONGEST_LINE]), owner)


def keep(context: Context, diary: Diary, owner: str = "") -> Begun:
    """A diary, new or from a file, under a link of its own."""
    book, link = books.begin(context, KIND, diary.game, diary.title, file.write(diary), owner)
    return Begun(_sight(context, Entry(book, KEEPER)), link)


def enter(context: Context, link: str) -> Sight:
    return _sight(context, books.enter(context, KIND, link))


def sit(context: Context, diary_id: str, link: str | None) -> Sight:
    return _sight(context, books.sit(context, KIND, diary_id, link))


def _sight(context: Context, entry: Entry) -> Sight:
    if not entry.keeper and not entry.book.listed:
        raise NotHere
    diary = file.read(dict(entry.book.body))
    seen = diary if entry.keeper else file.open_to_all(diary)
    return Sight(entry, seen, match_of(diary.game), context.catalogs[diary.game])


def shelf(context: Context, page: int = 1, size: int = PAGE) -> tuple[list[StoredBook], int]:
    return books.shelf(context, KIND, page, size)


def _changed(context: Context, sight: Sight, act: Act, **fields: Any) -> Sight:
    if not sight.keeper:
        raise Forbidden("NOT_YOURS.diary")

    def change(book: StoredBook) -> StoredBook:
        new = act(file.read(dict(book.body)))
        return replace(book, body=file.write(new), title=new.title, **fields)

    try:
        book = books.change(context, sight.entry.book, change)
    except HorahError as fault:
        fault.game = fault.game or sight.diary.game
        raise
    return _sight(context, Entry(book, sight.entry.who))


def add(context: Context, sight: Sight, battle: Battle) -> Sight:
    return _changed(context, sight, lambda one: course.enter(one, sight.match, sight.catalog, battle))


def correct(context: Context, sight: Sight, number: int, battle: Battle) -> Sight:
    match, catalog = sight.match, sight.catalog
    return _changed(context, sight, lambda one: course.correct(one, match, catalog, number, battle))


def strike(context: Context, sight: Sight, number: int) -> Sight:
    return _changed(context, sight, lambda one: course.strike(one, number))


def rematch(context: Context, sight: Sight, number: int) -> Sight:
    return _changed(context, sight, lambda one: course.rematch(one, sight.match, sight.catalog, number))


def set_listed(context: Context, sight: Sight, listed: bool) -> Sight:
    return _changed(context, sight, lambda one: one, listed=listed)


def forget(context: Context, sight: Sight) -> None:
    if not sight.keeper:
        raise Forbidden("NOT_YOURS.diary")
    books.forget(context, sight.entry.book)


def document(sight: Sight) -> dict[str, Any]:
    return file.write(sight.diary)


def known_of(context: Context, sight: Sight, address: str, scribe: Any) -> Mapping[str, Any]:
    """What the game knows of a battle at an address of this service."""
    place = games()[sight.diary.game].fought
    if not place or not address:
        return {}
    found: Mapping[str, Any] = named(place)(context, address, sight.match, scribe)
    return found
