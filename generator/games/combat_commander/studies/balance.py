"""Study of how often a requested balance is reached, and after how many tries."""

from __future__ import annotations

from functools import partial

from catalogs.games.combat_commander import Catalog
from generator.studies import Column, Counted, Counts, Study, add
from schemas.errors import HorahError

from ..battle.make import find_seed
from ..battle.settings import Settings
from .battles import VARIANT, describe_variants

VARIANTS = {
    f"wish_{balance}_{taste}": Settings(balance=balance, axis_commander=taste, allied_commander=taste)
    for balance in ("close", "even")
    for taste in ("random", "even")
}
TABLES = (
    Counted("granted", (VARIANT, Column("granted", "yes_no"))),
    Counted("tries", (VARIANT, Column("tries"))),
)


def _count(catalog: Catalog, seed: str, number: int, counts: Counts) -> None:
    """Count one search; the number after the tilde of the found seed is the try, without one the first."""
    name = tuple(VARIANTS)[number % len(VARIANTS)]
    try:
        seed_found = find_seed(catalog, VARIANTS[name], seed)
    except HorahError as error:
        if error.code != "NO_BALANCE":
            raise
        add(counts, "granted", name, "no")
        return
    add(counts, "granted", name, "yes")
    add(counts, "tries", name, 1 + int(seed_found.removeprefix(seed).removeprefix("~") or 0))


BALANCE = Study("balance", TABLES, _count, partial(describe_variants, VARIANTS))
