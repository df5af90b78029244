"""8.3 fire, 14 bombardment, 16 smoke as impulses; 8.4.1: re-rolls by the advantage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.thunder_at_cassino.model import Place, Side
from generator.table import Choose, Note, Report, Roll
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from ..rules.artillery import Shot, find_reason_against, get_smoke_number, is_smoke_laid, is_within
from ..rules.fire import (
    Fire,
    check_limits,
    compute_attack,
    compute_defence,
    compute_losses,
    compute_mean,
    compute_odds,
)
from .forms import MAX_FACTOR, make_boolean, make_choice, make_number, make_object
from .state import OPPOSING_SIDE, Battery, Cloud, State, filter_places, list_places

Given = Mapping[str, Any]
NO, YES = "no", "yes"
COMBAT_DICE = (6, 6, 6, 6)  # 8.3.6: both roll at once; the first two dice are the attacker's


def make_yes_no(rule: str, ask: str, seat: str, **context: Any) -> Choose:
    """Make a yes-or-no prompt."""
    return Choose(rule, ask, seat, "yes_no", (NO, YES), context=context)


# Fire


def play_fire(state: State, side: Side) -> Steps[State]:
    """8.3: attack out of one area; a place is attacked once in an impulse (8.1.2)."""
    attacked: tuple[Place, ...] = ()
    origin: Place | None = None
    clouds = state.clouds
    while True:
        given = yield make_fire_report(state, side, origin, attacked)
        origin, attacked = given["from"], (*attacked, given["target"])
        seen = replace(state, clouds=clouds)  # 16.3: smoke lifted in an impulse counts until its end
        state = yield from resolve_attack(state, side, make_fire(seen, given), "8.3.5", given)
        if not list_targets(state, origin, attacked):
            return state
        again = yield make_yes_no("8.1.2", "fire_again", state.seats[side], side=side)
        if again == NO:
            return state


def list_targets(state: State, origin: Place | None, attacked: tuple[Place, ...]) -> tuple[Place, ...]:
    """8.1.2, 10.5: return the places not yet attacked in this impulse and in range."""
    open_places = (place for place in list_places(state) if place not in attacked)
    return tuple(place for place in open_places if origin is None or _is_within_reach(state, origin, place))


def make_fire_report(state: State, side: Side, origin: Place | None, attacked: tuple[Place, ...]) -> Report:
    open_targets = list_targets(state, origin, attacked)
    form = make_object(
        {
            "from": make_choice(
                filter_places(state, side, list_places(state)) if origin is None else (origin,)
            ),
            "target": make_choice(open_targets),
            "attack": make_number(0, MAX_FACTOR),
            "infantry": make_number(0, 10),
            "machine_guns": make_number(0, 10),
            "armour": make_number(0, 10),
            "company": make_boolean(),
            "defence": make_number(0, MAX_FACTOR),
        },
        {"terrain": make_number(*_get_terrain_range(state)), "higher": make_boolean()},
    )
    example: dict[str, Any] = {"from": origin or open_targets[0], "target": open_targets[0], "attack": 4}
    example |= {"infantry": 1, "machine_guns": 0, "armour": 0, "company": False, "defence": 3, "terrain": 1}

    def check(given: Given) -> HorahError | None:
        return check_fire(state, given)

    context = {"side": side, "night": state.night, "example": example}
    return Report("8.3", "fire", state.seats[side], form, check, context)


def _get_terrain_range(state: State) -> tuple[int, int]:
    return state.catalog.figures["terrain_least"], state.catalog.figures["terrain_most"]


def _is_within_reach(state: State, origin: Place, target: Place) -> bool:
    """8.3, 10.5: tell whether a place is the own one, or an area not known to be non-adjacent."""
    if origin == target or _is_between_zones(state, origin, target):
        return origin == target
    return is_within(state.catalog, origin, target, 1) is not False


def _is_between_zones(state: State, origin: Place, target: Place) -> bool:
    """10.5: tell whether fire would go between zones and areas, or between zones."""
    return origin != target and not {origin, target}.isdisjoint(state.catalog.zones)


def check_fire(state: State, given: Given) -> HorahError | None:
    """8.3, 8.3.2, 10.5: check range, terrain and limits of a fire report."""
    origin, target = given["from"], given["target"]
    if not _is_within_reach(state, origin, target):
        wrong = "FIRE_ZONE" if _is_between_zones(state, origin, target) else "FIRE_FAR"
        return HorahError(wrong, origin=origin, target=target)
    if state.catalog.terrain(target) is None and "terrain" not in given:
        return HorahError("TERRAIN_UNKNOWN", area=target)
    return check_limits(state.catalog, make_fire(state, given))


def make_fire(state: State, given: Given) -> Fire:
    """Make the attack from the report and the known terrain, height, night and smoke."""
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
        higher=_is_higher(state, origin, target, given.get("higher", False)),
        dark=state.night or _is_smoked(state, origin, target),
    )


def _is_higher(state: State, origin: Place, target: Place, reported: bool) -> bool:
    """8.3.5.2: compare altitudes if both are known, otherwise use the reported value."""
    areas = state.catalog.areas
    origin_altitude = areas[origin].altitude if origin in areas else None
    target_altitude = areas[target].altitude if target in areas else None
    return (
        reported if origin_altitude is None or target_altitude is None else target_altitude > origin_altitude
    )


def _is_smoked(state: State, origin: Place, target: Place) -> bool:
    """8.3.5.2, 16.2.3: tell whether smoke in either place, or in both, counts."""
    smoked = (state.has_smoke(origin), state.has_smoke(target))
    return all(smoked) if state.settings.reading("smoke_fire") == "both" else any(smoked)


def resolve_attack(state: State, side: Side, fire: Fire, rule: str, given: Given) -> Steps[State]:
    """8.3.5, 14.5: compute both values, roll, and note the points; the advantage may force a re-roll."""
    catalog = state.catalog
    strong, weak = compute_attack(catalog, fire), compute_defence(catalog, fire)
    chances = compute_odds(strong.total - weak.total)
    facts = {"attack": strong.total, "defence": weak.total, "none": _to_percent(chances.get(0, 0))}
    yield Note(rule, "odds", {**facts, "mean": f"{float(compute_mean(chances)):.1f}"})
    again = False
    while True:
        dice = yield Roll(rule, "combat", state.seats[side], dice=COMBAT_DICE)
        mine, theirs = sum(dice[:2]), sum(dice[2:])
        points = compute_losses(strong.total + mine, weak.total + theirs)
        total = {"attack": strong.total + mine, "defence": weak.total + theirs, "points": points}
        yield Note(rule, "hit" if points else "missed", {"target": given["target"], **total})
        if again or (yield make_reroll_prompt(state, points=points)) == NO:
            return (yield from lift_smoke(state, side, mine))
        state = yield from pass_advantage(state, "reroll")
        again = True  # 8.4.1: the side that receives the advantage for a roll cannot force it a third time


def make_reroll_prompt(state: State, **context: Any) -> Choose:
    """8.4.1: make the prompt for a re-roll by the holder of the advantage."""
    return make_yes_no("8.4.1", "reroll", state.seats[state.advantage], side=state.advantage, **context)


def _to_percent(chance: Any) -> int:
    return round(100 * float(chance))


def pass_advantage(state: State, use: str) -> Steps[State]:
    """8.4: pass the advantage to the other side."""
    yield Note(
        "8.4", "advantage_used", {"side": state.advantage, "use": use, "to": OPPOSING_SIDE[state.advantage]}
    )
    return replace(state, advantage=OPPOSING_SIDE[state.advantage])


def lift_smoke(state: State, side: Side, total: int) -> Steps[State]:
    """16.3: lift the opponent's smoke whose number equals the attack roll."""
    gone = tuple(c for c in state.clouds if c.side == OPPOSING_SIDE[side] and c.lasts == total)
    if gone:
        places_ = [cloud.place for cloud in gone]
        yield Note("16.3", "smoke_lifted", {"side": OPPOSING_SIDE[side], "places": places_, "total": total})
    return replace(state, clouds=tuple(cloud for cloud in state.clouds if cloud not in gone))


