"""The bot's evaluation of units, hexes and attacks; its weights stand in the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush

from catalogs.games.combat_commander.model import Side

from .board import UNSEEN, Hex
from .dice_odds import add_floats, get_hit_chance, get_tie_chance, get_win_chance
from .pieces import Unit
from .state import OTHER, SIGN, Fight
from .victory import DOUBLE_EXIT, DOUBLE_LOSS, get_unit_vp, is_chit_rule_in_force

PERCENT = 100.0
MAX_DISTANCE = 64  # more than any distance on a map
Routes = Mapping[Hex, tuple[int, tuple[Hex, ...], float]]  # hex -> points spent, path and danger
Armament = tuple[int, int, int, int]  # firepower and range of a unit and of its weapon
_QueuedRoute = tuple[float, int, Hex, tuple[Hex, ...], bool]  # danger, points, hex, path, uses a road


class Target:
    """A hex that can be fired at: morale and harm of its units, and cached attack values by firepower."""

    __slots__ = ("hex", "units", "worth")

    def __init__(self, hex_: Hex) -> None:
        self.hex = hex_
        self.units: list[tuple[int, float]] = []
        self.worth: dict[int, float] = {}

    def get_worth(self, fp: int) -> float:
        value = self.worth[fp] = add_floats(
            [get_win_chance(fp - morale) * harm for morale, harm in self.units]
        )
        return value


class Evaluator:
    """The view of one side; it reads only what its seat sees, not the enemy's hand or secret chits."""

    def __init__(self, fight: Fight, side: Side, weights: Mapping[str, int]) -> None:
        self.fight = fight
        self.side: Side = side
        self.enemy: Side = OTHER[side]
        self.weights = {name: value / PERCENT for name, value in weights.items()}
        self._danger: dict[Hex, float] = {}
        self._valid_danger: dict[Hex, float] = {}  # danger values that are still valid after a change
        self._unsettled_hexes: set[Hex] = set()  # hexes computed in the middle of an answer
        self._known_foes: set[tuple[Unit, Hex, Armament]] = set()
        self.refreshed = False  # refreshed since the last question
        self._places: dict[Hex, tuple[float, float]] = {}
        self._goals: list[tuple[float, bytes]] = []
        self._routes: dict[tuple[Hex, int], Routes] = {}
        self._blocked_hexes: frozenset[Hex] = frozenset()
        self._targets: list[Target] = []
        self._best_shots: dict[tuple[int, int], dict[Hex, float]] = {}
        self._shot_caches: dict[Armament, dict[Hex, float]] = {}
        self._max_shot_values: dict[Armament, float] = {}
        self.visible_targets: dict[
            Hex, list[tuple[int, int, Target]]
        ] = {}  # visible targets by hex, for one answer
        self.nerve = 0.0  # need to take risks, from 0 to 1
        self.calm = 1.0
        self.fear = self.weights["danger"]
        self.risk = self.weights["risk"]
        self._help, self._glances = int(self.weights["help"]), int(self.weights["glances"])
        self._last_state: tuple[object, ...] = ()
        self._fade = [self.weights["fade"] ** far for far in range(MAX_DISTANCE)]
        self._objective_distances = {
            number: fight.board.get_distances_to(hexes) for number, hexes in fight.objectives.items()
        }

    def refresh(self) -> None:
        """Update the caches after a change on the map; keep what is still valid."""
        fight = self.fight
        foes = fight.camps[self.enemy].units
        seen = (
            [(u.hex, u.broken, u.front, u.weapon, u.weapon is not None and u.weapon.broken) for u in foes],
            tuple(fight.works.items()),
            frozenset(fight.blaze),
            tuple(fight.smoke.items()),
            fight.board,
        )
        self.nerve = self._compute_nerve()
        self.calm = calm = 1 - self.weights["calm"] * self.nerve
        self.fear, self.risk = self.weights["danger"] * calm, self.weights["risk"] * calm
        wants = self._compute_goals()
        self.refreshed = True
        if seen != self._last_state:
            self._keep_danger(foes, seen[2:] == self._last_state[2:])
            self._last_state = seen
            self._danger.clear()
            self._routes.clear()
            self._places.clear()
            self._best_shots.clear()
            self._shot_caches.clear()
            self._max_shot_values.clear()
            self.visible_targets.clear()
            self._targets = self._list_targets()
            self._blocked_hexes = frozenset(unit.hex for unit in foes) | fight.blaze
        if wants != self._goals:
            self._goals = wants
            self._places.clear()

    def _keep_danger(self, foes: Sequence[Unit], same: bool) -> None:
        """Keep danger values of hexes that no changed enemy unit can fire at."""
        men = {(unit, unit.hex, get_armament(unit)) for unit in foes}
        valid = self._valid_danger
        if same:
            valid.update(self._danger)
            for hex_ in self._unsettled_hexes:
                valid.pop(hex_, None)
            for _, origin, arms in men ^ self._known_foes:
                for hex_ in self.fight.board.get_fire_area(origin, max(arms[1], arms[3])):
                    valid.pop(hex_, None)
        else:
            valid.clear()
        self._known_foes = men
        self._unsettled_hexes.clear()

    # How things stand

    def get_vp_lead(self) -> int:
        """Return the VP lead if the fight ended now, including own secret chits."""
        fight = self.fight
        marker = fight.marker * SIGN[self.side]
        chits = fight.catalog.chits
        for letter in fight.camps[self.side].secret:
            for number in chits[letter].objectives:
                owner = fight.control.get(number)
                if owner is not None:
                    marker += chits[letter].vp if owner == self.side else -chits[letter].vp
        return marker

    def count_advances_left(self) -> int:
        """6.2.2: return the expected number of Time advances left."""
        return max(1, self.fight.sudden_death + 1 - self.fight.time)

    def _compute_nerve(self) -> float:
        """Return the need to take risks: high when behind and late."""
        fight = self.fight
        due = self.count_advances_left() * fight.get_figure("rule.time", "defender_vp")
        lag = -self.get_vp_lead()
        for side, sign in ((self.side, -1), (self.enemy, 1)):
            if fight.camps[side].posture == "defend":
                lag += sign * due
        gone: float = min(1.0, fight.time / fight.sudden_death) ** self.weights["late"]
        return max(0.0, min(1.0, lag / self.weights["lag"])) * gone

    # Units and attacks

    def get_value(self, unit: Unit) -> float:
        """Return the value of a unit on the map."""
        weights = self.weights
        base = weights[unit.kind] + weights["command"] * (unit.front.command or 0)
        weapon = unit.weapon
        return base + (0 if weapon is None or weapon.broken else weights["weapon"])

    def get_loss(self, unit: Unit) -> float:
        """Return the value lost when a unit is eliminated."""
        double = 2 if is_chit_rule_in_force(self.fight, DOUBLE_LOSS) else 1
        return self.get_value(unit) + get_unit_vp(self.fight, unit) * double * self.weights["vp"]

    def get_harm(self, unit: Unit) -> float:
        """Return the value of breaking a unit once."""
        if unit.broken:
            return self.get_loss(unit)
        return self.get_value(unit) * self.weights["broken"]

    def get_effect(self, fp: int, hex_: Hex, *, shells: bool = False, crossed: int = 0) -> float:
        """Return the value of an attack into a hex; friendly units count against it."""
        fight = self.fight
        total = 0.0
        add = fight.board.tree_burst[hex_] if shells else 0
        for unit in fight.units_at[hex_]:
            cover = fight.get_cover(hex_, unit.side, shells=shells, crossed=crossed)
            lead = fp + add - fight.get_bare_morale(unit) - cover
            harm = self.get_harm(unit)
            tie = harm if unit.moving else self.get_value(unit) * self.weights["suppressed"]
            gain = get_win_chance(lead) * harm + get_tie_chance(lead) * tie
            total += gain if unit.side != self.side else -gain * self.weights["own"]
        return total

    # Ground

    def get_danger(self, hex_: Hex) -> float:
        """Return the enemy fire on a hex, as the chance to be broken there."""
        danger = self._danger.get(hex_)
        if danger is None:
            if self.refreshed:
                danger = self._valid_danger.get(hex_)
            else:
                self._unsettled_hexes.add(hex_)
            if danger is None:
                danger = self._compute_danger(hex_)
            self._danger[hex_] = danger
        return danger

    def get_path_danger(self, way: Sequence[Hex]) -> float:
        """A33.3: return the fire on a path from units already firing at movers."""
        return add_floats(self._compute_danger(hex_, self.fight.opportunity_firers) for hex_ in way)

    def _compute_danger(self, hex_: Hex, foes: Sequence[Unit] | None = None) -> float:
        fight = self.fight
        foes = fight.camps[self.enemy].units if foes is None else [unit for unit in foes if not unit.out]
        far, view = fight.board.distances[hex_], fight.board.view[hex_]
        best, more, smoke = 0, 0, bool(fight.smoke)
        fight.lookups += len(foes)
        for unit in foes:
            there = unit.hex
            if view[there] == UNSEEN or not far[there]:
                continue
            through = view[there] if not smoke else fight.get_hindrance(hex_, there)
            if through == UNSEEN:
                continue
            face = unit.face
            fp = (face.fp or 0) if far[there] <= (face.range or 0) else 0
            weapon = unit.weapon
            if (
                weapon
                and not unit.broken
                and not weapon.broken
                and far[there] <= (weapon.counter.front.range or 0)
            ):
                fp = max(fp, weapon.fp)
            if fp:
                fp -= through
                best, more = max(best, fp), more + 1
        if not more:
            return 0.0
        cover = min(fight.board.cover[hex_], 9) - (hex_ in fight.board.road)
        return get_win_chance(best + more - 1 - int(self.weights["morale"]) - cover)

    def _list_targets(self) -> list[Target]:
        """Return the hexes that could be fired at."""
        fight = self.fight
        targets: dict[Hex, Target] = {}
        for unit in fight.camps[self.enemy].units:
            hex_ = unit.hex
            if hex_ >= 0:
                target = targets.get(hex_)
                if target is None:
                    target = targets[hex_] = Target(hex_)
                target.units.append((fight.get_morale(unit), self.get_harm(unit)))
        return list(targets.values())

    def get_shot_value(self, unit: Unit, hex_: Hex) -> float:
        """Return the value of the unit's best shot from a hex."""
        armament = get_armament(unit)
        values = self._get_shot_cache(armament)
        value = values.get(hex_)
        if value is None:
            value = values[hex_] = self._compute_shot_value(armament, hex_)
        return value

    def _get_shot_cache(self, armament: Armament) -> dict[Hex, float]:
        """Return the cached shot values of an armament."""
        values = self._shot_caches.get(armament)
        if values is None:
            values = self._shot_caches[armament] = {}
        return values

    def _compute_shot_value(self, armament: Armament, hex_: Hex) -> float:
        targets = self.visible_targets.get(hex_)
        if targets is None:
            targets = self.visible_targets[hex_] = self._list_visible_targets(hex_)
        if not targets:
            self.fight.lookups += len(self._targets)
            return 0.0
        fp, reach, weapon_fp, weapon_reach = armament
        best = self._get_best_shot(hex_, fp, reach) if reach else 0.0
        return max(best, self._get_best_shot(hex_, weapon_fp, weapon_reach)) if weapon_reach else best

    def _get_best_shot(self, hex_: Hex, fp: int, reach: int) -> float:
        values = self._best_shots.get((fp, reach))
        if values is None:
            values = self._best_shots[fp, reach] = {}
        best = values.get(hex_)
        if best is None:
            targets = self.visible_targets.get(hex_)
            if targets is None:
                targets = self.visible_targets[hex_] = self._list_visible_targets(hex_)
            self.fight.lookups += len(self._targets)
            best, fp = 0.0, fp + self._help
            for far, more, target in targets:
                if far <= reach:
                    lead = fp + more
                    value = target.worth.get(lead)
                    if value is None:
                        value = target.get_worth(lead)
                    if value > best:
                        best = value
            values[hex_] = best
        return best

    def _list_visible_targets(self, hex_: Hex) -> list[tuple[int, int, Target]]:
        """Return the targets visible from a hex, with distance and firepower modifier."""
        fight = self.fight
        far, view = fight.board.distances[hex_], fight.board.view[hex_]
        level, smoke = fight.board.level, bool(fight.smoke)
        here, targets = level[hex_], []
        for target in self._targets:
            there = target.hex
            through = view[there]
            if through == UNSEEN or there == hex_:
                continue
            if smoke:
                through = fight.get_hindrance(hex_, there)
                if through == UNSEEN:
                    continue
            height = level[there]
            targets.append((far[there], (here > height) - (here < height) - through, target))
        return targets

    def get_pull(self, hex_: Hex) -> float:
        """Return how attractive a hex is: objectives to take or hold, and the exit edge."""
        fade, total = self._fade, 0.0
        for weight, near in self._goals or self.get_goals():
            total += weight * fade[near[hex_]]
        return total

    def get_goals(self) -> list[tuple[float, bytes]]:
        """Return the goals of this side."""
        if not self._goals:
            self._goals = self._compute_goals()
        return self._goals

    def _compute_goals(self) -> list[tuple[float, bytes]]:
        """Compute the goals of this side with the distance of each hex from them."""
        fight, weights = self.fight, self.weights
        goals = []
        eager = 1 + weights["eager"] * self.nerve
        for number, hexes in fight.objectives.items():
            held = fight.control.get(number) == self.side
            weight = weights["hold"] if held else weights["take"] * eager
            if held and any(fight.list_units(hex_, self.side) for hex_ in hexes):
                weight *= weights["held"]
            goals.append((weight * self.get_stake(number), self._objective_distances[number]))
        if fight.camps[self.side].posture != "defend":
            double = 2 if is_chit_rule_in_force(fight, DOUBLE_EXIT) else 1
            goals.append(
                (weights["exit"] * double * eager, fight.board.edge_distance[fight.camps[self.enemy].edge])
            )
        return goals

    def get_stake(self, number: int) -> float:
        """Return the value of an objective, including own secret chits."""
        fight = self.fight
        chits = fight.catalog.chits
        letters = [*fight.chits, *fight.camps[self.side].secret]
        return self.weights["objective"] + sum(
            chits[letter].vp for letter in letters if number in chits[letter].objectives
        )

    def rate_hex(self, unit: Unit, hex_: Hex) -> float:
        """Return how good a hex is for a unit."""
        return self.make_hex_rater(unit)(hex_)

    def make_hex_rater(self, unit: Unit) -> Callable[[Hex], float]:
        """Return a function that rates hexes for a unit."""
        fight, weights = self.fight, self.weights
        side, at, most, crowd_weight = (
            self.side,
            fight.units_at,
            fight.catalog.board.stacking,
            weights["crowd"],
        )
        fear, unit_value, aim = self.fear, self.get_value(unit), weights["aim"]
        armament = get_armament(unit)
        places, shot_values = self._places, self._get_shot_cache(armament)
        radius = max(1, unit.command) if unit.leads else 0
        friends = [other for other in fight.camps[side].units if other is not unit] if unit.leads else []

        def stand(hex_: Hex) -> float:
            draws, drawn = places.get(hex_) or self._rate_place(hex_)
            shot = shot_values.get(hex_)
            if shot is None:
                shot = shot_values[hex_] = self._compute_shot_value(armament, hex_)
            score = draws - fear * drawn * unit_value + aim * shot
            crowd = 0 if unit.hex == hex_ else unit.soldiers
            for other in at[hex_]:
                if other.side == side:
                    crowd += other.soldiers
            if crowd > most:
                score -= crowd_weight * (crowd - most)
            if radius:
                far, near = fight.board.distances[hex_], 0
                for other in friends:
                    if far[other.hex] <= radius:
                        near += 1
                score += weights["company"] * min(near, 4)
            return score

        return stand

    def _rate_place(self, hex_: Hex) -> tuple[float, float]:
        """Return the unit-independent value of a hex and the fire on it."""
        place = self._places.get(hex_)
        if place is None:
            fight = self.fight
            cover = min(fight.board.cover[hex_], 9) - (hex_ in fight.board.road)
            work = fight.works.get(hex_)
            if work is not None:
                cover = max(cover, fight.catalog.fortifications[work].cover or 0)
                cover -= 2 * (work in ("wire", "mines"))
            place = self._places[hex_] = (
                self.get_pull(hex_) + self.weights["cover"] * cover,
                self.get_danger(hex_),
            )
        return place

    def list_promising_hexes(self, unit: Unit, routes: Routes, risk: float) -> list[Hex]:
        """Return the few hexes that look best, and the exit hexes."""
        fear = self.fear * self.get_value(unit)
        places, aim = self._places, self.weights["aim"]
        armament = get_armament(unit)
        shot_values = self._get_shot_cache(armament)
        rough = []
        for hex_, (_, _, drawn) in routes.items():
            draws, danger = places.get(hex_) or self._rate_place(hex_)
            rough.append((draws - fear * danger - risk * drawn, hex_))
        rough.sort(reverse=True)
        most, glances = aim * self._get_max_shot_value(armament), self._glances
        quick: list[tuple[float, Hex]] = []
        for base, hex_ in rough:
            if len(quick) == glances and base + most < quick[-1][0]:
                break  # no shot from the remaining hexes can compensate
            shot = shot_values.get(hex_)
            if shot is None:
                shot = shot_values[hex_] = self._compute_shot_value(armament, hex_)
            score = base + aim * shot
            if len(quick) < glances or (score, hex_) > quick[-1]:
                quick.append((score, hex_))
                quick.sort(reverse=True)
                del quick[glances:]
        off = self.fight.board.edge[self.fight.camps[self.enemy].edge]
        best = [hex_ for _, hex_ in quick]
        return best + [hex_ for hex_ in routes if hex_ in off and hex_ not in best]

    def _get_max_shot_value(self, armament: Armament) -> float:
        """Return an upper bound for shots with an armament: from above, without hindrance, at any range."""
        bound = self._max_shot_values.get(armament)
        if bound is None:
            leads = {armament[0] + self._help + 1, armament[2] + self._help + 1}
            values = [
                target.worth.get(lead) or target.get_worth(lead) for target in self._targets for lead in leads
            ]
            bound = self._max_shot_values[armament] = max(values, default=0.0)
        return bound

    def has_better_hex(self, unit: Unit, points: int, here: float, by: float) -> bool:
        """Return whether any hex in reach could be better than this, ignoring the cost of the way."""
        places, most = self._places, self.weights["aim"] * self._get_max_shot_value(get_armament(unit))
        fear, value, aim = self.fear, self.get_value(unit), self.weights["aim"]
        company_bonus = self.weights["company"] * 4 if unit.leads else 0.0
        for hex_ in self.fight.board.get_move_area(unit.hex, points):
            draws, danger = places.get(hex_) or self._rate_place(hex_)
            base = draws - fear * danger * value
            if (
                base + most + company_bonus - here > by
                and base + aim * self.get_shot_value(unit, hex_) + company_bonus - here > by
            ):
                return True
        return False

    def find_routes(self, unit: Unit, points: int) -> Routes:
        """Return the reachable hexes with the path that draws least fire."""
        key = unit.hex, points
        routes = self._routes.get(key)
        if routes is None:
            routes = self._routes[key] = self._search_routes(unit.hex, points)
        return routes

    def _search_routes(self, start: Hex, points: int) -> Routes:
        fight = self.fight
        costs, roads, works = fight.board.cost, fight.board.bonus_roads, fight.works
        shut, danger, mines = self._blocked_hexes, self._danger, self.weights["mines"]
        routes: dict[Hex, tuple[int, tuple[Hex, ...], float]] = {}
        first: _QueuedRoute = (0.0, 0, start, (), False)
        queue, best = [first], {start: first}
        while queue:
            risk, spent, here, path, road = heappop(queue)
            if here in routes:
                continue
            routes[here] = (spent, path, risk)
            if works and path and works.get(here) == "wire":
                continue
            most = points - spent + road
            for there, cost in costs[here].items():
                if cost > most or there in routes or there in shut:
                    continue
                drawn = danger.get(there)
                if drawn is None:
                    drawn = self.get_danger(there)
                more = risk + drawn + 0.01 * cost
                if works and works.get(there) == "mines":
                    more += mines
                known = best.get(there)
                if known is not None and known[0] < more:
                    continue
                route: _QueuedRoute = (more, spent + cost, there, (*path, there), road or there in roads)
                if known is None or route < known:
                    best[there] = route
                    heappush(queue, route)
        return routes


def get_armament(unit: Unit) -> Armament:
    """Return firepower and range of a unit and of its weapon."""
    face, weapon = (unit.back if unit.broken else unit.front), unit.weapon
    if weapon is None or weapon.broken or unit.broken:
        return face.fp or 0, face.range or 0, 0, 0
    front = weapon.counter.front
    return face.fp or 0, face.range or 0, front.fp or 0, front.range or 0


def get_ordnance_hit_chance(far: int, hindrance: int) -> float:
    """O20.2.3: return the chance that ordnance hits."""
    return get_hit_chance(far + hindrance)
