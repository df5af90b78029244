"""Catalogue and words of Grossdeutschland in the current request."""

from __future__ import annotations

from catalogs.games.grossdeutschland import Catalog
from exports.games.grossdeutschland.messages import MessageFormatter
from web.games.context import OwnedGameContext

GAME = "grossdeutschland"
CONTEXT = OwnedGameContext(GAME, Catalog, MessageFormatter)
catalog, formatter = CONTEXT.catalog, CONTEXT.formatter
