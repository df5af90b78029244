"""Schwerpunkt's tables: figures, actions, formations, modes, markers, and the tables that owners fill."""

from __future__ import annotations

from catalogs.blanks import Blank
from catalogs.game import Game

from .catalog import Catalog

BLANKS = (
    Blank("actions", "cost", unlocks="blank.costs"),
    Blank("fire_effects", "effect", unlocks="blank.fire"),
    Blank("fire_effects", "losses", unlocks="blank.fire"),
    Blank("cohesion_effects", "effect", unlocks="blank.cohesion"),
    Blank("terrain", "fire", unlocks="blank.terrain"),
    Blank("terrain", "firing", unlocks="blank.terrain"),
    Blank("terrain", "assault", unlocks="blank.terrain"),
)
GAME = Game(
    "schwerpunkt",
    Catalog,
    "catalogs.games.schwerpunkt.checks:CHECKS",
    blanks=BLANKS,
    documents={"battles": "battle"},
)

__all__ = ["BLANKS", "GAME", "Catalog"]
