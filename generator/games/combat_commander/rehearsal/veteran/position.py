"""The chance to win of a position: a logistic value, fitted on fights of the regular."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, tanh

from catalogs.games.combat_commander.model import Side

from ..board import UNSEEN
from ..dice_odds import get_win_chance
from ..state import OTHER, SIGN, Camp, Fight

FEATURES = (
    "constant",
    "on_turn",
    "attacker",
    "defender",
    "lead",
    "late_lead",
    "decided",
    "strength",
    "whole",
    "own_slack",
    "enemy_slack",
    "own_brink",
    "enemy_brink",
    "fire",
    "enemy_fire",
    "melee",
    "hold",
    "near_exit",
    "near_goal",
    "initiative",
)
THOUSAND = 1000


def list_features(fight: Fight, side: Side, figures: Mapping[str, int]) -> list[float]:
    """Return the features of a position for a side, in the order of FEATURES; figures are in thousandths."""
    scales = {name: value / THOUSAND for name, value in figures.items()}
    enemy = OTHER[side]
    own, other = fight.camps[side], fight.camps[enemy]
    lead: float = fight.marker * SIGN[side] + count_secret_points(fight, own)
    left = max(0.0, fight.sudden_death + 1.0 - fight.time)
    due = left * fight.get_figure("rule.time", "defender_vp")
    lead += due * ((own.posture == "defend") - (other.posture == "defend"))
    late = min(1.0, fight.time / fight.sudden_death)
    own_whole, own_all = _sum_strength(own, scales)
    other_whole, other_all = _sum_strength(other, scales)
    own_margin, other_margin = _get_margin(own), _get_margin(other)
    fire, melee = _sum_threats(fight, own, other, scales)
    enemy_fire, enemy_melee = _sum_threats(fight, other, own, scales)
    return [
        1.0,
        float(fight.turn_of == side),
        float(own.posture == "attack"),
        float(own.posture == "defend"),
        tanh(lead / scales["lead_vp"]),
        late * tanh(lead / scales["lead_vp"]),
        late**3 * tanh(lead / scales["decided_vp"]),
        log((own_all + 1) / (other_all + 1)),
        log((own_whole + 1) / (other_whole + 1)),
        own_margin / (len(own.units) + 1),
        other_margin / (len(other.units) + 1),
        1 / (own_margin + 0.5),
        1 / (other_margin + 0.5),
        fire / (other_all + 1),
        enemy_fire / (own_all + 1),
        melee / (other_all + 1) - enemy_melee / (own_all + 1),
        sum((owner == side) - (owner == enemy) for owner in fight.control.values())
        / max(1, len(fight.control)),
        _get_exit_nearness(fight, own, other.edge, scales)
        - _get_exit_nearness(fight, other, own.edge, scales),
        _get_goal_nearness(fight, own, scales) - _get_goal_nearness(fight, other, scales),
        1.0 if fight.initiative == side else -1.0,
    ]


def estimate_chance(fight: Fight, side: Side, weights: Mapping[str, int]) -> float:
    """Return the chance of a side to win from a position; weights are in thousandths."""
    total = 0.0
    for name, value in zip(FEATURES, list_features(fight, side, weights), strict=True):
        total += weights[name] / THOUSAND * value
    return 1 / (1 + exp(-total))


def count_secret_points(fight: Fight, camp: Camp) -> int:
    """Return the VP that the own secret chits would score now."""
    points, chits = 0, fight.catalog.chits
    for letter in camp.secret:
        for number in chits[letter].objectives:
            owner = fight.control.get(number)
            if owner is not None:
                points += chits[letter].vp if owner == camp.side else -chits[letter].vp
    return points


def _get_worth(kind: str, scales: Mapping[str, float]) -> float:
    return scales["squad"] if kind == "squad" else scales["other_unit"]


def _sum_strength(camp: Camp, scales: Mapping[str, float]) -> tuple[float, float]:
    """Return the strength of the unbroken units, and of all, on the map or on their way."""
    whole = total = 0.0
    for unit in camp.units:
        worth = _get_worth(unit.kind, scales) + (unit.weapon is not None and not unit.weapon.broken)
        total += worth
        if not unit.broken:
            whole += worth
    for units in camp.coming.values():
        for unit in units:
            worth = scales["coming_unit"] * _get_worth(unit.kind, scales)
            total, whole = total + worth, whole + worth
    return whole, total


def _get_margin(camp: Camp) -> int:
    """4.2: return how many units the side may still lose before the last one counts."""
    left = len(camp.units)
    return left if camp.surrender is None else max(0, min(left, camp.surrender - len(camp.lost)))


def _sum_threats(fight: Fight, camp: Camp, foes: Camp, scales: Mapping[str, float]) -> tuple[float, float]:
    """Return the harm that fire of a side can do now, and that its adjacent units can do in melee."""
    board, units_at = fight.board, fight.units_at
    targets = [
        (
            unit.hex,
            fight.get_morale(unit),
            _get_worth(unit.kind, scales) * (scales["broken_target"] if unit.broken else 1.0),
            unit,
        )
        for unit in foes.units
    ]
    help_ = int(scales["fire_help"])
    best: dict[int, float] = {}
    beside: dict[int, int] = {}
    for unit in camp.units:
        if unit.broken:
            continue
        view, far, face, weapon = board.view[unit.hex], board.distances[unit.hex], unit.front, unit.weapon
        fp, reach = face.fp or 0, face.range or 0
        more = (weapon.fp, weapon.counter.front.range or 0) if weapon and not weapon.broken else (0, 0)
        for hex_, morale, worth, _ in targets:
            away, through = far[hex_], view[hex_]
            if away == 1:
                beside[hex_] = beside.get(hex_, 0) + fp
            if through == UNSEEN:
                continue
            strength = max(fp if away <= reach else 0, more[0] if away <= more[1] else 0)
            if strength:
                value = get_win_chance(strength + help_ - through - morale) * worth
                best[hex_] = best.get(hex_, 0.0) + value
    melee = 0.0
    for hex_, strength in beside.items():
        there = [unit for unit in units_at[hex_] if unit.side == foes.side]
        theirs = sum((unit.face.fp or 0) for unit in there)
        melee += get_win_chance(strength - theirs) * sum(_get_worth(unit.kind, scales) for unit in there)
    return sum(best.values()), melee


def _get_exit_nearness(fight: Fight, camp: Camp, edge: str, scales: Mapping[str, float]) -> float:
    """Return how near the unbroken units are to the edge over which they may exit."""
    rank, near_hexes = fight.board.edge_distance[edge], scales["near_hexes"]
    total = 0.0
    for unit in camp.units:
        if not unit.broken:
            total += max(0.0, 1 - rank[unit.hex] / near_hexes) ** 2
    return total / scales["exit_units"]


def _get_goal_nearness(fight: Fight, camp: Camp, scales: Mapping[str, float]) -> float:
    """Return how near the side is to the objectives that it does not hold."""
    total, near_hexes = 0.0, scales["near_hexes"]
    for number, hexes in fight.objectives.items():
        if fight.control.get(number) != camp.side:
            near = fight.board.get_distances_to(hexes)
            total += sum(
                max(0.0, 1 - near[unit.hex] / near_hexes) ** 2 for unit in camp.units if not unit.broken
            )
    return total / scales["goal_units"]
