"""The results of a tournament as battles of a diary: once each, and corrected where they were corrected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from generator.tournament.match import NO_SHOW, Match
from generator.tournament.model import Pairing, Round, Tournament
from schemas.errors import HorahError

from .course import checked, enter
from .model import Battle, Diary, Fighter

#: What is known besides of the battle of a table, by round and table: title, map, odds, nation and posture.
Known = Callable[[int, int], Mapping[str, Any]]


def taken(diary: Diary, match: Match, catalog: Any, found: Iterator[Battle]) -> Diary:
    """Battles of another book; one that is there already is the same battle, told again."""
    there: dict[object, list[int]] = {}
    for each in diary.battles:
        there.setdefault(_known_by(each), []).append(each.number)
    for each in found:
        numbers = there.get(_known_by(each))
        if numbers:
            diary = _told_again(diary, match, catalog, numbers.pop(0), each)
        else:
            diary = enter(diary, match, catalog, each)
    return diary


def _known_by(battle: Battle) -> object:
    """By what a battle is known again: its address, else the evening and the two who met."""
    return battle.address or (battle.evening, frozenset(each.name.casefold() for each in battle.fighters))


def _told_again(diary: Diary, match: Match, catalog: Any, number: int, new: Battle) -> Diary:
    """Who won and how is the tournament's to say; what the keeper wrote stays."""

    def mended(old: Battle) -> Battle:
        if old.number != number:
            return old
        kept = replace(old, first=new.first, second=new.second, winner=new.winner, how=new.how, vp=new.vp)
        return checked(kept, match, catalog)

    return replace(diary, battles=tuple(map(mended, diary.battles)))


def battles_of(tournament: Tournament, url: str, known: Known) -> Iterator[Battle]:
    """Every table that reported a battle; nothing was fought where one did not come.

    Without an address of the tournament its title tells its battles from others.
    """
    if not url and not tournament.title:
        raise HorahError("DIARY.untitled")
    if not any(each.report and each.second for each in tournament.pairings()):
        raise HorahError("DIARY.no_results")
    for played in tournament.rounds:
        for each in played.pairings:
            if each.report and each.second is not None and each.report.how != NO_SHOW:
                yield _battle(tournament, played, each, _place(url, played, each), known)


def _place(url: str, played: Round, each: Pairing) -> str:
    return f"{url}#{played.number}.{each.table}" if url else ""


def _battle(tournament: Tournament, played: Round, each: Pairing, address: str, known: Known) -> Battle:
    assert each.report is not None
    more = known(played.number, each.table)
    names = (tournament.player(number).name for number in each.players)
    first, second = (
        Fighter(name, more.get(place, {}).get("nation", ""), more.get(place, {}).get("posture", ""))
        for name, place in zip(names, ("first", "second"), strict=True)
    )
    return Battle(
        first,
        second,
        evening=tournament.title,
        title=played.name_at(each.table) or more.get("title", ""),
        map=more.get("map", ""),
        odds=more.get("odds"),
        winner=each.report.winner,
        how=each.report.how,
        vp=each.report.figures.get("vp"),
        story=each.report.note,
        address=address,
    )
