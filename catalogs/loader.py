"""Load the catalogues of a game: ``load(game)``. Tables are read on first use and cached."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from catalogs.catalog import Catalog
from catalogs.errors import CatalogError
from catalogs.game import game as find_game
from catalogs.game import games, store_for
from catalogs.store import Store

OVERLAY_VARIABLE = "HORAH_OVERLAY"


def load(game: str, overlay: Path | None = None) -> Catalog:
    """Return the catalogues of a game, with an overlay folder applied if one is given.

    Without ``overlay``, use the folder named by HORAH_OVERLAY, if set. If the overlay has a fault, raise
    :class:`~catalogs.errors.CatalogError` and load nothing of it.
    """
    named = os.environ.get(OVERLAY_VARIABLE)
    folder = overlay if overlay is not None else Path(named) if named else None
    return _load(game, folder.resolve() if folder else None)


class Catalogs(Mapping[str, Catalog]):
    """The catalogues of every game with one overlay; each is loaded on first use."""

    def __init__(self, overlay: Path | None = None) -> None:
        self.overlay = overlay

    def __getitem__(self, game: str) -> Catalog:
        return load(game, self.overlay)

    def __contains__(self, game: object) -> bool:
        return game in games()

    def __iter__(self) -> Iterator[str]:
        return iter(games())

    def __len__(self) -> int:
        return len(games())


def built_in(game: str) -> Catalog:
    """Return the catalogues of a game without any overlay."""
    return _load(game, None)


@cache
def _load(game: str, overlay: Path | None) -> Catalog:
    store = store_for(game, overlay)
    if store.overlays:
        _inspect(store)
    return find_game(game).catalog(store)


def _inspect(store: Store) -> None:
    """Run every check on an overlay before anything of it is used."""
    from catalogs.checks import check

    report = check(store, base_schemas=False)
    if report.faults:
        raise CatalogError(report.faults, store.game)
