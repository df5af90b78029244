"""A plain commander: he plays like a sensible club player, with what his seat sees and nothing more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .activation import led_by, ready
from .cards import NONE, Rolled
from .chances import added, beats, below
from .fight import DISCARD, END
from .fire import DONE, Attack, cover_against, pieces_of
from .melee import STAY, melee_fp
from .modules.answers import SpecialAnswers
from .move import EXIT, HANDS, STOP
from .pieces import Unit, Weapon
from .bot_planning import Plan
from .state import Card, Fight
from .board import UNSEEN, Hex

JITTER = 0.01  # so that equal things do not always go the same way


class Plain(SpecialAnswers):
    """The answers of one side."""

    by = "plain"

    def __init__(self, fight: Fight, side: Side, weights: Mapping[str, int], seed: str) -> None:
        super().__init__(fight, side, weights)
        self.random = Random(seed)
        self.plan = Plan(0.0)
        self._orders, self._turn = 0, 0
        self._bare: dict[Hex, float] = {}
        self._for: object = None  # what drew this side when it was worked out

    def __call__(self, prompt: Choose) -> Any:
        answer = getattr(self, f"on_{prompt.ask}", None)
        self.judge.glimpses.clear()
        self.judge.looked = False
        return answer(prompt) if answer is not None else self._any(prompt)

    def _any(self, prompt: Choose) -> Any:
        """What no view is held on: the first of one, none of several."""
        return prompt.options[0] if prompt.single else list(prompt.options[: prompt.least])

    # Names and hexes

    def _hex(self, name: str) -> Hex:
        return self.fight.ground.numbers[name]

    def _name(self, hex_: Hex) -> str:
        return self.fight.ground.names[hex_]

    def _best_hex(self, prompt: Choose, score: Any) -> str:
        names = [name for name in prompt.options if name != NONE]
        return max(names, key=lambda name: score(self._hex(name)) + JITTER * self.random.random())

    def _units(self, prompt: Choose) -> list[Unit]:
        return [self.fight.unit(id_) for id_ in prompt.options if id_ not in (NONE, DONE)]

    def _worst_for_enemy(self, prompt: Choose) -> str:
        """The unit whose harm helps most: an enemy's, or none; a friend's least one where it must be."""
        scored = [(self._harm(unit), unit.id) for unit in self._units(prompt)]
        best = max(scored)
        return best[1] if best[0] > 0 or NONE not in prompt.options else NONE

    def _harm(self, unit: Unit) -> float:
        return self.judge.harm(unit) * (1 if unit.side == self.enemy else -1)

    def _best_friend(self, prompt: Choose) -> str:
        scored = [(-self._harm(unit), unit.id) for unit in self._units(prompt)]
        best = max(scored)
        return best[1] if best[0] > 0 or NONE not in prompt.options else NONE

    # Set-up

    def on_carry(self, prompt: Choose) -> str:
        weapon: Weapon = self.fight.roll
        heavy = -(weapon.counter.front.move or 0)
        rank = {"team": 3.0, "squad": 2.0, "leader": 0.0, "hero": 0.0}

        def fit(unit: Unit) -> float:
            return rank[unit.kind] + 0.1 * (unit.front.move or 0) - (heavy if unit.kind == "leader" else 0)

        return max(self._units(prompt), key=fit).id

    def on_set_up(self, prompt: Choose) -> str:
        unit: Unit = self.fight.roll
        fight, weights = self.fight, self.weights
        self.judge.forget()
        bare = self._posts()
        outlooks, far, company = fight.ground.outlook, fight.ground.far, weights["company"]
        near = [each for each in fight.camps[self.side].units if each.hex >= 0 and not each.leads]

        def score(hex_: Hex) -> float:
            value = bare[hex_]
            friends = fight.at[hex_]
            if friends:
                friends = fight.here(hex_, self.side)
                value -= weights["crowd"] * 0.2 * sum(friend.soldiers for friend in friends)
            if unit.leads:
                away, command = far[hex_], unit.command
                value += company * sum([away[each.hex] <= command for each in near])
                value -= company * sum([friend.leads for friend in friends])
            elif unit.weapon is not None:
                value += weights["view"] * outlooks[hex_]
            return value

        return self._best_hex(prompt, score)

    def _posts(self) -> dict[Hex, float]:
        """What each hex is worth to set up in, whoever does."""
        fight, judge, weights = self.fight, self.judge, self.weights
        wants = judge.wanted()
        if wants is not self._for:
            self._for = wants
            ground, camp = fight.ground, fight.camps[self.side]
            rank = ground.rank[fight.camps[self.enemy].edge]
            for hex_ in camp.zone:
                value = weights["cover"] * (min(ground.cover[hex_], 9) - (hex_ in ground.road))
                value += judge.pull(hex_) + weights["view"] * ground.outlook[hex_]
                value -= 0 if camp.posture == "defend" else weights["forward"] * rank[hex_]
                self._bare[hex_] = value
        return self._bare

    def on_fortify(self, prompt: Choose) -> str:
        kind, fight = self.fight.roll, self.fight
        rank = fight.ground.rank[fight.camps[self.enemy].edge]
        if kind in ("wire", "mines"):
            return self._best_hex(
                prompt, lambda h: self.judge.pull(h) - 0.3 * rank[h] - len(fight.here(h, self.side)) * 5
            )
        new = fight.catalog.fortifications[kind].cover or 0

        def score(hex_: Hex) -> float:
            gain = max(0, new - min(fight.ground.cover[hex_], 9))
            return gain * (added(self.judge.value(unit) for unit in fight.here(hex_, self.side)) + 0.1)

        return self._best_hex(prompt, score)

    # The turn

    def on_order(self, prompt: Choose) -> str:
        """The order that is worth most, if it is worth a card; else the end of the turn."""
        self.judge.forget()
        orders: dict[str, Card] = {}
        camp = self.fight.camps[self.side]
        for card in camp.hand:
            kept = orders.get(card.text.order)
            if kept is None or self._keeping(card) < self._keeping(kept):
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
            return END if self._given() else DISCARD
        self._orders, self._turn = self._given() + 1, self.fight.turns
        return str(self.plan.card.number)

    def _keeping(self, card: Card) -> float:
        """How much the action of a card is worth in hand."""
        return self.weights.get(f"action_{card.text.action}", self.weights["action"])

    def on_discards(self, prompt: Choose) -> list[str]:
        """What does nothing here goes, and what the hand has twice; at least one, so that the deck moves."""
        camp = self.fight.camps[self.side]
        held: dict[str, int] = {}
        scored = []
        for card in sorted(camp.hand, key=lambda card: (-self._use(card), card.number)):
            again = held.get(card.text.order, 0)
            held[card.text.order] = again + 1
            scored.append((self._use(card) - self.weights["again"] * again, str(card.number)))
        scored.sort()
        low = [number for use, number in scored if use < self.weights["use"]]
        if not low and not self._given():
            low = [scored[0][1]]
        return low[: prompt.most]

    def _given(self) -> int:
        """How many orders were given in this turn."""
        return self._orders if self._turn == self.fight.turns else 0

    def _use(self, card: Card) -> float:
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
        return use + self._keeping(card)

    # What is asked on the way

    def on_fire(self, prompt: Choose) -> str:
        assert self.plan.first is not None
        return self.plan.first.id

    on_move = on_advance = on_fire

    def on_fire_more(self, prompt: Choose) -> list[str]:
        return [unit.id for unit in self.plan.others if unit.id in prompt.options]

    on_move_more = on_advance_more = on_fire_more

    def on_target(self, prompt: Choose) -> str:
        """The next shot, as things are now."""
        fight = self.fight
        units = [u for u in (self.plan.first, *self.plan.others) if u is not None and not u.out]
        fresh = {piece.id for piece in pieces_of(fight, units)}
        reach = {piece: seen for piece, seen in self.reach(units).items() if piece.id in fresh}
        shot = self.best_shot(reach) if reach else None
        shot = shot if shot is None or shot.value else None  # O20.3.2: one that may not be made has none
        first = not self.plan.tried
        if shot is None and first and DONE not in prompt.options:  # O14.4: somebody must
            self.plan.tried = True
            return str(prompt.options[0])
        if shot is None or (shot.value < self.weights["shot"] and not first):
            return DONE
        self.plan.shots, self.plan.tried = [shot], True
        return self._name(shot.target)

    def on_group(self, prompt: Choose) -> list[str]:
        shot = self.plan.shots[0] if self.plan.shots else None
        wanted = [piece.id for piece in shot.pieces if piece.id in prompt.options] if shot else []
        return wanted or [self._base(prompt)]

    def _base(self, prompt: Choose) -> str:
        return str(prompt.options[0])

    def on_mover(self, prompt: Choose) -> str:
        """Those with the most to gain first; the others when they are nearer."""
        waiting = [id_ for id_ in prompt.options if id_ in self.plan.goals]
        daring = [id_ for id_ in waiting if self._dares(self.fight.unit(id_))]
        if daring:
            return daring[0]
        return DONE if DONE in prompt.options else str(prompt.options[0])

    def _dares(self, unit: Unit) -> bool:
        """A33.3: once somebody fires at movers, only a way that is worth it is gone."""
        if not self.fight.firing:
            return True
        cost = self.judge.under_fire(self.plan.ways[unit.id]) * self.judge.value(unit)
        return self.plan.gains[unit.id] > cost * self.weights["under_fire"] * self.judge.calm

    def on_together(self, prompt: Choose) -> list[str]:
        return []

    def on_step(self, prompt: Choose) -> str:
        unit = self.fight.mover[0]
        way = self.plan.ways.get(unit.id, [])
        goal = self.plan.goals.get(unit.id)
        stop = STOP in prompt.options
        if stop and way and (unit.broken or not self._dares(unit)):
            return STOP
        if way and self._name(way[0]) in prompt.options:
            return self._name(way.pop(0))
        if not way and goal == EXIT and EXIT in prompt.options:
            return EXIT
        if stop:
            return STOP
        names = [name for name in prompt.options if name != EXIT and not name.startswith(HANDS)]
        return max(names, key=lambda name: self.judge.stand(unit, self._hex(name))) if names else EXIT

    def on_advance_to(self, prompt: Choose) -> str:
        unit: Unit = self.fight.roll
        goal = self.plan.goals.get(unit.id)
        wanted = goal if isinstance(goal, str) else (self._name(goal) if goal is not None else STAY)
        if wanted in prompt.options:
            return wanted
        if STAY in prompt.options:
            return STAY
        names = [n for n in prompt.options if n != EXIT and not n.startswith(HANDS)]
        safe = [n for n in names if not self.fight.enemy_in(self._hex(n), self.side)]
        pool = safe or names
        return (
            max(pool, key=lambda n: self.judge.stand(unit, self._hex(n))) if pool else str(prompt.options[0])
        )

    def on_rout(self, prompt: Choose) -> str:
        return self.enemy if self.enemy in prompt.options else str(prompt.options[0])

    def on_observer(self, prompt: Choose) -> str:
        first = self.plan.first
        return first.id if first is not None and first.id in prompt.options else str(prompt.options[0])

    def on_spot(self, prompt: Choose) -> str:
        if self.plan.aim is not None and self._name(self.plan.aim) in prompt.options:
            return self._name(self.plan.aim)
        return self._best_hex(prompt, lambda h: self.judge.effect(8, h, shells=True))

    def on_rounds(self, prompt: Choose) -> str:
        return str(prompt.options[0])

    def on_retreat(self, prompt: Choose) -> str:
        unit: Unit = self.fight.roll
        self.judge.forget()
        return self._best_hex(
            prompt, lambda h: self.fight.cover(h, self.side) - 2 * self.judge.danger(h) - unit.leads * 0
        )

    def on_accompany(self, prompt: Choose) -> list[str]:
        return []

    def on_push(self, prompt: Choose) -> str:
        return "no"

    # Actions

    def on_op_fire(self, prompt: Choose) -> str:
        """A33: with who fires already whenever it may harm, by a card when it is worth one."""
        fight = self.fight
        hex_, firing = fight.roll
        if "shoot" in prompt.options:
            reach = self.reach([unit for unit in firing if not unit.out], op=True, only=hex_)
            shot = self.best_shot(reach) if reach else None
            if shot is not None and shot.value > self.weights["shot"]:
                self.plan.shots = [shot]
                return "shoot"
        cards = [name for name in prompt.options if name not in (NONE, "shoot")]
        if not cards:
            return NONE
        best: Plan | None = None
        units = ready(fight, self.side)
        reach = self.reach(units, op=True, only=hex_)
        for first in units:
            others = led_by(fight, first) if first.leads else []
            ids = {unit.id for unit in (first, *others)}
            left = {piece: seen for piece, seen in reach.items() if piece.unit.id in ids}
            shot = self.best_shot(left) if left else None
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
        """What adds to an attack that hangs in the balance."""
        attack: Attack = self.fight.attack
        hex_ = attack.targets[0]
        now = self.judge.effect(attack.fp, hex_, shells=attack.shells) if attack.fp > 0 else 0.0
        for option in prompt.options:
            action = option.partition(":")[0]
            if action == "spray_fire":
                return option
            if action != NONE:
                add = self.fight.figure(f"action.{action}", "fp")
                gain = self.judge.effect(attack.fp + add, hex_, shells=attack.shells) - now
                if gain > self.weights.get(f"play_{action}", self.weights["play"]):
                    return option
        return NONE

    def on_hide_action(self, prompt: Choose) -> str:
        attack: Attack = self.fight.attack
        units = [unit for hex_ in attack.targets for unit in self.fight.here(hex_, self.side)]
        if not units:
            return NONE
        cover = max(cover_against(self.fight, attack, unit) for unit in units)
        at_risk = added(self._falls(attack, unit, 0) * self.judge.harm(unit) for unit in units)
        for option in prompt.options:
            action = option.partition(":")[0]
            if action == NONE:
                continue
            help_ = cover if action == "concealment" else 3 - cover
            saved = at_risk - added(
                self._falls(attack, unit, help_) * self.judge.harm(unit) for unit in units
            )
            if help_ > 0 and saved > self.weights["play"]:
                return option
        return NONE

    def _falls(self, attack: Attack, unit: Unit, help_: int) -> float:
        morale = self.fight.bare_morale(unit) + cover_against(self.fight, attack, unit)
        return below(attack.total - morale - help_)

    def on_move_action(self, prompt: Choose) -> str:
        for option in prompt.options:
            if option.startswith("assault_fire"):
                return option
        for option in prompt.options:
            if option.startswith("smoke_grenades") and self.fight.camps[self.side].posture != "defend":
                exposed = max(
                    self.judge.danger(unit.hex) for unit in self.fight.camps[self.side].units if unit.moving
                )
                return option if exposed > self.weights["smoke"] else NONE
        return NONE

    def on_assault_target(self, prompt: Choose) -> str:
        return self._best_hex(prompt, lambda h: self.judge.effect(6, h))

    def on_smoke_hex(self, prompt: Choose) -> str:
        """Between the movers and those who see them."""
        fight = self.fight
        foes = [unit.hex for unit in fight.camps[self.enemy].units if not unit.broken]
        movers = [unit.hex for unit in fight.camps[self.side].units if unit.moving]

        def screens(hex_: Hex) -> float:
            lines = ((a, b) for a in movers for b in foes if fight.ground.view[a][b] != UNSEEN)
            return sum(hex_ == a or hex_ in fight.ground.between(a, b) for a, b in lines) - fight.smoke.get(
                hex_, 0
            )

        return self._best_hex(prompt, screens)

    def on_hidden_action(self, prompt: Choose) -> str:
        return str(prompt.options[1])

    def on_ambush(self, prompt: Choose) -> str:
        return str(prompt.options[1])

    on_no_quarter = on_dig_in = on_hidden_unit = on_ambush

    def on_ambushed(self, prompt: Choose) -> str:
        return min(
            self._units(prompt),
            key=lambda unit: (melee_fp(self.fight, [unit]), self.judge.harm(unit), unit.id),
        ).id

    def on_demolitions(self, prompt: Choose) -> str:
        return NONE

    def on_dig_in_hex(self, prompt: Choose) -> str:
        return self._best_hex(prompt, self._dug)

    def _dug(self, hex_: Hex) -> float:
        fight = self.fight
        cover = fight.catalog.fortifications["foxholes"].cover or 0
        men = added(self.judge.value(unit) for unit in fight.here(hex_, self.side))
        return max(0, cover - min(fight.ground.cover[hex_], 9)) * men

    on_entrench = on_dig_in_hex

    def on_light_wounds(self, prompt: Choose) -> str:
        unit: Unit = self.fight.roll
        return "yes" if unit.broken else "no"

    def on_give_initiative(self, prompt: Choose) -> str:
        return "no"

    # 9.1

    def on_reroll(self, prompt: Choose) -> str:
        """The Initiative is given away only for what matters."""
        rolled: Rolled = self.fight.roll
        return "yes" if self._hurts(rolled) > self.weights["initiative"] else "no"

    def _hurts(self, rolled: Rolled) -> float:
        total, about = rolled.card.total, rolled.about
        ours = rolled.side == self.side
        match rolled.purpose:
            case "defence" if ours:
                unit, morale, attack = about
                fails = morale + total < attack or (morale + total == attack and unit.moving)
                return (
                    self.judge.harm(unit) * below(20 - attack + morale - 6)
                    if fails and attack - morale < 11
                    else 0.0
                )
            case "sudden_death":
                ends = total < about
                ahead = self.judge.ahead()
                return self.weights["end"] * (-ahead) if ends else 0.0
            case "melee" if ours:
                hex_, fp, others = about
                if self.enemy not in others:
                    return 0.0
                loses = fp[self.side] + total <= others[self.enemy]
                stake = added(map(self.judge.loss, self.fight.here(hex_, self.side)))
                return stake * 0.5 if loses else 0.0
        return 0.0

    # Events

    def on_sniper(self, prompt: Choose) -> str:
        return self._worst_for_enemy(prompt)

    on_interdict = on_kia = on_shell_shock = on_suppress = on_malfunction = on_sniper

    def on_medic(self, prompt: Choose) -> str:
        return self._best_friend(prompt)

    on_harden = on_hero_rallies = on_scrounger = on_medic

    def on_commissar(self, prompt: Choose) -> str:
        units = self._units(prompt)
        return max(units, key=lambda unit: (below(self.fight.morale(unit) + 1), unit.id)).id

    def on_prisoner(self, prompt: Choose) -> str:
        return min(self._units(prompt), key=lambda unit: (self.judge.loss(unit), unit.id)).id

    on_burnt = on_give_up = on_prisoner

    def on_deploy(self, prompt: Choose) -> str:
        return NONE

    def on_air_support(self, prompt: Choose) -> str:
        def score(hex_: Hex) -> float:
            return added(self._harm(unit) for unit in self.fight.at[hex_])

        best = self._best_hex(prompt, score)
        return best if score(self._hex(best)) > 0 else NONE

    def on_phosphorus(self, prompt: Choose) -> str:
        def score(hex_: Hex) -> float:
            ours, theirs = (self.fight.here(hex_, side) for side in (self.side, self.enemy))
            return max(map(self.judge.harm, theirs), default=0.0) - max(
                map(self.judge.harm, ours), default=0.0
            )

        best = self._best_hex(prompt, score)
        return best if score(self._hex(best)) > 0 else NONE

    def on_hero(self, prompt: Choose) -> str:
        def score(hex_: Hex) -> float:
            broken = [unit for unit in self.fight.here(hex_, self.side) if unit.broken]
            return max(map(self.judge.value, broken), default=0.0) + 0.3 * self.judge.pull(hex_)

        return self._best_hex(prompt, score)

    def on_promote(self, prompt: Choose) -> str:
        return self._best_hex(prompt, lambda h: float(len(self.fight.here(h, self.side))))

    def on_place(self, prompt: Choose) -> str:
        unit: Unit = self.fight.roll
        self.judge.forget()
        if unit.side != self.side:
            return self._best_hex(
                prompt, lambda h: float(len(self.fight.here(h, self.side))) - self.fight.cover(h, unit.side)
            )

        def score(hex_: Hex) -> float:
            foes = self.fight.here(hex_, self.enemy)
            if not foes:
                return self.judge.stand(unit, hex_)
            lead = melee_fp_of(self.fight, unit, self.fight.here(hex_, self.side)) - melee_fp(
                self.fight, foes
            )
            odds = beats(lead)
            return odds * added(map(self.judge.loss, foes)) - (1 - odds) * self.judge.loss(unit)

        return self._best_hex(prompt, score)

    on_enter = on_flee = on_place

    def on_wounded(self, prompt: Choose) -> str:
        lost = {u.id: u for side in (self.side, self.enemy) for u in self.fight.camps[side].lost}
        scored = [
            (self.judge.value(u) * (1 if u.side == self.side else -1), id_)
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
        return max(hand, key=lambda number: (self._use(hand[number]), number))

    def on_sappers(self, prompt: Choose) -> str:
        defends = self.fight.camps[self.side].posture == "defend"
        if defends:
            return NONE
        return self._best_hex(prompt, self.judge.pull)

    def on_clear_smoke(self, prompt: Choose) -> str:
        return str(prompt.options[0])

    def on_reveal(self, prompt: Choose) -> str:
        return str(prompt.options[0])

    def on_melee(self, prompt: Choose) -> str:
        return str(prompt.options[0])


def melee_fp_of(fight: Fight, unit: Unit, friends: Sequence[Unit]) -> int:
    return melee_fp(fight, friends) + (unit.face.fp or 0)
