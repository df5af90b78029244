"""8.3 fire, 14 bombardment, 16 smoke, as an impulse; 8.4.1: the roll that the advantage forces again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.thunder_at_cassino.model import Place, Side
from generator.table import Choose, Note, Report, Roll
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from ..rules.artillery import Shot, smoke_falls, smoke_needs, why_not, within
from ..rules.fire import Fire, attack_value, defence_value, limits, losses, mean, odds
from .forms import FACTOR, fields, number, one_of, yes_no
from .state import OTHER, Battery, Cloud, State, places, standing_places

Given = Mapping[str, Any]
NO, YES = "no", "yes"
DICE = (6, 6, 6, 6)  # 8.3.6: both roll at once; the first two are the attacker's


def yes(rule: str, ask: str, seat: str, **context: Any) -> Choose:
    """A question of yes or no."""
    return Choose(rule, ask, seat, "yes_no", (NO, YES), context=context)


# Fire


def fire(state: State, side: Side) -> Steps[State]:
    """8.3: attacks out of one area, one after the other; a place is attacked once in an impulse (8.1.2)."""
    attacked: tuple[Place, ...] = ()
    origin: Place | None = None
    clouds = state.clouds
    while True:
        given = yield fire_report(state, side, origin, attacked)
        origin, attacked = given["from"], (*attacked, given["target"])
        seen = replace(state, clouds=clouds)  # 16.3: smoke that goes in an impulse helps to its end
        state = yield from attack(state, side, declared(seen, given), "8.3.5", given)
        if not targets(state, origin, attacked):
            return state
        again = yield yes("8.1.2", "fire_again", state.seats[side], side=side)
        if again == NO:
            return state


def targets(state: State, origin: Place | None, attacked: tuple[Place, ...]) -> tuple[Place, ...]:
    """8.1.2: what has not been attacked in this impulse, and can be fired at from there (10.5)."""
    left = (place for place in places(state) if place not in attacked)
    return tuple(place for place in left if origin is None or _within_reach(state, origin, place))


def fire_report(state: State, side: Side, origin: Place | None, attacked: tuple[Place, ...]) -> Report:
    open_targets = targets(state, origin, attacked)
    form = fields(
        {
            "from": one_of(standing_places(state, side, places(state)) if origin is None else (origin,)),
            "target": one_of(open_targets),
            "attack": number(0, FACTOR),
            "infantry": number(0, 10),
            "machine_guns": number(0, 10),
            "armour": number(0, 10),
            "company": yes_no(),
            "defence": number(0, FACTOR),
        },
        {"terrain": number(*_terrain(state)), "higher": yes_no()},
    )
    example: dict[str, Any] = {"from": origin or open_targets[0], "target": open_targets[0], "attack": 4}
    example |= {"infantry": 1, "machine_guns": 0, "armour": 0, "company": False, "defence": 3, "terrain": 1}

    def check(given: Given) -> HorahError | None:
        return why_no_fire(state, given)

    context = {"side": side, "night": state.night, "example": example}
    return Report("8.3", "fire", state.seats[side], form, check, context)


def _terrain(state: State) -> tuple[int, int]:
    return state.catalog.figures["terrain_least"], state.catalog.figures["terrain_most"]


def _within_reach(state: State, origin: Place, target: Place) -> bool:
    """8.3, 10.5: inside the own place, or from an area to one that is not known to be no neighbour."""
    if origin == target or _by_zone(state, origin, target):
        return origin == target
    return within(state.catalog, origin, target, 1) is not False


def _by_zone(state: State, origin: Place, target: Place) -> bool:
    """10.5: no fire between zones and areas, or between zones."""
    return origin != target and not {origin, target}.isdisjoint(state.catalog.zones)


def why_no_fire(state: State, given: Given) -> HorahError | None:
    """8.3, 8.3.2, 10.5, and the terrain where no table has it."""
    origin, target = given["from"], given["target"]
    if not _within_reach(state, origin, target):
        wrong = "FIRE_ZONE" if _by_zone(state, origin, target) else "FIRE_FAR"
        return HorahError(wrong, origin=origin, target=target)
    if state.catalog.terrain(target) is None and "terrain" not in given:
        return HorahError("TERRAIN_UNKNOWN", area=target)
    return limits(state.catalog, declared(state, given))


def declared(state: State, given: Given) -> Fire:
    """An attack as the players gave it, with what the play knows: terrain, height, night and smoke."""
    catalog, origin, target = state.catalog, given["from"], given["target"]
    terrain = catalog.terrain(target)
    same_area = origin == target and target not in catalog.zones
    return Fire(
        attack=given["attack"],
        defence=given["defence"],
        terrain=given.get("terrain", 1) if terrain is None else terrain,
        infantry=given["infantry"],
        machine_guns=given["machine_guns"],
        armour=given["armour"],
        company=given["company"],
        adjacent=not same_area,
        higher=_higher(state, origin, target, given.get("higher", False)),
        dark=state.night or _through_smoke(state, origin, target),
    )


def _higher(state: State, origin: Place, target: Place, told: bool) -> bool:
    """8.3.5.2: by the altitudes where both are typed, otherwise as told."""
    areas = state.catalog.areas
    one = areas[origin].altitude if origin in areas else None
    other = areas[target].altitude if target in areas else None
    return told if one is None or other is None else other > one


def _through_smoke(state: State, origin: Place, target: Place) -> bool:
    """8.3.5.2 or 16.2.3: smoke in either place, or in both."""
    found = (state.smoked(origin), state.smoked(target))
    return all(found) if state.settings.reading("smoke_fire") == "both" else any(found)


def attack(state: State, side: Side, fire: Fire, rule: str, given: Given) -> Steps[State]:
    """8.3.5, 14.5: the two values, the dice, the points; then the advantage may force them again (8.4.1)."""
    catalog = state.catalog
    strong, weak = attack_value(catalog, fire), defence_value(catalog, fire)
    chances = odds(strong.total - weak.total)
    facts = {"attack": strong.total, "defence": weak.total, "none": _percent(chances.get(0, 0))}
    yield Note(rule, "odds", {**facts, "mean": f"{float(mean(chances)):.1f}"})
    again = False
    while True:
        dice = yield Roll(rule, "combat", state.seats[side], dice=DICE)
        mine, theirs = sum(dice[:2]), sum(dice[2:])
        points = losses(strong.total + mine, weak.total + theirs)
        total = {"attack": strong.total + mine, "defence": weak.total + theirs, "points": points}
        yield Note(rule, "hit" if points else "missed", {"target": given["target"], **total})
        if again or (yield reroll(state, points=points)) == NO:
            return (yield from lift_smoke(state, side, mine))
        state = yield from hand_over(state, "reroll")
        again = True  # 8.4.1: whoever receives the advantage for a roll cannot force it a third time


def reroll(state: State, **context: Any) -> Choose:
    """8.4.1: does the holder of the advantage force the dice again?"""
    return yes("8.4.1", "reroll", state.seats[state.advantage], side=state.advantage, **context)


def _percent(chance: Any) -> int:
    return round(100 * float(chance))


def hand_over(state: State, use: str) -> Steps[State]:
    """8.4: whoever uses the advantage gives it to the other."""
    yield Note("8.4", "advantage_used", {"side": state.advantage, "use": use, "to": OTHER[state.advantage]})
    return replace(state, advantage=OTHER[state.advantage])


def lift_smoke(state: State, side: Side, total: int) -> Steps[State]:
    """16.3: the opponent's smoke goes whose number is the attack roll."""
    gone = tuple(c for c in state.clouds if c.side == OTHER[side] and c.lasts == total)
    if gone:
        places_ = [cloud.place for cloud in gone]
        yield Note("16.3", "smoke_lifted", {"side": OTHER[side], "places": places_, "total": total})
    return replace(state, clouds=tuple(cloud for cloud in state.clouds if cloud not in gone))


