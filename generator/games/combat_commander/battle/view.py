"""Views of a card: the only place where a seat's secrets are removed from a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.chance import has_secret_part, hash_hides_seed, open_part
from generator.table import EVERYONE, REFEREE, read_entry, view_entry
from schemas.errors import HorahError

from .state import SIDES

SEATS = (*SIDES, EVERYONE, REFEREE)
HIDDEN = "hidden"


def view_card(card: Mapping[str, Any], seat: str) -> dict[str, Any]:
    """Return the card as a seat may see it; a view shows no more when it is viewed again.

    The view shares its parts with the card: copy it before changing it.
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
    seed = card.get("seed")
    seen["seed"] = _seed(seed, card)
    if seen.get("commitment") and seed not in (None, seen["seed"]) and not hash_hides_seed(seed):
        seen["commitment"] = None  # the hidden seed could be guessed from its hash
    if card.get("transcript"):
        entries = [_entry(entry, seat) for entry in card["transcript"]["entries"]]
        seen["transcript"] = {**card["transcript"], "entries": entries}
    return seen


def _entry(entry: Mapping[str, Any], seat: str) -> Mapping[str, Any]:
    return view_entry(read_entry(entry), seat).json() if entry.get("secret") else entry


def _seed(seed: str | None, card: Mapping[str, Any]) -> str | None:
    """Return the open part of a seed if the card has secrets, because the whole seed reveals them."""
    if seed is None or card.get("seat", REFEREE) != REFEREE:
        return seed
    secret = any(card["objectives"]["secret"][side] for side in SIDES)
    if not secret:
        return seed
    return open_part(seed) if has_secret_part(seed) else None
