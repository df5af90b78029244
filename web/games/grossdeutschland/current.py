"""The game's catalogues and words in the request at hand."""

from __future__ import annotations

from catalogs.games.grossdeutschland import Catalog
from exports.games.grossdeutschland.scribe import Scribe
from web import current

GAME = "grossdeutschland"


def catalog() -> Catalog:
    found = current.context().catalogs[GAME]
    assert isinstance(found, Catalog)
    return found


def scribe() -> Scribe:
    """The game's words in the reader's language."""
    found = current.scribe(GAME)
    assert isinstance(found, Scribe)
    return found
