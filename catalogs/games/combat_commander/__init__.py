"""Combat Commander's catalogues as typed and frozen objects, and the checks that are its own."""

from pathlib import Path

from catalogs import loader
from catalogs.game import Game

from .catalog import Catalog

__all__ = ["GAME", "Catalog", "load"]

GAME = Game(
    "combat_commander",
    Catalog,
    "catalogs.games.combat_commander.checks:CHECKS",
    words=("axis", "allied"),
    own=("factions", "campaign_figures"),
    # Sight, battlefields of our own and rehearsals are worked out beside the procedures that people play.
    unread=(
        "ground",
        "ground_shapes",
        "ground_touch",
        "ground_figures",
        "battlefields",
        "fate_cards",
        "fight",
        "plain_commander",
    ),
    documents={"scenarios": "card"},
)


def load(overlay: Path | None = None) -> Catalog:
    """Combat Commander's catalogues, with an overlay folder laid over them if one is given."""
    found = loader.load(GAME.id, overlay)
    assert isinstance(found, Catalog)
    return found
