"""Make the card of a battle again from its transcript."""

from __future__ import annotations

from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.games.combat_commander.battle.definition import BATTLE
from generator.session import resume
from generator.table import read_entry


def remake(catalog: Catalog, card: dict[str, Any]) -> dict[str, Any]:
    """Return the card that the transcript of a finished battle's card leads to."""
    entries = map(read_entry, card["transcript"]["entries"])
    session = resume(BATTLE, catalog, BATTLE.read(catalog, card["settings"]), card["seed"], entries)
    [made] = session.ready(card["seed"])
    return made()
