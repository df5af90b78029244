"""The validation rules of a battle, each with its place, its sentence and, where there is one, its mending.

Errors are what cannot be played; warnings what the rules demand and the author has not given yet; the last
note says how far the battle is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.finding import Finding
from schemas.said import say

from . import clock, command, counters, ground, tables
from .complete import Demand, demands, status

Rule = Callable[[Catalog, Mapping[str, Any]], Iterator[Finding]]
RULES: Mapping[str, Rule] = {
    "S0": command.names,
    "S1": counters.stacking,
    "S2": counters.formations,
    "S3": counters.headquarters_near_the_enemy,
    "S4": command.belonging,
    "S5": command.trains,
    "S6": clock.hours,
    "S7": command.depots,
    "S8": tables.costs,
    "S9": ground.observation,
    "S10": tables.air,
    "S11": ground.victory,
    "S13": tables.rows,
}


def check(catalog: Catalog, document: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Everything there is to say about a battle of the right shape."""
    found = [finding for rule in RULES.values() for finding in rule(catalog, document)]
    return (*found, _how_far(document, found))


def _how_far(document: Mapping[str, Any], found: list[Finding]) -> Finding:
    """S12: a draft, or playable; never official."""
    holes = [each for each in demands(document) if each.applies and not each.given]
    how = status(document, any(each.severity == "error" for each in found))
    return Finding("note", "S12", (), say(f"check.{how}", holes=len(holes)))


__all__ = ["RULES", "Demand", "check", "demands", "status"]
