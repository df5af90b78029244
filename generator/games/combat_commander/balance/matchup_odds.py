"""Match-up odds: exact odds of everything the tables decide, given what is already known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from catalogs.games.combat_commander import Catalog
from schemas.errors import HorahError

from ..battle.settings import QUALITIES, Settings, make_unknown_error
from .chances import Odds, compute_chit_odds, compute_leader_odds, compute_support_odds
from .odds import Outcome, compute_outcome_odds

MAX_LEADERS = 3  # odds are listed for one, two and three leaders
SIDES = ("axis", "allied")


FORMAT = "hora-h/odds/1"


@dataclass(frozen=True, slots=True)
class Known:
    """The known facts of a battle; None for a fact that is not known."""

    axis: str | None = None
    year: int | None = None
    allied: str | None = None
    axis_quality: str | None = None
    allied_quality: str | None = None

    def fits(self, outcome: Outcome) -> bool:
        return all(
            getattr(self, field.name) in (None, getattr(outcome, field.name)) for field in fields(self)
        )


@dataclass(frozen=True, slots=True)
class MatchupOdds:
    """The odds of the unknown facts, and the probability of the known ones."""

    known: Known
    likely: Fraction
    parts: Mapping[str, Mapping[Any, Fraction]]  # odds by value, for each part of an outcome
    leaders: Mapping[str, tuple[Odds, ...]]  # by side; for one, two and three leaders due
    support: Mapping[str, Odds]  # by side
    radios: Mapping[str, Odds]
    chits: Mapping[str, Odds]


@lru_cache(maxsize=64)
def _get_outcomes(catalog: Catalog, edition: str) -> Mapping[Outcome, Fraction]:
    return compute_outcome_odds(catalog, Settings(edition=edition, holes="remedy"))


@lru_cache(maxsize=512)
def compute_matchup_odds(catalog: Catalog, known: Known, edition: str = "corrected") -> MatchupOdds:
    """RS.2 to RS.7: return the odds of all outcomes that agree with the known facts."""
    if edition not in catalog.editions:
        raise make_unknown_error("edition", edition, catalog.editions)
    odds = {
        outcome: chance for outcome, chance in _get_outcomes(catalog, edition).items() if known.fits(outcome)
    }
    likely = sum(odds.values(), Fraction(0))
    if not likely:
        raise HorahError("NEVER_MET", edition=edition)
    odds = {outcome: chance / likely for outcome, chance in odds.items()}
    return MatchupOdds(
        known=known,
        likely=likely,
        parts={part: _sort_odds(_sum_by_part(odds, part)) for part in Outcome._fields},
        leaders={
            side: tuple(_compute_leaders(catalog, odds, side, due + 1) for due in range(MAX_LEADERS))
            for side in SIDES
        },
        support={side: _compute_support(catalog, odds, side, radios=False) for side in SIDES},
        radios={side: _compute_support(catalog, odds, side, radios=True) for side in SIDES},
        chits=compute_chit_odds(catalog),
    )


def list_known_values(catalog: Catalog, edition: str) -> Mapping[str, tuple[Any, ...]]:
    """Return the values that each part can have."""
    parts = {part: set(_sum_by_part(_get_outcomes(catalog, edition), part)) for part in Outcome._fields}
    order = {"axis_quality": QUALITIES, "allied_quality": QUALITIES}
    return {
        part: tuple(value for value in order.get(part, sorted(values)) if value in values)
        for part, values in parts.items()
    }


def _sum_by_part(outcomes_odds: Mapping[Outcome, Fraction], part: str) -> dict[Any, Fraction]:
    odds: dict[Any, Fraction] = {}
    for outcome, chance in outcomes_odds.items():
        value = getattr(outcome, part)
        odds[value] = odds.get(value, Fraction(0)) + chance
    return odds


def _sort_odds(odds: Mapping[Any, Fraction]) -> Mapping[Any, Fraction]:
    years = all(isinstance(key, int) for key in odds)
    return dict(
        sorted(odds.items(), key=(lambda entry: entry[0]) if years else (lambda entry: (-entry[1], entry[0])))
    )


def _get_force(outcome: Outcome, side: str) -> tuple[str, Any, int]:
    if side == "axis":
        return outcome.axis, outcome.axis_quality, outcome.year
    return outcome.allied, outcome.allied_quality, outcome.year


def _compute_leaders(catalog: Catalog, outcome_odds: Mapping[Outcome, Fraction], side: str, due: int) -> Odds:
    cases: dict[tuple[str, Any, int], Fraction] = {}
    for outcome, chance in outcome_odds.items():
        cases[_get_force(outcome, side)] = cases.get(_get_force(outcome, side), Fraction(0)) + chance
    odds: dict[str, Fraction] = {}
    for (faction, quality, year), chance in cases.items():
        for leader, likely in compute_leader_odds(catalog, faction, quality, year, due).items():
            odds[leader] = odds.get(leader, Fraction(0)) + chance * likely
    return _sort_odds(odds)


def _compute_support(
    catalog: Catalog, outcome_odds: Mapping[Outcome, Fraction], side: str, *, radios: bool
) -> Odds:
    """Return the support odds of a force without a nationality: only the rows that everyone may buy."""
    cases: dict[tuple[str, int], Fraction] = {}
    for outcome, chance in outcome_odds.items():
        faction, _, year = _get_force(outcome, side)
        cases[faction, year] = cases.get((faction, year), Fraction(0)) + chance
    odds: dict[str, Fraction] = {}
    for (faction, year), chance in cases.items():
        for unit, likely in compute_support_odds(catalog, faction, year, None, radios).items():
            key = f"{faction}.{unit}"
            odds[key] = odds.get(key, Fraction(0)) + chance * likely
    return _sort_odds(odds)


def to_document(odds: MatchupOdds, edition: str) -> dict[str, Any]:
    """Return the odds as JSON, each as an exact fraction and as a share."""
    return {
        "format": FORMAT,
        "edition": edition,
        "known": {field.name: getattr(odds.known, field.name) for field in fields(odds.known)},
        "likely": _to_json(odds.likely),
        "parts": {part: _to_rows(values) for part, values in odds.parts.items()},
        "leaders": {side: [_to_rows(values) for values in by_due] for side, by_due in odds.leaders.items()},
        "support": {side: _to_rows(values) for side, values in odds.support.items()},
        "radios": {side: _to_rows(values) for side, values in odds.radios.items()},
        "chits": {kind: _to_rows(values) for kind, values in odds.chits.items()},
    }


def _to_json(chance: Fraction) -> dict[str, Any]:
    return {"exact": str(chance), "share": float(chance)}


def _to_rows(odds: Mapping[Any, Fraction]) -> list[dict[str, Any]]:
    return [{"value": str(value), **_to_json(chance)} for value, chance in odds.items()]
