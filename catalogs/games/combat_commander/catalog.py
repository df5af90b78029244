"""Combat Commander's catalogues: every printed table as typed, immutable objects."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from catalogs.catalog import Catalog as Tables
from catalogs.catalog import table, typed_table
from catalogs.frozen import Frozen
from catalogs.rows import build

from . import build as rows
from . import editions, model
from . import ground as lay
from .campaigns import Campaign, build_campaigns


class Catalog(Tables):
    """Every printed table of Combat Commander; each is built on first use."""

    factions = typed_table("factions", model.Faction)
    counters = table("counters", rows.counter)
    leader_tables = table("leader_tables", rows.leader_table)
    orders_of_battle = table("orders_of_battle", rows.order_of_battle)
    support = table("support", rows.support_offer)
    fortifications = typed_table("fortifications", model.Fortification)
    chits = table("chits", rows.chit)
    fight = typed_table("fight", model.FightRule)  # by "kind.name"
    #: Values that computer commanders assign to things, in hundredths.
    recruit_commander = table("recruit_commander", lambda row: int(row.data["value"]))
    veteran_commander = table("veteran_commander", lambda row: int(row.data["value"]))
    regular_commander = table("regular_commander", lambda row: int(row.data["value"]))
    #: Weights of the regular that a style changes, in per cent of its own.
    commander_styles = table("commander_styles", lambda row: Frozen(row.data["percent"]))
    fair_battles = typed_table("fair_battles", model.FairBattle)  # by seed
    #: Weights of the model that estimates odds, by figure.
    odds_estimate = table("odds_estimate", lambda row: float(row.data["weight"]))
    postures = typed_table("postures", model.PostureRow)
    rules = table("rules", rows.rule)
    terrain = typed_table("terrain", model.Terrain)
    ground = table("ground", lay.build)  # by map number
    ground_shapes = typed_table("ground_shapes", lay.Shape)
    ground_figures = table("ground_figures", lay.build_figures)  # by map number
    battlefields = typed_table("battlefields", lay.Recipe)  # by kind

    def get_default_faction(self, side: model.Side) -> str:
        """Return the default faction of a side."""
        of_side = [faction for faction in self.factions.values() if faction.side == side]
        return next((faction for faction in of_side if faction.usual), of_side[0]).id

    @cached_property
    def leaders(self) -> Mapping[str, model.Leader]:
        return self._map_rows("leaders", lambda row: rows.leader(row, self.counters))

    @cached_property
    def decks(self) -> Mapping[str, tuple[model.FateCard, ...]]:
        cards: dict[str, tuple[model.FateCard, ...]] = {}
        for row in self.store.table("decks").values():
            deck = row.id.partition(":")[0]
            cards[deck] = (*cards.get(deck, ()), rows.fate_card(row))
        return Frozen(cards)

    @cached_property
    def fate_texts(self) -> Mapping[str, tuple[model.FateText, ...]]:
        """Return the texts of the cards of each deck, in the order of the table ``decks``."""
        texts = self._map_rows("fate_cards", lambda row: build(model.FateText, row.data))
        return Frozen(
            {
                deck: tuple(texts[f"{deck}:{card.number}"] for card in cards)
                for deck, cards in self.decks.items()
            }
        )

    @cached_property
    def maps(self) -> Mapping[int, model.Map]:
        sheets = (rows.map_sheet(row) for row in self.store.table("maps").values())
        return Frozen({sheet.number: sheet for sheet in sheets})

    def maps_in(self, edition: str | None) -> Mapping[int, model.Map]:
        """Return the maps as an edition prints them; for no edition or an unknown one, the older printing."""
        known = self.editions.get(edition or "")
        return known.maps if known else self.maps

    @cached_property
    def editions(self) -> Mapping[str, model.Edition]:
        return self._map_rows("editions", lambda row: editions.edition(self.store, row.id))

    @cached_property
    def board(self) -> model.Board:
        return build(model.Board, self.store.table("board")["board"].data)

    @cached_property
    def procedure(self) -> model.Procedure:
        return build(model.Procedure, self.store.table("procedure")["procedure"].data)

    @cached_property
    def guide(self) -> model.Guide:
        return rows.guide(self.store.table("guide")["guide"], self.store.table("factions").values())

    @cached_property
    def ground_touch(self) -> Mapping[str, lay.Strings]:
        """10.1: return, by map, the strings whose result on the print differs from the shapes."""
        return lay.Touches(self.store.table("ground_touch"))

    @cached_property
    def campaigns(self) -> Mapping[str, Campaign]:
        """Return the campaigns: forces, positions, figures, settings."""
        return build_campaigns(self.store.table)

    @cached_property
    def scenarios(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the printed scenarios that come with the catalogues, as card documents by id."""
        return Frozen(self.store.documents["scenarios"])
