"""The finished fight: outcome, losses, survivors, and the report to a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.game import Document
from generator.table import Table

from ..campaign.simulated_battle import list_survivors, make_report
from ..rehearsal.state import SIDES, Fight
from .settings import FightSettings
from .state import get_play

FORMAT = "hora-h/fight-result/1"


def make_result(settings: FightSettings, table: Table[Any]) -> Document:
    """Return the result of a finished fight."""
    fight = get_play(table).fight
    assert fight.winner is not None
    return {
        "format": FORMAT,
        "card": dict(settings.card or {}),
        "players": {side: settings.get_player(side) for side in SIDES},
        "winner": fight.winner,
        "ending": fight.ending,
        "marker": fight.marker,
        "time": fight.time,
        "turns": fight.turns,
        "initiative": fight.initiative,
        "casualties": {side: [unit.ref for unit in fight.camps[side].lost] for side in SIDES},
        "survivors": {side: [one.json() for one in list_survivors(fight.camps[side])] for side in SIDES},
        "points": {source: dict(earned) for source, earned in fight.sources.items()},
    }


def make_campaign_report(fight: Fight, context: Mapping[str, Any]) -> Document:
    """RS.17: return the result of a finished fight as the answer to a campaign's question for it."""
    return make_report(fight, context)