def record_fire(state: State, side: Side) -> Steps[State]:
    """8.3: record an attack fought off the table."""
    watched = sorted({c.lasts for c in state.clouds if c.side == OPPOSING_SIDE[side] and c.lasts is not None})
    more = {"roll": make_number(2, 12)} if watched else {}
    form = make_object({"advantage": make_boolean()}, more)
    example: dict[str, Any] = {"advantage": False} | ({"roll": 7} if watched else {})
    context = {"side": side, "numbers": watched, "example": example}
    given = yield Report("8.3", "paper", state.seats[side], form, None, context)
    if "roll" in given:
        state = yield from lift_smoke(state, side, given["roll"])
    if given["advantage"]:
        state = yield from pass_advantage(state, "reroll")
    return state


# Artillery and air


def list_ready(state: State, side: Side, *, air: bool = False, smoke: bool = False) -> tuple[Battery, ...]:
    """14.2: return the units that have not fired this turn."""
    if side == "german" and state.first_turn_rules:
        return ()
    guns = state.catalog.artillery
    unused = (b for b in state.batteries_of(side) if not b.used and guns[b.gun].air == air)
    return tuple(b for b in unused if not smoke or guns[b.gun].smoke is not None)


def choose_battery(state: State, side: Side, batteries: tuple[Battery, ...]) -> Steps[Battery]:
    if len(batteries) == 1:
        return batteries[0]
    names = tuple(battery.id for battery in batteries)
    chosen = yield Choose("14.2", "battery", state.seats[side], "battery", names, context={"side": side})
    return next(battery for battery in batteries if battery.id == chosen)


