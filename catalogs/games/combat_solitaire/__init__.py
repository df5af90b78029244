"""Combat! Volume 1: typed catalogue tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from catalogs.catalog import Catalog as Tables
from catalogs.frozen import Frozen
from catalogs.game import Game
from catalogs.owner_fields import Blank
from catalogs.store import Row

from .model import (
    ONE,
    Check,
    EnemyCard,
    FriendlyCard,
    German,
    Man,
    Marker,
    Order,
    Terrain,
    Weapon,
    parse_directions,
    parse_line,
)

CARD_MORALE_STATES = ("aggressive", "bold", "normal", "cautious", "shaken")
FRIENDLY = ("able", "baker", "charlie")
ENEMY = ("red", "blue", "white", "yellow")
T = TypeVar("T")


class Catalog(Tables):
    """Tables by name; rows by id, in printed order."""

    @cached_property
    def figures(self) -> Mapping[str, int]:
        (row,) = self.store.table("figures").values()
        return Frozen({name: value for name, value in row.data.items() if type(value) is int})

    @cached_property
    def men(self) -> Mapping[str, Man]:
        return self._typed("men", Man)

    @cached_property
    def squads(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        return self._map_rows(
            "squads", lambda row: Frozen({team: tuple(row.data[team]) for team in FRIENDLY})
        )

    @cached_property
    def germans(self) -> Mapping[str, German]:
        return self._typed("germans", German)

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        def make(row: Row) -> Weapon:
            bands = row.data.get("bands")
            values = (
                None if bands is None else tuple((band["from"], band["to"], band["ws"]) for band in bands)
            )
            return Weapon(**{**_pick_fields(row, Weapon), "bands": values})

        return self._map_rows("weapons", make)

    @cached_property
    def orders(self) -> Mapping[str, Order]:
        return self._map_rows(
            "orders", lambda row: Order(**{**_pick_fields(row, Order), "acts": tuple(row.data["acts"])})
        )

    @cached_property
    def terrain(self) -> Mapping[str, Terrain]:
        return self._map_rows(
            "terrain",
            lambda row: Terrain(**{**_pick_fields(row, Terrain), "size": Fraction(row.data["size"])}),
        )

    @cached_property
    def morale(self) -> Mapping[str, Marker]:
        return self._map_rows("morale", lambda row: _make_marker(row, row.data["rank"]))

    @cached_property
    def ladder(self) -> tuple[str, ...]:
        """17.0: the seven morale states, the worst first."""
        return tuple(sorted(self.morale, key=lambda state: self.morale[state].rank))

    @cached_property
    def wounds(self) -> Mapping[str, Marker]:
        return self._map_rows("wounds", lambda row: _make_marker(row, row.data["worse"]))

    @cached_property
    def checks(self) -> Mapping[str, Check]:
        return self._typed("checks", Check)

    @cached_property
    def friendly_cards(self) -> Mapping[str, FriendlyCard]:
        def make(row: Row) -> FriendlyCard:
            data = row.data
            initiative = {team: data.get(team) for team in FRIENDLY}
            title, kind, event = data.get("title"), data.get("kind"), data["event"]
            wound, text = data.get("wound"), data.get("text")
            return FriendlyCard(
                row.id, title, kind, initiative, event, wound, text,
                ws=data.get("ws") or 0,
                tq=data.get("tq") or 0,
                lot_team=data.get("lot_team"),
                lot_scope=data.get("lot_scope") or ONE,
                lot_order=data.get("lot_order") or "hide",
            )  # fmt: skip

        return self._map_rows("friendly_cards", make)

    @cached_property
    def enemy_cards(self) -> Mapping[str, EnemyCard]:
        def make(row: Row) -> EnemyCard:
            lines = {
                (place, s): parse_line(row.data.get(f"{place}_{s}"))
                for place in ("cover", "open")
                for s in CARD_MORALE_STATES
            }
            ways = (parse_directions(row.data.get(name)) for name in ("rout", "berserk"))
            return EnemyCard(row.id, row.data.get("initiative"), Frozen(lines), *ways)

        return self._map_rows("enemy_cards", make)

    @cached_property
    def alerts(self) -> Mapping[str, int | None]:
        """9.8: trigger distances in hexes."""
        return self._map_rows("alerts", lambda row: row.data["distance"])

    @cached_property
    def steps(self) -> Mapping[str, Mapping[str, str]]:
        """4.0: description of each step."""
        return self._map_rows("steps", lambda row: row.data["text"])

    @cached_property
    def maps(self) -> Mapping[str, tuple[int | None, int | None]]:
        return self._map_rows("maps", lambda row: (row.data["last_column"], row.data["last_row"]))

    def cell(self, table: str, order: str | None, terrain: str) -> int | None:
        """12.0, 13.0: return a chart cell by the target's order and terrain."""
        row = self.store.table(table).get(order or "none")
        return None if row is None else row.data.get(terrain)

    def spotting_range(self, distance: int) -> int | None:
        """12.0: return the range modifier to spotting; None if the chart is blank."""
        rows = self.store.table("spotting_ranges").values()
        bands = (row.data for row in rows)
        return next((band["modifier"] for band in bands if band["from"] <= distance <= band["to"]), None)

    @property
    def scenarios(self) -> Mapping[str, Mapping[str, Any]]:
        """Scenarios shipped with the program; none is from the published game."""
        return self.store.documents["scenarios"]

    @property
    def templates(self) -> Mapping[str, Mapping[str, Any]]:
        """Templates for the scenario generator."""
        return self.store.documents["templates"]

    @cached_property
    def own_words(self) -> Mapping[str, Mapping[str, str]]:
        """Translations of the shipped documents by their English text."""
        rows = self.store.table("own_words").values()
        return Frozen({row.data["text"]["en"]: row.data["text"] for row in rows})

    def _typed(self, table: str, kind: type[T]) -> Mapping[str, T]:
        return self._map_rows(table, lambda row: kind(**_pick_fields(row, kind)))


def _pick_fields(row: Row, kind: Any) -> dict[str, Any]:
    """Return a row's values for the fields of a class."""
    return {field.name: row.data.get(field.name) for field in fields(kind)}


def _make_marker(row: Row, rank: int) -> Marker:
    data = row.data
    return Marker(row.id, rank, data["tq"], data["ws"], data["ldr"], data.get("fastest"))


_CHARTS = ("order_terrain", "spotting")
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

# Fields that only the owner's components show, most useful first.
OWNER_FIELDS = (
    *(Blank("morale", name, unlocks="blank.markers") for name in ("tq", "ws", "ldr")),
    *(Blank("wounds", name, unlocks="blank.markers") for name in ("tq", "ws", "ldr", "fastest")),
    *(
        Blank("men", name, unlocks="blank.men")
        for name in ("ldr", "tq", "skill", "weapon", "ws", "grenade_ws")
    ),
    Blank("germans", unlocks="blank.germans"),
    *(Blank(grid, terrain, unlocks=f"blank.{grid}") for grid in _CHARTS for terrain in _TERRAIN),
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
    blanks=OWNER_FIELDS,
    documents={"scenarios": "scenario", "templates": "template"},
    unread=("own_words",),
)
