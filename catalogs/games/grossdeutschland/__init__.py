"""Grossdeutschland Panzer's catalogues as typed and frozen objects, and the checks that are its own."""

from pathlib import Path

from catalogs import loader
from catalogs.game import Game

from .blanks import BLANKS
from .catalog import Catalog

__all__ = ["GAME", "Catalog", "load"]

GAME = Game(
    "grossdeutschland",
    Catalog,
    "catalogs.games.grossdeutschland.checks:CHECKS",
    own=("battles",),
    blanks=BLANKS,
)


def load(overlay: Path | None = None) -> Catalog:
    """The game's catalogues, with an overlay folder laid over them if one is given."""
    found = loader.load(GAME.id, overlay)
    assert isinstance(found, Catalog)
    return found
