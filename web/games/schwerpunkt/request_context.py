"""Catalogue and words of Schwerpunkt in the current request."""

from __future__ import annotations

from catalogs.games.schwerpunkt import Catalog
from exports.games.schwerpunkt.messages import MessageFormatter
from web.games.context import OwnedGameContext

GAME = "schwerpunkt"
CONTEXT = OwnedGameContext(GAME, Catalog, MessageFormatter)
catalog, formatter = CONTEXT.catalog, CONTEXT.formatter
