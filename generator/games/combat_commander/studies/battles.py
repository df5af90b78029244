"""Study of RS.1 to RS.16 over many battles: marker, postures, forces, support and fortifications."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from itertools import product
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.studies import Column, Counted, Counts, Study, add

from ..battle.make import make_state
from ..battle.settings import Settings
from ..battle.state import SIDES, Battle, opponent

Variants = Mapping[str, Settings]
VARIANT = Column("variant", "study_variant")
SIDE = Column("side", "side")
TABLES = (
    Counted("marker", (VARIANT, Column("marker"))),
    Counted("postures", (VARIANT, SIDE, Column("posture", "posture"))),
    Counted("nations", (VARIANT, SIDE, Column("faction", "faction"))),
    Counted("nationalities", (VARIANT, SIDE, Column("nationality", "people"))),
    Counted("years", (VARIANT, Column("year"))),
    Counted("qualities", (VARIANT, SIDE, Column("quality", "quality"))),
    Counted("sizes", (VARIANT, SIDE, Column("size", "size"))),
    Counted("forces", (VARIANT, SIDE, Column("point_value"))),
    Counted("support_price", (VARIANT, SIDE, Column("price"))),
    Counted("fortifications", (VARIANT, Column("package", "package"))),
    Counted("fortification_price", (VARIANT, Column("price"))),
    Counted("support", (VARIANT, Column("faction", "faction"), Column("ware", "support"))),
)


def get_marker_before_set_up(battle: Battle) -> int:
    """RS.8: return the marker when postures were assigned, from the costs paid until then."""
    marker = 0
    for side in SIDES:
        force = battle.force(side)
        paid = force.point_value + sum(purchase.cost for purchase in force.support)
        marker += paid if opponent(side) == "axis" else -paid
    return marker


def tally_battle(battle: Battle, variant: str, counts: Counts) -> None:
    """Count one battle in every table."""
    add(counts, "marker", variant, get_marker_before_set_up(battle))
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
    tally_battle(make_state(catalog, variants[name], seed), name, counts)
    for table in without:
        counts.pop(table, None)


def describe_variants(variants: Variants, _: Catalog) -> Mapping[str, Any]:
    return {name: settings.json() for name, settings in variants.items()}


def _make_study(name: str, variants: Variants, without: Collection[str] = ()) -> Study:
    """Return a study of several variants, without tables that are the same in all of them."""
    tables = tuple(table for table in TABLES if table.name not in without)
    return Study(name, tables, partial(_count, variants, without), partial(describe_variants, variants))


DICE_TABLES = (
    "nations",
    "nationalities",
    "years",
    "support",
)  # tables decided by dice alone
TASTES = ("random", "cautious", "bold", "even")
ROLL_UP = _make_study("roll-up", {"usual": Settings()})
COMMANDERS = _make_study(
    "commanders",
    {
        f"{axis}_{allied}": Settings(axis_commander=axis, allied_commander=allied)
        for axis, allied in product(TASTES, TASTES)
    },
    without=(*DICE_TABLES, "qualities"),
)
EDITIONS = _make_study(
    "editions",
    {
        "corrected": Settings(),
        "compilation": Settings(edition="compilation", holes="remedy"),
        "anniversary": Settings(edition="anniversary"),
    },
)
HOUSE = _make_study(
    "house-rules",
    {
        "usual": Settings(),
        "reroll_green": Settings(reroll_green=True),
        "defender_radio": Settings(defender_radio=True),
        "same_size": Settings(same_size=True),
    },
    without=DICE_TABLES,
)