def on_paper(state: State, side: Side) -> Steps[State]:
    """8.3, fought out on the table: what the play must know of it."""
    watched = sorted({c.lasts for c in state.clouds if c.side == OTHER[side] and c.lasts is not None})
    more = {"roll": number(2, 12)} if watched else {}
    form = fields({"advantage": yes_no()}, more)
    example: dict[str, Any] = {"advantage": False} | ({"roll": 7} if watched else {})
    context = {"side": side, "numbers": watched, "example": example}
    given = yield Report("8.3", "paper", state.seats[side], form, None, context)
    if "roll" in given:
        state = yield from lift_smoke(state, side, given["roll"])
    if given["advantage"]:
        state = yield from hand_over(state, "reroll")
    return state


# Artillery and air


def ready(state: State, side: Side, *, air: bool = False, smoke: bool = False) -> tuple[Battery, ...]:
    """14.2: units that have not fired on this turn."""
    if side == "german" and state.first_turn_rules:
        return ()
    guns = state.catalog.artillery
    found = (b for b in state.of_side(side) if not b.used and guns[b.gun].air == air)
    return tuple(b for b in found if not smoke or guns[b.gun].smoke is not None)


def choose_battery(state: State, side: Side, batteries: tuple[Battery, ...]) -> Steps[Battery]:
    if len(batteries) == 1:
        return batteries[0]
    names = tuple(battery.id for battery in batteries)
    chosen = yield Choose("14.2", "battery", state.seats[side], "battery", names, context={"side": side})
    return next(battery for battery in batteries if battery.id == chosen)


def spend(state: State, battery: Battery) -> State:
    """14.2: once a turn."""
    used = tuple(replace(b, used=True) if b.id == battery.id else b for b in state.batteries)
    return replace(state, batteries=used)


