"""The toy's two tables: lanes, and the ferries that only its owner can list."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from catalogs.catalog import Catalog as Tables
from catalogs.catalog import typed_table
from catalogs.checks import Checks
from catalogs.game import Game
from catalogs.owner_fields import Blank


@dataclass(frozen=True, slots=True)
class Lane:
    """A way across the table, and what it is worth to whoever holds it alone."""

    id: str
    worth: int
    toll: int | None  # printed on the board alone: None where the owner has not told


class Catalog(Tables):
    lanes = typed_table("lanes", Lane)


CHECKS = Checks(
    needed={"lanes": ("road",)},
    targets=lambda store: {},
    references=lambda store: (),
    visible=lambda store: ((row, ("id",), f"lane.{row.id}") for row in store.table("lanes").values()),
)
BLANKS = (
    Blank("lanes", "toll", unlocks="blank.tolls"),
    Blank("ferries", unlocks="blank.ferries"),
)
GAME = Game(
    "toy",
    Catalog,
    f"{__name__}:CHECKS",
    data=Path(__file__).parents[2] / "data" / "toy",
    blanks=BLANKS,
    documents={"scenarios": "scenario"},
)
