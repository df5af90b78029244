"""RS.1 to RS.16 as they come out: marker, postures, forces, support and fortifications, over many battles."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from itertools import product
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.studies import Column, Counted, Counts, Study, add

from ..battle.make import state
from ..battle.settings import Settings
from ..battle.state import SIDES, Battle, opponent

Variants = Mapping[str, Settings]
WHICH = Column("variant", "study_variant")
SIDE = Column("side", "side")
TABLES = (
    Counted("marker", (WHICH, Column("marker"))),
    Counted("postures", (WHICH, SIDE, Column("posture", "posture"))),
    Counted("nations", (WHICH, SIDE, Column("faction", "faction"))),
    Counted("nationalities", (WHICH, SIDE, Column("nationality", "people"))),
    Counted("years", (WHICH, Column("year"))),
    Counted("qualities", (WHICH, SIDE, Column("quality", "quality"))),
    Counted("sizes", (WHICH, SIDE, Column("size", "size"))),
    Counted("forces", (WHICH, SIDE, Column("point_value"))),
    Counted("support_price", (WHICH, SIDE, Column("price"))),
    Counted("fortifications", (WHICH, Column("package", "package"))),
    Counted("fortification_price", (WHICH, Column("price"))),
    Counted("support", (WHICH, Column("faction", "faction"), Column("ware", "support"))),
)


def before_set_up(battle: Battle) -> int:
    """RS.8: the marker as it lay when postures were given, from what was paid until then."""
    marker = 0
    for side in SIDES:
        force = battle.force(side)
        paid = force.point_value + sum(purchase.cost for purchase in force.support)
        marker += paid if opponent(side) == "axis" else -paid
    return marker


def tally(battle: Battle, variant: str, counts: Counts) -> None:
    """One battle into every table."""
    add(counts, "marker", variant, before_set_up(battle))
    add(counts, "years", variant, battle.year)
    for side in SIDES:
        force = battle.force(side)
        add(counts, "postures", variant, side, force.posture)
        add(counts, "nations", variant, side, force.faction)
        add(counts, "nationalities", variant, side, force.nationality or force.faction)
        add(counts, "qualities", variant, side, force.quality)
        add(counts, "sizes", variant, side, force.size)
        add(counts, "forces", variant, side, force.point_value)
        add(counts, "support_price", variant, side, sum(purchase.cost for purchase in force.support))
        for purchase in force.support:
            faction, _, unit = purchase.offer.split(":", 2)
            add(counts, "support", variant, faction, f"{faction}.{unit}")
    price = 0
    costs = {package.id: package.cost for package in battle.edition.packages}
    for package, number in battle.packages.items():
        add(counts, "fortifications", variant, package, by=number)
        price += costs[package] * number
    if battle.posture_side("defend"):
        add(counts, "fortification_price", variant, price)


def _count(
    variants: Variants, without: Collection[str], catalog: Catalog, seed: str, number: int, counts: Counts
) -> None:
    name = tuple(variants)[number % len(variants)]
    tally(state(catalog, variants[name], seed), name, counts)
    for table in without:
        counts.pop(table, None)


def _told(variants: Variants, _: Catalog) -> Mapping[str, Any]:
    return {name: settings.json() for name, settings in variants.items()}


def _study(name: str, variants: Variants, without: Collection[str] = ()) -> Study:
    """A study of several variants; tables that are the same in all of them are left out."""
    tables = tuple(table for table in TABLES if table.name not in without)
    return Study(name, tables, partial(_count, variants, without), partial(_told, variants))


ROLLED = (
    "nations",
    "nationalities",
    "years",
    "support",
)  # what dice decide, and what depends on whom they chose
TASTES = ("random", "cautious", "bold", "even")
ROLL_UP = _study("roll-up", {"usual": Settings()})
COMMANDERS = _study(
    "commanders",
    {
        f"{axis}_{allied}": Settings(axis_commander=axis, allied_commander=allied)
        for axis, allied in product(TASTES, TASTES)
    },
    without=(*ROLLED, "qualities"),
)
EDITIONS = _study(
    "editions",
    {
        "corrected": Settings(),
        "compilation": Settings(edition="compilation", holes="remedy"),
        "anniversary": Settings(edition="anniversary"),
    },
)
HOUSE = _study(
    "house-rules",
    {
        "usual": Settings(),
        "reroll_green": Settings(reroll_green=True),
        "defender_radio": Settings(defender_radio=True),
        "same_size": Settings(same_size=True),
    },
    without=ROLLED,
)
