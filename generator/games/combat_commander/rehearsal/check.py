"""Whether a card can be rehearsed, from the card and the catalogues alone; no fight is built."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from schemas.errors import HorahError

from ..authoring.checks.references import known_ids
from ..authoring.reading import Reading
from .begin import Document, refusal


def why_not(card: Document, catalog: Catalog) -> HorahError | None:
    """Return why a card cannot be rehearsed; None where it can."""
    for problem in known_ids(Reading(dict(card), catalog)):
        return HorahError.saying("NOT_REHEARSED", problem.text)
    return refusal(card, catalog)


def check(card: Document, catalog: Catalog) -> None:
    """Refuse a card that cannot be rehearsed."""
    refused = why_not(card, catalog)
    if refused is not None:
        raise refused
