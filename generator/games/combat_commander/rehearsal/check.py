"""Check whether a card can be rehearsed, without building a fight."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from schemas.errors import HorahError

from ..authoring.card_facts import Reading
from ..authoring.checks.references import known_ids
from .fight_builder import Document, find_obstacle


def find_rehearsal_error(card: Document, catalog: Catalog) -> HorahError | None:
    """Return why a card cannot be rehearsed; None if it can."""
    for problem in known_ids(Reading(dict(card), catalog)):
        return HorahError.saying("NOT_REHEARSED", problem.text)
    return find_obstacle(card, catalog)


def check_rehearsable(card: Document, catalog: Catalog) -> None:
    """Raise an error if a card cannot be rehearsed."""
    obstacle = find_rehearsal_error(card, catalog)
    if obstacle is not None:
        raise obstacle
