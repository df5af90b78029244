"""The game's tables and words in the request at hand, with what this device's owner copied."""

from __future__ import annotations

from catalogs.games.thunder_at_cassino import Catalog
from exports.games.thunder_at_cassino.scribe import Scribe
from web.current import language
from web.pages.owned import owned

GAME = "thunder_at_cassino"


def tables() -> Catalog:
    """The game's tables, with the owner's box laid over them."""
    found = owned(GAME)
    assert isinstance(found, Catalog)
    return found


def words() -> Scribe:
    return Scribe(tables(), language())
