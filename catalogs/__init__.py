"""Catalogues: the printed tables of each game as JSON, and the loader that applies overlays."""

from catalogs.catalog import Catalog, Language
from catalogs.errors import CatalogError, Fault
from catalogs.loader import Catalogs, load

__all__ = ["Catalog", "CatalogError", "Catalogs", "Fault", "Language", "load"]
