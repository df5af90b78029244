"""What a seat may see of a card: the other side's secrets leave the state only through here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.chance import commits, has_secret_part, open_part
from generator.table import EVERYONE, REFEREE, entry_from, view_entry
from schemas.errors import HorahError

from .state import SIDES

SEATS = (*SIDES, EVERYONE, REFEREE)
HIDDEN = "hidden"


def view_card(card: Mapping[str, Any], seat: str) -> dict[str, Any]:
    """The card as a seat may see it; a view shows no more when it is viewed again.

    What a seat may see is shared with the card, not copied: whoever wants to change a view copies it first.
    """
    if seat not in SEATS:
        raise HorahError("BAD_SEAT", given=seat, seats=SEATS)
    have = card.get("seat", REFEREE)
    if have not in (REFEREE, seat) and seat != EVERYONE:
        raise HorahError("BAD_SEAT.card", have=have, seat=seat)
    seen = {**card, "seat": seat}
    if seat == REFEREE:
        return seen
    secret = card["objectives"]["secret"]
    hidden = {side: HIDDEN for side in SIDES if side != seat and secret[side]}
    seen["objectives"] = {**card["objectives"], "secret": {**secret, **hidden}}
    seen["seed"] = _seed(card.get("seed"), card)
    if card.get("transcript"):
        entries = [_entry(entry, seat) for entry in card["transcript"]["entries"]]
        seen["transcript"] = {**card["transcript"], "entries": entries}
    return seen


def shown_card(card: Mapping[str, Any], seat: str) -> dict[str, Any]:
    """The view that is given to people: without the hash of a hidden seed that could be guessed from it.

    The view itself keeps that hash, as documents of before have it.
    """
    seen = view_card(card, seat)
    seed: str | None = card.get("seed")
    if seed is None or seed == seen["seed"] or commits(seed) or not seen.get("commitment"):
        return seen
    return {**seen, "commitment": None}


def _entry(entry: Mapping[str, Any], seat: str) -> Mapping[str, Any]:
    return view_entry(entry_from(entry), seat).json() if entry.get("secret") else entry


def _seed(seed: str | None, card: Mapping[str, Any]) -> str | None:
    """A seed tells every secret draw; only an open part may be shown."""
    if seed is None or card.get("seat", REFEREE) != REFEREE:
        return seed
    secret = any(card["objectives"]["secret"][side] for side in SIDES)
    if not secret:
        return seed
    return open_part(seed) if has_secret_part(seed) else None
