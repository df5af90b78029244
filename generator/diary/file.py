"""A diary as a document, to be kept, saved and opened again; and as everyone may see it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from generator.tournament.cards import match_of
from schemas import validation
from schemas.errors import HorahError
from schemas.plain import read_json

from .course import checked
from .model import Battle, Diary, Fighter

FORMAT = "hora-h/diary/1"
SCHEMA = "diary"
Document = dict[str, Any]


def write(diary: Diary) -> Document:
    found = asdict(diary)
    return {"format": FORMAT, **found, "battles": list(found["battles"])}


def open_to_all(diary: Diary) -> Diary:
    """Without what its keeper keeps to himself."""
    return replace(diary, battles=tuple(each for each in diary.battles if not each.private))


def read(document: Document) -> Diary:
    """A diary that was written by :func:`write` and lay where nobody changes it."""
    battles = tuple(battle_from(each) for each in document["battles"])
    return Diary(document["game"], document["title"], battles, document.get("given", 0))


def battle_from(given: Document) -> Battle:
    return Battle(**{**given, "first": Fighter(**given["first"]), "second": Fighter(**given["second"])})


def opened(text: str, catalogs: Any) -> Diary:
    """A diary from a file that may have been anywhere."""
    try:
        document = read_json(text)
    except ValueError:
        raise HorahError("NO_DIARY.json") from None
    return received(document, catalogs)


def received(document: Any, catalogs: Any) -> Diary:
    """A diary from outside: of the right shape, of a game that is here, every battle as it can stand."""
    fault = next(validation.problems(document, SCHEMA), None)
    if fault is not None:
        raise HorahError("NO_DIARY.shape", place=fault.place or "/", why=validation.for_people(fault))
    found = read(document)
    match = match_of(found.game)
    numbers = [each.number for each in found.battles]
    if len(set(numbers)) < len(numbers):
        raise HorahError("NO_DIARY.numbers")
    catalog = catalogs[found.game]
    return replace(found, battles=tuple(checked(each, match, catalog) for each in found.battles))
