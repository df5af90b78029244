"""Schwerpunkt's catalogue and words in the request at hand."""

from __future__ import annotations

from catalogs.games.schwerpunkt import Catalog
from exports.games.schwerpunkt.scribe import Scribe
from web.games.context import OwnedGameContext

GAME = "schwerpunkt"
CONTEXT = OwnedGameContext(GAME, Catalog, Scribe)
catalog, scribe = CONTEXT.catalog, CONTEXT.scribe
