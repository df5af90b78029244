"""Battles played side by side: who controls one, whose radios work on the other, who may go over.

The cards say what is linked (``link``, ``options``); the state of play is small and passed in.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from catalogs.games.combat_commander.model import Board, Side
from schemas.errors import HorahError

from .. import hexes
from .card import Card

Controller = Literal["axis", "allied", "none"]


def controller_at_start(card: Card) -> Controller:
    """Who controls a linked battlefield before the first turn."""
    found: Controller = card.get("link", {}).get("controller", "none")
    return found


def controller_after(card: Card, before: Controller, held: Mapping[str, Iterable[Side]]) -> Controller:
    """Control passes to whoever is alone in all the hexes that decide it; otherwise it stays.

    ``held`` names the sides with units in each of those hexes; a hex that is not named is empty.
    """
    deciding = card.get("link", {}).get("control_hexes") or list(held)
    present = [frozenset(held.get(hex_id, ())) for hex_id in deciding]
    for side in ("axis", "allied"):
        if present and all(sides == {side} for sides in present):
            return side
    return before


def radio_works(link: Card, other: Card, side: Side, controller: Controller) -> bool:
    """Does a side's radio on the other card work while the linked battlefield has this controller?"""
    rule = link.get("link", {})
    if rule.get("card") != other.get("id") or not rule.get("radios"):
        return True
    return controller == side


@dataclass(frozen=True, slots=True)
class Transfer:
    """Where a unit that crossed over may go: a Time space still ahead, or one of the hexes at once."""

    spaces: tuple[int, ...]
    hexes: frozenset[str]


def transfer_options(
    link: Card, other: Card, side: Side, hex_id: str, time: int, board: Board
) -> Transfer | None:
    """What a unit in this hex may do; None if it is not there yet or not of the side that may go over."""
    rule = link.get("link", {}).get("transfer")
    if rule is None or rule["side"] != side or hex_id not in _band(board, rule["from"]):
        return None
    last = other["sudden_death"]
    spaces = tuple(range(time + 1, last + 1)) if last is not None else ()
    return Transfer(spaces, _band(board, rule["to"]))


def _band(board: Board, band: Mapping[str, Any]) -> frozenset[str]:
    return hexes.zone(board, band["edge"], band["depth"])


def choose(card: Card, option_id: str) -> Card:
    """The card after a side has taken one of the options it offers."""
    option = next((found for found in card.get("options", ()) if found["id"] == option_id), None)
    if option is None:
        raise HorahError("NO_OPTION", option=option_id)
    result: Card = copy.deepcopy(card)
    if "mine_strength" in option:
        result["mine_strength"] = option["mine_strength"]
    if "opening_card" in option:
        # The card named is one of the opening hand, which does not grow by it.
        hand = result["sides"][option["side"]].setdefault("opening_cards", [])
        if option["opening_card"] not in hand:
            hand.append(option["opening_card"])
    return result
