"""Combat Commander's catalogues as typed, immutable objects, with their checks."""

from pathlib import Path

from catalogs import loader
from catalogs.game import Game
from catalogs.owner_fields import Blank

from .catalog import Catalog

__all__ = ["GAME", "Catalog", "load"]

GAME = Game(
    "combat_commander",
    Catalog,
    "catalogs.games.combat_commander.checks:CHECKS",
    words=("axis", "allied"),
    own=("factions", "campaign_figures"),
    # Only line of sight, generated battlefields and rehearsals read these tables; no recorded procedure does.
    unread=(
        "ground",
        "ground_shapes",
        "ground_touch",
        "ground_figures",
        "battlefields",
        "fate_cards",
        "fight",
        "commander_styles",
        "fair_battles",
        "recruit_commander",
        "regular_commander",
        "veteran_commander",
        "odds_estimate",
    ),
    documents={"scenarios": "card"},
    blanks=(Blank("ground", unlocks="blank.ground"),),  # maps that only their owner can record
)


def load(overlay: Path | None = None) -> Catalog:
    """Return Combat Commander's catalogues, with an overlay folder applied if one is given."""
    catalog = loader.load(GAME.id, overlay)
    assert isinstance(catalog, Catalog)
    return catalog
