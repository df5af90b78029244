"""The recruit: answers every question of a fight with the knowledge of its seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .activation import list_led_units, list_ready_units
from .board import UNSEEN, Hex
from .bot_planning import Plan
from .cards import NONE, Rolled
from .dice_odds import add_floats, get_below_chance, get_win_chance
from .fight import DISCARD, END
from .fire import DONE, Attack, get_cover_against, list_pieces
from .melee import STAY, compute_melee_fp
from .modules.bot_answers import SpecialAnswers
from .move import EXIT, STOP, WEAPON_ACTIONS
from .pieces import Unit, Weapon
from .state import Card, Fight

JITTER = 0.01  # random score added to break ties


class Bot(SpecialAnswers):
    """The answers of one side."""

    by = "recruit"

    def __init__(self, fight: Fight, side: Side, weights: Mapping[str, int], seed: str) -> None:
        super().__init__(fight, side, weights)
        self.random = Random(seed)
        self.plan = Plan(0.0)
        self._orders, self._turn = 0, 0
        self._hex_values: dict[Hex, float] = {}
        self._hex_values_goals: object = None  # the goals for which _hex_values was computed

    def __call__(self, prompt: Choose) -> Any:
        answer = getattr(self, f"on_{prompt.ask}", None)
        self.evaluator.visible_targets.clear()
        self.evaluator.refreshed = False
        return answer(prompt) if answer is not None else self._answer_default(prompt)

    def _answer_default(self, prompt: Choose) -> Any:
        """Answer a question without a rule: the first option, or as few options as allowed."""
        return prompt.options[0] if prompt.single else list(prompt.options[: prompt.least])

    # Names and hexes

    def _get_hex(self, name: str) -> Hex:
        return self.fight.board.numbers[name]

    def _get_hex_name(self, hex_: Hex) -> str:
        return self.fight.board.names[hex_]

    def _choose_best_hex(self, prompt: Choose, rate: Any) -> str:
        names = [name for name in prompt.options if name != NONE]
        return max(names, key=lambda name: rate(self._get_hex(name)) + JITTER * self.random.random())

    def _get_units(self, prompt: Choose) -> list[Unit]:
        return [self.fight.get_unit(id_) for id_ in prompt.options if id_ not in (NONE, DONE)]

    def _choose_harmed(self, prompt: Choose) -> str:
        """Choose the unit whose harm helps most: an enemy, else none, else the least valuable friend."""
        scored = [(self._rate_harm(unit), unit.id) for unit in self._get_units(prompt)]
        best = max(scored)
        return best[1] if best[0] > 0 or NONE not in prompt.options else NONE

    def _rate_harm(self, unit: Unit) -> float:
        return self.evaluator.get_harm(unit) * (1 if unit.side == self.enemy else -1)

    def _choose_helped(self, prompt: Choose) -> str:
        scored = [(-self._rate_harm(unit), unit.id) for unit in self._get_units(prompt)]
        best = max(scored)
        return best[1] if best[0] > 0 or NONE not in prompt.options else NONE

    # Set-up

    def on_carry(self, prompt: Choose) -> str:
        weapon: Weapon = self.fight.subject
        heavy = -(weapon.counter.front.move or 0)
        rank = {"team": 3.0, "squad": 2.0, "leader": 0.0, "hero": 0.0}

        def fit(unit: Unit) -> float:
            return rank[unit.kind] + 0.1 * (unit.front.move or 0) - (heavy if unit.kind == "leader" else 0)

        return max(self._get_units(prompt), key=fit).id

    def on_set_up(self, prompt: Choose) -> str:
        unit: Unit = self.fight.subject
        fight, weights = self.fight, self.weights
        self.evaluator.refresh()
        hex_values = self._get_set_up_values()
        outlooks, far, company_weight = fight.board.visible_share, fight.board.distances, weights["company"]
        near = [friend for friend in fight.camps[self.side].units if friend.hex >= 0 and not friend.leads]

        def score(hex_: Hex) -> float:
            value = hex_values[hex_]
            friends = fight.units_at[hex_]
            if friends:
                friends = fight.list_units(hex_, self.side)
                value -= weights["crowd"] * 0.2 * sum(friend.soldiers for friend in friends)
            if unit.leads:
                away, command = far[hex_], unit.command
                value += company_weight * sum([away[friend.hex] <= command for friend in near])
                value -= company_weight * sum([friend.leads for friend in friends])
            elif unit.weapon is not None:
                value += weights["view"] * outlooks[hex_]
            return value

        return self._choose_best_hex(prompt, score)

    def _get_set_up_values(self) -> dict[Hex, float]:
        """Return the value of each set-up hex, independent of the unit."""
        fight, evaluator, weights = self.fight, self.evaluator, self.weights
        goals = evaluator.get_goals()
        if goals is not self._hex_values_goals:
            self._hex_values_goals = goals
            ground, camp = fight.board, fight.camps[self.side]
            rank = ground.edge_distance[fight.camps[self.enemy].edge]
            for hex_ in camp.zone:
                value = weights["cover"] * (min(ground.cover[hex_], 9) - (hex_ in ground.road))
                value += evaluator.get_pull(hex_) + weights["view"] * ground.visible_share[hex_]
                value -= 0 if camp.posture == "defend" else weights["forward"] * rank[hex_]
                self._hex_values[hex_] = value
        return self._hex_values

    def on_fortify(self, prompt: Choose) -> str:
        kind, fight = self.fight.subject, self.fight
        rank = fight.board.edge_distance[fight.camps[self.enemy].edge]
        if kind in ("wire", "mines"):
            return self._choose_best_hex(
                prompt,
                lambda h: (
                    self.evaluator.get_pull(h) - 0.3 * rank[h] - len(fight.list_units(h, self.side)) * 5
                ),
            )
        new = fight.catalog.fortifications[kind].cover or 0

        def score(hex_: Hex) -> float:
            gain = max(0, new - min(fight.board.cover[hex_], 9))
            return gain * (
                add_floats(self.evaluator.get_value(unit) for unit in fight.list_units(hex_, self.side)) + 0.1
            )

        return self._choose_best_hex(prompt, score)

    # The turn

    def on_order(self, prompt: Choose) -> str:
        """Choose the order with the highest score if it is worth a card, else end the turn."""
        self.evaluator.refresh()
        orders: dict[str, Card] = {}
        camp = self.fight.camps[self.side]
        for card in camp.hand:
            known = orders.get(card.text.order)
            if known is None or self._get_action_value(card) < self._get_action_value(known):
                orders[card.text.order] = card
        plans = []
        for name, card in orders.items():
            think = getattr(self, f"think_{name}", None)
            plan = think() if think is not None else None
            if plan is not None:
                plan.card = card
                plan.score -= self.weights.get(f"keep_{name}", 0.0)
                plans.append(plan)
        self.plan = max(plans, key=lambda plan: plan.score, default=Plan(0.0))
        if self.plan.card is None or self.plan.score < self.weights["least"]:
            return END if self._count_orders_given() else DISCARD
        self._orders, self._turn = self._count_orders_given() + 1, self.fight.turns
        return str(self.plan.card.number)

    def _get_action_value(self, card: Card) -> float:
        """Return the value of keeping a card for its action."""
        return self.weights.get(f"action_{card.text.action}", self.weights["action"])

    def on_discards(self, prompt: Choose) -> list[str]:
        """Discard useless and duplicate cards; at least one if no order was given."""
        camp = self.fight.camps[self.side]
        held: dict[str, int] = {}
        scored = []
        for card in sorted(camp.hand, key=lambda card: (-self._rate_card(card), card.number)):
            again = held.get(card.text.order, 0)
            held[card.text.order] = again + 1
            scored.append((self._rate_card(card) - self.weights["again"] * again, str(card.number)))
        scored.sort()
        low = [number for use, number in scored if use < self.weights["use"]]
        if not low and not self._count_orders_given():
            low = [scored[0][1]]
        return low[: prompt.most]

    def _count_orders_given(self) -> int:
        """Return the number of orders given in this turn."""
        return self.fight.orders_given

    def _rate_card(self, card: Card) -> float:
        fight, weights = self.fight, self.weights
        order = card.text.order
        camp, enemy = fight.camps[self.side], fight.camps[self.enemy]
        use = weights.get(f"use_{order}", 0.0)
        if order == "artillery_request" and camp.radio is None:
            use = 0.0
        if order == "artillery_denied" and enemy.radio is None:
            use = 0.0
        if order == "recover" and not any(unit.broken for unit in camp.units):
            use *= 0.6
        if order == "rout" and not any(unit.broken for unit in enemy.units):
            use *= 0.6
        if order in ("move", "advance") and camp.posture == "defend":
            use *= 0.6
        return use + self._get_action_value(card)

    # What is asked on the way

    def on_fire(self, prompt: Choose) -> str:
        assert self.plan.first is not None
        return self.plan.first.id

    on_move = on_advance = on_fire

    def on_fire_more(self, prompt: Choose) -> list[str]:
        return [unit.id for unit in self.plan.others if unit.id in prompt.options]

    on_move_more = on_advance_more = on_fire_more

    def on_target(self, prompt: Choose) -> str:
        """Choose the best shot in the current situation."""
        fight = self.fight
        units = [u for u in (self.plan.first, *self.plan.others) if u is not None and not u.out and u.active]
        fresh = {piece.id for piece in list_pieces(fight, units)}
        reach = {piece: seen for piece, seen in self.list_reach(units).items() if piece.id in fresh}
        shot = self.find_best_shot(reach) if reach else None
        shot = (
            shot if shot is None or shot.value else None
        )  # O20.3.2: an attack that may not be made has no value
        first = not self.plan.tried
        if shot is None and first and DONE not in prompt.options:  # O14.4: one attack is mandatory
            self.plan.tried = True
            return str(prompt.options[0])
        if shot is None or (shot.value < self.weights["shot"] and not first):
            return DONE
        self.plan.shots, self.plan.tried = [shot], True
        return self._get_hex_name(shot.target)

    def on_group(self, prompt: Choose) -> list[str]:
        shot = self.plan.shots[0] if self.plan.shots else None
        wanted = [piece.id for piece in shot.pieces if piece.id in prompt.options] if shot else []
        return wanted or [self._first_option(prompt)]

    def _first_option(self, prompt: Choose) -> str:
        return str(prompt.options[0])

    def on_mover(self, prompt: Choose) -> str:
        """Move the units with the greatest gain first, while they accept the enemy fire."""
        waiting = [id_ for id_ in prompt.options if id_ in self.plan.goals]
        daring = [id_ for id_ in waiting if self._accepts_fire(self.fight.get_unit(id_))]
        if daring:
            return daring[0]
        return DONE if DONE in prompt.options else str(prompt.options[0])

    def _accepts_fire(self, unit: Unit) -> bool:
        """A33.3: return whether the gain of a move is worth the fire of units already shooting."""
        if not self.fight.opportunity_firers:
            return True
        cost = self.evaluator.get_path_danger(self.plan.ways[unit.id]) * self.evaluator.get_value(unit)
        return self.plan.gains[unit.id] > cost * self.weights["under_fire"] * self.evaluator.calm

    def on_together(self, prompt: Choose) -> list[str]:
        return []

    def on_step(self, prompt: Choose) -> str:
        unit = self.fight.mover[0]
        way = self.plan.ways.get(unit.id, [])
        goal = self.plan.goals.get(unit.id)
        stop = STOP in prompt.options
        if stop and way and (unit.broken or not self._accepts_fire(unit)):
            return STOP
        if way and self._get_hex_name(way[0]) in prompt.options:
            return self._get_hex_name(way.pop(0))
        if not way and goal == EXIT and EXIT in prompt.options:
            return EXIT
        if stop:
            return STOP
        names = [name for name in prompt.options if name != EXIT and not name.startswith(WEAPON_ACTIONS)]
        return (
            max(names, key=lambda name: self.evaluator.rate_hex(unit, self._get_hex(name))) if names else EXIT
        )

    def on_advance_to(self, prompt: Choose) -> str:
        unit: Unit = self.fight.subject
        goal = self.plan.goals.get(unit.id)
        wanted = goal if isinstance(goal, str) else (self._get_hex_name(goal) if goal is not None else STAY)
        if wanted in prompt.options:
            return wanted
        if STAY in prompt.options:
            return STAY
        names = [n for n in prompt.options if n != EXIT and not n.startswith(WEAPON_ACTIONS)]
        safe = [n for n in names if not self.fight.has_enemy(self._get_hex(n), self.side)]
        pool = safe or names
        return (
            max(pool, key=lambda n: self.evaluator.rate_hex(unit, self._get_hex(n)))
            if pool
            else str(prompt.options[0])
        )

    def on_rout(self, prompt: Choose) -> str:
        return self.enemy if self.enemy in prompt.options else str(prompt.options[0])

    def on_observer(self, prompt: Choose) -> str:
        first = self.plan.first
        return first.id if first is not None and first.id in prompt.options else str(prompt.options[0])

    def on_spot(self, prompt: Choose) -> str:
        if self.plan.aim is not None and self._get_hex_name(self.plan.aim) in prompt.options:
            return self._get_hex_name(self.plan.aim)
        return self._choose_best_hex(prompt, lambda h: self.evaluator.get_effect(8, h, shells=True))

    def on_rounds(self, prompt: Choose) -> str:
        return str(prompt.options[0])

    def on_retreat(self, prompt: Choose) -> str:
        unit: Unit = self.fight.subject
        self.evaluator.refresh()
        return self._choose_best_hex(
            prompt,
            lambda h: self.fight.get_cover(h, self.side) - 2 * self.evaluator.get_danger(h) - unit.leads * 0,
        )

    def on_accompany(self, prompt: Choose) -> list[str]:
        return []

    def on_push(self, prompt: Choose) -> str:
        return "no"

    # Actions

    def on_op_fire(self, prompt: Choose) -> str:
        """A33: fire with units already firing if it may harm; play a card if it is worth one."""
        fight = self.fight
        hex_, firing = fight.subject
        if "shoot" in prompt.options:
            reach = self.list_reach([unit for unit in firing if not unit.out], op=True, only=hex_)
            shot = self.find_best_shot(reach) if reach else None
            if shot is not None and shot.value > self.weights["shot"]:
                self.plan.shots = [shot]
                return "shoot"
        cards = [name for name in prompt.options if name not in (NONE, "shoot")]
        if not cards:
            return NONE
        best: Plan | None = None
        units = list_ready_units(fight, self.side)
        reach = self.list_reach(units, op=True, only=hex_)
        for first in units:
            others = list_led_units(fight, first) if first.leads else []
            ids = {unit.id for unit in (first, *others)}
            left = {piece: seen for piece, seen in reach.items() if piece.unit.id in ids}
            shot = self.find_best_shot(left) if left else None
            if shot is not None and (best is None or shot.value > best.score):
                shooting = {piece.unit.id for piece in shot.pieces}
                best = Plan(
                    shot.value, first=first, others=tuple(u for u in others if u.id in shooting), shots=[shot]
                )
        if best is None or best.score < self.weights["op"]:
            return NONE
        self.plan = best
        return cards[0]

    def on_op(self, prompt: Choose) -> str:
        assert self.plan.first is not None
        return self.plan.first.id

    on_op_more = on_fire_more

    def on_fire_action(self, prompt: Choose) -> str:
        """Play an action if it adds enough to the attack."""
        attack: Attack = self.fight.attack
        hex_ = attack.targets[0]
        now = self.evaluator.get_effect(attack.fp, hex_, shells=attack.shells) if attack.fp > 0 else 0.0
        for option in prompt.options:
            action = option.partition(":")[0]
            if action == "spray_fire":
                return option
            if action != NONE:
                add = self.fight.get_figure(f"action.{action}", "fp")
                gain = self.evaluator.get_effect(attack.fp + add, hex_, shells=attack.shells) - now
                if gain > self.weights.get(f"play_{action}", self.weights["play"]):
                    return option
        return NONE

    def on_hide_action(self, prompt: Choose) -> str:
        attack: Attack = self.fight.attack
        units = [unit for hex_ in attack.targets for unit in self.fight.list_units(hex_, self.side)]
        if not units:
            return NONE
        cover = max(get_cover_against(self.fight, attack, unit) for unit in units)
        at_risk = add_floats(
            self._get_failure_chance(attack, unit, 0) * self.evaluator.get_harm(unit) for unit in units
        )
        for option in prompt.options:
            action = option.partition(":")[0]
            if action == NONE:
                continue
            help_ = cover if action == "concealment" else 3 - cover
            saved = at_risk - add_floats(
                self._get_failure_chance(attack, unit, help_) * self.evaluator.get_harm(unit)
                for unit in units
            )
            if help_ > 0 and saved > self.weights["play"]:
                return option
        return NONE

    def _get_failure_chance(self, attack: Attack, unit: Unit, help_: int) -> float:
        morale = self.fight.get_bare_morale(unit) + get_cover_against(self.fight, attack, unit)
        return get_below_chance(attack.total - morale - help_)

    def on_move_action(self, prompt: Choose) -> str:
        for option in prompt.options:
            if option.startswith("assault_fire"):
                return option
        for option in prompt.options:
            if option.startswith("smoke_grenades") and self.fight.camps[self.side].posture != "defend":
                exposed = max(
                    self.evaluator.get_danger(unit.hex)
                    for unit in self.fight.camps[self.side].units
                    if unit.moving
                )
                return option if exposed > self.weights["smoke"] else NONE
        return NONE

    def on_assault_target(self, prompt: Choose) -> str:
        return self._choose_best_hex(prompt, lambda h: self.evaluator.get_effect(6, h))

    def on_smoke_hex(self, prompt: Choose) -> str:
        """Place smoke between the movers and the enemies that see them."""
        fight = self.fight
        foes = [unit.hex for unit in fight.camps[self.enemy].units if not unit.broken]
        movers = [unit.hex for unit in fight.camps[self.side].units if unit.moving]

        def screens(hex_: Hex) -> float:
            lines = ((a, b) for a in movers for b in foes if fight.board.view[a][b] != UNSEEN)
            return sum(
                hex_ == a or hex_ in fight.board.get_hexes_between(a, b) for a, b in lines
            ) - fight.smoke.get(hex_, 0)

        return self._choose_best_hex(prompt, screens)

    def on_hidden_action(self, prompt: Choose) -> str:
        return str(prompt.options[1])

    def on_ambush(self, prompt: Choose) -> str:
        return str(prompt.options[1])

    on_no_quarter = on_dig_in = on_hidden_unit = on_ambush

    def on_ambushed(self, prompt: Choose) -> str:
        return min(
            self._get_units(prompt),
            key=lambda unit: (compute_melee_fp(self.fight, [unit]), self.evaluator.get_harm(unit), unit.id),
        ).id

    def on_demolitions(self, prompt: Choose) -> str:
        return NONE

    def on_dig_in_hex(self, prompt: Choose) -> str:
        return self._choose_best_hex(prompt, self._rate_foxholes)

    def _rate_foxholes(self, hex_: Hex) -> float:
        fight = self.fight
        cover = fight.catalog.fortifications["foxholes"].cover or 0
        men = add_floats(self.evaluator.get_value(unit) for unit in fight.list_units(hex_, self.side))
        return max(0, cover - min(fight.board.cover[hex_], 9)) * men

    on_entrench = on_dig_in_hex

    def on_light_wounds(self, prompt: Choose) -> str:
        unit: Unit = self.fight.subject
        return "yes" if unit.broken else "no"

    def on_give_initiative(self, prompt: Choose) -> str:
        return "no"

    # 9.1

    def on_reroll(self, prompt: Choose) -> str:
        """Give the Initiative away only for important rolls."""
        rolled: Rolled = self.fight.subject
        return "yes" if self._rate_bad_roll(rolled) > self.weights["initiative"] else "no"

    def _rate_bad_roll(self, rolled: Rolled) -> float:
        total, about = rolled.card.total, rolled.about
        ours = rolled.side == self.side
        match rolled.purpose:
            case "defence" if ours:
                unit, morale, attack = about
                fails = morale + total < attack or (morale + total == attack and unit.moving)
                return (
                    self.evaluator.get_harm(unit) * get_below_chance(20 - attack + morale - 6)
                    if fails and attack - morale < 11
                    else 0.0
                )
            case "sudden_death":
                ends = total < about
                ahead = self.evaluator.get_vp_lead()
                return self.weights["end"] * (-ahead) if ends else 0.0
            case "melee" if ours:
                hex_, fp, others = about
                if self.enemy not in others:
                    return 0.0
                loses = fp[self.side] + total <= others[self.enemy]
                stake = add_floats(map(self.evaluator.get_loss, self.fight.list_units(hex_, self.side)))
                return stake * 0.5 if loses else 0.0
        return 0.0

    # Events

    def on_sniper(self, prompt: Choose) -> str:
        return self._choose_harmed(prompt)

    on_interdict = on_kia = on_shell_shock = on_suppress = on_malfunction = on_sniper

    def on_medic(self, prompt: Choose) -> str:
        return self._choose_helped(prompt)

    on_harden = on_hero_rallies = on_scrounger = on_medic

    def on_commissar(self, prompt: Choose) -> str:
        units = self._get_units(prompt)
        return max(units, key=lambda unit: (get_below_chance(self.fight.get_morale(unit) + 1), unit.id)).id

    def on_prisoner(self, prompt: Choose) -> str:
        return min(self._get_units(prompt), key=lambda unit: (self.evaluator.get_loss(unit), unit.id)).id

    on_burnt = on_give_up = on_prisoner

    def on_deploy(self, prompt: Choose) -> str:
        return NONE

    def on_air_support(self, prompt: Choose) -> str:
        def score(hex_: Hex) -> float:
            return add_floats(self._rate_harm(unit) for unit in self.fight.units_at[hex_])

        best = self._choose_best_hex(prompt, score)
        return best if score(self._get_hex(best)) > 0 else NONE

    def on_phosphorus(self, prompt: Choose) -> str:
        def score(hex_: Hex) -> float:
            ours, theirs = (self.fight.list_units(hex_, side) for side in (self.side, self.enemy))
            return max(map(self.evaluator.get_harm, theirs), default=0.0) - max(
                map(self.evaluator.get_harm, ours), default=0.0
            )

        best = self._choose_best_hex(prompt, score)
        return best if score(self._get_hex(best)) > 0 else NONE

    def on_hero(self, prompt: Choose) -> str:
        def score(hex_: Hex) -> float:
            broken = [unit for unit in self.fight.list_units(hex_, self.side) if unit.broken]
            return max(map(self.evaluator.get_value, broken), default=0.0) + 0.3 * self.evaluator.get_pull(
                hex_
            )

        return self._choose_best_hex(prompt, score)

    def on_promote(self, prompt: Choose) -> str:
        return self._choose_best_hex(prompt, lambda h: float(len(self.fight.list_units(h, self.side))))

    def on_place(self, prompt: Choose) -> str:
        unit: Unit = self.fight.subject
        self.evaluator.refresh()
        if unit.side != self.side:
            return self._choose_best_hex(
                prompt,
                lambda h: (
                    float(len(self.fight.list_units(h, self.side))) - self.fight.get_cover(h, unit.side)
                ),
            )

        def score(hex_: Hex) -> float:
            foes = self.fight.list_units(hex_, self.enemy)
            if not foes:
                return self.evaluator.rate_hex(unit, hex_)
            lead = compute_joint_melee_fp(
                self.fight, unit, self.fight.list_units(hex_, self.side)
            ) - compute_melee_fp(self.fight, foes)
            odds = get_win_chance(lead)
            return odds * add_floats(map(self.evaluator.get_loss, foes)) - (
                1 - odds
            ) * self.evaluator.get_loss(unit)

        return self._choose_best_hex(prompt, score)

    on_enter = on_flee = on_place

    def on_wounded(self, prompt: Choose) -> str:
        lost = {u.id: u for side in (self.side, self.enemy) for u in self.fight.camps[side].lost}
        scored = [
            (self.evaluator.get_value(u) * (1 if u.side == self.side else -1), id_)
            for id_, u in lost.items()
            if id_ in prompt.options
        ]
        return max(scored)[1]

    def on_support(self, prompt: Choose) -> str:
        offers = self.fight.catalog.support
        return max((o for o in prompt.options if o != NONE), key=lambda o: (offers[o].cost, o))

    def on_scrounge(self, prompt: Choose) -> str:
        best = max(self.fight.wrecks, key=lambda weapon: (weapon.fp, weapon.id))
        return best.id

    def on_interrogate(self, prompt: Choose) -> str:
        hand = {str(card.number): card for card in self.fight.camps[self.enemy].hand}
        return max(hand, key=lambda number: (self._rate_card(hand[number]), number))

    def on_sappers(self, prompt: Choose) -> str:
        defends = self.fight.camps[self.side].posture == "defend"
        if defends:
            return NONE
        return self._choose_best_hex(prompt, self.evaluator.get_pull)

    def on_clear_smoke(self, prompt: Choose) -> str:
        return str(prompt.options[0])

    def on_reveal(self, prompt: Choose) -> str:
        return str(prompt.options[0])

    def on_melee(self, prompt: Choose) -> str:
        return str(prompt.options[0])


def compute_joint_melee_fp(fight: Fight, unit: Unit, friends: Sequence[Unit]) -> int:
    return compute_melee_fp(fight, friends) + (unit.face.fp or 0)
