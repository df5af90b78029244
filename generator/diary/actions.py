"""Actions of the keeper of a diary. Every function returns a new diary or raises an error."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from generator.tournament.actions import clean_line
from generator.tournament.match import MAX_FIGURE, NO_SHOW, Match
from schemas.errors import HorahError
from schemas.limits import MAX_DIARY_PICTURES

from .model import (
    MAX_ADDRESS_LENGTH,
    MAX_BATTLES,
    MAX_LINE_LENGTH,
    MAX_NAME_LENGTH,
    MAX_STORY_LENGTH,
    Battle,
    Diary,
    Fighter,
)


def enter(diary: Diary, match: Match, catalog: Any, battle: Battle) -> Diary:
    """Add a battle."""
    if len(diary.battles) >= MAX_BATTLES:
        raise HorahError("DIARY.full", most=MAX_BATTLES)
    number = max(diary.given, *(each.number for each in diary.battles), 0) + 1
    taken = replace(check_battle(battle, match, catalog), number=number)
    return replace(diary, battles=(*diary.battles, taken), given=number)


def correct(diary: Diary, match: Match, catalog: Any, number: int, battle: Battle) -> Diary:
    """Replace a battle."""
    old = find_battle(diary, number)
    checked = check_battle(battle, match, catalog)
    taken = replace(checked, number=number, again=old.again, picture=old.picture)
    return replace(diary, battles=tuple(taken if each is old else each for each in diary.battles))


def set_picture(diary: Diary, number: int, picture: str) -> Diary:
    """Put a photograph to a battle, as JPEG in base64; empty takes it away."""
    old = find_battle(diary, number)
    others = sum(bool(each.picture) for each in diary.battles if each is not old)
    if picture and others >= MAX_DIARY_PICTURES:
        raise HorahError("DIARY.pictures", most=MAX_DIARY_PICTURES)
    taken = replace(old, picture=picture)
    return replace(diary, battles=tuple(taken if each is old else each for each in diary.battles))


def strike(diary: Diary, number: int) -> Diary:
    old = find_battle(diary, number)
    return replace(diary, battles=tuple(each for each in diary.battles if each is not old))


def rematch(diary: Diary, match: Match, catalog: Any, number: int) -> Diary:
    """Add the same battle again, to be fought with the sides swapped."""
    old = find_battle(diary, number)
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
        picture="",
        again=number,
    )
    return enter(diary, match, catalog, swapped)


def find_battle(diary: Diary, number: int) -> Battle:
    battle = next((each for each in diary.battles if each.number == number), None)
    if battle is None:
        raise HorahError("DIARY.no_battle", given=number)
    return battle


def check_battle(battle: Battle, match: Match, catalog: Any) -> Battle:
    """Return the battle with tidied fields; raise if they contradict each other or the game."""
    first, second = (_check_fighter(each, match, catalog) for each in battle.fighters)
    if first.name.casefold() == second.name.casefold():
        raise HorahError("DIARY.same", name=first.name)
    if battle.how and battle.how not in match.told:
        raise HorahError("TOURNAMENT.ending", given=battle.how, known=match.told)
    if battle.winner == "nobody" and (not match.draws or battle.how == NO_SHOW):
        raise HorahError("TOURNAMENT.winner")
    if battle.vp is not None and not 0 <= battle.vp <= MAX_FIGURE:
        raise HorahError("DIARY.vp", most=MAX_FIGURE)
    if battle.odds is not None and not 0 <= battle.odds <= 1:
        raise HorahError("DIARY.odds")
    fought = bool(battle.winner)
    return replace(
        battle,
        first=first,
        second=second,
        day=_parse_day(battle.day),
        how=battle.how if fought else "",
        vp=battle.vp if fought else None,
        photo=_parse_address(battle.photo),
        address=_parse_address(battle.address),
        evening=clean_line(battle.evening, MAX_LINE_LENGTH),
        title=clean_line(battle.title, MAX_LINE_LENGTH),
        map=clean_line(battle.map, MAX_LINE_LENGTH),
        story=clean_line(battle.story, MAX_STORY_LENGTH),
    )


def _check_fighter(fighter: Fighter, match: Match, catalog: Any) -> Fighter:
    name = clean_line(fighter.name, MAX_NAME_LENGTH)
    if not name:
        raise HorahError("DIARY.nameless")
    if fighter.nation and fighter.nation not in match.nations(catalog):
        raise HorahError("DIARY.nation", given=fighter.nation, known=match.nations(catalog))
    if fighter.posture and fighter.posture not in match.postures:
        raise HorahError("DIARY.posture", given=fighter.posture, known=match.postures)
    return replace(fighter, name=name)


def _parse_day(text: str) -> str:
    """Return an ISO date, or "" for an empty text; raise if it is not a date."""
    if not text.strip():
        return ""
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise HorahError("DIARY.day", given=text) from None


def _parse_address(text: str) -> str:
    """Return an http(s) address, or "" for an empty text; raise if it could be anything else."""
    address = text.strip()
    if not address:
        return ""
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    plain = address.isprintable() and " " not in address and len(address) <= MAX_ADDRESS_LENGTH
    if parts.scheme not in ("http", "https") or not parts.netloc or not plain:
        raise HorahError("DIARY.address", given=address)
    return address
