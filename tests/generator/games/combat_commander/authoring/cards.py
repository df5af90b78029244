"""Base cards for tests, and helpers to change them."""

import copy
from functools import cache
from typing import Any

from catalogs.games.combat_commander import Catalog, load
from exports.games.combat_commander.messages import MessageFormatter
from generator.games.combat_commander.authoring.card import Card
from generator.games.combat_commander.authoring.scenario import new, update_points
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from schemas.json_pointer import drop, put
from schemas.messages import Message

CATALOG: Catalog = load()
GONE: Any = object()  # as a value: remove the field


@cache
def _sound() -> Card:
    return new(CATALOG, "german", "russian", 1943, 1, "platoon", "sound")


def sound() -> Card:
    """Return a plain authored card without findings."""
    return copy.deepcopy(_sound())


@cache
def _battle(seed: str) -> Card:
    return make(CATALOG, Settings(), seed).card()


def battle(seed: str) -> Card:
    """Return a generated battle."""
    return copy.deepcopy(_battle(seed))


def library(name: str) -> Card:
    """Return a card of the library."""
    return copy.deepcopy(dict(CATALOG.scenarios[name]))


def changed(card: Card, changes: dict[str, Any]) -> Card:
    """Return a copy with these places set or removed."""
    result = copy.deepcopy(card)
    for place, value in changes.items():
        if value is GONE:
            drop(result, place)
        else:
            put(result, place, copy.deepcopy(value))
    return result


def words(said: Message, lang: str = "en") -> str:
    """Return the text that a person reads."""
    return MessageFormatter(CATALOG, lang).say(said)


def repriced(card: Card) -> Card:
    return update_points(card, CATALOG)


def custom_map(**terrain: str) -> dict[str, Any]:
    """Return a complete custom map of open ground, with other terrain in the hexes named."""
    board = CATALOG.board
    hexes = {f"{column}{row}": {"terrain": "open"} for column in board.columns for row in board.rows}
    for hex_id, kind in terrain.items():
        hexes[hex_id] = {"terrain": kind}
    return {"name": "Our own", "hexes": hexes}