def mark_used(state: State, battery: Battery) -> State:
    """14.2: mark a unit as used this turn."""
    used = tuple(replace(b, used=True) if b.id == battery.id else b for b in state.batteries)
    return replace(state, batteries=used)


def play_bombardment(state: State, side: Side, *, air: bool = False) -> Steps[State]:
    """14.3-14.7: bombard one target with one unit; only terrain modifies."""
    battery = yield from choose_battery(state, side, list_ready(state, side, air=air))
    given = yield make_bombard_report(state, side, battery, air)
    state = mark_used(state, battery)
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
    return (yield from resolve_attack(state, side, shells, "14.5", given))


def make_bombard_report(state: State, side: Side, battery: Battery, air: bool) -> Report:
    factor = _get_factor(state, battery)
    needed = {
        "target": make_choice(list_places(state)),
        "defence": make_number(0, MAX_FACTOR),
        "friends": make_boolean(),
    }
    needed |= {} if air else {"observer": make_choice(filter_places(state, side, state.catalog.places))}
    needed |= {"attack": make_number(0, MAX_FACTOR)}
    form = make_object(needed, {"terrain": make_number(*_get_terrain_range(state))})
    target = _find_example_target(state, air=air)
    example = {
        "target": target,
        "defence": 3,
        "friends": False,
        "attack": factor if factor is not None else 5,
    }
    example |= {"terrain": 1} | ({} if air else {"observer": "66"})

    def check(given: Given) -> HorahError | None:
        fault = find_reason_against(state.catalog, _make_shot(state, given, air=air, smoke=False))
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


def _get_factor(state: State, battery: Battery) -> int | None:
    """14.6: return the typed factor of a counter, by day or at night; None if unknown."""
    unit = state.catalog.units.get(battery.unit or "")
    if unit is None:
        return None
    return unit.night_attack if state.night else unit.attack


def _find_example_target(state: State, *, air: bool) -> Place:
    """Return a legal target for the example."""
    return next(p for p in list_places(state) if not (air and state.has_smoke(p)))


def _make_shot(state: State, given: Given, *, air: bool, smoke: bool) -> Shot:
    return Shot(
        target=given["target"],
        observer=given.get("observer"),
        friends=given.get("friends", False),
        smoke=smoke,
        air=air,
        night=state.night,
        covered=state.has_smoke(given["target"]),
    )


# Smoke


def lay_smoke(state: State, side: Side) -> Steps[State]:
    """16.1: fire a smoke marker; after a failure it is lost or returns next turn."""
    battery = yield from choose_battery(state, side, list_ready(state, side, smoke=True))
    given = yield make_smoke_report(state, side, battery)
    gun, target = state.catalog.artillery[battery.gun], given["target"]
    altitude = _get_altitude(state, given)
    state = mark_used(state, battery)
    used = {**state.smoke_used, side: state.smoke_used.get(side, 0) + 1}
    state = replace(state, smoke_used=used)
    dice = yield Roll("16.1", "smoke", state.seats[side])
    facts = {"battery": battery.id, "place": target, "needs": get_smoke_number(state.catalog, gun, altitude)}
    facts["total"] = sum(dice)
    if is_smoke_laid(state.catalog, gun, altitude, dice):
        yield Note("16.1", "smoke_laid", facts)
        cloud = Cloud(side, target, gun.lasts if gun.lasts is not None else given.get("lasts"))
        return replace(state, clouds=(*state.clouds, cloud))
    lost = state.settings.reading("failed_smoke") == "lost"
    yield Note("16.1", "smoke_lost" if lost else "smoke_failed", facts)
    if not lost:
        return state
    used = {**state.smoke_used, side: state.smoke_used[side] - 1}  # a lost marker no longer counts as used
    return replace(state, smoke={**state.smoke, side: state.smoke[side] - 1}, smoke_used=used)


def _get_altitude(state: State, given: Given) -> int:
    area = state.catalog.areas.get(given["target"])
    if area is None:
        return 0
    high = state.catalog.figures["smoke_height_from"] if given.get("high") else 0
    return high if area.altitude is None else area.altitude


def make_smoke_report(state: State, side: Side, battery: Battery) -> Report:
    open_places = tuple(
        p for p in list_places(state) if not (side == "allied" and p in state.bombed)
    )  # 16.1.2
    observers = filter_places(state, side, state.catalog.places)
    needed = {"target": make_choice(open_places), "observer": make_choice(observers)}
    form = make_object(needed, {"high": make_boolean(), "lasts": make_number(2, 12)})
    example = {"target": open_places[0], "observer": "66", "high": False}

    def check(given: Given) -> HorahError | None:
        return find_reason_against(state.catalog, _make_shot(state, given, air=False, smoke=True))

    lasts = state.catalog.artillery[battery.gun].lasts
    context = {"side": side, "battery": battery.id, "example": example, "lasts": lasts}
    return Report("16.1", "smoke_target", state.seats[side], form, check, context)
