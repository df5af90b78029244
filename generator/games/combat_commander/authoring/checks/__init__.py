"""Checks of a card: structure by the JSON Schema, meaning by the functions of these modules.

``check`` returns all findings; ``meaning`` skips the schema, for documents known to be well formed.
"""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from generator.findings import Finding

from ..card import Card
from ..card_facts import Reading
from . import advice, forces, ground, objectives, references, rules, sides, tracks, works
from .base import CHECKS, Check, get_rule
from .structure import check_structure, require_well_formed

__all__ = [
    "ALL",
    "Check",
    "Finding",
    "check",
    "check_meaning",
    "check_structure",
    "get_rule",
    "has_errors",
    "require_well_formed",
]

_MODULES = (advice, forces, ground, objectives, references, rules, sides, tracks, works)

#: All checks in the order of their ids.
ALL: tuple[Check, ...] = tuple(sorted(CHECKS.values(), key=lambda check: check.id))


def check(card: Card, catalog: Catalog) -> tuple[Finding, ...]:
    """Return all findings; for a malformed card only the structural ones."""
    malformed = tuple(check_structure(card))
    return malformed or check_meaning(card, catalog)


def check_meaning(card: Card, catalog: Catalog) -> tuple[Finding, ...]:
    """Return the findings on a card whose structure is known to be right."""
    reading = Reading(card, catalog)
    return tuple(finding for each in ALL for finding in each.run(reading))


def has_errors(findings: tuple[Finding, ...]) -> bool:
    """Tell whether a finding is an error, so that the card must be refused."""
    return any(finding.severity == "error" for finding in findings)
