"""The offered fixes, applied one at a time or all together."""

from __future__ import annotations

import copy

from catalogs.games.combat_commander import Catalog
from schemas.errors import HorahError

from .card import Card
from .checks import check, meaning, structure
from .findings import Finding, Severity
from .force import SIDES
from .pricing import side_points

MOST_ROUNDS = 200


def _priced(card: Card, catalog: Catalog) -> Card:
    """A fix may change the pieces; points that stand on the card follow."""
    shown = card["points"]
    points = {side: None if shown[side] is None else side_points(card, side, catalog) for side in SIDES}
    return {**card, "points": points}


def apply_fix(card: Card, catalog: Catalog, id_: str, place: str) -> Card:
    """The card with the fix of one finding; a sentence if there is no such finding or no fix for it."""
    for finding in check(card, catalog):
        if (finding.id, finding.place) == (id_, place) and finding.fix is not None:
            return _priced(finding.fix.apply(card), catalog)
    raise HorahError("NO_FIX", check=id_, place=place or "/")


def fix_all(
    card: Card, catalog: Catalog, severities: frozenset[Severity] = frozenset({"E"})
) -> tuple[Card, tuple[Finding, ...]]:
    """The card after every offered fix of these severities, and the findings mended, in order.

    One fix can bring another finding to light, so the card is checked anew after each; none is applied twice.
    Only entries of lists that must go for the same reason go together, however many they are.
    """
    mended: list[Finding] = []
    done: set[tuple[str, str]] = set()
    if any(structure(card)):
        return card, ()
    for _ in range(MOST_ROUNDS):
        offered = [
            found
            for found in meaning(card, catalog)
            if found.fix is not None and found.severity in severities and _known_by(found) not in done
        ]
        if not offered:
            break
        together = _together(min(offered, key=lambda found: "EWI".index(found.severity)), offered)
        done |= {_known_by(found) for found in together if found.fix and not found.fix.entry}
        card = copy.deepcopy(card)
        for found in reversed(together):  # what goes from the end of a list moves nothing before it
            if found.fix is not None:
                found.fix.change(card)
        card = _priced(card, catalog)
        mended += together
    return card, tuple(mended)


def _together(first: Finding, offered: list[Finding]) -> list[Finding]:
    """The finding that is to be mended next, and all that can be mended with it."""
    if first.fix is None or not first.fix.entry:
        return [first]
    key = (first.id, first.severity, first.fix.title.key)
    return [
        found
        for found in offered
        if found.fix and found.fix.entry and (found.id, found.severity, found.fix.title.key) == key
    ]


def _known_by(finding: Finding) -> tuple[str, str]:
    return finding.place, repr(finding.fix and finding.fix.title)
