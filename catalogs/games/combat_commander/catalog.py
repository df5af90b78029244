"""Combat Commander's catalogues: every printed table as typed, frozen objects."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from catalogs.catalog import Catalog as Tables
from catalogs.frozen import Frozen

from . import build, editions, model
from . import ground as lay
from .campaigns import Campaign, build_campaigns


class Catalog(Tables):
    """Everything the rulebooks of Combat Commander print; each table is built when first asked for."""

    @cached_property
    def factions(self) -> Mapping[str, model.Faction]:
        return self._each("factions", build.faction)

    def usual(self, side: model.Side) -> str:
        """The faction that is taken for a side where nobody names one."""
        of_side = [faction for faction in self.factions.values() if faction.side == side]
        return next((faction for faction in of_side if faction.usual), of_side[0]).id

    @cached_property
    def counters(self) -> Mapping[str, model.Counter]:
        return self._each("counters", build.counter)

    @cached_property
    def leaders(self) -> Mapping[str, model.Leader]:
        return self._each("leaders", lambda row: build.leader(row, self.counters))

    @cached_property
    def leader_tables(self) -> Mapping[str, model.LeaderTable]:
        return self._each("leader_tables", build.leader_table)

    @cached_property
    def orders_of_battle(self) -> Mapping[str, model.OrderOfBattle]:
        return self._each("orders_of_battle", build.order_of_battle)

    @cached_property
    def support(self) -> Mapping[str, model.SupportOffer]:
        return self._each("support", build.support_offer)

    @cached_property
    def fortifications(self) -> Mapping[str, model.Fortification]:
        return self._each("fortifications", build.fortification)

    @cached_property
    def chits(self) -> Mapping[str, model.Chit]:
        return self._each("chits", build.chit)

    @cached_property
    def decks(self) -> Mapping[str, tuple[model.FateCard, ...]]:
        cards: dict[str, tuple[model.FateCard, ...]] = {}
        for row in self.store.table("decks").values():
            deck = row.id.partition(":")[0]
            cards[deck] = (*cards.get(deck, ()), build.fate_card(row))
        return Frozen(cards)

    @cached_property
    def fate_texts(self) -> Mapping[str, tuple[model.FateText, ...]]:
        """What the cards of each deck say, in the order of the table ``decks``."""
        texts = self._each("fate_cards", build.fate_text)
        return Frozen(
            {
                deck: tuple(texts[f"{deck}:{card.number}"] for card in cards)
                for deck, cards in self.decks.items()
            }
        )

    @cached_property
    def fight(self) -> Mapping[str, model.FightRule]:
        """Orders, actions, events and states of units by ``kind.name``."""
        return self._each("fight", build.fight_rule)

    @cached_property
    def plain_commander(self) -> Mapping[str, int]:
        """What the plain commander of a rehearsal thinks things worth, in hundredths."""
        return self._each("plain_commander", lambda row: int(row.data["value"]))

    @cached_property
    def maps(self) -> Mapping[int, model.Map]:
        sheets = (build.map_sheet(row) for row in self.store.table("maps").values())
        return Frozen({sheet.number: sheet for sheet in sheets})

    def maps_in(self, edition: str | None) -> Mapping[int, model.Map]:
        """The maps as an edition prints them; where none that we know is named, the older print."""
        found = self.editions.get(edition or "")
        return found.maps if found else self.maps

    @cached_property
    def editions(self) -> Mapping[str, model.Edition]:
        return self._each("editions", lambda row: editions.edition(self.store, row.id))

    @cached_property
    def board(self) -> model.Board:
        return build.board(self.store.table("board")["board"])

    @cached_property
    def postures(self) -> Mapping[str, model.PostureRow]:
        return self._each("postures", build.posture)

    @cached_property
    def procedure(self) -> model.Procedure:
        return build.procedure(self.store.table("procedure")["procedure"])

    @cached_property
    def guide(self) -> model.Guide:
        return build.guide(self.store.table("guide")["guide"], self.store.table("factions").values())

    @cached_property
    def rules(self) -> Mapping[str, model.Rule]:
        return self._each("rules", build.rule)

    @cached_property
    def terrain(self) -> Mapping[str, model.Terrain]:
        return self._each("terrain", build.terrain)

    @cached_property
    def ground(self) -> Mapping[str, lay.Ground]:
        """The ground of the maps by their number."""
        return self._each("ground", lay.build)

    @cached_property
    def ground_shapes(self) -> Mapping[str, lay.Shape]:
        return self._each("ground_shapes", lay.build_shape)

    @cached_property
    def ground_touch(self) -> Mapping[str, lay.Strings]:
        """10.1: where a string over the print does otherwise than the shapes tell, by map."""
        return lay.Touches(self.store.table("ground_touch"))

    @cached_property
    def ground_figures(self) -> Mapping[str, Mapping[str, int]]:
        """What each printed map is like, in figures."""
        return self._each("ground_figures", lay.build_figures)

    @cached_property
    def battlefields(self) -> Mapping[str, lay.Recipe]:
        """What a battlefield of our own is made of, by kind."""
        return self._each("battlefields", lay.build_recipe)

    @cached_property
    def campaigns(self) -> Mapping[str, Campaign]:
        """The campaigns: forces, positions, figures, settings."""
        return build_campaigns(self.store.table)

    @cached_property
    def scenarios(self) -> Mapping[str, Mapping[str, Any]]:
        """The printed scenarios that come with the catalogues, as card documents by id."""
        return Frozen(self.store.documents["scenarios"])
