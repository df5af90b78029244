"""Plans of a plain commander: what each order in his hand would be worth, and how he would carry it out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from catalogs.games.combat_commander.model import Side

from .activation import led_by, ready
from .chances import added, beats, below, equals
from .fire import LEAST, Piece, chained, height, hits, piece_fp, piece_reach
from .bot_evaluation import Judge, landing
from .melee import melee_fp, reachable
from .move import EXIT, may_exit
from .pieces import Unit
from .recover import routable
from .state import OTHER, Card, Fight
from .board import UNSEEN, Hex
from .victory import DOUBLE_EXIT, in_force, worth

WIDE = 4  # hexes around an aim that rounds may drift to


@dataclass(slots=True)
class Shot:
    """An attack that seems worth its card."""

    target: Hex
    pieces: tuple[Piece, ...]
    value: float


@dataclass(slots=True)
class Plan:
    """An order with everything that will be asked about it."""

    score: float
    card: Card | None = None
    first: Unit | None = None
    others: tuple[Unit, ...] = ()
    shots: list[Shot] = field(default_factory=list)
    goals: dict[str, Hex | str] = field(default_factory=dict)  # unit -> where it goes
    ways: dict[str, list[Hex]] = field(default_factory=dict)
    gains: dict[str, float] = field(default_factory=dict)
    side: Side | None = None
    aim: Hex | None = None
    tried: bool = False  # an attack of the order was announced


Wish = tuple[float, Hex | str, tuple[Hex, ...]]  # what it is worth, where to, and the way


class Planner:
    """One side's plans."""

    def __init__(self, fight: Fight, side: Side, weights: Mapping[str, int]) -> None:
        self.fight = fight
        self.side: Side = side
        self.enemy: Side = OTHER[side]
        self.judge = Judge(fight, side, weights)
        self.weights = self.judge.weights
        self._fps: dict[Piece, int] = {}  # as long as nothing changes between two looks around
        self._effects: dict[tuple[int, Hex, bool], float] = {}
        self._bests: dict[tuple[Hex, tuple[Piece, ...]], Shot] = {}

    def think_fire(self) -> Plan | None:
        """O20: the activation whose shots are worth most."""
        fight = self.fight
        units = ready(fight, self.side)
        reach = self.reach(units)
        if not reach:
            return None
        best: Plan | None = None
        own: dict[Unit, dict[Piece, dict[Hex, int]]] = {}
        for piece, targets in reach.items():
            own.setdefault(piece.unit, {})[piece] = targets
        for first in units:
            others = led_by(fight, first) if first.leads else []
            if others:
                group = {first, *others}
                left = {piece: targets for piece, targets in reach.items() if piece.unit in group}
            else:
                left = own.get(first, {})
            shots = self._shots(left)
            if shots:
                score = shots[0].value + added(self.weights["second"] * shot.value for shot in shots[1:])
                if best is None or score > best.score:
                    shooting = {piece.unit.id for shot in shots for piece in shot.pieces}
                    best = Plan(
                        score, first=first, others=tuple(u for u in others if u.id in shooting), shots=shots
                    )
        return best

    def reach(
        self, units: Iterable[Unit], *, op: bool = False, only: Hex | None = None
    ) -> dict[Piece, dict[Hex, int]]:
        """What each piece could fire at, and through what."""
        fight = self.fight
        self._fps.clear()
        self._effects.clear()
        self._bests.clear()
        plain = not (fight.smoke or fight.blaze or fight.special.urban)
        targets = sorted({unit.hex for unit in fight.camps[self.enemy].units}) if only is None else [only]
        found: dict[Piece, dict[Hex, int]] = {}
        for unit in units:
            view, far = fight.ground.view[unit.hex], fight.ground.far[unit.hex]
            for piece in _fresh(fight, unit, op=op):
                reach = piece_reach(fight, piece)
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
                        and (through := hits(fight, piece, target, reach)) != UNSEEN
                    }
                if seen:
                    found[piece] = seen
                    self._fps[piece] = piece_fp(fight, piece)
        return found

    def _shots(self, left: Mapping[Piece, Mapping[Hex, int]]) -> list[Shot]:
        """The best attacks these pieces could make, one after another, each piece once."""
        shots: list[Shot] = []
        while left:
            shot = self.best_shot(left)
            if shot is None or shot.value < self.weights["shot"]:
                break
            shots.append(shot)
            left = {piece: targets for piece, targets in left.items() if piece not in shot.pieces}
        return shots

    def best_shot(self, reach: Mapping[Piece, Mapping[Hex, int]]) -> Shot | None:
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
                shot = self._bests[key] = self._best_at(target, pieces, reach)
            if best is None or shot.value > best.value:
                best = shot
        return best

    def _best_at(self, target: Hex, pieces: list[Piece], reach: Mapping[Piece, Mapping[Hex, int]]) -> Shot:
        """The best attack of some pieces on a target."""
        best: Shot | None = None
        for group in self._groups(target, pieces, reach):
            value = self._worth_of(target, group, reach)
            if best is None or value > best.value:
                best = Shot(target, tuple(group), value)
        assert best is not None
        return best

    def _groups(
        self, target: Hex, pieces: list[Piece], reach: Mapping[Piece, Mapping[Hex, int]]
    ) -> Iterable[Sequence[Piece]]:
        """Ordnance alone; everybody together; and only those who see best."""
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
        yield chained(self.fight, plain)
        clear = min([reach[piece][target] for piece in plain])
        clean = [piece for piece in plain if reach[piece][target] == clear]
        if len(clean) < len(plain):
            yield chained(self.fight, clean)

    def _worth_of(
        self, target: Hex, group: Sequence[Piece], reach: Mapping[Piece, Mapping[Hex, int]]
    ) -> float:
        fight = self.fight
        first = group[0]
        if first.weapon and first.weapon.ordnance:
            far = fight.ground.far[first.unit.hex][target]
            chance = landing(far, reach[first][target])
            fp = first.weapon.fp + height(fight, (first,), (target,))
            return chance * self._effect(fp, target, shells=first.weapon.has("mortar"))
        fp = self._strength(target, group, reach)
        return self._effect(fp, target, shells=False) if fp >= LEAST else 0.0

    def _effect(self, fp: int, target: Hex, *, shells: bool) -> float:
        key = fp, target, shells
        found = self._effects.get(key)
        if found is None:
            found = self._effects[key] = self.judge.effect(fp, target, shells=shells)
        return found

    def _strength(self, target: Hex, group: Sequence[Piece], reach: Mapping[Piece, Mapping[Hex, int]]) -> int:
        level = self.fight.ground.level
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
        """O22: what may rally."""
        camp = self.fight.camps[self.side]
        if camp.activated:
            return None
        score = 0.0
        for unit in camp.units:
            if unit.broken:
                score += below(self.fight.morale(unit)) * self.judge.value(unit) * self.weights["rally"]
            if unit.suppressed:
                score += self.judge.value(unit) * self.weights["suppressed"]
        return Plan(score) if score else None

    def think_rout(self) -> Plan | None:
        """O23: the enemy's broken units are driven off."""
        fight = self.fight
        if self.enemy not in routable(fight):
            return None
        score = 0.0
        rank = fight.ground.rank[fight.camps[self.enemy].edge]
        for unit in fight.camps[self.enemy].units:
            if unit.broken:
                morale = fight.morale(unit)
                flees = 1 - below(morale + 1)
                off = 1 - below(morale + 1 + rank[unit.hex])
                score += flees * self.judge.value(unit) * self.weights["routed"] + off * self.judge.loss(unit)
        return Plan(score, side=self.enemy) if score else None

    def think_artillery_denied(self) -> Plan | None:
        radio = self.fight.camps[self.enemy].radio
        if radio is None:
            return None
        return Plan(self.weights["deny"] * (0.7 if radio.broken else 1.0))

    def think_artillery_request(self) -> Plan | None:
        """O18: where seven hexes hold most enemies and fewest friends."""
        fight = self.fight
        radio = fight.camps[self.side].radio
        if radio is None:
            return None
        if radio.broken:
            return Plan(self.weights["access"])
        leaders = [unit for unit in ready(fight, self.side) if unit.leads and not unit.broken]
        best: Plan | None = None
        self._effects.clear()
        fp = radio.counter.front.fp or 0
        areas: dict[Hex, float] = {}
        for unit in fight.camps[self.enemy].units:
            for hex_ in (unit.hex, *fight.ground.around[unit.hex]):
                if hex_ not in areas:
                    spread = (hex_, *fight.ground.around[hex_])
                    areas[hex_] = added(
                        self._effect(fp, each, shells=True) for each in spread if fight.at[each]
                    )
        for leader in leaders:
            for hex_, value in areas.items():
                through = fight.sees(leader.hex, hex_)
                if through == UNSEEN:
                    continue
                sure = landing(fight.ground.far[leader.hex][hex_], through)
                score = value * (self.weights["aimed"] * sure + self.weights["stray"] * (1 - sure))
                score += self._astray(hex_, fp) * self.weights["drift"] * (1 - sure)
                if best is None or score > best.score:
                    best = Plan(score, first=leader, aim=hex_)
        return best

    def _astray(self, aim: Hex, fp: int) -> float:
        """O18.2.2: friends around an aim whom rounds that drift may find."""
        fight = self.fight
        far = fight.ground.far[aim]
        hexes = {unit.hex for unit in fight.camps[self.side].units if far[unit.hex] <= WIDE}
        return added(self._effect(fp, hex_, shells=True) for hex_ in sorted(hexes))

    def think_move(self) -> Plan | None:
        """O21: the activation that brings its units to better places."""
        return self._travel(advance=False)

    def think_advance(self) -> Plan | None:
        """O16: into melee where the odds are good, onto objectives, into cover, off the map."""
        return self._travel(advance=True)

    def _travel(self, *, advance: bool) -> Plan | None:
        fight, least = self.fight, self.weights["stepping" if advance else "going"]
        wishes: dict[str, Wish] = {}
        units = ready(fight, self.side)
        for unit in units:
            wish = self._step_for(unit) if advance else self._way_for(unit)
            if wish is not None:
                wishes[unit.id] = wish
        foes = {unit.hex for unit in fight.camps[self.enemy].units}
        beside = {unit.id: foes.intersection(reachable(fight, unit)) for unit in units} if advance else {}
        best: Plan | None = None
        for first in units:
            group = [first, *led_by(fight, first)] if first.leads else [first]
            mine = {**wishes, **self._storms(group, beside)} if advance else wishes
            mine = self._with_room([unit for unit in group if unit.id in mine], mine, least)
            going = [unit for unit in group if unit.id in mine]
            score = added(mine[unit.id][0] for unit in going)
            if going and (best is None or score > best.score):
                best = Plan(
                    score,
                    first=first,
                    others=tuple(unit for unit in going if unit is not first),
                    goals={unit.id: mine[unit.id][1] for unit in going},
                    ways={unit.id: list(mine[unit.id][2]) for unit in going},
                    gains={unit.id: mine[unit.id][0] for unit in going},
                )
        return best

    def _with_room(self, going: Sequence[Unit], wishes: Mapping[str, Wish], least: float) -> dict[str, Wish]:
        """8.1: who would crowd a place to which others go rather stays; each gain is what is left of it."""
        fight, most = self.fight, self.fight.catalog.board.stacking
        coming: dict[Hex, int] = {}
        found: dict[str, Wish] = {}
        for unit in sorted(going, key=lambda each: (-wishes[each.id][0], each.id)):
            gain, goal, way = wishes[unit.id]
            if not isinstance(goal, str) and not fight.enemy_in(goal, self.side):
                alone = fight.figures(goal, self.side) + unit.soldiers
                others = coming.get(goal, 0)
                gain -= self.weights["crowd"] * (max(0, alone + others - most) - max(0, alone - most))
                if gain <= least:
                    continue
                coming[goal] = others + unit.soldiers
            found[unit.id] = (gain, goal, way)
        return found

    def _way_for(self, unit: Unit) -> Wish | None:
        """Where a unit would rather be, if it is worth the way."""
        fight, judge = self.fight, self.judge
        points = fight.moves(unit) - fight.command_for(unit)
        if points <= 0 or fight.works.get(unit.hex) == "wire" or self._settled(unit):
            return None
        stand = judge.standing(unit)
        here = stand(unit.hex) + self._duty(unit)
        if not judge.better(unit, points, here, self.weights["going"]) and not self._near_exit(unit, points):
            return None
        best: Wish | None = None
        worth_risk = judge.risk * judge.value(unit)
        ways = judge.ways(unit, points)
        for hex_ in judge.likely(unit, ways, worth_risk):
            spent, path, drawn = ways[hex_]
            risk = drawn * worth_risk
            if path:
                gain = stand(hex_) - here - risk
                if best is None or gain > best[0]:
                    best = (gain, hex_, path)
            if spent < points and may_exit(fight, hex_, self.side) and not self._last_men():
                gain = self._out(unit) - risk
                if best is None or gain > best[0]:
                    best = (gain, EXIT, path)
        return best if best is not None and best[0] > self.weights["going"] else None

    def _near_exit(self, unit: Unit, points: int) -> bool:
        """Could it come to the edge where leaving counts?"""
        off = self.fight.ground.edge[self.fight.camps[self.enemy].edge]
        return not off.isdisjoint(self.fight.ground.area(unit.hex, points))

    def _settled(self, unit: Unit) -> bool:
        """A defender in cover stays where he is while nothing is lost."""
        fight = self.fight
        if fight.camps[self.side].posture != "defend" or fight.cover(unit.hex, self.side) < 1:
            return False
        return all(fight.control.get(number) == self.side for number in fight.objectives)

    def _out(self, unit: Unit) -> float:
        """7.2.1: what leaving by the enemy's edge is worth, less what the unit may still do here."""
        fight, judge, weights = self.fight, self.judge, self.weights
        double = 2 if in_force(fight, DOUBLE_EXIT) else 1
        points = worth(fight, unit) * double * weights["vp"] * weights["leaving"]
        rest = judge.left() / (fight.sudden_death + 1)
        return points * (1 + weights["eager"] * judge.nerve) - (
            weights["presence"] * judge.value(unit) * rest + self._duty(unit)
        )

    def _last_men(self) -> bool:
        return len(self.fight.camps[self.side].units) <= self.weights["stay_behind"]

    def _duty(self, unit: Unit) -> float:
        """Alone on an objective one stays."""
        fight = self.fight
        for number, hexes in fight.objectives.items():
            if unit.hex in hexes and fight.control.get(number) == self.side:
                others = [each for h in hexes for each in fight.here(h, self.side) if each is not unit]
                if not others:
                    return self.judge.stake(number) * self.weights["duty"]
        return 0.0

    def _step_for(self, unit: Unit) -> Wish | None:
        fight, judge = self.fight, self.judge
        stand = judge.standing(unit)
        here = stand(unit.hex) + self._duty(unit)
        best: Wish | None = None
        for hex_ in reachable(fight, unit):
            if fight.enemy_in(hex_, self.side):
                continue
            gain = stand(hex_) - here
            if fight.works.get(hex_) == "mines":
                gain -= judge.value(unit)
            if best is None or gain > best[0]:
                best = (gain, hex_, (hex_,))
        if may_exit(fight, unit.hex, self.side) and not self._last_men():
            gain = self._out(unit)
            if best is None or gain > best[0]:
                best = (gain, EXIT, ())
        return best if best is not None and best[0] > self.weights["stepping"] else None

    def _storms(self, group: Sequence[Unit], beside: Mapping[str, set[Hex]]) -> dict[str, Wish]:
        """O16.4: hexes that those who are activated together storm, where the odds are good."""
        fight, judge = self.fight, self.judge
        wishes: dict[str, Wish] = {}
        shy = 1 - self.weights["calm"] * judge.nerve
        for hex_ in sorted({hex_ for unit in group for hex_ in beside[unit.id]}):
            near = [unit for unit in group if hex_ in beside[unit.id] and unit.id not in wishes]
            foes = fight.here(hex_, self.enemy)
            theirs = melee_fp(fight, foes)
            strong = sorted(near, key=lambda u: (-melee_fp(fight, [u]), u.id))
            lead, cost = -theirs, 0.0
            for number, unit in enumerate(strong, 1):
                lead += melee_fp(fight, [unit])
                cost += judge.loss(unit)
                win = beats(lead)
                gain = added(map(judge.loss, foes)) * (win + equals(lead)) + self._prize(hex_) * win
                gain -= cost * (1 - win) * shy
                if gain > self.weights["storm"] * number:
                    wishes |= {u.id: (gain / number, hex_, (hex_,)) for u in strong[:number]}
                    break
        return wishes

    def _prize(self, hex_: Hex) -> float:
        fight = self.fight
        return added(self.judge.stake(n) * 2 for n, hexes in fight.objectives.items() if hex_ in hexes)


def _fresh(fight: Fight, unit: Unit, *, op: bool) -> list[Piece]:
    """Everything a unit could fire with in an order that has not begun."""
    found = [Piece(unit, None)] if fight.reach(unit) > 0 else []
    weapon = unit.weapon
    if weapon is not None and fight.can_shoot_weapon(unit) and not (op and weapon.ordnance):
        found.append(Piece(unit, weapon))
    return found
