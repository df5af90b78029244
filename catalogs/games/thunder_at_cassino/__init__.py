"""Thunder at Cassino's tables as typed and frozen objects, and the checks that are its own."""

from collections.abc import Iterator
from pathlib import Path

from catalogs import loader
from catalogs.blanks import Blank
from catalogs.game import Game
from catalogs.store import Store

from .catalog import Catalog

__all__ = ["GAME", "Catalog", "load"]

TOWN = "town"


def _town(store: Store) -> Iterator[str]:
    """The areas whose terrain the bombardment needs."""
    return (row.id for row in store.table("areas").values() if row.data["inset"] == TOWN)


def _hill(store: Store) -> Iterator[str]:
    return (row.id for row in store.table("areas").values() if row.data["inset"] != TOWN)


def _victory(store: Store) -> Iterator[str]:
    return (row.id for row in store.table("areas").values() if row.data["victory"])


def _smoke(store: Store) -> Iterator[str]:
    """Kinds of artillery that lay smoke whose duration the text does not tell."""
    rows = store.table("artillery").values()
    return (row.id for row in rows if row.data["smoke"] is not None and row.data["lasts"] is None)


BLANKS = (
    Blank("areas", "terrain", rows=_town, unlocks="blank.terrain"),
    Blank("areas", "vp", rows=_victory, unlocks="blank.points"),
    Blank("bands", "value", unlocks="blank.bands"),
    Blank("variable", "arrives", unlocks="blank.variable"),
    Blank("areas", "colour", unlocks="blank.colour"),
    Blank("areas", "altitude", unlocks="blank.altitude"),
    Blank("areas", "terrain", rows=_hill, unlocks="blank.hill_terrain"),
    Blank("areas", "edge", unlocks="blank.edge"),
    Blank("artillery", "lasts", rows=_smoke, unlocks="blank.smoke"),
    Blank("units", unlocks="blank.units"),
    Blank("links", unlocks="blank.links"),
)
GAME = Game("thunder_at_cassino", Catalog, "catalogs.games.thunder_at_cassino.checks:CHECKS", blanks=BLANKS)


def load(overlay: Path | None = None) -> Catalog:
    """The game's tables, with an overlay folder laid over them if one is given."""
    found = loader.load(GAME.id, overlay)
    assert isinstance(found, Catalog)
    return found
