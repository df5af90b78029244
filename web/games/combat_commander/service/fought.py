"""What a diary can know of a battle from its address: a quick battle, or the last one of a table.

Only what all may see is told, and only the public address is kept: a key opens every seat.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

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
    area, name = _parts(address)
    try:
        card, kept, evening = _battle(context, name) if area == "battles" else _table(context, area, name)
        odds = rehearsals.odds(context, card)
    except NotHere:
        return {}
    except (HorahError, KeyError):  # a card that no rehearsal knows
        odds = None
    number = card["map"].get("number")
    fighters = {
        place: {"nation": card["sides"][side]["faction"], "posture": _posture(card, side, match)}
        for place, side in zip(("first", "second"), SIDES, strict=True)
    }
    return {
        "title": title(card, scribe),
        "map": "" if number is None else str(number),
        "odds": odds,
        "path": kept,
        "evening": evening,
        **fighters,
    }


def _posture(card: Document, side: str, match: Match) -> str:
    found = card["sides"][side]["posture"]
    return found if found in match.postures else ""


def _battle(context: Context, name: str) -> tuple[Document, str, str]:
    public = battles.find(context, name).stored.id
    return battles.card(context, name, EVERYONE), f"/battles/{public}", ""


def _table(context: Context, area: str, name: str) -> tuple[Document, str, str]:
    """The last card of a table, of a battle or of a campaign."""
    if area != "tables":
        raise NotHere
    table = tables.enter(context, name).table
    with tables.seen(context, Sitting(table, EVERYONE)) as view:
        if not view.ready:
            raise NotHere
        return view.card(view.ready), f"/tables/{table}", view.live.stored.title


def _parts(address: str) -> tuple[str, str]:
    """The kind of thing that an address leads to, and its name."""
    steps = [step for step in urlsplit(address).path.split("/") if step]
    return (steps[-2], steps[-1]) if len(steps) > 1 else ("battles", "".join(steps))
