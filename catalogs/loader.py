"""One call gives the catalogues: ``load()``. Tables are read when first used, and kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from catalogs.faults import CatalogError
from catalogs.frozen import Frozen
from catalogs.games.combat_commander import build, editions, model
from catalogs.games.combat_commander.campaigns import Campaign, build_campaigns
from catalogs.store import Row, Store

DATA = Path(__file__).parent / "data"
EARLIER = Path(__file__).parent / "earlier"
OVERLAY_VARIABLE = "HORAH_OVERLAY"
T = TypeVar("T")


class Catalog:
    """Every printed table of a game as typed, frozen objects; each is built when first asked for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._earlier: dict[str, Catalog] = {}

    @cached_property
    def factions(self) -> Mapping[str, model.Faction]:
        return self._each("factions", build.faction)

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
    def campaigns(self) -> Mapping[str, Campaign]:
        """The campaigns as :mod:`catalogs.games.combat_commander.campaigns` types them: forces, positions, figures, settings."""
        return build_campaigns(self.store.table)

    @cached_property
    def scenarios(self) -> Mapping[str, Mapping[str, Any]]:
        """The printed scenarios that come with the catalogues, as card documents by id."""
        return Frozen(self.store.documents)

    def earlier(self, name: str) -> Catalog:
        """The catalogues as they stood for an earlier procedure: what was mended since is put back.

        A transcript is a list of answers to the questions that those tables asked.
        """
        if name not in self._earlier:
            self._earlier[name] = Catalog(self.store.earlier(EARLIER / self.store.base.name / name))
        return self._earlier[name]

    @property
    def version(self) -> str:
        """A digest of everything loaded, overlay included; a transcript names it."""
        return self.store.version

    @cached_property
    def terms(self) -> Mapping[str, Mapping[model.Language, str]]:
        """The words a person sees, by key, in Spanish and English."""
        rows = self.store.table("terms").values()
        return Frozen({row.id: Frozen({"es": row.data["es"], "en": row.data["en"]}) for row in rows})

    def term(self, key: str, language: model.Language) -> str:
        """The word for an id, ``term("faction.german", "es")``.

        A counter may have a word of its own or share one with the other factions' counters of that id.
        """
        for candidate in keys(key):
            if words := self.terms.get(candidate):
                return words[language]
        raise KeyError(f"the catalogue of terms has no word for {key!r}")

    def _each(self, table: str, make: Callable[[Row], T]) -> Mapping[str, T]:
        return Frozen({row.id: make(row) for row in self.store.table(table).values()})


def keys(key: str) -> tuple[str, ...]:
    """The keys a word may stand under, best first.

    ``counter_short.german.squad_rifle`` falls back on the long word ``counter.german.squad_rifle``, and both
    on a word without the faction, ``counter.squad_rifle``.
    """
    group, _, rest = key.partition(".")
    long = group.removesuffix("_short")
    shared = rest.partition(".")[2]
    found = [key, f"{long}.{rest}"]
    if shared:
        found += [f"{group}.{shared}", f"{long}.{shared}"]
    return tuple(dict.fromkeys(found))


def load(overlay: Path | None = None, game: str = "combat_commander") -> Catalog:
    """The catalogues of a game, with an overlay folder laid over them if one is given.

    Without ``overlay`` the folder named by HORAH_OVERLAY is taken, if any. An overlay with a fault is
    refused whole with a :class:`~catalogs.faults.CatalogError`.
    """
    named = os.environ.get(OVERLAY_VARIABLE)
    folder = overlay if overlay is not None else Path(named) if named else None
    return _load(game, folder.resolve() if folder else None)


@cache
def _load(game: str, overlay: Path | None) -> Catalog:
    store = Store(DATA / game, overlay)
    if overlay is not None:
        _inspect(store, overlay)
    return Catalog(store)


def _inspect(store: Store, overlay: Path) -> None:
    """Hold an overlay against every check before anything of it is used."""
    from catalogs.checks import check, nothing_in

    if not any(source.overlay for source in store.sources):
        raise CatalogError([nothing_in(overlay)])
    report = check(store, base_schemas=False)
    if report.faults:
        raise CatalogError(report.faults)
