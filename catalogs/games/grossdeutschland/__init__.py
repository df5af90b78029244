"""Grossdeutschland Panzer: typed catalogue."""

from pathlib import Path

from catalogs import loader
from catalogs.game import Game

from .catalog import Catalog
from .owner_fields import OWNER_FIELDS

__all__ = ["GAME", "Catalog", "load"]

GAME = Game(
    "grossdeutschland",
    Catalog,
    "catalogs.games.grossdeutschland.checks:CHECKS",
    own=("battles",),
    blanks=OWNER_FIELDS,
)


def load(overlay: Path | None = None) -> Catalog:
    """Load the game's catalogue, with an optional overlay folder."""
    catalog = loader.load(GAME.id, overlay)
    assert isinstance(catalog, Catalog)
    return catalog
