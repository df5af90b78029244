"""Combat! Volume 1: the tables of the solitaire game, typed, and the checks that are their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from catalogs.blanks import Blank
from catalogs.catalog import Catalog as Tables
from catalogs.frozen import Frozen
from catalogs.game import Game
from catalogs.store import Row

from .model import (
    Check,
    EnemyCard,
    FriendlyCard,
    German,
    Man,
    Marker,
    Order,
    Terrain,
    Weapon,
    directions,
    line,
)

STATES = ("aggressive", "bold", "normal", "cautious", "shaken")
FRIENDLY = ("able", "baker", "charlie")
ENEMY = ("red", "blue", "white", "yellow")
T = TypeVar("T")


class Catalog(Tables):
    """Every table by its name; rows by their ids, in printed order."""

    @cached_property
    def figures(self) -> Mapping[str, int]:
        (row,) = self.store.table("figures").values()
        return Frozen({name: value for name, value in row.data.items() if type(value) is int})

    @cached_property
    def men(self) -> Mapping[str, Man]:
        return self._typed("men", Man)

    @cached_property
    def squads(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        return self._each("squads", lambda row: Frozen({team: tuple(row.data[team]) for team in FRIENDLY}))

    @cached_property
    def germans(self) -> Mapping[str, German]:
        return self._typed("germans", German)

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        def make(row: Row) -> Weapon:
            bands = row.data.get("bands")
            read = None if bands is None else tuple((one["from"], one["to"], one["ws"]) for one in bands)
            return Weapon(**{**_own(row, Weapon), "bands": read})

        return self._each("weapons", make)

    @cached_property
    def orders(self) -> Mapping[str, Order]:
        return self._each(
            "orders", lambda row: Order(**{**_own(row, Order), "acts": tuple(row.data["acts"])})
        )

    @cached_property
    def terrain(self) -> Mapping[str, Terrain]:
        return self._each(
            "terrain", lambda row: Terrain(**{**_own(row, Terrain), "size": Fraction(row.data["size"])})
        )

    @cached_property
    def morale(self) -> Mapping[str, Marker]:
        return self._each("morale", lambda row: _marker(row, row.data["rank"]))

    @cached_property
    def ladder(self) -> tuple[str, ...]:
        """17.0: the seven states, the worst first."""
        return tuple(sorted(self.morale, key=lambda state: self.morale[state].rank))

    @cached_property
    def wounds(self) -> Mapping[str, Marker]:
        return self._each("wounds", lambda row: _marker(row, row.data["worse"]))

    @cached_property
    def checks(self) -> Mapping[str, Check]:
        return self._typed("checks", Check)

    @cached_property
    def friendly_cards(self) -> Mapping[str, FriendlyCard]:
        def make(row: Row) -> FriendlyCard:
            data = row.data
            initiative = {team: data.get(team) for team in FRIENDLY}
            title, kind, event = data.get("title"), data.get("kind"), data["event"]
            wound, text, ws = data.get("wound"), data.get("text"), data.get("ws") or 0
            return FriendlyCard(row.id, title, kind, initiative, event, wound, text, ws)

        return self._each("friendly_cards", make)

    @cached_property
    def enemy_cards(self) -> Mapping[str, EnemyCard]:
        def make(row: Row) -> EnemyCard:
            lines = {
                (place, s): line(row.data.get(f"{place}_{s}")) for place in ("cover", "open") for s in STATES
            }
            ways = (directions(row.data.get(name)) for name in ("rout", "berserk"))
            return EnemyCard(row.id, row.data.get("initiative"), Frozen(lines), *ways)

        return self._each("enemy_cards", make)

    @cached_property
    def alerts(self) -> Mapping[str, int | None]:
        """9.8: within how many hexes each trigger is felt."""
        return self._each("alerts", lambda row: row.data["distance"])

    @cached_property
    def steps(self) -> Mapping[str, Mapping[str, str]]:
        """4.0: what is done in each step, in words."""
        return self._each("steps", lambda row: row.data["text"])

    @cached_property
    def maps(self) -> Mapping[str, tuple[int | None, int | None]]:
        return self._each("maps", lambda row: (row.data["last_column"], row.data["last_row"]))

    def cell(self, table: str, order: str | None, terrain: str) -> int | None:
        """12.0, 13.0: a cell of one of the two charts, by the target's order and terrain."""
        row = self.store.table(table).get(order or "none")
        return None if row is None else row.data.get(terrain)

    def spotting_range(self, distance: int) -> int | None:
        """12.0: what range does to spotting; None while the chart is blank."""
        rows = self.store.table("spotting_ranges").values()
        bands = (row.data for row in rows)
        return next((one["modifier"] for one in bands if one["from"] <= distance <= one["to"]), None)

    @property
    def scenarios(self) -> Mapping[str, Mapping[str, Any]]:
        """Scenarios that come with the program; none of them is the game's."""
        return self.store.documents["scenarios"]

    @property
    def templates(self) -> Mapping[str, Mapping[str, Any]]:
        """Templates for the house's generator."""
        return self.store.documents["templates"]

    @cached_property
    def own_words(self) -> Mapping[str, Mapping[str, str]]:
        """The texts of those documents by their English words."""
        rows = self.store.table("own_words").values()
        return Frozen({row.data["text"]["en"]: row.data["text"] for row in rows})

    def _typed(self, table: str, kind: type[T]) -> Mapping[str, T]:
        return self._each(table, lambda row: kind(**_own(row, kind)))


def _own(row: Row, kind: Any) -> dict[str, Any]:
    """What a row has of the fields of its class."""
    return {each.name: row.data.get(each.name) for each in fields(kind)}


def _marker(row: Row, rank: int) -> Marker:
    data = row.data
    return Marker(row.id, rank, data["tq"], data["ws"], data["ldr"], data.get("fastest"))


_GRIDS = ("order_terrain", "spotting")
_TERRAIN = [
    "clear",
    "rocks",
    "building",
    "trees",
    "marsh",
    "hedgerow",
    "wall",
    "long_grass",
    "depression",
    "stream",
    "orchard",
    "logs",
    "field",
    "foxhole",
    "rubble",
    "crater",
]

#: What only the owner's components tell, in the order of its worth.
BLANKS = (
    *(Blank("morale", name, unlocks="blank.markers") for name in ("tq", "ws", "ldr")),
    *(Blank("wounds", name, unlocks="blank.markers") for name in ("tq", "ws", "ldr", "fastest")),
    *(
        Blank("men", name, unlocks="blank.men")
        for name in ("ldr", "tq", "skill", "weapon", "ws", "grenade_ws")
    ),
    Blank("germans", unlocks="blank.germans"),
    *(Blank(grid, terrain, unlocks=f"blank.{grid}") for grid in _GRIDS for terrain in _TERRAIN),
    Blank("spotting_ranges", unlocks="blank.spotting"),
    *(Blank("maps", name, unlocks="blank.maps") for name in ("last_column", "last_row")),
    Blank("weapons", unlocks="blank.weapons"),
    Blank("friendly_cards", unlocks="blank.cards"),
    Blank("enemy_cards", unlocks="blank.cards"),
)

GAME = Game(
    "combat_solitaire",
    Catalog,
    "catalogs.games.combat_solitaire.checks:CHECKS",
    blanks=BLANKS,
    documents={"scenarios": "scenario", "templates": "template"},
    unread=("own_words",),
)
