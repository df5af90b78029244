"""Check whether a card can be rehearsed, without building a fight."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.games.combat_commander import Catalog
from generator.authoring import make_impossible_error
from schemas.errors import HorahError
from schemas.messages import say

from ..authoring.checks import find_impossible
from ..battle.view import HIDDEN
from ..hexes import all_hexes
from .fight_builder import Document, find_obstacle


def find_rehearsal_error(card: Document, catalog: Catalog) -> HorahError | None:
    """Return why a card cannot be rehearsed; None if it can."""
    for finding in find_impossible(dict(card), catalog):
        return make_impossible_error(finding)
    for letter in _iterate_chits(card):
        if letter not in catalog.chits:
            return HorahError.from_message("NOT_REHEARSED", say("finding.C21.unknown", letter=letter))
    hexes = all_hexes(catalog.board)
    for hex_id in _iterate_hexes(card):
        if hex_id not in hexes:
            return HorahError("NO_HEX.map", given=hex_id, first=hexes[0], last=hexes[-1])
    return find_obstacle(card, catalog)


def _iterate_chits(card: Document) -> Iterator[str]:
    objectives = card["objectives"]
    for letters in (objectives["open"], *objectives["secret"].values()):
        yield from () if letters == HIDDEN else letters


def _iterate_hexes(card: Document) -> Iterator[str]:
    """Yield every hex that a fight reads from a card."""
    yield from (card["map"].get("objectives") or {}).values()
    for side in card["sides"].values():
        yield from (stack["hex"] for stack in side["setup"].get("fixed", ()))
    for works in card["fortifications"]:
        yield from works.get("hexes", ())
    yield from (marker["hex"] for marker in card.get("markers", ()))


def check_rehearsable(card: Document, catalog: Catalog) -> None:
    """Raise an error if a card cannot be rehearsed."""
    obstacle = find_rehearsal_error(card, catalog)
    if obstacle is not None:
        raise obstacle
