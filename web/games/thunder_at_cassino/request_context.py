"""Catalogue and words of Thunder at Cassino in the current request."""

from __future__ import annotations

from catalogs.games.thunder_at_cassino import Catalog
from exports.games.thunder_at_cassino.messages import MessageFormatter
from web.games.context import OwnedGameContext

GAME = "thunder_at_cassino"
CONTEXT = OwnedGameContext(GAME, Catalog, MessageFormatter)
catalog, formatter = CONTEXT.catalog, CONTEXT.formatter
