"""Cards to begin tests with, and a short way to change one."""

import copy
from functools import cache
from typing import Any

from catalogs.games.combat_commander import Catalog, load
from exports.games.combat_commander.scribe import Scribe
from generator.games.combat_commander.authoring.card import Card
from generator.games.combat_commander.authoring.scenario import new, priced
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from schemas.json_pointer import drop, put
from schemas.said import Said

CATALOG: Catalog = load()
GONE: Any = object()  # as a value: take the field away


@cache
def _sound() -> Card:
    return new(CATALOG, "german", "russian", 1943, 1, "platoon", "sound")


def sound() -> Card:
    """A plain authored card about which there is nothing to say."""
    return copy.deepcopy(_sound())


@cache
def _battle(seed: str) -> Card:
    return make(CATALOG, Settings(), seed).card()


def battle(seed: str) -> Card:
    """A generated battle."""
    return copy.deepcopy(_battle(seed))


def library(name: str) -> Card:
    """A card of the library."""
    return copy.deepcopy(dict(CATALOG.scenarios[name]))


def changed(card: Card, changes: dict[str, Any]) -> Card:
    """A copy with these places set, or taken away."""
    result = copy.deepcopy(card)
    for place, value in changes.items():
        if value is GONE:
            drop(result, place)
        else:
            put(result, place, copy.deepcopy(value))
    return result


def words(said: Said, lang: str = "en") -> str:
    """What a person reads."""
    return Scribe(CATALOG, lang).say(said)


def repriced(card: Card) -> Card:
    return priced(card, CATALOG)


def custom_map(**terrain: str) -> dict[str, Any]:
    """A whole custom map of open ground, with other terrain in the hexes named."""
    board = CATALOG.board
    hexes = {f"{column}{row}": {"terrain": "open"} for column in board.columns for row in board.rows}
    for hex_id, kind in terrain.items():
        hexes[hex_id] = {"terrain": kind}
    return {"name": "Our own", "hexes": hexes}
