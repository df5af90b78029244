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
LEAD_SCALE, DECIDED_SCALE = 8.0, 3.0  # VP
NEAR = 12  # hexes


def list_features(fight: Fight, side: Side) -> list[float]:
    """Return the features of a position for a side, in the order of FEATURES."""
    enemy = OTHER[side]
    own, other = fight.camps[side], fight.camps[enemy]
    lead: float = fight.marker * SIGN[side] + count_secret_points(fight, own)
    left = max(0.0, fight.sudden_death + 1.0 - fight.time)
    due = left * fight.get_figure("rule.time", "defender_vp")
    lead += due * ((own.posture == "defend") - (other.posture == "defend"))
    late = min(1.0, fight.time / fight.sudden_death)
    own_whole, own_all = _sum_strength(own)
    other_whole, other_all = _sum_strength(other)
    own_margin, other_margin = _get_margin(own), _get_margin(other)
    fire, melee = _sum_threats(fight, own, other)
    enemy_fire, enemy_melee = _sum_threats(fight, other, own)
    return [
        1.0,
        float(fight.turn_of == side),
        float(own.posture == "attack"),
        float(own.posture == "defend"),
        tanh(lead / LEAD_SCALE),
        late * tanh(lead / LEAD_SCALE),
        late**3 * tanh(lead / DECIDED_SCALE),
        log((own_all + 1) / (other_all + 1)),
        log((own_whole + 1) / (other_whole + 1)),
        own_margin / (len(own.units) + 1),
        other_margin / (len(other.units) + 1),
        1 / (own_margin + 0.5),
        1 / (other_margin + 0.5),
        fire / (other_all + 1),
        enemy_fire / (own_all + 1),
        melee / (other_all + 1) - enemy_melee / (own_all + 1),
        sum((owner == side) - (owner == enemy) for owner in fight.control.values()) / 5,
        _get_exit_nearness(fight, own, other.edge) - _get_exit_nearness(fight, other, own.edge),
        _get_goal_nearness(fight, own) - _get_goal_nearness(fight, other),
        1.0 if fight.initiative == side else -1.0,
    ]


def estimate_chance(fight: Fight, side: Side, weights: Mapping[str, int]) -> float:
    """Return the chance of a side to win from a position; weights are in thousandths."""
    total = 0.0
    for name, value in zip(FEATURES, list_features(fight, side), strict=True):
        total += weights[name] / 1000 * value
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


def _get_worth(kind: str) -> float:
    return 2.0 if kind == "squad" else 1.2


def _sum_strength(camp: Camp) -> tuple[float, float]:
    """Return the strength of the unbroken units, and of all, on the map or on their way."""
    whole = total = 0.0
    for unit in camp.units:
        worth = _get_worth(unit.kind) + (unit.weapon is not None and not unit.weapon.broken)
        total += worth
        if not unit.broken:
            whole += worth
    for units in camp.coming.values():
        for unit in units:
            worth = 0.7 * _get_worth(unit.kind)
            total, whole = total + worth, whole + worth
    return whole, total


def _get_margin(camp: Camp) -> int:
    """4.2: return how many units the side may still lose before the last one counts."""
    left = len(camp.units)
    return left if camp.surrender is None else max(0, min(left, camp.surrender - len(camp.lost)))


def _sum_threats(fight: Fight, camp: Camp, foes: Camp) -> tuple[float, float]:
    """Return the harm that fire of a side can do now, and that its adjacent units can do in melee."""
    board, units_at = fight.board, fight.units_at
    targets = [
        (unit.hex, fight.get_morale(unit), _get_worth(unit.kind) * (2.0 if unit.broken else 1.0), unit)
        for unit in foes.units
    ]
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
                value = get_win_chance(strength + 2 - through - morale) * worth
                best[hex_] = best.get(hex_, 0.0) + value
    melee = 0.0
    for hex_, strength in beside.items():
        there = [unit for unit in units_at[hex_] if unit.side == foes.side]
        theirs = sum((unit.face.fp or 0) for unit in there)
        melee += get_win_chance(strength - theirs) * sum(_get_worth(unit.kind) for unit in there)
    return sum(best.values()), melee


def _get_exit_nearness(fight: Fight, camp: Camp, edge: str) -> float:
    """Return how near the unbroken units are to the edge over which they may exit."""
    rank = fight.board.edge_distance[edge]
    total = 0.0
    for unit in camp.units:
        if not unit.broken:
            total += max(0.0, 1 - rank[unit.hex] / NEAR) ** 2
    return total / 10


def _get_goal_nearness(fight: Fight, camp: Camp) -> float:
    """Return how near the side is to the objectives that it does not hold."""
    total = 0.0
    for number, hexes in fight.objectives.items():
        if fight.control.get(number) != camp.side:
            near = fight.board.get_distances_to(hexes)
            total += sum(max(0.0, 1 - near[unit.hex] / NEAR) ** 2 for unit in camp.units if not unit.broken)
    return total / 20
