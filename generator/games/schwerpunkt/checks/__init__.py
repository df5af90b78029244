"""Validation rules of a battle.

Errors cannot be played; warnings are what the rules demand and the author has not given yet; the last note
gives the status.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.findings import Finding
from schemas.messages import say

from . import clock, command, counters, ground, tables
from .completeness import Demand, get_status, list_demands

Rule = Callable[[Catalog, Mapping[str, Any]], Iterator[Finding]]
RULES: Mapping[str, Rule] = {
    "S0": command.check_names,
    "S1": counters.check_stacking,
    "S2": counters.check_formations,
    "S3": counters.check_headquarters_near_enemy,
    "S4": command.check_subordination,
    "S5": command.check_trains,
    "S6": clock.check_hours,
    "S7": command.check_depots,
    "S8": tables.check_costs,
    "S9": ground.check_observation,
    "S10": tables.check_air,
    "S11": ground.check_victory,
    "S13": tables.check_rows,
}


def check(catalog: Catalog, document: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Return all findings of a valid document."""
    findings = [finding for rule in RULES.values() for finding in rule(catalog, document)]
    return (*findings, _report_status(document, findings))


def _report_status(document: Mapping[str, Any], findings: list[Finding]) -> Finding:
    """S12: report the status, draft or playable; never official."""
    gaps = [demand for demand in list_demands(document) if demand.applies and not demand.given]
    status_ = get_status(document, any(demand.severity == "error" for demand in findings))
    return Finding("note", "S12", (), say(f"check.{status_}", holes=len(gaps)))


__all__ = ["RULES", "Demand", "check", "get_status", "list_demands"]
