"""What the rulebooks print: JSON by game, and the loader with overlays."""

from catalogs.catalog import Catalog, Language
from catalogs.faults import CatalogError, Fault
from catalogs.loader import Catalogs, load

__all__ = ["Catalog", "CatalogError", "Catalogs", "Fault", "Language", "load"]
