"""Schwerpunkt's catalogues and words, in the application and in the request at hand."""

from __future__ import annotations

from catalogs.games.schwerpunkt import Catalog
from exports.games.schwerpunkt.scribe import Scribe
from web.current import language
from web.pages.owned import owned

GAME = "schwerpunkt"


def catalog() -> Catalog:
    """The game's catalogues, with what this device's owner copied."""
    found = owned(GAME)
    assert isinstance(found, Catalog)
    return found


def scribe() -> Scribe:
    """The game's words in the reader's language."""
    return Scribe(catalog(), language())
