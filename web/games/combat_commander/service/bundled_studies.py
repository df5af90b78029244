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

SHELF = Path(__file__).parent.parent / "static" / "studies"
Document = Mapping[str, Any]


@cache
def _all() -> Mapping[str, Document]:
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(SHELF.glob("*.json"))}


def studies() -> Mapping[str, Document]:
    """Return the counted studies by name."""
    return {name: found for name, found in _all().items() if found["format"] != CHOICE}


def choices() -> Mapping[str, Document]:
    """Return the studies of secret choices by pairing."""
    return {name: found for name, found in _all().items() if found["format"] == CHOICE}


def study(name: str) -> Document:
    if name not in studies():
        raise NotHere
    return studies()[name]


def choice(name: str) -> Document:
    if name not in choices():
        raise NotHere
    return choices()[name]


def advice_on(pairing: Pairing) -> Document:
    """Return the study of a pairing."""
    found = choices().get(pairing.get_name())
    if found is None:
        raise HorahError("NOT_STUDIED")
    return found
