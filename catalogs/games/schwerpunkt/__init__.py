"""Schwerpunkt's tables: figures, actions, formations, modes, markers, and the tables that owners fill."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.blanks import columns
from catalogs.game import Game
from catalogs.store import Store

from .catalog import Catalog

RETREAT = "retreat"


def _retreats(store: Store) -> Iterator[str]:
    """9.2.I: lines of which nobody knows how far a unit retreats: those that say so, and the blank ones."""
    for row in store.table("cohesion_effects").values():
        if row.data["effect"] in (None, RETREAT) and row.data["hexes"] is None:
            yield row.id


BLANKS = (
    *columns("actions", "cost", unlocks="blank.costs"),
    *columns("fire_effects", "effect", "losses", unlocks="blank.fire"),
    *columns("cohesion_effects", "effect", unlocks="blank.cohesion"),
    *columns("cohesion_effects", "hexes", unlocks="blank.retreats", rows=_retreats),
    *columns("terrain", "fire", "firing", "assault", unlocks="blank.terrain"),
)
GAME = Game(
    "schwerpunkt",
    Catalog,
    "catalogs.games.schwerpunkt.checks:CHECKS",
    blanks=BLANKS,
    documents={"battles": "battle"},
    unread=("own_words",),
)

__all__ = ["BLANKS", "GAME", "Catalog"]
