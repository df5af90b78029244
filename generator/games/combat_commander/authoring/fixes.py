"""The offered fixes, applied one at a time or all together."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from schemas.errors import HorahError
from schemas.said import Said

from .card import Card
from .checks import check
from .findings import Finding, Severity
from .force import SIDES
from .pricing import side_points

MOST_FIXES = 200


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
    """
    mended: list[Finding] = []
    done: list[tuple[str, Said]] = []
    while len(mended) < MOST_FIXES:
        finding = next(
            (
                found
                for found in sorted(check(card, catalog), key=lambda found: "EWI".index(found.severity))
                if found.fix is not None
                and found.severity in severities
                and (found.place, found.fix.title) not in done
            ),
            None,
        )
        if finding is None or finding.fix is None:
            break
        done.append((finding.place, finding.fix.title))
        card = _priced(finding.fix.apply(card), catalog)
        mended.append(finding)
    return card, tuple(mended)