def bombard(state: State, side: Side, *, air: bool = False) -> Steps[State]:
    """14.3-14.7: one unit, one target, no modifiers but the terrain."""
    battery = yield from choose_battery(state, side, ready(state, side, air=air))
    given = yield bombard_report(state, side, battery, air)
    state = spend(state, battery)
    if air:
        state = replace(state, bombed=(*state.bombed, given["target"]))
    yield Note("14.2", "bombards", {"battery": battery.id, "target": given["target"]})
    terrain = state.catalog.terrain(given["target"])
    shells = Fire(
        attack=given["attack"],
        defence=given["defence"],
        terrain=given.get("terrain", 1) if terrain is None else terrain,
        artillery=True,
    )
    return (yield from attack(state, side, shells, "14.5", given))


def bombard_report(state: State, side: Side, battery: Battery, air: bool) -> Report:
    factor = _factor(state, battery)
    needed = {"target": one_of(places(state)), "defence": number(0, FACTOR), "friends": yes_no()}
    needed |= {} if air else {"observer": one_of(standing_places(state, side, state.catalog.places))}
    needed |= {"attack": number(0, FACTOR)}
    form = fields(needed, {"terrain": number(*_terrain(state))})
    target = _first_target(state, air=air)
    example = {
        "target": target,
        "defence": 3,
        "friends": False,
        "attack": factor if factor is not None else 5,
    }
    example |= {"terrain": 1} | ({} if air else {"observer": "66"})

    def check(given: Given) -> HorahError | None:
        fault = why_not(state.catalog, _shot(state, given, air=air, smoke=False))
        if fault is None and state.catalog.terrain(given["target"]) is None and "terrain" not in given:
            return HorahError("TERRAIN_UNKNOWN", area=given["target"])
        return fault

    context = {
        "side": side,
        "battery": battery.id,
        "night": state.night,
        "factor": factor,
        "example": example,
    }
    context["smoked"] = [cloud.place for cloud in state.clouds]
    return Report("14.3", "bombard", state.seats[side], form, check, context)


def _factor(state: State, battery: Battery) -> int | None:
    """14.6: the factor of a counter its owner typed, by day or at night."""
    unit = state.catalog.units.get(battery.unit or "")
    if unit is None:
        return None
    return unit.night_attack if state.night else unit.attack


def _first_target(state: State, *, air: bool) -> Place:
    """A target that is open, for the example."""
    return next(p for p in places(state) if not (air and state.smoked(p)))


def _shot(state: State, given: Given, *, air: bool, smoke: bool) -> Shot:
    return Shot(
        target=given["target"],
        observer=given.get("observer"),
        friends=given.get("friends", False),
        smoke=smoke,
        air=air,
        night=state.night,
        covered=state.smoked(given["target"]),
    )


# Smoke


def lay_smoke(state: State, side: Side) -> Steps[State]:
    """16.1: an artillery unit fires a marker; where it fails, the marker is lost or back next turn."""
    battery = yield from choose_battery(state, side, ready(state, side, smoke=True))
    given = yield smoke_report(state, side, battery)
    gun, target = state.catalog.artillery[battery.gun], given["target"]
    altitude = _altitude(state, given)
    state = spend(state, battery)
    used = {**state.smoke_used, side: state.smoke_used.get(side, 0) + 1}
    state = replace(state, smoke_used=used)
    dice = yield Roll("16.1", "smoke", state.seats[side])
    facts = {"battery": battery.id, "place": target, "needs": smoke_needs(state.catalog, gun, altitude)}
    facts["total"] = sum(dice)
    if smoke_falls(state.catalog, gun, altitude, dice):
        yield Note("16.1", "smoke_laid", facts)
        cloud = Cloud(side, target, gun.lasts if gun.lasts is not None else given.get("lasts"))
        return replace(state, clouds=(*state.clouds, cloud))
    lost = state.settings.reading("failed_smoke") == "lost"
    yield Note("16.1", "smoke_lost" if lost else "smoke_failed", facts)
    if not lost:
        return state
    used = {**state.smoke_used, side: state.smoke_used[side] - 1}  # it is gone, and counts no more as used
    return replace(state, smoke={**state.smoke, side: state.smoke[side] - 1}, smoke_used=used)


def _altitude(state: State, given: Given) -> int:
    area = state.catalog.areas.get(given["target"])
    if area is None:
        return 0
    high = state.catalog.figures["smoke_height_from"] if given.get("high") else 0
    return high if area.altitude is None else area.altitude


def smoke_report(state: State, side: Side, battery: Battery) -> Report:
    open_places = tuple(p for p in places(state) if not (side == "allied" and p in state.bombed))  # 16.1.2
    observers = standing_places(state, side, state.catalog.places)
    needed = {"target": one_of(open_places), "observer": one_of(observers)}
    form = fields(needed, {"high": yes_no(), "lasts": number(2, 12)})
    example = {"target": open_places[0], "observer": "66", "high": False}

    def check(given: Given) -> HorahError | None:
        return why_not(state.catalog, _shot(state, given, air=False, smoke=True))

    lasts = state.catalog.artillery[battery.gun].lasts
    context = {"side": side, "battery": battery.id, "example": example, "lasts": lasts}
    return Report("16.1", "smoke_target", state.seats[side], form, check, context)
