"""Thunder at Cassino: typed catalogue."""

from collections.abc import Iterator
from pathlib import Path

from catalogs import loader
from catalogs.game import Game
from catalogs.owner_fields import Blank
from catalogs.store import Store

from .catalog import Catalog

__all__ = ["GAME", "Catalog", "load"]

TOWN_INSET = "town"


def _list_town_areas(store: Store) -> Iterator[str]:
    """Yield the areas whose terrain the bombardment needs."""
    return (row.id for row in store.table("areas").values() if row.data["inset"] == TOWN_INSET)


def _list_hill_areas(store: Store) -> Iterator[str]:
    return (row.id for row in store.table("areas").values() if row.data["inset"] != TOWN_INSET)


def _list_victory_areas(store: Store) -> Iterator[str]:
    return (row.id for row in store.table("areas").values() if row.data["victory"])


def _list_smoke_guns(store: Store) -> Iterator[str]:
    """Yield kinds of artillery with smoke of unknown duration."""
    rows = store.table("artillery").values()
    return (row.id for row in rows if row.data["smoke"] is not None and row.data["lasts"] is None)


OWNER_FIELDS = (
    Blank("areas", "terrain", rows=_list_town_areas, unlocks="blank.terrain"),
    Blank("areas", "vp", rows=_list_victory_areas, unlocks="blank.points"),
    Blank("bands", "value", unlocks="blank.bands"),
    Blank("variable", "arrives", unlocks="blank.variable"),
    Blank("areas", "colour", unlocks="blank.colour"),
    Blank("areas", "altitude", unlocks="blank.altitude"),
    Blank("areas", "terrain", rows=_list_hill_areas, unlocks="blank.hill_terrain"),
    Blank("areas", "edge", unlocks="blank.edge"),
    Blank("artillery", "lasts", rows=_list_smoke_guns, unlocks="blank.smoke"),
    Blank("units", unlocks="blank.units"),
    Blank("links", unlocks="blank.links"),
)
GAME = Game(
    "thunder_at_cassino", Catalog, "catalogs.games.thunder_at_cassino.checks:CHECKS", blanks=OWNER_FIELDS
)


def load(overlay: Path | None = None) -> Catalog:
    """Load the game's tables, with an optional overlay folder."""
    catalog = loader.load(GAME.id, overlay)
    assert isinstance(catalog, Catalog)
    return catalog
