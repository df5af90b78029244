"""What a plain commander thinks of units, hexes and attacks; his weights stand in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from catalogs.games.combat_commander.model import Side

from .chances import beats, equals, hits
from .pieces import Unit
from .state import OTHER, SIGN, Fight
from .theatre import UNSEEN, Hex
from .victory import DOUBLE_EXIT, DOUBLE_LOSS, in_force, worth

HUNDRED = 100.0
BEYOND = 64  # farther than any hex of a map
Ways = Mapping[Hex, tuple[int, tuple[Hex, ...], float]]  # hex -> points spent, the way there and its danger
_Way = tuple[float, int, Hex, tuple[Hex, ...], bool]  # danger, points, hex, way, by road


class Judge:
    """One side's eyes: it reads what its seat sees, and nothing of the enemy's hand or secret chits."""

    def __init__(self, fight: Fight, side: Side, weights: Mapping[str, int]) -> None:
        self.fight = fight
        self.side: Side = side
        self.enemy: Side = OTHER[side]
        self.weights = {name: value / HUNDRED for name, value in weights.items()}
        self._danger: dict[Hex, float] = {}
        self._places: dict[Hex, tuple[float, float]] = {}
        self._wants: list[tuple[float, bytes]] = []
        self._ways: dict[tuple[Hex, int], Ways] = {}
        self._shut: frozenset[Hex] = frozenset()
        self._marks: list[tuple[Hex, list[tuple[int, float]]]] = []
        self._aims: dict[tuple[Hex, int, int], float] = {}
        self.nerve = 0.0  # how much a side must dare, from 0 to 1
        self.calm = 1.0
        self.fear = self.weights["danger"]
        self.risk = self.weights["risk"]
        self._seen: tuple[object, ...] = ()
        self._fade = [self.weights["fade"] ** far for far in range(BEYOND)]
        far = fight.ground.far
        self._near = {
            number: bytes(min(far[hex_][each] for each in hexes) for hex_ in range(len(far)))
            for number, hexes in fight.objectives.items()
        }

    def forget(self) -> None:
        """Something may have changed on the map: what still holds is kept."""
        fight = self.fight
        foes = fight.camps[self.enemy].units
        armed = ((unit.weapon, unit.weapon is not None and unit.weapon.broken) for unit in foes)
        seen = (
            tuple((unit.hex, unit.broken, unit.front, *arm) for unit, arm in zip(foes, armed, strict=True)),
            tuple(fight.works.items()),
            frozenset(fight.blaze),
            tuple(fight.smoke.items()),
            fight.ground,
        )
        self.nerve = self._nerve()
        self.calm = calm = 1 - self.weights["calm"] * self.nerve
        self.fear, self.risk = self.weights["danger"] * calm, self.weights["risk"] * calm
        wants = self._wanted()
        if seen != self._seen:
            self._seen = seen
            self._danger.clear()
            self._ways.clear()
            self._places.clear()
            self._aims.clear()
            self._marks = self._marked()
            self._shut = frozenset(unit.hex for unit in foes) | fight.blaze
        if wants != self._wants:
            self._wants = wants
            self._places.clear()

    # How things stand

    def ahead(self) -> int:
        """Points ahead if all ended now, one's own secret chits counted."""
        fight = self.fight
        marker = fight.marker * SIGN[self.side]
        chits = fight.catalog.chits
        for letter in fight.camps[self.side].secret:
            for number in chits[letter].objectives:
                owner = fight.control.get(number)
                if owner is not None:
                    marker += chits[letter].vp if owner == self.side else -chits[letter].vp
        return marker

    def left(self) -> int:
        """6.2.2: how often Time may still go on, by the rule of thumb of one more than Sudden Death says."""
        return max(1, self.fight.sudden_death + 1 - self.fight.time)

    def _nerve(self) -> float:
        """Who is behind when Time runs out must dare something now; who is ahead need not."""
        fight = self.fight
        due = self.left() * fight.figure("rule.time", "defender_vp")
        lag = -self.ahead()
        for side, sign in ((self.side, -1), (self.enemy, 1)):
            if fight.camps[side].posture == "defend":
                lag += sign * due
        gone: float = min(1.0, fight.time / fight.sudden_death) ** self.weights["late"]
        return max(0.0, min(1.0, lag / self.weights["lag"])) * gone

    # Units and attacks

    def value(self, unit: Unit) -> float:
        """What a unit is worth on the map."""
        base = self.weights[unit.kind] + self.weights["command"] * (unit.front.command or 0)
        return base + (self.weights["weapon"] if unit.weapon and not unit.weapon.broken else 0)

    def loss(self, unit: Unit) -> float:
        """What is lost with it."""
        double = 2 if in_force(self.fight, DOUBLE_LOSS) else 1
        return self.value(unit) + worth(self.fight, unit) * double * self.weights["vp"]

    def harm(self, unit: Unit) -> float:
        """What breaking a unit once is worth."""
        if unit.broken:
            return self.loss(unit)
        return self.value(unit) * self.weights["broken"]

    def effect(self, fp: int, hex_: Hex, *, shells: bool = False, crossed: int = 0) -> float:
        """What an attack into a hex is worth, friends counted against it."""
        fight = self.fight
        total = 0.0
        add = fight.ground.burst[hex_] if shells else 0
        for unit in fight.at[hex_]:
            cover = fight.cover(hex_, unit.side, shells=shells, crossed=crossed)
            lead = fp + add - fight.bare_morale(unit) - cover
            harm = self.harm(unit)
            tie = harm if unit.moving else self.value(unit) * self.weights["suppressed"]
            gain = beats(lead) * harm + equals(lead) * tie
            total += gain if unit.side != self.side else -gain * self.weights["own"]
        return total

    # Ground

    def danger(self, hex_: Hex) -> float:
        """How much enemy fire a hex draws, by firepower over what covers there."""
        found = self._danger.get(hex_)
        if found is None:
            found = self._danger[hex_] = self._drawn(hex_)
        return found

    def under_fire(self, way: Sequence[Hex]) -> float:
        """A33.3: how much fire a way draws from those who fire at movers already."""
        return sum(self._drawn(hex_, self.fight.firing) for hex_ in way)

    def _drawn(self, hex_: Hex, foes: Sequence[Unit] | None = None) -> float:
        fight = self.fight
        foes = fight.camps[self.enemy].units if foes is None else [unit for unit in foes if not unit.out]
        far, view = fight.ground.far[hex_], fight.ground.view[hex_]
        best, more, smoke = 0, 0, bool(fight.smoke)
        fight.lookups += len(foes)
        for unit in foes:
            there = unit.hex
            if view[there] == UNSEEN or not far[there]:
                continue
            through = view[there] if not smoke else fight.sees(hex_, there)
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
        cover = min(fight.ground.cover[hex_], 9) - (hex_ in fight.ground.road)
        return beats(best + more - 1 - int(self.weights["morale"]) - cover)

    def _marked(self) -> list[tuple[Hex, list[tuple[int, float]]]]:
        """Who could be fired at: in each hex morale with its cover, and what harm is worth."""
        fight = self.fight
        found: dict[Hex, list[tuple[int, float]]] = {}
        for unit in fight.camps[self.enemy].units:
            if unit.hex >= 0:
                found.setdefault(unit.hex, []).append((fight.morale(unit), self.harm(unit)))
        return list(found.items())

    def aim(self, unit: Unit, hex_: Hex) -> float:
        """What the best shot of a unit from a hex would be worth, with some help."""
        face, weapon = unit.face, unit.weapon
        best = self._prospect(hex_, face.fp or 0, face.range or 0)
        if weapon is not None and not weapon.broken and not unit.broken:
            best = max(best, self._prospect(hex_, weapon.fp, weapon.counter.front.range or 0))
        return best

    def _prospect(self, hex_: Hex, fp: int, reach: int) -> float:
        key = hex_, fp, reach
        found = self._aims.get(key)
        if found is None:
            found = self._aims[key] = self._best_mark(hex_, fp, reach)
        return found

    def _best_mark(self, hex_: Hex, fp: int, reach: int) -> float:
        fight = self.fight
        far, view = fight.ground.far[hex_], fight.ground.view[hex_]
        level, smoke = fight.ground.level, bool(fight.smoke)
        best, fp = 0.0, fp + int(self.weights["help"])
        fight.lookups += len(self._marks)
        for there, units in self._marks:
            if view[there] == UNSEEN or not 0 < far[there] <= reach:
                continue
            through = view[there] if not smoke else fight.sees(hex_, there)
            if through != UNSEEN:
                lead = fp - through + (level[hex_] > level[there]) - (level[hex_] < level[there])
                best = max(best, sum([beats(lead - morale) * harm for morale, harm in units]))
        return best

    def pull(self, hex_: Hex) -> float:
        """How much a side wants to stand in a hex: objectives it lacks or must hold, the way out."""
        if not self._wants:
            self._wants = self._wanted()
        fade, total = self._fade, 0.0
        for want, near in self._wants:
            total += want * fade[near[hex_]]
        return total

    def _wanted(self) -> list[tuple[float, bytes]]:
        """What draws this side, and how far each hex lies from it."""
        fight, weights = self.fight, self.weights
        wants = []
        eager = 1 + weights["eager"] * self.nerve
        for number, hexes in fight.objectives.items():
            held = fight.control.get(number) == self.side
            want = weights["hold"] if held else weights["take"] * eager
            if held and any(fight.here(each, self.side) for each in hexes):
                want *= weights["held"]
            wants.append((want * self.stake(number), self._near[number]))
        if fight.camps[self.side].posture != "defend":
            double = 2 if in_force(fight, DOUBLE_EXIT) else 1
            wants.append((weights["exit"] * double * eager, fight.ground.rank[fight.camps[self.enemy].edge]))
        return wants

    def stake(self, number: int) -> float:
        """What an objective is worth to this side, its own secret chits included."""
        fight = self.fight
        chits = fight.catalog.chits
        letters = [*fight.chits, *fight.camps[self.side].secret]
        return self.weights["objective"] + sum(
            chits[each].vp for each in letters if number in chits[each].objectives
        )

    def stand(self, unit: Unit, hex_: Hex) -> float:
        """How good it is for a unit to stand in a hex."""
        fight, weights = self.fight, self.weights
        draws, drawn = self._place(hex_)
        score = draws - self.fear * drawn * self.value(unit) + weights["aim"] * self.aim(unit, hex_)
        crowd = 0 if unit.hex == hex_ else unit.soldiers
        for each in fight.at[hex_]:
            if each.side == self.side:
                crowd += each.soldiers
        if crowd > fight.catalog.board.stacking:
            score -= weights["crowd"] * (crowd - fight.catalog.board.stacking)
        if unit.leads:
            far = fight.ground.far[hex_]
            radius = max(1, unit.command)
            friends = sum(
                far[each.hex] <= radius for each in fight.camps[self.side].units if each is not unit
            )
            score += weights["company"] * min(friends, 4)
        return score

    def _place(self, hex_: Hex) -> tuple[float, float]:
        """What speaks for a hex whoever stands there, and the fire it draws."""
        found = self._places.get(hex_)
        if found is None:
            fight = self.fight
            cover = min(fight.ground.cover[hex_], 9) - (hex_ in fight.ground.road)
            work = fight.works.get(hex_)
            if work is not None:
                cover = max(cover, fight.catalog.fortifications[work].cover or 0)
                cover -= 2 * (work in ("wire", "mines"))
            found = self._places[hex_] = (self.pull(hex_) + self.weights["cover"] * cover, self.danger(hex_))
        return found

    def likely(self, unit: Unit, ways: Ways, risk: float) -> list[Hex]:
        """The few hexes that seem best at a glance, and the ways off the map."""
        fear = self.fear * self.value(unit)
        places, aim = self._places, self.weights["aim"]
        quick = []
        for hex_, (_, _, drawn) in ways.items():
            draws, danger = places.get(hex_) or self._place(hex_)
            quick.append((draws - fear * danger - risk * drawn + aim * self.aim(unit, hex_), hex_))
        quick.sort(reverse=True)
        off = self.fight.ground.edge[self.fight.camps[self.enemy].edge]
        best = [hex_ for _, hex_ in quick[: int(self.weights["glances"])]]
        return best + [hex_ for hex_ in ways if hex_ in off and hex_ not in best]

    def ways(self, unit: Unit, points: int) -> Ways:
        """Every hex a unit can reach with some points, with the way there that draws least fire."""
        key = unit.hex, points
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = self._search(unit.hex, points)
        return found

    def _search(self, start: Hex, points: int) -> Ways:
        costs, roads, works = self.fight.ground.cost, self.fight.ground.quick, self.fight.works
        shut, danger = self._shut, self._danger
        found: dict[Hex, tuple[int, tuple[Hex, ...], float]] = {}
        first: _Way = (0.0, 0, start, (), False)
        queue, best = [first], {start: first}
        while queue:
            risk, spent, here, path, road = heappop(queue)
            if here in found:
                continue
            found[here] = (spent, path, risk)
            if path and works.get(here) == "wire":
                continue
            most = points - spent + road
            for there, cost in costs[here].items():
                if cost > most or there in found or there in shut:
                    continue
                drawn = danger.get(there)
                more = risk + (self.danger(there) if drawn is None else drawn) + 0.01 * cost
                if works.get(there) == "mines":
                    more += 0.5
                kept = best.get(there)
                if kept is not None and kept[0] < more:
                    continue
                way: _Way = (more, spent + cost, there, (*path, there), road or there in roads)
                if kept is None or way < kept:
                    best[there] = way
                    heappush(queue, way)
        return found


def landing(far: int, hindrance: int) -> float:
    """O20.2.3: the chance that ordnance hits."""
    return hits(far + hindrance)
