"""What the keeper of a diary does. Every function gives a new diary or refuses with a sentence."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from generator.tournament.match import LARGEST, NO_SHOW, Match
from schemas.errors import HorahError

from .model import (
    LONGEST_ADDRESS,
    LONGEST_LINE,
    LONGEST_NAME,
    LONGEST_STORY,
    MOST,
    Battle,
    Diary,
    Fighter,
)


def enter(diary: Diary, match: Match, catalog: Any, battle: Battle) -> Diary:
    """One more battle."""
    if len(diary.battles) >= MOST:
        raise HorahError("DIARY.full", most=MOST)
    number = max(diary.given, *(each.number for each in diary.battles), 0) + 1
    taken = replace(checked(battle, match, catalog), number=number)
    return replace(diary, battles=(*diary.battles, taken), given=number)


def correct(diary: Diary, match: Match, catalog: Any, number: int, battle: Battle) -> Diary:
    """Another account of a battle, in its place."""
    old = battle_of(diary, number)
    taken = replace(checked(battle, match, catalog), number=number, again=old.again)
    return replace(diary, battles=tuple(taken if each is old else each for each in diary.battles))


def strike(diary: Diary, number: int) -> Diary:
    old = battle_of(diary, number)
    return replace(diary, battles=tuple(each for each in diary.battles if each is not old))


def rematch(diary: Diary, match: Match, catalog: Any, number: int) -> Diary:
    """The same battle once more, to be fought with the sides swapped."""
    old = battle_of(diary, number)
    swapped = replace(
        old,
        first=replace(old.first, name=old.second.name),
        second=replace(old.second, name=old.first.name),
        day="",
        evening="",
        winner="",
        how="",
        vp=None,
        story="",
        photo="",
        again=number,
    )
    return enter(diary, match, catalog, swapped)


def battle_of(diary: Diary, number: int) -> Battle:
    found = next((each for each in diary.battles if each.number == number), None)
    if found is None:
        raise HorahError("DIARY.no_battle", given=number)
    return found


def checked(battle: Battle, match: Match, catalog: Any) -> Battle:
    """A battle as it can stand in a diary: tidied, and at one with itself."""
    first, second = (_fighter(each, match, catalog) for each in battle.fighters)
    if first.name.casefold() == second.name.casefold():
        raise HorahError("DIARY.same", name=first.name)
    if battle.how and battle.how not in match.told:
        raise HorahError("TOURNAMENT.ending", given=battle.how, known=match.told)
    if battle.winner == "nobody" and (not match.draws or battle.how == NO_SHOW):
        raise HorahError("TOURNAMENT.winner")
    if battle.vp is not None and not 0 <= battle.vp <= LARGEST:
        raise HorahError("DIARY.vp", most=LARGEST)
    if battle.odds is not None and not 0 <= battle.odds <= 1:
        raise HorahError("DIARY.odds")
    fought = bool(battle.winner)
    return replace(
        battle,
        first=first,
        second=second,
        day=_day(battle.day),
        how=battle.how if fought else "",
        vp=battle.vp if fought else None,
        photo=_address(battle.photo),
        address=_address(battle.address),
        evening=_line(battle.evening, LONGEST_LINE),
        title=_line(battle.title, LONGEST_LINE),
        map=_line(battle.map, LONGEST_LINE),
        story=_line(battle.story, LONGEST_STORY),
    )


def _fighter(given: Fighter, match: Match, catalog: Any) -> Fighter:
    name = _line(given.name, LONGEST_NAME)
    if not name:
        raise HorahError("DIARY.nameless")
    if given.nation and given.nation not in match.nations(catalog):
        raise HorahError("DIARY.nation", given=given.nation, known=match.nations(catalog))
    if given.posture and given.posture not in match.postures:
        raise HorahError("DIARY.posture", given=given.posture, known=match.postures)
    return replace(given, name=name)


def _day(text: str) -> str:
    """A day as 2026-11-16, or none."""
    if not text.strip():
        return ""
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise HorahError("DIARY.day", given=text) from None


def _address(text: str) -> str:
    """An address of the web, or none: nothing that a press could run."""
    found = text.strip()
    if not found:
        return ""
    try:
        parts = urlsplit(found)
    except ValueError:
        parts = urlsplit("")
    plain = found.isprintable() and " " not in found and len(found) <= LONGEST_ADDRESS
    if parts.scheme not in ("http", "https") or not parts.netloc or not plain:
        raise HorahError("DIARY.address", given=found)
    return found


def _line(text: str, most: int) -> str:
    plain = "".join(one if one.isprintable() else " " for one in text)
    return " ".join(plain.split())[:most].strip()
