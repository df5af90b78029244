"""Schwerpunkt: catalogue of figures, actions, formations, modes, markers, and owner-filled tables."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.game import Game
from catalogs.owner_fields import columns
from catalogs.store import Store

from .catalog import Catalog

RETREAT = "retreat"


def _list_unknown_retreats(store: Store) -> Iterator[str]:
    """9.2.I: yield the rows without a retreat distance: retreats, and blank ones."""
    for row in store.table("cohesion_effects").values():
        if row.data["effect"] in (None, RETREAT) and row.data["hexes"] is None:
            yield row.id


OWNER_FIELDS = (
    *columns("actions", "cost", unlocks="blank.costs"),
    *columns("fire_effects", "effect", "losses", unlocks="blank.fire"),
    *columns("cohesion_effects", "effect", unlocks="blank.cohesion"),
    *columns("cohesion_effects", "hexes", unlocks="blank.retreats", rows=_list_unknown_retreats),
    *columns("terrain", "fire", "firing", "assault", unlocks="blank.terrain"),
)
GAME = Game(
    "schwerpunkt",
    Catalog,
    "catalogs.games.schwerpunkt.checks:CHECKS",
    blanks=OWNER_FIELDS,
    documents={"battles": "battle", "frames": "battle"},
    unread=("own_words",),
)

__all__ = ["GAME", "OWNER_FIELDS", "Catalog"]
