"""The game's catalogues and words, in the application and in the request at hand."""

from __future__ import annotations

from catalogs.games.combat_solitaire import Catalog
from exports.games.combat_solitaire.scribe import Scribe
from web.current import language
from web.pages.owned import owned

GAME = "combat_solitaire"


def catalog() -> Catalog:
    """The game's catalogues, with what this device's owner copied."""
    found = owned(GAME)
    assert isinstance(found, Catalog)
    return found


def scribe() -> Scribe:
    """The game's words in the reader's language."""
    return Scribe(catalog(), language())
