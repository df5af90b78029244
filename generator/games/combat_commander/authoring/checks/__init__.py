"""Checks of a card: structure by the JSON Schema, meaning by the functions of these modules.

``check`` returns all findings; ``meaning`` skips the schema, for documents known to be well formed.
"""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.games.combat_commander import Catalog
from generator.authoring import make_impossible_error
from generator.findings import Finding
from schemas.json_pointer import locate

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
    "find_impossible",
    "get_rule",
    "has_errors",
    "require_possible",
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


def find_impossible(card: Card, catalog: Catalog) -> Iterator[Finding]:
    """Yield errors about values that do not exist: ids, maps, spaces of a track.

    A card with such a value can be edited, but neither printed nor rehearsed.
    """
    reading = Reading(card, catalog)
    finders = {"K01": references.known_ids, "C02": ground.unknown_map, "C13": tracks.marker_on_track}
    for code, find in finders.items():
        for problem in find(reading):
            yield Finding("error", code, locate(card, problem.place), problem.text)


def require_possible(card: Card, catalog: Catalog) -> Card:
    """Return a well-formed card; raise an error with the field's name if one of its values does not exist."""
    for finding in find_impossible(card, catalog):
        raise make_impossible_error(finding)
    return card


def has_errors(findings: tuple[Finding, ...]) -> bool:
    """Tell whether a finding is an error, so that the card must be refused."""
    return any(finding.severity == "error" for finding in findings)
