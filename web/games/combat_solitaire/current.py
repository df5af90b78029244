"""Combat! solitaire's catalogue and words in the request at hand."""

from __future__ import annotations

from catalogs.games.combat_solitaire import Catalog
from exports.games.combat_solitaire.scribe import Scribe
from web.games.context import OwnedGameContext

GAME = "combat_solitaire"
CONTEXT = OwnedGameContext(GAME, Catalog, Scribe)
catalog, scribe = CONTEXT.catalog, CONTEXT.scribe
