"""The scenario card as an Authored document."""

from __future__ import annotations

import json
from typing import Any

from generator.findings import Finding
from generator.game import Authored, Document
from generator.table import REFEREE

from ..battle.view import view_card
from ..ground.authored import BATTLEFIELD
from .checks import check_meaning, find_impossible, require_well_formed
from .checks.structure import explain
from .document import FORMAT, read_card
from .force import SIDES
from .pricing import compute_side_points
from .scenario import new, to_scenario

FIRST_YEAR, FIRST_MAP = 1943, 1  # defaults of a new card


def _blank(catalog: Any) -> Document:
    return new(
        catalog,
        catalog.get_default_faction("axis"),
        catalog.get_default_faction("allied"),
        FIRST_YEAR,
        FIRST_MAP,
    )


def _check(catalog: Any, card: Document) -> tuple[Finding, ...]:
    return check_meaning(card, catalog)


def _accept(card: Document) -> Document:
    """Return a card that the editor can show: right structure, plain text, and turned into a scenario."""
    return to_scenario(require_well_formed(read_card(json.dumps(card, ensure_ascii=False))))


def _derive(catalog: Any, card: Document) -> Document:
    """Recompute the points on the card, because a fix may change its pieces."""
    shown = card["points"]
    points = {
        side: None if shown[side] is None else compute_side_points(card, side, catalog) for side in SIDES
    }
    return {**card, "points": points}


SCENARIO = Authored(
    format=FORMAT,
    kind="scenario",
    schema="urn:hora-h:card:1",
    blank=_blank,
    check=_check,
    view=view_card,
    columns=("year",),
    shelf=lambda catalog: catalog.scenarios,
    explain=explain,
    find_impossible=lambda catalog, card: find_impossible(card, catalog),
    derive=_derive,
    accept=_accept,
    readers=REFEREE,
)

AUTHORED = (SCENARIO, BATTLEFIELD)
