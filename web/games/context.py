"""Catalogue and words of a game in the current request, with the game's types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from catalogs import Catalog
from exports.kit.messages import MessageFormatter
from web.http import request_context
from web.pages.owner_catalog import catalog_with_owner_data
from web.service.context import Context

AnyCatalog = TypeVar("AnyCatalog", bound=Catalog)
AnyFormatter = TypeVar("AnyFormatter", bound=MessageFormatter)


@dataclass(frozen=True, slots=True)
class GameContext(Generic[AnyCatalog, AnyFormatter]):
    """Access to a game's catalogue and words for its pages and API."""

    game: str
    catalog_type: type[AnyCatalog]
    formatter_type: type[AnyFormatter]

    def catalog_of(self, context: Context) -> AnyCatalog:
        """Return the game's catalogue of a service context."""
        return self._own(context.catalogs[self.game])

    def catalog(self) -> AnyCatalog:
        """Return the game's catalogue of the current application."""
        return self.catalog_of(request_context.context())

    def formatter(self) -> AnyFormatter:
        """Return the game's words in the reader's language; at a table, with its settings."""
        own_formatter = request_context.formatter(self.game)
        assert isinstance(own_formatter, self.formatter_type)
        return own_formatter

    def _own(self, loaded: Catalog) -> AnyCatalog:
        assert isinstance(loaded, self.catalog_type)
        return loaded


@dataclass(frozen=True, slots=True)
class OwnedGameContext(GameContext[AnyCatalog, AnyFormatter]):
    """Game context for a game whose owner copies figures from the components into a box."""

    def catalog(self) -> AnyCatalog:
        """Return the game's catalogue with the box of this device."""
        return self._own(catalog_with_owner_data(self.game))

    def formatter(self) -> AnyFormatter:
        """Return the game's words in the reader's language, with the box of this device."""
        return self.formatter_type(self.catalog(), request_context.language())
