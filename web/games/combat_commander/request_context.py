"""Combat Commander's catalogue and words for the current request."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from exports.games.combat_commander.messages import MessageFormatter
from web.games.context import GameContext, OwnedGameContext

GAME = "combat_commander"
CONTEXT = GameContext(GAME, Catalog, MessageFormatter)
catalog_of, catalog, formatter = CONTEXT.catalog_of, CONTEXT.catalog, CONTEXT.formatter
OWNED = OwnedGameContext(GAME, Catalog, MessageFormatter)  # with the maps that this device's owner recorded
