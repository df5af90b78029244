"""Grossdeutschland's catalogue and words in the request at hand."""

from __future__ import annotations

from catalogs.games.grossdeutschland import Catalog
from exports.games.grossdeutschland.scribe import Scribe
from web.games.context import OwnedGameContext

GAME = "grossdeutschland"
CONTEXT = OwnedGameContext(GAME, Catalog, Scribe)
catalog, scribe = CONTEXT.catalog, CONTEXT.scribe
