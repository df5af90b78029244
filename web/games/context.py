"""Catalogue and words of a game in the current request, with the game's types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from catalogs import Catalog
from exports.kit.messages import Scribe
from web.http import request_context
from web.pages.owner_catalog import catalog_with_owner_data
from web.service.context import Context

AnyCatalog = TypeVar("AnyCatalog", bound=Catalog)
AnyScribe = TypeVar("AnyScribe", bound=Scribe)


@dataclass(frozen=True, slots=True)
class GameContext(Generic[AnyCatalog, AnyScribe]):
    """Access to a game's catalogue and words for its pages and API."""

    game: str
    catalog_type: type[AnyCatalog]
    scribe_type: type[AnyScribe]

    def catalog_of(self, context: Context) -> AnyCatalog:
        """Return the game's catalogue of a service context."""
        return self._own(context.catalogs[self.game])

    def catalog(self) -> AnyCatalog:
        """Return the game's catalogue of the current application."""
        return self.catalog_of(request_context.context())

    def scribe(self) -> AnyScribe:
        """Return the game's words in the reader's language; at a table, with its settings."""
        found = request_context.scribe(self.game)
        assert isinstance(found, self.scribe_type)
        return found

    def _own(self, found: Catalog) -> AnyCatalog:
        assert isinstance(found, self.catalog_type)
        return found


@dataclass(frozen=True, slots=True)
class OwnedGameContext(GameContext[AnyCatalog, AnyScribe]):
    """Game context for a game whose owner copies figures from the components into a box."""

    def catalog(self) -> AnyCatalog:
        """Return the game's catalogue with the box of this device."""
        return self._own(catalog_with_owner_data(self.game))

    def scribe(self) -> AnyScribe:
        """Return the game's words in the reader's language, with the box of this device."""
        return self.scribe_type(self.catalog(), request_context.language())
