"""The game's catalogues and words in the request at hand."""

from __future__ import annotations

from catalogs.games.grossdeutschland import Catalog
from exports.games.grossdeutschland.scribe import Scribe
from web.current import language
from web.pages.owned import owned

GAME = "grossdeutschland"


def catalog() -> Catalog:
    found = owned(GAME)
    assert isinstance(found, Catalog)
    return found


def scribe() -> Scribe:
    """The game's words in the reader's language."""
    return Scribe(catalog(), language())
