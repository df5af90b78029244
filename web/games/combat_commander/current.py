"""Combat Commander's catalogues and words, in the application and in the request at hand."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from exports.games.combat_commander.scribe import Scribe
from web import current
from web.service.context import Context

GAME = "combat_commander"


def catalog_of(context: Context) -> Catalog:
    """The game's catalogues in a service."""
    found = context.catalogs[GAME]
    assert isinstance(found, Catalog)
    return found


def catalog() -> Catalog:
    """The game's catalogues in the application at hand."""
    return catalog_of(current.context())


def scribe() -> Scribe:
    """The game's words in the reader's language."""
    found = current.scribe(GAME)
    assert isinstance(found, Scribe)
    return found
