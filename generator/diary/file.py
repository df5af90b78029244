"""Diary documents: write, read, check a file from outside, and make the public view."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from generator.tournament.cards import find_match
from schemas import validation
from schemas.errors import HorahError
from schemas.json_input import read_json

from .actions import check_battle
from .model import Battle, Diary, Fighter

FORMAT = "hora-h/diary/1"
SCHEMA = "diary"
Document = dict[str, Any]


def write(diary: Diary) -> Document:
    data = asdict(diary)
    return {"format": FORMAT, **data, "battles": list(data["battles"])}


def remove_private_battles(diary: Diary) -> Diary:
    """Return the diary without its private battles."""
    return replace(diary, battles=tuple(each for each in diary.battles if not each.private))


def read(document: Document) -> Diary:
    """Read a trusted document written by :func:`write`."""
    battles = tuple(read_battle(each) for each in document["battles"])
    return Diary(document["game"], document["title"], battles, document.get("given", 0))


def read_battle(data: Document) -> Battle:
    return Battle(**{**data, "first": Fighter(**data["first"]), "second": Fighter(**data["second"])})


def read_file(text: str, catalogs: Any) -> Diary:
    """Read a diary from an untrusted file."""
    try:
        document = read_json(text)
    except ValueError:
        raise HorahError("NO_DIARY.json") from None
    return read_untrusted(document, catalogs)


def read_untrusted(document: Any, catalogs: Any) -> Diary:
    """Read an untrusted document: check its schema, its game and every battle."""
    fault = next(validation.problems(document, SCHEMA), None)
    if fault is not None:
        raise HorahError("NO_DIARY.shape", place=fault.place or "/", why=validation.form_message(fault))
    diary = read(document)
    match = find_match(diary.game)
    numbers = [each.number for each in diary.battles]
    if len(set(numbers)) < len(numbers):
        raise HorahError("NO_DIARY.numbers")
    catalog = catalogs[diary.game]
    return replace(diary, battles=tuple(check_battle(each, match, catalog) for each in diary.battles))
