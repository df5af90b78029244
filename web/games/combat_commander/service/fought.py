"""What a diary can know of a battle from its address: a quick battle, or one of a table or campaign.

Only what all may see is told, and only the public address is kept: a key opens every seat.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from exports.games.combat_commander.situation import title
from generator.game import Document
from generator.games.combat_commander.battle.state import SIDES
from generator.table import EVERYONE
from generator.tournament.match import Match
from schemas.errors import HorahError
from web.service import tables
from web.service.context import Context
from web.service.errors import NotHere
from web.service.seats import Sitting

from . import battles, rehearsals


def fought(context: Context, address: str, match: Match, scribe: Any) -> Document:
    """Title, map, nations, postures and rehearsed odds; nothing where there is no such battle."""
    try:
        area, name, place = _parts(address)
        card, kept, evening = (
            _battle(context, name) if area == "battles" else _table(context, area, name, place)
        )
    except NotHere:
        return {}
    number = card["map"].get("number")
    fighters = {
        place: {"nation": card["sides"][side]["faction"], "posture": _posture(card, side, match)}
        for place, side in zip(("first", "second"), SIDES, strict=True)
    }
    return {
        "title": title(card, scribe),
        "map": "" if number is None else str(number),
        "odds": _odds(context, card),
        "path": kept,
        "evening": evening,
        **fighters,
    }


def _odds(context: Context, card: Document) -> float | None:
    try:
        return rehearsals.odds(context, card)
    except (HorahError, KeyError):  # a card that is not of the kind that is rehearsed
        return None


def _posture(card: Document, side: str, match: Match) -> str:
    found = card["sides"][side]["posture"]
    return found if found in match.postures else ""


def _battle(context: Context, name: str) -> tuple[Document, str, str]:
    public = battles.find(context, name).stored.id
    return battles.card(context, name, EVERYONE), f"/battles/{public}", ""


def _table(context: Context, area: str, name: str, place: int) -> tuple[Document, str, str]:
    """A card of a table by its number; without one, its last."""
    if area != "tables":
        raise NotHere
    table = tables.enter(context, name).table
    with tables.seen(context, Sitting(table, EVERYONE)) as view:
        number = place or view.ready
        if not 1 <= number <= view.ready:
            raise NotHere
        return view.card(number), f"/tables/{table}", view.live.stored.title


def _parts(address: str) -> tuple[str, str, int]:
    """The kind of thing that an address leads to, its name, and the number of the battle there."""
    try:
        parts = urlsplit(address)
    except ValueError:
        raise NotHere from None
    steps = [step for step in parts.path.split("/") if step]
    asked = parse_qs(parts.query).get("battle", [""])[0]
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else 0
    return (steps[-2], steps[-1], number) if len(steps) > 1 else ("battles", "".join(steps), number)
