"""Combat Commander's catalogue and words for the current request."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from exports.games.combat_commander.messages import Scribe
from web.games.context import GameContext

GAME = "combat_commander"
CONTEXT = GameContext(GAME, Catalog, Scribe)
catalog_of, catalog, scribe = CONTEXT.catalog_of, CONTEXT.catalog, CONTEXT.scribe
