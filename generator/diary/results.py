"""Import of tournament results into a diary: each battle once, updated by later corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from generator.tournament.match import NO_SHOW, Match
from generator.tournament.model import Pairing, Round, Tournament
from schemas.errors import HorahError

from .actions import check_battle, enter
from .model import Battle, Diary, Fighter

#: Other facts about the battle of a table, by round and table: title, map, odds, nation and posture.
Known = Callable[[int, int], Mapping[str, Any]]


def import_battles(diary: Diary, match: Match, catalog: Any, battles: Iterator[Battle]) -> Diary:
    """Import battles; update those that are already in the diary."""
    numbers_by_battle: dict[object, list[int]] = {}
    for battle in diary.battles:
        numbers_by_battle.setdefault(_identify(battle), []).append(battle.number)
    for battle in battles:
        numbers = numbers_by_battle.get(_identify(battle))
        if numbers:
            diary = _update_battle(diary, match, catalog, numbers.pop(0), battle)
        else:
            diary = enter(diary, match, catalog, battle)
    return diary


def _identify(battle: Battle) -> object:
    """Return the key that identifies a battle: its address, else the evening and the two players."""
    return battle.address or (battle.evening, frozenset(each.name.casefold() for each in battle.fighters))


def _update_battle(diary: Diary, match: Match, catalog: Any, number: int, new: Battle) -> Diary:
    """Update players and result of a battle; keep what the keeper wrote."""

    def mended(old: Battle) -> Battle:
        if old.number != number:
            return old
        updated = replace(old, first=new.first, second=new.second, winner=new.winner, how=new.how, vp=new.vp)
        return check_battle(updated, match, catalog)

    return replace(diary, battles=tuple(map(mended, diary.battles)))


def list_tournament_battles(tournament: Tournament, url: str, known: Known) -> Iterator[Battle]:
    """Yield a battle for every table that reported one, except no-shows.

    Without an address of the tournament, its title identifies its battles.
    """
    if not url and not tournament.title:
        raise HorahError("DIARY.untitled")
    if not any(each.report and each.second for each in tournament.pairings()):
        raise HorahError("DIARY.no_results")
    for played in tournament.rounds:
        for each in played.pairings:
            if each.report and each.second is not None and each.report.how != NO_SHOW:
                yield to_battle(tournament, played, each, url, known(played.number, each.table))


def _make_address(url: str, played: Round, each: Pairing) -> str:
    return f"{url}#{played.number}.{each.table}" if url else ""


def to_battle(
    tournament: Tournament, played: Round, each: Pairing, url: str, more: Mapping[str, Any]
) -> Battle:
    """Return the battle of a table that reported one; ``more`` are other facts about it."""
    assert each.report is not None
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
        address=_make_address(url, played, each),
    )
