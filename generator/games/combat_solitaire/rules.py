"""Pure rules: checks, the morale ladder, initiative, lots and victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.games.combat_solitaire import ENEMY, FRIENDLY, Catalog
from catalogs.games.combat_solitaire.model import Check

BEST_MORALE = "aggressive"  # upper limit of morale, except for a 0 on an MC (17.2)


def resolve_check(check: Check, die: int, tq: int, top: int) -> int:
    """19.0: return the result of a natural roll against a troop quality."""
    if check.passes:
        return check.up_to if die <= tq else check.over
    if die == 0:
        return check.zero
    if die == top:
        return check.nine
    return check.up_to if die <= tq else check.over


def change_morale(catalog: Catalog, morale: str, levels: int, *, berserk: bool = False) -> str:
    """17.0: move morale by some levels; Berserk only by a 0 on an MC, never below Rout."""
    ladder = catalog.ladder
    place = ladder.index(morale)
    best = len(ladder) - 1 if berserk else ladder.index(BEST_MORALE)
    if levels > 0:
        return ladder[max(place, min(place + levels, best))]
    return ladder[max(place + levels, 0)]


def confirm_zero_against(chance: int, printed: int) -> int | None:
    """2.0, the Rule of Zero: return the number that confirms a natural 0 when the chance is below zero.

    None if the chance is not below zero, or too low for any roll.
    """
    return printed + chance if chance < 0 <= printed + chance else None


def sort_by_initiative(values: Mapping[str, int]) -> tuple[str, ...]:
    """9.1: sort the teams, lowest value first.

    The rules do not resolve ties; here the squad goes first, then the order of the teams.
    """
    teams = [*FRIENDLY, *ENEMY]
    return tuple(sorted(values, key=lambda team: (values[team], teams.index(team))))


def pick_by_lot(men: Sequence[str], die: int, faces: int = 6) -> str | None:
    """5.1.1: map equal ranges of a die to the soldiers; None means roll again."""
    share = faces // len(men)
    place = (die - 1) // share
    return men[place] if place < len(men) else None


def get_impulse_direction(order: str, ways: Sequence[int], impulse: int) -> int | None:
    """9.3, 10.05: return the direction of an enemy's move in an impulse, or None."""
    if order == "sneak" and impulse % 2:
        return None
    if len(ways) == 1:
        return ways[0]
    if order == "sneak":
        return ways[impulse // 2 - 1]
    return ways[(impulse - 1) % 2]


def count_points(scenario: Mapping[str, Any], score: Mapping[str, int]) -> int:
    """22.0: sum the points of the scored actions."""
    return sum(point["points"] * score.get(point["id"], 0) for point in scenario["victory_points"])


def find_victory_level(scenario: Mapping[str, Any], total: int, lowered: int = 0) -> Mapping[str, Any] | None:
    """22.0: return the victory band that holds the points, or a lower one if an optional rule says so."""
    bands = sorted(scenario["victory_levels"], key=lambda band: (band["from"] is not None, band["from"] or 0))
    for place, band in enumerate(bands):
        least, most = band.get("from"), band.get("to")
        if (least is None or total >= least) and (most is None or total <= most):
            match: Mapping[str, Any] = bands[max(0, place - max(0, lowered))]
            return match
    return None


def count_lowered_levels(
    scenario: Mapping[str, Any], score: Mapping[str, int], options: Sequence[str]
) -> int:
    """22.0: count the levels that chosen optional rules take away for what happened."""
    lowering = {
        (rule.get("effect") or {}).get("lowers_level")
        for rule in scenario.get("optional_rules") or ()
        if rule["title"] in options
    }
    return sum(
        score.get(action["id"], 0)
        for action in scenario["victory_points"]
        if action.get("when") in lowering - {None}
    )


def apply_optional_rules(scenario: Mapping[str, Any], options: Sequence[str]) -> dict[str, Any]:
    """22.0: return the scenario with the values that chosen optional rules replace."""
    changed = dict(scenario)
    for rule in scenario.get("optional_rules") or ():
        effect = (rule.get("effect") or {}) if rule["title"] in options else {}
        changed |= effect.get("set", {})
        points = {entry["id"]: entry["points"] for entry in effect.get("points", ())}
        changed["victory_points"] = [
            {**action, "points": points.get(action["id"], action["points"])}
            for action in changed["victory_points"]
        ]
    return changed
