"""What may be met: the exact odds of everything the tables decide, given what is known already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from catalogs.games.combat_commander import Catalog
from schemas.errors import HorahError

from ..battle.settings import QUALITIES, Settings, unknown
from .chances import Odds, chit_odds, leader_odds, support_odds
from .odds import Outcome, outcomes

MOST_LEADERS = 3  # a player wants to know about one, two or three
SIDES = ("axis", "allied")


FORMAT = "hora-h/odds/1"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a battle; None where anything may come."""

    axis: str | None = None
    year: int | None = None
    allied: str | None = None
    axis_quality: str | None = None
    allied_quality: str | None = None

    def fits(self, outcome: Outcome) -> bool:
        return all(getattr(self, each.name) in (None, getattr(outcome, each.name)) for each in fields(self))


@dataclass(frozen=True, slots=True)
class Meeting:
    """The odds of what is not known yet, and how likely what is known was."""

    known: Known
    likely: Fraction
    parts: Mapping[str, Mapping[Any, Fraction]]  # of each part of an outcome
    leaders: Mapping[str, tuple[Odds, ...]]  # by side; with one, two, three due
    support: Mapping[str, Odds]  # by side
    radios: Mapping[str, Odds]
    chits: Mapping[str, Odds]


@lru_cache(maxsize=64)
def _all(catalog: Catalog, edition: str) -> Mapping[Outcome, Fraction]:
    return outcomes(catalog, Settings(edition=edition, holes="remedy"))


@lru_cache(maxsize=512)
def meeting(catalog: Catalog, known: Known, edition: str = "corrected") -> Meeting:
    """RS.2 to RS.7 under a condition: the odds of all outcomes in which what is known holds."""
    if edition not in catalog.editions:
        raise unknown("edition", edition, catalog.editions)
    found = {each: chance for each, chance in _all(catalog, edition).items() if known.fits(each)}
    likely = sum(found.values(), Fraction(0))
    if not likely:
        raise HorahError("NEVER_MET", edition=edition)
    found = {each: chance / likely for each, chance in found.items()}
    return Meeting(
        known=known,
        likely=likely,
        parts={part: _sorted(_part(found, part)) for part in Outcome._fields},
        leaders={
            side: tuple(_leaders(catalog, found, side, due + 1) for due in range(MOST_LEADERS))
            for side in SIDES
        },
        support={side: _support(catalog, found, side, radios=False) for side in SIDES},
        radios={side: _support(catalog, found, side, radios=True) for side in SIDES},
        chits=chit_odds(catalog),
    )


def offered(catalog: Catalog, edition: str) -> Mapping[str, tuple[Any, ...]]:
    """What may be known of each part."""
    parts = {part: set(_part(_all(catalog, edition), part)) for part in Outcome._fields}
    order = {"axis_quality": QUALITIES, "allied_quality": QUALITIES}
    return {
        part: tuple(each for each in order.get(part, sorted(values)) if each in values)
        for part, values in parts.items()
    }


def _part(found: Mapping[Outcome, Fraction], part: str) -> dict[Any, Fraction]:
    odds: dict[Any, Fraction] = {}
    for outcome, chance in found.items():
        value = getattr(outcome, part)
        odds[value] = odds.get(value, Fraction(0)) + chance
    return odds


def _sorted(odds: Mapping[Any, Fraction]) -> Mapping[Any, Fraction]:
    years = all(isinstance(key, int) for key in odds)
    return dict(sorted(odds.items(), key=(lambda one: one[0]) if years else (lambda one: (-one[1], one[0]))))


def _of(outcome: Outcome, side: str) -> tuple[str, Any, int]:
    if side == "axis":
        return outcome.axis, outcome.axis_quality, outcome.year
    return outcome.allied, outcome.allied_quality, outcome.year


def _leaders(catalog: Catalog, found: Mapping[Outcome, Fraction], side: str, due: int) -> Odds:
    cases: dict[tuple[str, Any, int], Fraction] = {}
    for outcome, chance in found.items():
        cases[_of(outcome, side)] = cases.get(_of(outcome, side), Fraction(0)) + chance
    odds: dict[str, Fraction] = {}
    for (faction, quality, year), chance in cases.items():
        for leader, likely in leader_odds(catalog, faction, quality, year, due).items():
            odds[leader] = odds.get(leader, Fraction(0)) + chance * likely
    return _sorted(odds)


def _support(catalog: Catalog, found: Mapping[Outcome, Fraction], side: str, *, radios: bool) -> Odds:
    """Of a force without a nationality of its own: what the rows that all may buy offer."""
    cases: dict[tuple[str, int], Fraction] = {}
    for outcome, chance in found.items():
        faction, _, year = _of(outcome, side)
        cases[faction, year] = cases.get((faction, year), Fraction(0)) + chance
    odds: dict[str, Fraction] = {}
    for (faction, year), chance in cases.items():
        for unit, likely in support_odds(catalog, faction, year, None, radios).items():
            key = f"{faction}.{unit}"
            odds[key] = odds.get(key, Fraction(0)) + chance * likely
    return _sorted(odds)


def document(found: Meeting, edition: str) -> dict[str, Any]:
    """The odds as JSON: each as an exact fraction and as a share."""
    return {
        "format": FORMAT,
        "edition": edition,
        "known": {each.name: getattr(found.known, each.name) for each in fields(found.known)},
        "likely": _chance(found.likely),
        "parts": {part: _rows(odds) for part, odds in found.parts.items()},
        "leaders": {side: [_rows(odds) for odds in by_due] for side, by_due in found.leaders.items()},
        "support": {side: _rows(odds) for side, odds in found.support.items()},
        "radios": {side: _rows(odds) for side, odds in found.radios.items()},
        "chits": {kind: _rows(odds) for kind, odds in found.chits.items()},
    }


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"exact": str(chance), "share": float(chance)}


def _rows(odds: Mapping[Any, Fraction]) -> list[dict[str, Any]]:
    return [{"value": str(value), **_chance(chance)} for value, chance in odds.items()]
