"""The studies that ship with the product: documents made by the commands in docs/studies.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from generator.games.combat_commander.studies.choice import FORMAT as CHOICE
from generator.games.combat_commander.studies.choice import Pairing
from schemas.errors import HorahError
from web.service.errors import NotHere

FOLDER = Path(__file__).parent.parent / "static" / "studies"
Document = Mapping[str, Any]


@cache
def _load_all() -> Mapping[str, Document]:
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}


def list_studies() -> Mapping[str, Document]:
    """Return the counted studies by name."""
    return {name: document for name, document in _load_all().items() if document["format"] != CHOICE}


def list_choices() -> Mapping[str, Document]:
    """Return the studies of secret choices by pairing."""
    return {name: document for name, document in _load_all().items() if document["format"] == CHOICE}


def find_study(name: str) -> Document:
    if name not in list_studies():
        raise NotHere
    return list_studies()[name]


def find_choice(name: str) -> Document:
    if name not in list_choices():
        raise NotHere
    return list_choices()[name]


def find_advice(pairing: Pairing) -> Document:
    """Return the study of a pairing."""
    document = list_choices().get(pairing.get_name())
    if document is None:
        raise HorahError("NOT_STUDIED")
    return document
