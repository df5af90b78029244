"""What a plain commander thinks of units, hexes and attacks; his weights stand in the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush

from catalogs.games.combat_commander.model import Side

from .chances import added, beats, equals, hits
from .pieces import Unit
from .state import OTHER, SIGN, Fight
from .board import UNSEEN, Hex
from .victory import DOUBLE_EXIT, DOUBLE_LOSS, in_force, worth

HUNDRED = 100.0
BEYOND = 64  # farther than any hex of a map
Ways = Mapping[Hex, tuple[int, tuple[Hex, ...], float]]  # hex -> points spent, the way there and its danger
Arms = tuple[int, int, int, int]  # firepower and range of a unit and of its weapon
_Way = tuple[float, int, Hex, tuple[Hex, ...], bool]  # danger, points, hex, way, by road


class Mark:
    """A hex that could be fired at: morale and worth of its men, and what fire of some strength is worth."""

    __slots__ = ("hex", "units", "worth")

    def __init__(self, hex_: Hex) -> None:
        self.hex = hex_
        self.units: list[tuple[int, float]] = []
        self.worth: dict[int, float] = {}

    def of(self, fp: int) -> float:
        found = self.worth[fp] = added([beats(fp - morale) * harm for morale, harm in self.units])
        return found


class Judge:
    """One side's eyes: it reads what its seat sees, and nothing of the enemy's hand or secret chits."""

    def __init__(self, fight: Fight, side: Side, weights: Mapping[str, int]) -> None:
        self.fight = fight
        self.side: Side = side
        self.enemy: Side = OTHER[side]
        self.weights = {name: value / HUNDRED for name, value in weights.items()}
        self._danger: dict[Hex, float] = {}
        self._kept: dict[Hex, float] = {}  # what danger was before something changed elsewhere
        self._loose: set[Hex] = set()  # worked out in the middle of something
        self._men: set[tuple[Unit, Hex, Arms]] = set()
        self.looked = False  # around, since the last question
        self._places: dict[Hex, tuple[float, float]] = {}
        self._wants: list[tuple[float, bytes]] = []
        self._ways: dict[tuple[Hex, int], Ways] = {}
        self._shut: frozenset[Hex] = frozenset()
        self._marks: list[Mark] = []
        self._aims: dict[tuple[int, int], dict[Hex, float]] = {}
        self._armed: dict[Arms, dict[Hex, float]] = {}
        self._tops: dict[Arms, float] = {}
        self.glimpses: dict[Hex, list[tuple[int, int, Mark]]] = {}  # what a hex sees, for one answer
        self.nerve = 0.0  # how much a side must dare, from 0 to 1
        self.calm = 1.0
        self.fear = self.weights["danger"]
        self.risk = self.weights["risk"]
        self._help, self._glances = int(self.weights["help"]), int(self.weights["glances"])
        self._seen: tuple[object, ...] = ()
        self._fade = [self.weights["fade"] ** far for far in range(BEYOND)]
        self._near = {number: fight.ground.near(hexes) for number, hexes in fight.objectives.items()}

    def forget(self) -> None:
        """Something may have changed on the map: what still holds is kept."""
        fight = self.fight
        foes = fight.camps[self.enemy].units
        seen = (
            [(u.hex, u.broken, u.front, u.weapon, u.weapon is not None and u.weapon.broken) for u in foes],
            tuple(fight.works.items()),
            frozenset(fight.blaze),
            tuple(fight.smoke.items()),
            fight.ground,
        )
        self.nerve = self._nerve()
        self.calm = calm = 1 - self.weights["calm"] * self.nerve
        self.fear, self.risk = self.weights["danger"] * calm, self.weights["risk"] * calm
        wants = self._wanted()
        self.looked = True
        if seen != self._seen:
            self._carry(foes, seen[2:] == self._seen[2:])
            self._seen = seen
            self._danger.clear()
            self._ways.clear()
            self._places.clear()
            self._aims.clear()
            self._armed.clear()
            self._tops.clear()
            self.glimpses.clear()
            self._marks = self._marked()
            self._shut = frozenset(unit.hex for unit in foes) | fight.blaze
        if wants != self._wants:
            self._wants = wants
            self._places.clear()

    def _carry(self, foes: Sequence[Unit], same: bool) -> None:
        """Danger that nothing has changed is kept: where no one fires who came, went, broke or rallied."""
        men = {(unit, unit.hex, _arms(unit)) for unit in foes}
        kept = self._kept
        if same:
            kept.update(self._danger)
            for hex_ in self._loose:
                kept.pop(hex_, None)
            for _, origin, arms in men ^ self._men:
                for hex_ in self.fight.ground.swept(origin, max(arms[1], arms[3])):
                    kept.pop(hex_, None)
        else:
            kept.clear()
        self._men = men
        self._loose.clear()

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
        weights = self.weights
        base = weights[unit.kind] + weights["command"] * (unit.front.command or 0)
        weapon = unit.weapon
        return base + (0 if weapon is None or weapon.broken else weights["weapon"])

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
            if self.looked:
                found = self._kept.get(hex_)
            else:
                self._loose.add(hex_)
            if found is None:
                found = self._drawn(hex_)
            self._danger[hex_] = found
        return found

    def under_fire(self, way: Sequence[Hex]) -> float:
        """A33.3: how much fire a way draws from those who fire at movers already."""
        return added(self._drawn(hex_, self.fight.firing) for hex_ in way)

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

    def _marked(self) -> list[Mark]:
        """Who could be fired at."""
        fight = self.fight
        found: dict[Hex, Mark] = {}
        for unit in fight.camps[self.enemy].units:
            hex_ = unit.hex
            if hex_ >= 0:
                mark = found.get(hex_)
                if mark is None:
                    mark = found[hex_] = Mark(hex_)
                mark.units.append((fight.morale(unit), self.harm(unit)))
        return list(found.values())

    def aim(self, unit: Unit, hex_: Hex) -> float:
        """What the best shot of a unit from a hex would be worth, with some help."""
        arms = _arms(unit)
        known = self._known(arms)
        found = known.get(hex_)
        if found is None:
            found = known[hex_] = self._prospect(arms, hex_)
        return found

    def _known(self, arms: Arms) -> dict[Hex, float]:
        """What is known of shots with some arms."""
        known = self._armed.get(arms)
        if known is None:
            known = self._armed[arms] = {}
        return known

    def _prospect(self, arms: Arms, hex_: Hex) -> float:
        seen = self.glimpses.get(hex_)
        if seen is None:
            seen = self.glimpses[hex_] = self._glimpse(hex_)
        if not seen:
            self.fight.lookups += len(self._marks)
            return 0.0
        fp, reach, weapon_fp, weapon_reach = arms
        best = self._shot(hex_, fp, reach) if reach else 0.0
        return max(best, self._shot(hex_, weapon_fp, weapon_reach)) if weapon_reach else best

    def _shot(self, hex_: Hex, fp: int, reach: int) -> float:
        known = self._aims.get((fp, reach))
        if known is None:
            known = self._aims[fp, reach] = {}
        found = known.get(hex_)
        if found is None:
            seen = self.glimpses.get(hex_)
            if seen is None:
                seen = self.glimpses[hex_] = self._glimpse(hex_)
            self.fight.lookups += len(self._marks)
            found, fp = 0.0, fp + self._help
            for far, more, mark in seen:
                if far <= reach:
                    lead = fp + more
                    value = mark.worth.get(lead)
                    if value is None:
                        value = mark.of(lead)
                    if value > found:
                        found = value
            known[hex_] = found
        return found

    def _glimpse(self, hex_: Hex) -> list[tuple[int, int, Mark]]:
        """The marks a hex sees: how far each is, and what ground and smoke make of an attack on it."""
        fight = self.fight
        far, view = fight.ground.far[hex_], fight.ground.view[hex_]
        level, smoke = fight.ground.level, bool(fight.smoke)
        here, found = level[hex_], []
        for mark in self._marks:
            there = mark.hex
            through = view[there]
            if through == UNSEEN or there == hex_:
                continue
            if smoke:
                through = fight.sees(hex_, there)
                if through == UNSEEN:
                    continue
            height = level[there]
            found.append((far[there], (here > height) - (here < height) - through, mark))
        return found

    def pull(self, hex_: Hex) -> float:
        """How much a side wants to stand in a hex: objectives it lacks or must hold, the way out."""
        fade, total = self._fade, 0.0
        for want, near in self._wants or self.wanted():
            total += want * fade[near[hex_]]
        return total

    def wanted(self) -> list[tuple[float, bytes]]:
        """What draws this side, as far as it knows."""
        if not self._wants:
            self._wants = self._wanted()
        return self._wants

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
        return self.standing(unit)(hex_)

    def standing(self, unit: Unit) -> Callable[[Hex], float]:
        """How good it is for a unit to stand in one hex or another."""
        fight, weights = self.fight, self.weights
        side, at, most, each_more = self.side, fight.at, fight.catalog.board.stacking, weights["crowd"]
        fear, worth_, aim = self.fear, self.value(unit), weights["aim"]
        arms = _arms(unit)
        places, known = self._places, self._known(arms)
        radius = max(1, unit.command) if unit.leads else 0
        friends = [each for each in fight.camps[side].units if each is not unit] if unit.leads else []

        def stand(hex_: Hex) -> float:
            draws, drawn = places.get(hex_) or self._place(hex_)
            shot = known.get(hex_)
            if shot is None:
                shot = known[hex_] = self._prospect(arms, hex_)
            score = draws - fear * drawn * worth_ + aim * shot
            crowd = 0 if unit.hex == hex_ else unit.soldiers
            for each in at[hex_]:
                if each.side == side:
                    crowd += each.soldiers
            if crowd > most:
                score -= each_more * (crowd - most)
            if radius:
                far, near = fight.ground.far[hex_], 0
                for each in friends:
                    if far[each.hex] <= radius:
                        near += 1
                score += weights["company"] * min(near, 4)
            return score

        return stand

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
        arms = _arms(unit)
        known = self._known(arms)
        rough = []
        for hex_, (_, _, drawn) in ways.items():
            draws, danger = places.get(hex_) or self._place(hex_)
            rough.append((draws - fear * danger - risk * drawn, hex_))
        rough.sort(reverse=True)
        most, glances = aim * self._most(arms), self._glances
        quick: list[tuple[float, Hex]] = []
        for bare, hex_ in rough:
            if len(quick) == glances and bare + most < quick[-1][0]:
                break  # no shot from here on makes up for it
            shot = known.get(hex_)
            if shot is None:
                shot = known[hex_] = self._prospect(arms, hex_)
            score = bare + aim * shot
            if len(quick) < glances or (score, hex_) > quick[-1]:
                quick.append((score, hex_))
                quick.sort(reverse=True)
                del quick[glances:]
        off = self.fight.ground.edge[self.fight.camps[self.enemy].edge]
        best = [hex_ for _, hex_ in quick]
        return best + [hex_ for hex_ in ways if hex_ in off and hex_ not in best]

    def _most(self, arms: Arms) -> float:
        """What no shot with some arms is better than: from above, through nothing, at any range."""
        found = self._tops.get(arms)
        if found is None:
            leads = {arms[0] + self._help + 1, arms[2] + self._help + 1}
            values = [mark.worth.get(lead) or mark.of(lead) for mark in self._marks for lead in leads]
            found = self._tops[arms] = max(values, default=0.0)
        return found

    def better(self, unit: Unit, points: int, here: float, by: float) -> bool:
        """Could any hex within reach be better than this, whatever the way there costs?"""
        places, most = self._places, self.weights["aim"] * self._most(_arms(unit))
        fear, value, aim = self.fear, self.value(unit), self.weights["aim"]
        led = self.weights["company"] * 4 if unit.leads else 0.0
        for hex_ in self.fight.ground.area(unit.hex, points):
            draws, danger = places.get(hex_) or self._place(hex_)
            bare = draws - fear * danger * value
            if bare + most + led - here > by and bare + aim * self.aim(unit, hex_) + led - here > by:
                return True
        return False

    def ways(self, unit: Unit, points: int) -> Ways:
        """Every hex a unit can reach with some points, with the way there that draws least fire."""
        key = unit.hex, points
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = self._search(unit.hex, points)
        return found

    def _search(self, start: Hex, points: int) -> Ways:
        fight = self.fight
        costs, roads, works = fight.ground.cost, fight.ground.quick, fight.works
        shut, danger = self._shut, self._danger
        found: dict[Hex, tuple[int, tuple[Hex, ...], float]] = {}
        first: _Way = (0.0, 0, start, (), False)
        queue, best = [first], {start: first}
        while queue:
            risk, spent, here, path, road = heappop(queue)
            if here in found:
                continue
            found[here] = (spent, path, risk)
            if works and path and works.get(here) == "wire":
                continue
            most = points - spent + road
            for there, cost in costs[here].items():
                if cost > most or there in found or there in shut:
                    continue
                drawn = danger.get(there)
                if drawn is None:
                    drawn = self.danger(there)
                more = risk + drawn + 0.01 * cost
                if works and works.get(there) == "mines":
                    more += 0.5
                kept = best.get(there)
                if kept is not None and kept[0] < more:
                    continue
                way: _Way = (more, spent + cost, there, (*path, there), road or there in roads)
                if kept is None or way < kept:
                    best[there] = way
                    heappush(queue, way)
        return found


def _arms(unit: Unit) -> Arms:
    """What a unit fires with."""
    face, weapon = (unit.back if unit.broken else unit.front), unit.weapon
    if weapon is None or weapon.broken or unit.broken:
        return face.fp or 0, face.range or 0, 0, 0
    front = weapon.counter.front
    return face.fp or 0, face.range or 0, front.fp or 0, front.range or 0


def landing(far: int, hindrance: int) -> float:
    """O20.2.3: the chance that ordnance hits."""
    return hits(far + hindrance)
