"""One call gives the catalogues of a game: ``load(game)``. Tables are read when first used, and kept."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from catalogs.catalog import Catalog
from catalogs.faults import CatalogError
from catalogs.game import game as found_game
from catalogs.game import games, store_for
from catalogs.store import Store

OVERLAY_VARIABLE = "HORAH_OVERLAY"


def load(game: str, overlay: Path | None = None) -> Catalog:
    """The catalogues of a game, with an overlay folder laid over them if one is given.

    Without ``overlay`` the folder named by HORAH_OVERLAY is taken, if any. An overlay with a fault is
    refused whole with a :class:`~catalogs.faults.CatalogError`.
    """
    named = os.environ.get(OVERLAY_VARIABLE)
    folder = overlay if overlay is not None else Path(named) if named else None
    return _load(game, folder.resolve() if folder else None)


class Catalogs(Mapping[str, Catalog]):
    """The catalogues of every game, each loaded when it is first asked for, all with one overlay."""

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
    """The catalogues of a game without any overlay."""
    return _load(game, None)


@cache
def _load(game: str, overlay: Path | None) -> Catalog:
    store = store_for(game, overlay)
    if store.overlays:
        _inspect(store)
    return found_game(game).catalog(store)


def _inspect(store: Store) -> None:
    """Hold an overlay against every check before anything of it is used."""
    from catalogs.checks import check

    report = check(store, base_schemas=False)
    if report.faults:
        raise CatalogError(report.faults, store.game)
