"""How often a wish for balance is granted, and what it costs in tries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.studies import Column, Counted, Counts, Study, add
from schemas.errors import HorahError

from ..battle.make import find_seed
from ..battle.settings import Settings
from .battles import WHICH

VARIANTS = {
    f"wish_{balance}_{taste}": Settings(balance=balance, axis_commander=taste, allied_commander=taste)
    for balance in ("close", "even")
    for taste in ("random", "even")
}
TABLES = (
    Counted("granted", (WHICH, Column("granted", "yes_no"))),
    Counted("tries", (WHICH, Column("tries"))),
)


def _count(catalog: Catalog, seed: str, number: int, counts: Counts) -> None:
    """The try that met the wish is the number after the last tilde; the first has none."""
    name = tuple(VARIANTS)[number % len(VARIANTS)]
    try:
        found = find_seed(catalog, VARIANTS[name], seed)
    except HorahError as refused:
        if refused.code != "NO_BALANCE":
            raise
        add(counts, "granted", name, "no")
        return
    add(counts, "granted", name, "yes")
    add(counts, "tries", name, 1 + int(found.removeprefix(seed).removeprefix("~") or 0))


def _told(_: Catalog) -> Mapping[str, Any]:
    return {name: settings.json() for name, settings in VARIANTS.items()}


BALANCE = Study("balance", TABLES, _count, _told)
