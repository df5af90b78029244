"""Keep catalogues as text, so that what was played with them can be read after they change.

A snapshot holds every file that the rules read, overlay included. Terms and colours, which no rule reads,
always come from the installed catalogues.
"""

from __future__ import annotations

import base64
import copy
import gzip
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from catalogs.catalog import Catalog
from catalogs.game import game as find_game
from catalogs.store import Source, Store

KEPT_SNAPSHOTS = 4  # catalogues in memory besides the installed ones
CACHED = ("layers", "sources", "tables", "version", "documents", "_digest", "_further")


def pack_catalog(catalog: Catalog) -> str:
    """Return the files of a catalogue that the rules read, compressed."""
    store = catalog.store
    layers = [
        [
            (source.table, source.name, source.overlay, source.bytes().decode())
            for source in layer
            if source.table not in store.unread
        ]
        for layer in store.layers
    ]
    text = json.dumps(layers, ensure_ascii=False)
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


@lru_cache(maxsize=KEPT_SNAPSHOTS)
def unpack_catalog(installed: Catalog, packed: str) -> Catalog:
    """Return the catalogue of a snapshot, with the terms and colours of the installed one."""
    store = installed.store
    layers = [
        tuple(Source(table, name, Path(name), overlay, text.encode()) for table, name, overlay, text in layer)
        for layer in json.loads(gzip.decompress(base64.b64decode(packed)))
    ]
    for number, layer in enumerate(store.layers):
        unread = tuple(source for source in layer if source.table in store.unread)
        if number < len(layers):
            layers[number] += unread
        else:
            layers.append(unread)
    return find_game(store.game).catalog(_store_with(store, tuple(layers)))


def _store_with(store: Store, layers: tuple[tuple[Source, ...], ...]) -> Store:
    found = copy.copy(store)
    for name in CACHED:
        found.__dict__.pop(name, None)
    found._tables, found._below, found._layer = {}, None, ()
    found.__dict__["layers"] = layers
    return found


def list_changed_rows(before: Catalog, after: Catalog) -> Mapping[str, list[str]]:
    """Return the rows that differ between two catalogues, by table; only tables that the rules read."""
    names = sorted({*before.store.tables, *after.store.tables} - before.store.unread)
    changed = {}
    for name in names:
        old, new = before.store.table(name), after.store.table(name)
        ids = [id_ for id_ in dict.fromkeys((*old, *new)) if _data(old, id_) != _data(new, id_)]
        if ids:
            changed[name] = ids
    return changed


def _data(rows: Mapping[str, object], id_: str) -> object:
    return getattr(rows.get(id_), "data", None)
