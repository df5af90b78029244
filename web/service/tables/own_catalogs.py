"""The catalogues that a table belongs to: kept when it is opened, so that later changes do not alter it."""

from __future__ import annotations

from catalogs import Catalog
from catalogs.owner_data import apply_if_valid
from catalogs.snapshot import pack_catalog, unpack_catalog
from web.storage import catalogs as storage
from web.storage.records import StoredTable

from ..context import Context

PART_OF = "="  # a version with owner data refers to the version without it


def keep_catalog(context: Context, catalog: Catalog) -> None:
    """Store the catalogues of a new table, once for each version."""
    installed = context.catalogs[catalog.game]
    if storage.find(context.repository, catalog.game, installed.version) is None:
        storage.add(context.repository, catalog.game, installed.version, pack_catalog(installed))
    if catalog.version != installed.version:
        storage.add(context.repository, catalog.game, catalog.version, PART_OF + installed.version)


def find_catalog(context: Context, game: str, version: str, stored: StoredTable) -> Catalog | None:
    """Return the catalogues of a version as the table knew them; None if they were not kept."""
    body = storage.find(context.repository, game, version)
    if body is not None and body.startswith(PART_OF):
        body = storage.find(context.repository, game, body.removeprefix(PART_OF))
    if body is None:
        return None
    catalog = apply_if_valid(unpack_catalog(context.catalogs[game], body), stored.owner_data)
    return catalog if catalog.version == version else None
