"""Exact odds of the results of the roll-up tables."""

from __future__ import annotations

from typing import Any

from generator.games.combat_commander.balance.matchup_odds import Known, compute_matchup_odds, to_document
from schemas.games.combat_commander.api.odds import Meeting, Odds
from web.api.blueprint import Blueprint

from ..request_context import catalog

PATH = "/odds"
blueprint = Blueprint("odds", __name__, description="Exact odds of what may be met.")
endpoint = blueprint.endpoint


@endpoint("", query=Meeting, result=Odds)
def show(wish: dict[str, Any]) -> Any:
    """Return the odds of everything, given what is known"""
    edition = wish.pop("edition")
    return to_document(compute_matchup_odds(catalog(), Known(**wish), edition), edition)
