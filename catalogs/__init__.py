"""What the rulebooks print: JSON by game, and the loader with overlays."""

from catalogs.faults import CatalogError, Fault
from catalogs.loader import Catalog, load

__all__ = ["Catalog", "CatalogError", "Fault", "load"]
