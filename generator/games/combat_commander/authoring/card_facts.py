"""Facts derived from a card that several checks and proposals need, computed once."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Side

from .. import hexes
from ..ground.card_ground import get_card_ground
from .card import Card
from .force import SIDES, Lot, count_pieces, list_lots
from .pricing import compute_side_points


class Reading:
    """A card with its catalogue, and facts derived from both."""

    def __init__(self, card: Card, catalog: Catalog) -> None:
        self.card = card
        self.catalog = catalog

    @property
    def kind(self) -> str:
        """The origin of the card; "scenario" if the card does not say."""
        kind: str = self.card.get("source", {}).get("kind", "scenario")
        return kind

    def side(self, side: Side) -> dict[str, Any]:
        force: dict[str, Any] = self.card["sides"][side]
        return force

    @cached_property
    def all_lots(self) -> dict[Side, tuple[Lot, ...]]:
        return {side: list_lots(self.card, side, self.catalog) for side in SIDES}

    def lots(self, side: Side) -> tuple[Lot, ...]:
        return self.all_lots[side]

    def start(self, side: Side) -> tuple[Lot, ...]:
        """Return the pieces present from the start."""
        return tuple(lot for lot in self.lots(side) if lot.space is None and lot.origin != "infiltration")

    def leaders(self, side: Side) -> int:
        return count_pieces(self.lots(side), ("leader",))

    @cached_property
    def points(self) -> dict[Side, int]:
        return {side: compute_side_points(self.card, side, self.catalog) for side in SIDES}

    @cached_property
    def zones(self) -> dict[Side, frozenset[str]]:
        """RS.10-RS.13: the set-up zone of each side."""
        board = self.catalog.board
        return {
            side: hexes.zone(board, self.side(side)["setup"]["edge"], self.side(side)["setup"]["depth"])
            for side in SIDES
        }

    @cached_property
    def ground(self) -> Ground | None:
        """T78-T99: the terrain of the map, None if unknown."""
        return get_card_ground(self.catalog, self.card)

    @property
    def terrain(self) -> dict[str, dict[str, Any]]:
        """The hexes of a custom map; empty for a printed one."""
        hexes_by_id: dict[str, dict[str, Any]] = self.card["map"].get("custom", {}).get("hexes", {})
        return hexes_by_id

    @property
    def modules(self) -> frozenset[str]:
        return frozenset(self.card["rules"].get("modules", ()))

    @property
    def night(self) -> bool:
        """NO-5, PA-18: night by the module or by the field."""
        return "night" in self.modules or self.card["rules"].get("night", "none") != "none"
