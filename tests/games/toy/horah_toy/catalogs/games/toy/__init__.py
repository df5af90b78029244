"""The toy's tables: lanes, goods, winds, and the ferries that only its owner can list."""

from __future__ import annotations

from dataclasses import dataclass

from catalogs.catalog import Catalog as Tables
from catalogs.catalog import typed_table
from catalogs.checks import declare_checks
from catalogs.game import Game
from catalogs.owner_fields import Blank


@dataclass(frozen=True, slots=True)
class Lane:
    """A way across the table, and the points for a player who is alone on it."""

    id: str
    worth: int
    toll: int | None  # printed on the board only; None until the owner types it


@dataclass(frozen=True, slots=True)
class Good:
    """Something to sell, and the lane on which it comes to the market."""

    id: str
    price: int
    lane: str


class Catalog(Tables):
    lanes = typed_table("lanes", Lane)
    goods = typed_table("goods", Good)


CHECKS = declare_checks(
    needed={"lanes": ("road",)},
    named={"lanes": "lane", "goods": "good", "winds": "wind"},
    refers={"goods.lane": "lane"},
)
BLANKS = (
    Blank("lanes", "toll", unlocks="blank.tolls"),
    Blank("ferries", unlocks="blank.ferries"),
)
GAME = Game("toy", Catalog, f"{__name__}:CHECKS", blanks=BLANKS, documents={"scenarios": "scenario"})
