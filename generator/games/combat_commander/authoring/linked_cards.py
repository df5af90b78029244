"""Linked battles played side by side: control, radios, and transfer of units.

The cards say what is linked (``link``, ``options``); callers pass in the state of play.
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
    """Return the controller of a linked battlefield before the first turn."""
    controller: Controller = card.get("link", {}).get("controller", "none")
    return controller


def controller_after(card: Card, before: Controller, held: Mapping[str, Iterable[Side]]) -> Controller:
    """Return the side that is alone in all deciding hexes, else the previous controller.

    ``held`` names the sides with units in each of those hexes; a hex that is not named is empty.
    """
    deciding = card.get("link", {}).get("control_hexes") or list(held)
    present = [frozenset(held.get(hex_id, ())) for hex_id in deciding]
    for side in ("axis", "allied"):
        if present and all(sides == {side} for sides in present):
            return side
    return before


def radio_works(link: Card, other: Card, side: Side, controller: Controller) -> bool:
    """Tell whether a side's radio on the other card works under this controller."""
    rule = link.get("link", {})
    if rule.get("card") != other.get("id") or not rule.get("radios"):
        return True
    return controller == side


@dataclass(frozen=True, slots=True)
class Transfer:
    """Destinations of a transferred unit: a later Time space, or one of the hexes at once."""

    spaces: tuple[int, ...]
    hexes: frozenset[str]


def transfer_options(
    link: Card, other: Card, side: Side, hex_id: str, time: int, board: Board
) -> Transfer | None:
    """Return the destinations of a unit in this hex; None if it may not transfer."""
    rule = link.get("link", {}).get("transfer")
    if rule is None or rule["side"] != side or hex_id not in _band(board, rule["from"]):
        return None
    last = other["sudden_death"]
    spaces = tuple(range(time + 1, last + 1)) if last is not None else ()
    return Transfer(spaces, _band(board, rule["to"]))


def _band(board: Board, band: Mapping[str, Any]) -> frozenset[str]:
    return hexes.zone(board, band["edge"], band["depth"])


def choose(card: Card, option_id: str) -> Card:
    """Return the card after a side has taken one of the options it offers."""
    option = next((offer for offer in card.get("options", ()) if offer["id"] == option_id), None)
    if option is None:
        raise HorahError("NO_OPTION", option=option_id)
    result: Card = copy.deepcopy(card)
    if "mine_strength" in option:
        result["mine_strength"] = option["mine_strength"]
    if "opening_card" in option:
        # The named card is part of the opening hand, whose size does not change.
        hand = result["sides"][option["side"]].setdefault("opening_cards", [])
        if option["opening_card"] not in hand:
            hand.append(option["opening_card"])
    return result
