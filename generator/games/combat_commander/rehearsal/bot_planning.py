"""The bot's plans: the value of each order in hand and how to carry it out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from catalogs.games.combat_commander.model import Side

from .activation import list_led_units, list_ready_units
from .board import UNSEEN, Hex
from .bot_evaluation import Evaluator, get_ordnance_hit_chance
from .dice_odds import add_floats, get_below_chance, get_tie_chance, get_win_chance
from .fire import (
    MIN_ATTACK_FP,
    Piece,
    filter_chain,
    get_height_modifier,
    get_piece_fp,
    get_piece_range,
    get_target_hindrance,
)
from .melee import compute_melee_fp, list_advance_hexes
from .move import EXIT, may_exit
from .pieces import Unit
from .recover import list_routable_sides
from .state import OTHER, Card, Fight
from .victory import DOUBLE_EXIT, get_unit_vp, is_chit_rule_in_force

DRIFT_RADIUS = 4  # hexes


@dataclass(slots=True)
class Shot:
    """A possible attack and its value."""

    target: Hex
    pieces: tuple[Piece, ...]
    value: float


@dataclass(slots=True)
class Plan:
    """An order with the answers to the questions it will cause."""

    score: float
    card: Card | None = None
    first: Unit | None = None
    others: tuple[Unit, ...] = ()
    shots: list[Shot] = field(default_factory=list)
    goals: dict[str, Hex | str] = field(default_factory=dict)  # unit -> destination
    ways: dict[str, list[Hex]] = field(default_factory=dict)
    gains: dict[str, float] = field(default_factory=dict)
    side: Side | None = None
    aim: Hex | None = None
    together: tuple[str, ...] = ()  # units that move as one
    tried: bool = False  # an attack of the order was declared


PlannedMove = tuple[float, Hex | str, tuple[Hex, ...]]  # value, destination and path


class Planner:
    """The plans of one side."""

    evaluator_class = Evaluator

    def __init__(self, fight: Fight, side: Side, weights: Mapping[str, int]) -> None:
        self.fight = fight
        self.side: Side = side
        self.enemy: Side = OTHER[side]
        self.evaluator = self.evaluator_class(fight, side, weights)
        self.weights = self.evaluator.weights
        self._fps: dict[Piece, int] = {}  # caches, cleared by list_reach()
        self._effects: dict[tuple[int, Hex, bool], float] = {}
        self._bests: dict[tuple[Hex, tuple[Piece, ...]], Shot] = {}

    def think_fire(self) -> Plan | None:
        """O20: plan the activation with the most valuable shots."""
        return max(self.list_fire_plans(), key=_get_score, default=None)

    def list_fire_plans(self) -> list[Plan]:
        """O20: return the best shots of each unit that can be activated first."""
        fight = self.fight
        units = list_ready_units(fight, self.side)
        reach = self.list_reach(units)
        if not reach:
            return []
        plans: list[Plan] = []
        own: dict[Unit, dict[Piece, dict[Hex, int]]] = {}
        for piece, targets in reach.items():
            own.setdefault(piece.unit, {})[piece] = targets
        for first in units:
            others = list_led_units(fight, first) if first.leads else []
            if others:
                group = {first, *others}
                left = {piece: targets for piece, targets in reach.items() if piece.unit in group}
            else:
                left = own.get(first, {})
            shots = self._list_shots(left)
            if shots:
                score = shots[0].value + add_floats(self.weights["second"] * shot.value for shot in shots[1:])
                shooting = {piece.unit.id for shot in shots for piece in shot.pieces}
                led = tuple(unit for unit in others if unit.id in shooting)
                plans.append(Plan(score, first=first, others=led, shots=shots))
        return plans

    def list_reach(
        self, units: Iterable[Unit], *, op: bool = False, only: Hex | None = None
    ) -> dict[Piece, dict[Hex, int]]:
        """Return the targets of each piece with their hindrance."""
        fight = self.fight
        self._fps.clear()
        self._effects.clear()
        self._bests.clear()
        plain = not (fight.smoke or fight.blaze or fight.special.urban)
        targets = sorted({unit.hex for unit in fight.camps[self.enemy].units}) if only is None else [only]
        targets_by_piece: dict[Piece, dict[Hex, int]] = {}
        for unit in units:
            view, far = fight.board.view[unit.hex], fight.board.distances[unit.hex]
            for piece in _list_fresh_pieces(fight, unit, op=op):
                reach = get_piece_range(fight, piece)
                fight.lookups += len(targets)
                if plain and piece.weapon is None:
                    seen = {
                        target: view[target]
                        for target in targets
                        if view[target] != UNSEEN and 0 < far[target] <= reach
                    }
                    fight.lookups += len(seen)
                else:
                    seen = {
                        target: through
                        for target in targets
                        if view[target] != UNSEEN
                        and far[target] <= reach
                        and (through := get_target_hindrance(fight, piece, target, reach)) != UNSEEN
                    }
                if seen:
                    targets_by_piece[piece] = seen
                    self._fps[piece] = get_piece_fp(fight, piece)
        return targets_by_piece

    def _list_shots(self, left: Mapping[Piece, Mapping[Hex, int]]) -> list[Shot]:
        """Return the best attacks in sequence, each piece used once."""
        shots: list[Shot] = []
        while left:
            shot = self.find_best_shot(left)
            if shot is None or shot.value < self.weights["shot"]:
                break
            shots.append(shot)
            left = {piece: targets for piece, targets in left.items() if piece not in shot.pieces}
        return shots

    def find_best_shot(self, reach: Mapping[Piece, Mapping[Hex, int]]) -> Shot | None:
        best: Shot | None = None
        by_target: dict[Hex, list[Piece]] = {}
        for piece, targets in reach.items():
            for target in targets:
                pieces = by_target.get(target)
                if pieces is None:
                    by_target[target] = [piece]
                else:
                    pieces.append(piece)
        for target, pieces in by_target.items():
            key = target, tuple(pieces)
            shot = self._bests.get(key)
            if shot is None:
                shot = self._bests[key] = self._find_best_shot_at(target, pieces, reach)
            if best is None or shot.value > best.value:
                best = shot
        return best

    def _find_best_shot_at(
        self, target: Hex, pieces: list[Piece], reach: Mapping[Piece, Mapping[Hex, int]]
    ) -> Shot:
        """Return the best attack of some pieces on a target."""
        best: Shot | None = None
        for group in self._list_groups(target, pieces, reach):
            value = self._rate_shot(target, group, reach)
            if best is None or value > best.value:
                best = Shot(target, tuple(group), value)
        assert best is not None
        return best

    def _list_groups(
        self, target: Hex, pieces: list[Piece], reach: Mapping[Piece, Mapping[Hex, int]]
    ) -> Iterable[Sequence[Piece]]:
        """Yield fire groups: ordnance alone, all others together, and those with the best sight."""
        if len(pieces) == 1:
            yield pieces
            return
        plain = []
        for piece in pieces:
            if piece.weapon and piece.weapon.ordnance:
                yield [piece]
            else:
                plain.append(piece)
        if len(plain) < 2:
            if plain:
                yield plain
            return
        fps = self._fps
        plain.sort(key=lambda piece: (reach[piece][target] - fps[piece], piece.id))
        yield filter_chain(self.fight, plain)
        clear = min([reach[piece][target] for piece in plain])
        clean = [piece for piece in plain if reach[piece][target] == clear]
        if len(clean) < len(plain):
            yield filter_chain(self.fight, clean)

    def _rate_shot(
        self, target: Hex, group: Sequence[Piece], reach: Mapping[Piece, Mapping[Hex, int]]
    ) -> float:
        fight = self.fight
        first = group[0]
        if first.weapon and first.weapon.ordnance:
            far = fight.board.distances[first.unit.hex][target]
            chance = get_ordnance_hit_chance(far, reach[first][target])
            fp = first.weapon.fp + get_height_modifier(fight, (first,), (target,))
            return chance * self._get_effect(fp, target, shells=first.weapon.has("mortar"))
        fp = self._get_strength(target, group, reach)
        return self._get_effect(fp, target, shells=False) if fp >= MIN_ATTACK_FP else 0.0

    def _get_effect(self, fp: int, target: Hex, *, shells: bool) -> float:
        key = fp, target, shells
        value = self._effects.get(key)
        if value is None:
            value = self._effects[key] = self.evaluator.get_effect(fp, target, shells=shells)
        return value

    def _get_strength(
        self, target: Hex, group: Sequence[Piece], reach: Mapping[Piece, Mapping[Hex, int]]
    ) -> int:
        level = self.fight.board.level
        there = level[target]
        if len(group) == 1:
            piece = group[0]
            here = level[piece.unit.hex]
            return self._fps[piece] - reach[piece][target] + (here > there) - (here < there)
        heights = [level[piece.unit.hex] for piece in group]
        fp = max([self._fps[piece] for piece in group]) + len(group) - 1
        fp -= max([reach[piece][target] for piece in group])
        return fp + (max(heights) > there) - (min(heights) < there)

    def think_recover(self) -> Plan | None:
        """O22: plan to rally."""
        camp = self.fight.camps[self.side]
        if camp.activated:
            return None
        score = 0.0
        for unit in camp.units:
            if unit.broken:
                score += (
                    get_below_chance(self.fight.get_morale(unit))
                    * self.evaluator.get_value(unit)
                    * self.weights["rally"]
                )
            if unit.suppressed:
                score += self.evaluator.get_value(unit) * self.weights["suppressed"]
        return Plan(score) if score else None

    def think_rout(self) -> Plan | None:
        """O23: plan to rout the enemy's broken units."""
        fight = self.fight
        if self.enemy not in list_routable_sides(fight):
            return None
        score = 0.0
        rank = fight.board.edge_distance[fight.camps[self.enemy].edge]
        for unit in fight.camps[self.enemy].units:
            if unit.broken:
                morale = fight.get_morale(unit)
                flees = 1 - get_below_chance(morale + 1)
                off = 1 - get_below_chance(morale + 1 + rank[unit.hex])
                score += flees * self.evaluator.get_value(unit) * self.weights[
                    "routed"
                ] + off * self.evaluator.get_loss(unit)
        return Plan(score, side=self.enemy) if score else None

    def think_artillery_denied(self) -> Plan | None:
        radio = self.fight.camps[self.enemy].radio
        if radio is None:
            return None
        return Plan(self.weights["deny"] * (0.7 if radio.broken else 1.0))

    def think_artillery_request(self) -> Plan | None:
        """O18: aim where seven hexes hold most enemies and fewest friends."""
        fight = self.fight
        radio = fight.camps[self.side].radio
        if radio is None:
            return None
        if radio.broken:
            return Plan(self.weights["access"])
        leaders = [unit for unit in list_ready_units(fight, self.side) if unit.leads and not unit.broken]
        best: Plan | None = None
        self._effects.clear()
        fp = radio.counter.front.fp or 0
        areas: dict[Hex, float] = {}
        for unit in fight.camps[self.enemy].units:
            for hex_ in (unit.hex, *fight.board.neighbours[unit.hex]):
                if hex_ not in areas:
                    spread = (hex_, *fight.board.neighbours[hex_])
                    areas[hex_] = add_floats(
                        self._get_effect(fp, near, shells=True) for near in spread if fight.units_at[near]
                    )
        for leader in leaders:
            for hex_, value in areas.items():
                through = fight.get_hindrance(leader.hex, hex_)
                if through == UNSEEN:
                    continue
                hit_chance = get_ordnance_hit_chance(fight.board.distances[leader.hex][hex_], through)
                score = value * (
                    self.weights["aimed"] * hit_chance + self.weights["stray"] * (1 - hit_chance)
                )
                score += self._rate_stray_effect(hex_, fp) * self.weights["drift"] * (1 - hit_chance)
                if best is None or score > best.score:
                    best = Plan(score, first=leader, aim=hex_)
        return best

    def _rate_stray_effect(self, aim: Hex, fp: int) -> float:
        """O18.2.2: return the effect on friends that drifting rounds may hit."""
        fight = self.fight
        far = fight.board.distances[aim]
        hexes = {unit.hex for unit in fight.camps[self.side].units if far[unit.hex] <= DRIFT_RADIUS}
        return add_floats(self._get_effect(fp, hex_, shells=True) for hex_ in sorted(hexes))

    def think_move(self) -> Plan | None:
        """O21: plan the activation that moves its units to better hexes."""
        return self._plan_moves(advance=False)

    def think_advance(self) -> Plan | None:
        """O16: plan advances into good melees, objectives, cover or off the map."""
        return self._plan_moves(advance=True)

    def _plan_moves(self, *, advance: bool) -> Plan | None:
        return max(self.list_move_plans(advance=advance), key=_get_score, default=None)

    def list_move_plans(self, *, advance: bool) -> list[Plan]:
        """O16, O21: return the best moves of each unit that can be activated first."""
        fight, least = self.fight, self._get_least_gain("stepping" if advance else "going")
        moves: dict[str, PlannedMove] = {}
        units = list_ready_units(fight, self.side)
        for unit in units:
            move = self._plan_step(unit) if advance else self._plan_move(unit)
            if move is not None:
                moves[unit.id] = move
        foes = {unit.hex for unit in fight.camps[self.enemy].units}
        beside = (
            {unit.id: foes.intersection(list_advance_hexes(fight, unit)) for unit in units} if advance else {}
        )
        plans: list[Plan] = []
        for first in units:
            group = [first, *list_led_units(fight, first)] if first.leads else [first]
            group_moves = {**moves, **self._plan_melees(group, beside)} if advance else moves
            group_moves = self._limit_stacking(
                [unit for unit in group if unit.id in group_moves], group_moves, least
            )
            going = [unit for unit in group if unit.id in group_moves]
            if going:
                plans.append(
                    Plan(
                        add_floats(group_moves[unit.id][0] for unit in going),
                        first=first,
                        others=tuple(unit for unit in going if unit is not first),
                        goals={unit.id: group_moves[unit.id][1] for unit in going},
                        ways={unit.id: list(group_moves[unit.id][2]) for unit in going},
                        gains={unit.id: group_moves[unit.id][0] for unit in going},
                    )
                )
        return plans

    def _get_least_gain(self, order: str) -> float:
        """Return what a move must gain for a unit to go."""
        return self.weights[order]

    def _limit_stacking(
        self, going: Sequence[Unit], moves: Mapping[str, PlannedMove], least: float
    ) -> dict[str, PlannedMove]:
        """8.1: drop moves that would overstack a destination; reduce the gains of the others."""
        fight, most = self.fight, self.fight.catalog.board.stacking
        coming: dict[Hex, int] = {}
        limited: dict[str, PlannedMove] = {}
        for unit in sorted(going, key=lambda mover: (-moves[mover.id][0], mover.id)):
            gain, goal, way = moves[unit.id]
            if not isinstance(goal, str) and not fight.has_enemy(goal, self.side):
                alone = fight.count_soldiers(goal, self.side) + unit.soldiers
                others = coming.get(goal, 0)
                gain -= self.weights["crowd"] * (max(0, alone + others - most) - max(0, alone - most))
                if gain <= least:
                    continue
                coming[goal] = others + unit.soldiers
            limited[unit.id] = (gain, goal, way)
        return limited

    def _plan_move(self, unit: Unit) -> PlannedMove | None:
        """Return the best move of a unit, if it is worth the way."""
        fight, evaluator = self.fight, self.evaluator
        points = fight.get_move_points(unit) - fight.get_command(unit)
        if points <= 0 or fight.works.get(unit.hex) == "wire" or self._should_stay(unit):
            return None
        stand = evaluator.make_hex_rater(unit)
        here = stand(unit.hex) + self._rate_duty(unit)
        if not evaluator.has_better_hex(
            unit, points, here, self._get_least_gain("going")
        ) and not self._near_exit(unit, points):
            return None
        best: PlannedMove | None = None
        worth_risk = evaluator.risk * evaluator.get_value(unit)
        ways = evaluator.find_routes(unit, points)
        for hex_ in evaluator.list_promising_hexes(unit, ways, worth_risk):
            spent, path, drawn = ways[hex_]
            risk = drawn * worth_risk
            if path:
                gain = stand(hex_) - here - risk
                if best is None or gain > best[0]:
                    best = (gain, hex_, path)
            if spent < points and may_exit(fight, hex_, self.side) and not self._is_nearly_gone():
                gain = self._rate_exit(unit) - risk
                if best is None or gain > best[0]:
                    best = (gain, EXIT, path)
        return best if best is not None and best[0] > self._get_least_gain("going") else None

    def _near_exit(self, unit: Unit, points: int) -> bool:
        """Return whether a unit can reach the exit edge."""
        off = self.fight.board.edge[self.fight.camps[self.enemy].edge]
        return not off.isdisjoint(self.fight.board.get_move_area(unit.hex, points))

    def _should_stay(self, unit: Unit) -> bool:
        """Return whether a defender in cover stays, because no objective is lost."""
        fight = self.fight
        if fight.camps[self.side].posture != "defend" or fight.get_cover(unit.hex, self.side) < 1:
            return False
        return all(fight.control.get(number) == self.side for number in fight.objectives)

    def _rate_exit(self, unit: Unit) -> float:
        """7.2.1: return the value of exiting, less what the unit could still do on the map."""
        fight, evaluator, weights = self.fight, self.evaluator, self.weights
        double = 2 if is_chit_rule_in_force(fight, DOUBLE_EXIT) else 1
        points = get_unit_vp(fight, unit) * double * weights["vp"] * weights["leaving"]
        rest = evaluator.count_advances_left() / (fight.sudden_death + 1)
        return points * (1 + weights["eager"] * evaluator.nerve) - (
            weights["presence"] * evaluator.get_value(unit) * rest + self._rate_duty(unit)
        )

    def _is_nearly_gone(self) -> bool:
        return len(self.fight.camps[self.side].units) <= self.weights["stay_behind"]

    def _rate_duty(self, unit: Unit) -> float:
        """Return the value of staying if the unit is alone on an own objective."""
        fight = self.fight
        for number, hexes in fight.objectives.items():
            if unit.hex in hexes and fight.control.get(number) == self.side:
                others = [
                    other for h in hexes for other in fight.list_units(h, self.side) if other is not unit
                ]
                if not others:
                    return self.evaluator.get_stake(number) * self.weights["duty"]
        return 0.0

    def _plan_step(self, unit: Unit) -> PlannedMove | None:
        fight, evaluator = self.fight, self.evaluator
        stand = evaluator.make_hex_rater(unit)
        here = stand(unit.hex) + self._rate_duty(unit)
        best: PlannedMove | None = None
        for hex_ in list_advance_hexes(fight, unit):
            if fight.has_enemy(hex_, self.side):
                continue
            gain = stand(hex_) - here
            if fight.works.get(hex_) == "mines":
                gain -= evaluator.get_value(unit)
            if best is None or gain > best[0]:
                best = (gain, hex_, (hex_,))
        if may_exit(fight, unit.hex, self.side) and not self._is_nearly_gone():
            gain = self._rate_exit(unit)
            if best is None or gain > best[0]:
                best = (gain, EXIT, ())
        return best if best is not None and best[0] > self._get_least_gain("stepping") else None

    def _plan_melees(self, group: Sequence[Unit], beside: Mapping[str, set[Hex]]) -> dict[str, PlannedMove]:
        """O16.4: return advances into melees with good odds by units activated together."""
        fight, evaluator = self.fight, self.evaluator
        moves: dict[str, PlannedMove] = {}
        caution = 1 - self.weights["calm"] * evaluator.nerve
        for hex_ in sorted({hex_ for unit in group for hex_ in beside[unit.id]}):
            near = [unit for unit in group if hex_ in beside[unit.id] and unit.id not in moves]
            foes = fight.list_units(hex_, self.enemy)
            theirs = compute_melee_fp(fight, foes)
            strong = sorted(near, key=lambda u: (-compute_melee_fp(fight, [u]), u.id))
            lead, cost = -theirs, 0.0
            for number, unit in enumerate(strong, 1):
                lead += compute_melee_fp(fight, [unit])
                cost += evaluator.get_loss(unit)
                win = get_win_chance(lead)
                gain = (
                    add_floats(map(evaluator.get_loss, foes)) * (win + get_tie_chance(lead))
                    + self._rate_objective(hex_) * win
                )
                gain -= cost * (1 - win) * caution
                if gain > self.weights["storm"] * number:
                    moves |= {u.id: (gain / number, hex_, (hex_,)) for u in strong[:number]}
                    break
        return moves

    def _rate_objective(self, hex_: Hex) -> float:
        fight = self.fight
        return add_floats(
            self.evaluator.get_stake(n) * 2 for n, hexes in fight.objectives.items() if hex_ in hexes
        )


def _get_score(plan: Plan) -> float:
    return plan.score


def _list_fresh_pieces(fight: Fight, unit: Unit, *, op: bool) -> list[Piece]:
    """Return everything a unit could fire with at the start of an order."""
    pieces = [Piece(unit, None)] if fight.get_range(unit) > 0 else []
    weapon = unit.weapon
    if weapon is not None and fight.can_shoot_weapon(unit) and not (op and weapon.ordnance):
        pieces.append(Piece(unit, weapon))
    return pieces
