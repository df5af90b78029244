"""Catalogue and words of Combat! solitaire in the current request."""

from __future__ import annotations

from catalogs.games.combat_solitaire import Catalog
from exports.games.combat_solitaire.messages import MessageFormatter
from web.games.context import OwnedGameContext

GAME = "combat_solitaire"
CONTEXT = OwnedGameContext(GAME, Catalog, MessageFormatter)
catalog, formatter = CONTEXT.catalog, CONTEXT.formatter
