"""What a seat may see of a card: the other side's secrets leave the state only through here."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from schemas.errors import HorahError

from ..dice import has_secret_part, open_part
from ..table import EVERYONE, REFEREE, entry_from, view_entry
from .state import SIDES

SEATS = (*SIDES, EVERYONE, REFEREE)
HIDDEN = "hidden"


def view_card(card: Mapping[str, Any], seat: str) -> dict[str, Any]:
    """The card as a seat may see it; a view shows no more when it is viewed again."""
    if seat not in SEATS:
        raise HorahError(
            f"There is no seat {seat!r}; the seats are {', '.join(SEATS)}.",
            f"No hay asiento {seat!r}; los asientos son {', '.join(SEATS)}.",
            code="BAD_SEAT",
        )
    have = card.get("seat", REFEREE)
    if have not in (REFEREE, seat) and seat != EVERYONE:
        raise HorahError(
            f"This card is what {have} may see; it cannot show what {seat} may see.",
            f"Esta carta es lo que puede ver {have}; no puede mostrar lo que ve {seat}.",
            code="BAD_SEAT",
        )
    seen = copy.deepcopy(dict(card))
    seen["seat"] = seat
    if seat == REFEREE:
        return seen
    for side in SIDES:
        if side != seat and seen["objectives"]["secret"][side]:
            seen["objectives"]["secret"][side] = HIDDEN
    seen["seed"] = _seed(seen.get("seed"), card)
    if seen.get("transcript"):
        seen["transcript"]["entries"] = [
            view_entry(entry_from(entry), seat).json() for entry in seen["transcript"]["entries"]
        ]
    return seen


def _seed(seed: str | None, card: Mapping[str, Any]) -> str | None:
    """A seed tells every secret draw; only an open part may be shown."""
    if seed is None or card.get("seat", REFEREE) != REFEREE:
        return seed
    secret = any(card["objectives"]["secret"][side] for side in SIDES)
    if not secret:
        return seed
    return open_part(seed) if has_secret_part(seed) else None
