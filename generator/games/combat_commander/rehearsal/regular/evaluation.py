"""The regular's view: what losses, VP and hexes are worth, by the chance to win."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, sqrt

from catalogs.games.combat_commander.model import Side

from ..board import UNSEEN, Hex
from ..bot_evaluation import MAX_DISTANCE, Armament, Evaluator, Routes, get_armament
from ..dice_odds import get_win_chance
from ..pieces import Unit
from ..state import OTHER, Camp, Fight
from ..victory import DOUBLE_EXIT, DOUBLE_LOSS, get_objective_value, get_unit_vp, is_chit_rule_in_force

NO_FIRE = -99
HALF = 0.5
SLOPE = 1.7  # of the logistic curve that is nearest to the normal distribution
MAX_COVER = 9


class RegularEvaluator(Evaluator):
    """The evaluation of one side."""

    def __init__(self, fight: Fight, side: Side, weights: Mapping[str, int]) -> None:
        super().__init__(fight, side, _select_weights(weights, fight.camps[side].posture))
        near, reach, share = self.weights["fade"], self.weights["fade_reach"], self.weights["fade_far"]
        self._fade = [
            (1 - share) * near**far + share * max(0.0, 1 - far / reach) for far in range(MAX_DISTANCE)
        ]
        self.restless = 0.0  # how long nothing has happened, from 0 to 1
        self._casualties: dict[Side, float] = {}
        self._losses: dict[Unit, float] = {}
        self.vp_worth, self.clock_worth, self.chance = 1.0, 0.0, 0.5
        self._foe_hexes: frozenset[Hex] = frozenset()
        self._foe_distances = b""  # of each hex to the nearest enemy
        self._double_loss = 1
        self._foes_beside: dict[Hex, int] = {}
        self._commands: dict[Hex, int] = {}
        self._commanded: set[Hex] = set()  # hexes within the command of own leaders
        self._prizes: dict[Hex, tuple[float, int]] = {}  # enemy hexes: value and strength in melee
        self._strength_beside: dict[Hex, int] = {}  # own strength beside them
        self.readiness = 1.0
        self._firers: list[tuple[Hex, int, int, int, int]] = []
        self._fires: dict[Hex, int] = {}
        self._fires_state: tuple[object, ...] = ()
        self._usual_morale = int(self.weights["morale"])
        self._joined = int(self.weights["joined"])

    def refresh(self) -> None:
        """Update the caches; work out what a loss means to each side and where melee threatens."""
        self._compute_prospects()
        firers = self._list_firers()
        fight = self.fight
        state = (
            firers,
            tuple(fight.works.items()),
            tuple(fight.smoke.items()),
            frozenset(fight.blaze),
            fight.board,
        )
        if state != self._fires_state:
            self._fires_state, self._firers = state, firers
            self._fires.clear()
            self._danger.clear()
        super().refresh()
        rest = self.weights["restless"] * self.restless
        self.fear, self.risk = self.fear * (1 - rest), self.risk * (1 - rest)
        self._foes_beside = self._sum_foes_beside()
        self._prizes, self._strength_beside = self._list_prizes()
        self.readiness = (
            1.0 if _has_order(self.fight.camps[self.side], "advance") else self.weights["unready"]
        )
        self._commands = self._list_commands()
        self._commanded = self._list_commanded_hexes()

    def _compute_prospects(self) -> None:
        """Work out what a VP and a loss on each side are worth: the change of the chance to win."""
        fight, weights = self.fight, self.weights
        left = max(weights["least_time"], fight.sudden_death + weights["overtime"] - fight.time)
        lead: float = self.get_vp_lead()
        due = left * fight.get_figure("rule.time", "defender_vp")
        camps = fight.camps
        lead += due * ((camps[self.side].posture == "defend") - (camps[self.enemy].posture == "defend"))
        spread = weights["spread"] * sqrt(left) + 1
        margins, tolls = [], []
        for side in (self.side, self.enemy):
            camp = camps[side]
            margin = len(camp.units)  # 6.3.1: reinforcements on their way do not count
            if camp.surrender is not None:
                margin = min(margin, camp.surrender - len(camp.lost))
            margins.append(margin)
            tolls.append(
                weights["toll"] * left * sqrt(len(camps[OTHER[side]].units) / weights["usual_units"])
            )

        def chance(lead: float, own: int, enemy: int, rest: float = 1.0) -> float:
            falls, wins = _get_fall_chance(own, tolls[0] * rest), _get_fall_chance(enemy, tolls[1] * rest)
            points = 1 / (1 + exp(-SLOPE * lead / spread))
            return wins * (1 - falls / 2) + (1 - wins) * (1 - falls) * points

        own, enemy = margins
        now = chance(lead, own, enemy)
        scale = weights["stake"]
        self.chance = now
        self.clock_worth = scale * (chance(lead, own, enemy, max(0.0, 1 - 1 / left)) - now)
        self.vp_worth = scale * (chance(lead + 1, own, enemy) - chance(lead - 1, own, enemy)) / 2
        potential = self._sum_potential()
        if potential:
            all_at_once = scale * (chance(lead + potential, own, enemy) - now) / potential
            late = min(1.0, fight.time / fight.sudden_death) ** weights["rush"]
            self.vp_worth += late * max(0.0, all_at_once - self.vp_worth)
        self._losses.clear()
        self._double_loss = 2 if is_chit_rule_in_force(fight, DOUBLE_LOSS) else 1
        self._casualties = {
            self.side: scale * (now - chance(lead, own - 1, enemy)),
            self.enemy: scale * (chance(lead, own, enemy - 1) - now),
        }

    def _sum_potential(self) -> int:
        """7.2, 7.3: return the VP in reach of a side that attacks: exits and the objectives of the enemy.

        One exit alone may not turn the fight where all of them together do.
        """
        fight = self.fight
        camp = fight.camps[self.side]
        if camp.posture == "defend":
            return 0
        double = 2 if is_chit_rule_in_force(fight, DOUBLE_EXIT) else 1
        exits = sum(get_unit_vp(fight, unit) for unit in camp.units if not unit.broken) * double
        held = sum(
            get_objective_value(fight, number) * (2 if owner == self.enemy else 1)
            for number, owner in fight.control.items()
            if owner != self.side
        )
        return exits + held

    def get_loss(self, unit: Unit) -> float:
        """Return the value lost when a unit is eliminated: its use, its VP and a step to surrender."""
        value = self._losses.get(unit)
        if value is None:
            value = self.get_value(unit) * self.weights["material"]
            value += get_unit_vp(self.fight, unit) * self._double_loss * self.vp_worth
            if unit.kind != "hero":  # 7.1: no casualty
                value += self._casualties.get(unit.side, 0.0)
            self._losses[unit] = value
        return value

    def get_stake(self, number: int) -> float:
        """Return the value of an objective, including own secret chits."""
        return super().get_stake(number) * max(self.weights["pull"], self.vp_worth)

    def _compute_goals(self) -> list[tuple[float, bytes]]:
        """Compute the goals of this side; the exit pulls as much as its VP are worth."""
        goals = super()._compute_goals()
        if self.fight.camps[self.side].posture != "defend":
            weight, near = goals[-1]
            goals[-1] = weight * max(self.weights["pull"], self.vp_worth), near
        foes = frozenset(unit.hex for unit in self.fight.camps[self.enemy].units)
        if foes:
            if foes != self._foe_hexes:
                rows = [self.fight.board.distances[hex_] for hex_ in foes]
                self._foe_hexes, self._foe_distances = foes, bytes(map(min, *rows, rows[0]))
            hunt = self.weights["hunt"] * self._casualties.get(self.enemy, 0.0)
            hunt -= self.weights["shun"] * self._casualties.get(self.side, 0.0)
            goals.append((hunt, self._foe_distances))
        return goals

    def get_harm(self, unit: Unit) -> float:
        """Return the value of breaking a unit once: a share of its loss, or the rest of it."""
        share = self.weights["share"]
        return self.get_loss(unit) * (1 - share if unit.broken else share)

    def _sum_foes_beside(self) -> dict[Hex, int]:
        """Return the melee strength of the enemies that could advance into each hex."""
        beside: dict[Hex, int] = {}
        neighbours = self.fight.board.neighbours
        for unit in self.fight.camps[self.enemy].units:
            if not unit.broken:
                strength = (unit.front.fp or 0) + ("fp" in unit.front.boxed)
                for hex_ in neighbours[unit.hex]:
                    beside[hex_] = beside.get(hex_, 0) + strength
        return beside

    def _list_prizes(self) -> tuple[dict[Hex, tuple[float, int]], dict[Hex, int]]:
        """Return what the enemy hexes are worth in melee, their strength, and the own strength beside."""
        prizes: dict[Hex, tuple[float, int]] = {}
        fight = self.fight
        for unit in fight.camps[self.enemy].units:
            value, strength = prizes.get(unit.hex, (0.0, 0))
            fp = (unit.face.fp or 0) + ("fp" in unit.face.boxed)
            prizes[unit.hex] = value + self.get_loss(unit), strength + fp
        beside: dict[Hex, int] = {}
        neighbours = fight.board.neighbours
        for unit in fight.camps[self.side].units:
            if not unit.broken:
                fp = (unit.front.fp or 0) + ("fp" in unit.front.boxed)
                for hex_ in neighbours[unit.hex]:
                    if hex_ in prizes:
                        beside[hex_] = beside.get(hex_, 0) + fp
        return prizes, beside

    def _list_commands(self) -> dict[Hex, int]:
        """3.3.1.2: return the command that the own leaders add to units in their hexes."""
        commands: dict[Hex, int] = {}
        for unit in self.fight.camps[self.side].units:
            if unit.leads and unit.command:
                commands[unit.hex] = commands.get(unit.hex, 0) + unit.command
        return commands

    def _list_commanded_hexes(self) -> set[Hex]:
        """3.3.1.1: return the hexes whose units an own leader can activate."""
        hexes: set[Hex] = set()
        board = self.fight.board
        for unit in self.fight.camps[self.side].units:
            if unit.leads and unit.command and unit.hex >= 0:
                hexes.update(board.get_distance_area(unit.hex, unit.command))
        return hexes

    def get_danger(self, hex_: Hex) -> float:
        """Return the enemy fire on a hex, as the chance to be broken there."""
        danger = self._danger.get(hex_)
        if danger is None:
            fire = self._get_fire(hex_)
            danger = 0.0 if fire == NO_FIRE else get_win_chance(fire - self._usual_morale)
            self._danger[hex_] = danger
        return danger

    def _keep_danger(self, foes: Sequence[Unit], same: bool) -> None:
        """Keep nothing: the fire on each hex is kept instead."""

    def _get_fire(self, hex_: Hex) -> int:
        """Return the strength of the enemy's best attack on a hex less its cover, or NO_FIRE."""
        fire = self._fires.get(hex_)
        if fire is None:
            fire = self._fires[hex_] = self._compute_fire(hex_)
        return fire

    def _compute_fire(self, hex_: Hex) -> int:
        fight = self.fight
        far, view = fight.board.distances[hex_], fight.board.view[hex_]
        best, more, smoke = 0, 0, bool(fight.smoke)
        for there, fp, reach, weapon_fp, weapon_reach in self._firers:
            through, away = view[there], far[there]
            if through == UNSEEN or not away:
                continue
            if smoke:
                through = fight.get_hindrance(hex_, there)
                if through == UNSEEN:
                    continue
            strength = fp if away <= reach else 0
            if away <= weapon_reach:
                more += 1
                strength = max(strength, weapon_fp)
            if strength:
                more += 1
                if strength - through > best:
                    best = strength - through
        if not more:
            return NO_FIRE
        cover = min(fight.board.cover[hex_], MAX_COVER) - (hex_ in fight.board.road)
        work = fight.works.get(hex_)
        if work is not None:
            cover = max(cover, fight.catalog.fortifications[work].cover or 0)
        return best + min(more - 1, self._joined) - cover

    def _list_firers(self) -> list[tuple[Hex, int, int, int, int]]:
        """Return hex, firepower and range of the enemy units that can fire, and of their weapons."""
        fight, firers = self.fight, []
        for unit in fight.camps[self.enemy].units:
            _, reach, _, weapon_reach = get_armament(unit)
            if reach or weapon_reach:
                firers.append((unit.hex, *_lead(get_armament(unit), fight.get_command(unit))))
        return firers

    def make_hex_rater(self, unit: Unit, group: Sequence[Unit] = ()) -> Callable[[Hex], float]:
        """Return a function that rates hexes for a unit, together with who else is there.

        The units of a group go with it.
        """
        fight, weights, side = self.fight, self.weights, self.side
        units_at, most, crowd_weight = fight.units_at, fight.catalog.board.stacking, weights["crowd"]
        places, fires, commands, beside = self._places, self._fires, self._commands, self._foes_beside
        aim, fear = weights["aim"], self.fear * self.get_harm(unit)
        armament = get_armament(unit)
        leads, own_command, here = unit.leads, unit.command, unit.hex
        joined = 0 if leads else sum([other.command for other in group if other.leads])
        company = sum([other.soldiers for other in group])
        company_fp = sum([other.face.fp or 0 for other in group])
        morale = fight.get_bare_morale(unit) - (0 if leads else commands.get(here, 0))
        melee_fp = (unit.face.fp or 0) + ("fp" in unit.face.boxed)
        stake = weights["melee_threat"] * self.get_loss(unit)
        friends = [other for other in fight.camps[side].units if not other.leads] if leads else []
        company_weight = weights["company"]
        commanded, in_command = self._commanded, weights["in_command"]
        if joined:
            commanded = commanded.union(range(len(fight.board.names)))
        hope = 0.0 if unit.broken else weights["melee_hope"] * self.readiness
        shot_values: dict[int, tuple[Armament, dict[Hex, float]]] = {}

        def get_shot(hex_: Hex, command: int) -> float:
            known = shot_values.get(command)
            if known is None:
                led = _lead(armament, command)
                known = shot_values[command] = led, self._get_shot_cache(led)
            led, values = known
            shot = values.get(hex_)
            if shot is None:
                shot = values[hex_] = self._compute_shot_value(led, hex_)
            return shot

        def rate(hex_: Hex) -> float:
            score = (places.get(hex_) or self._rate_place(hex_))[0]
            command = 0 if leads else commands.get(hex_, 0) + (joined if hex_ != here else 0)
            fire = fires.get(hex_)
            if fire is None:
                fire = self._get_fire(hex_)
            if fire != NO_FIRE:
                score -= fear * get_win_chance(fire - morale - command)
            if not leads and hex_ in commanded:
                score += in_command
            score += aim * get_shot(hex_, command)
            crowd, strength = 0, melee_fp + command
            if here != hex_:
                crowd, strength = unit.soldiers + company, strength + company_fp
            for other in units_at[hex_]:
                if other.side == side:
                    crowd += other.soldiers
                    if other is not unit:
                        strength += other.face.fp or 0
                        if own_command and not other.leads and other not in group:
                            score += self._rate_lead(other, hex_, fire, own_command)
            if crowd > most:
                score -= crowd_weight * (crowd - most)
            foes = beside.get(hex_)
            if foes:
                score -= stake * get_win_chance(foes - strength)
                if hope:
                    score += hope * self._rate_melee(unit, hex_, melee_fp)
            if own_command:
                far, near = fight.board.distances[hex_], 0
                for other in friends:
                    if far[other.hex] <= own_command or other in group:
                        near += 1
                score += company_weight * min(near, 4)
                if not near:
                    score -= weights["alone"]
            return score

        return rate

    def _rate_melee(self, unit: Unit, hex_: Hex, strength: int) -> float:
        """O16.4: return the best prospect of an advance from a hex, with the units that stand beside."""
        best = 0.0
        for near in self.fight.board.neighbours[hex_]:
            prize = self._prizes.get(near)
            if prize is not None:
                value, theirs = prize
                ours = self._strength_beside.get(near, 0) + strength
                if unit.hex in self.fight.board.neighbours[near]:
                    ours -= strength
                best = max(best, value * get_win_chance(ours - theirs))
        return best

    def _rate_lead(self, unit: Unit, hex_: Hex, fire: int, command: int) -> float:
        """3.3.1.2: return what a leader's command adds to a unit in its hex."""
        value = 0.0
        if fire != NO_FIRE:
            morale = unit.face.morale or 0
            value += (
                self.fear
                * self.get_harm(unit)
                * (get_win_chance(fire - morale) - get_win_chance(fire - morale - command))
            )
        if unit.broken:
            return value + self.weights["led_rally"] * self.get_value(unit) * command
        armament = get_armament(unit)
        more = self._get_armament_value(_lead(armament, command), hex_)
        more -= self._get_armament_value(armament, hex_)
        return value + self.weights["aim"] * more + self.weights["led"] * command

    def _get_armament_value(self, armament: Armament, hex_: Hex) -> float:
        values = self._get_shot_cache(armament)
        value = values.get(hex_)
        if value is None:
            value = values[hex_] = self._compute_shot_value(armament, hex_)
        return value

    def has_better_hex(self, unit: Unit, points: int, here: float, by: float) -> bool:
        """Return that there may be one: to look for it takes as long as to find the best."""
        return True

    def list_promising_hexes(self, unit: Unit, routes: Routes, risk: float) -> list[Hex]:
        """Return the few hexes that look best, the exit hexes, and those of own leaders or units."""
        best = super().list_promising_hexes(unit, routes, risk)
        if unit.leads:
            more = {other.hex for other in self.fight.camps[self.side].units if not other.leads}
        else:
            more = set(self._commands)
        return best + [hex_ for hex_ in sorted(more) if hex_ in routes and hex_ not in best]


def _lead(armament: Armament, command: int) -> Armament:
    """3.3.1.2, 3.3.1.3: return firepower and range with the command of leaders in the hex."""
    fp, reach, weapon_fp, weapon_reach = armament
    return (
        fp + command,
        reach + command if reach else 0,
        weapon_fp + command,
        weapon_reach + command if weapon_reach else 0,
    )


def _get_fall_chance(margin: int, toll: float) -> float:
    """4.2: return the chance that a side loses so many units more, if this many are to be expected."""
    if margin <= 0:
        return 1.0
    return 1 / (1 + exp(SLOPE * (margin - HALF - toll) / (sqrt(toll) + HALF)))


def _select_weights(weights: Mapping[str, int], posture: str) -> dict[str, int]:
    """Return the weights of a posture: a weight with its name added replaces the general one."""
    own = {name: weights[f"{name}_{posture}"] for name in weights if f"{name}_{posture}" in weights}
    return {**weights, **own}


def _has_order(camp: Camp, order: str) -> bool:
    return any(card.text.order == order for card in camp.hand)
