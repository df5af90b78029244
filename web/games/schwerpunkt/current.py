"""Schwerpunkt's catalogues and words, in the application and in the request at hand."""

from __future__ import annotations

from catalogs.games.schwerpunkt import Catalog
from exports.games.schwerpunkt.scribe import Scribe
from web import current

GAME = "schwerpunkt"


def catalog() -> Catalog:
    """The game's catalogues in the application at hand."""
    found = current.context().catalogs[GAME]
    assert isinstance(found, Catalog)
    return found


def scribe() -> Scribe:
    """The game's words in the reader's language."""
    found = current.scribe(GAME)
    assert isinstance(found, Scribe)
    return found
