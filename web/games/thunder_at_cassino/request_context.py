"""Catalogue and words of Thunder at Cassino in the current request."""

from __future__ import annotations

from catalogs.games.thunder_at_cassino import Catalog
from exports.games.thunder_at_cassino.messages import Scribe
from web.games.context import OwnedGameContext

GAME = "thunder_at_cassino"
CONTEXT = OwnedGameContext(GAME, Catalog, Scribe)
catalog, scribe = CONTEXT.catalog, CONTEXT.scribe
