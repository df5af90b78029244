"""Study of taste: how far the odds of random battles move with the styles of the commanders."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.studies import Column, Counted, Counts, Finding, Study, add
from generator.table import EVERYONE

from ..battle.make import make
from ..battle.settings import Settings
from ..battle.state import SIDES
from ..battle.view import view_card
from ..rehearsal.check import find_rehearsal_error
from ..rehearsal.styles import compute_spread_square, fight_styles
from .battles import SIDE

SETTINGS = Settings()
TABLES = (
    Counted("won_by_style", (Column("style", "bot"), SIDE, Column("won", "yes_no"))),
    Counted("spread", (Column("square"),)),
)


def _count(catalog: Catalog, seed: str, _: int, counts: Counts) -> None:
    """Fight one battle once with every pair of styles."""
    card = view_card(make(catalog, SETTINGS, seed).card(), EVERYONE)
    if find_rehearsal_error(card, catalog):
        return
    pairings = fight_styles(card, catalog, f"{seed}-fight", 1, cores=1)
    for pairing in pairings:
        for side in SIDES:
            won = pairing.wins if side == "axis" else pairing.fights - pairing.wins
            add(counts, "won_by_style", pairing.get_style(side), side, "yes", by=won)
            add(counts, "won_by_style", pairing.get_style(side), side, "no", by=pairing.fights - won)
    add(counts, "spread", round(100**2 * compute_spread_square(pairings)))


def _list_findings(counts: Counts) -> list[Finding]:
    """Return the spread over all battles; single battles are fought too few times to say theirs."""
    squares = {square: count for (square,), count in counts.get("spread", {}).items()}
    battles = sum(squares.values())
    if not battles:
        return []
    mean = sum(square * count for square, count in squares.items()) / battles
    return [("study.styles.spread", {"battles": battles, "spread": f"{sqrt(max(0.0, mean)):.1f}"})]


def _describe_settings(catalog: Catalog) -> Mapping[str, Any]:
    return {"usual": SETTINGS.json(), "styles": list(catalog.commander_styles)}


STYLES = Study("styles", TABLES, _count, _describe_settings, _list_findings, usual=100, chunk=1)
