"""13.0-13.1, 14.0-14.1: a man fires."""

from __future__ import annotations

from dataclasses import replace

from catalogs.games.combat_solitaire.model import Weapon
from generator.table import Note
from generator.table import Procedure as Steps

from .alerts import alarm
from .asking import by_chance, d10, ground, number, one_of, remembered, yes
from .checks import check_morale, modifiers, printed_tq, raised, succeeded
from .hexes import distance, line
from .hits import hit
from .smoke import modifier
from .state import Soldier, State

SHELTERED = ("hide", "rally", "reload")
SUPPRESSIVE = ("suppressive", "slow_suppressive")


def served(s: State, who: str) -> str | None:
    """14.3: the belt-fed weapon that a man of the squad operates."""
    ours = s.scenario.get("friendly_weapons") or () if s.soldiers[who].friendly else ()
    return next((each["weapon"] for each in ours if each["operator"] == who), None)


def weapon_of(s: State, who: str) -> Weapon | None:
    """His weapon, where the catalogues know it; of an operator the one that he serves."""
    man = s.soldiers[who]
    if (name := served(s, who)) is not None:
        return s.catalog.weapons.get(name)
    source = s.catalog.men.get(who) if man.friendly else s.catalog.germans.get(man.who)
    return s.catalog.weapons.get(source.weapon or "") if source else None


def smoke_between(s: State, one: str, other: str) -> int:
    """18.0: every marker on the line, ends included."""
    way = [one, *(name for place in line(one, other) for name in place.hexes), other]
    figures = s.catalog.figures
    return modifier(s.plumes, way, figures["smoke_modifier"], figures["fading_modifier"])


def night_between(s: State, one: str, other: str) -> int:
    """21.0: what the scenario's night takes beyond its distance, unless the target is lit."""
    night = s.scenario.get("night")
    if not night or s.night is None or distance(one, other) <= night["beyond"]:
        return 0
    return 0 if s.lit(other) else int(night["modifier"])


def defence(s: State, target: str) -> Steps[tuple[State, int]]:
    """13.0 step 2: the cell of the Order/Terrain table for a man."""
    man = s.soldiers[target]
    order = s.ordered(man)
    s, terrain = yield from ground(s, man.hex)
    known = s.catalog.cell("order_terrain", order, terrain)
    key = f"order_terrain.{order or 'none'}.{terrain}"
    context = {"order": order or "none", "terrain": terrain}
    return (yield from remembered(s, key, known, "13.0", "order_terrain", -15, 15, **context))


def belt(s: State, who: str) -> bool | None:
    """14.3: does a man serve a belt-fed weapon, and has he an assistant? None where he serves none.

    An assistant helps who is in the hex, not badly wounded, and has the operator's order or none of his own.
    """
    man, weapon = s.soldiers[who], weapon_of(s, who)
    counter = s.catalog.germans.get(man.who)
    ours = [each for each in s.scenario.get("friendly_weapons") or () if each["operator"] == who]
    helpers = [each.id for each in s.soldiers.values() if each.assistant_of == who]
    helpers += [each["assistant"] for each in ours if each["assistant"]]
    if not (ours or (counter and counter.belt_fed) or (weapon and weapon.belt_fed)):
        return None
    there = [s.soldiers[each] for each in helpers if each in s.soldiers]
    return any(
        each.free and each.hex == man.hex and "bad" not in each.wounds and each.order in (man.order, None)
        for each in there
    )


def skill(s: State, who: str, what: str = "ws") -> Steps[tuple[State, int]]:
    """8.1, 8.2: the printed skill with his weapon, or with grenades; of a belt-fed weapon his TQ (14.3)."""
    man = s.soldiers[who]
    assisted = belt(s, who) if what == "ws" else None
    if assisted is not None:
        s, tq = yield from printed_tq(s, who)
        return s, tq + (0 if assisted else s.catalog.figures["no_assistant"])
    source = s.catalog.men.get(who) if man.friendly else s.catalog.germans.get(man.who)
    known = getattr(source, what) if source else None
    if known is None and f"{what}.{who}" not in s.typed:
        yield from _told_who(man)
    return (yield from remembered(s, f"{what}.{who}", known, "8.1", what, 0, 9, who=man.called))


def _told_who(man: Soldier) -> Steps[None]:
    """13.0: whoever must read a number from a face-down counter has to know which it is; he stays unknown."""
    if man.who and not (man.friendly or man.seen or man.looked_at):
        yield Note("13.0", "looked_at", {"who": f"{man.who}@{man.hex}"})


def chance(s: State, who: str, target: str) -> Steps[tuple[State, int]]:
    """13.0 steps 1 to 4: the skill with order and terrain, range, wounds, morale, smoke and night."""
    man, aim = s.soldiers[who], s.soldiers[target]
    order, weapon = s.catalog.orders[man.order or "aimed"], weapon_of(s, who)
    far = distance(man.hex, aim.hex)
    s, total = yield from skill(s, who)
    if man.order not in SUPPRESSIVE:
        s, cell = yield from defence(s, target)
        total += cell
    known = weapon.at(far) if weapon else None
    name = _chart(s, who)
    s, by_range = yield from remembered(
        s, f"range.{name}.{far}", known, "14.0", "range", -9, 9, range=far, who=man.called
    )
    s, marks = yield from modifiers(s, who, "ws")
    heavy = bool(weapon and weapon.weight == "heavy" and man.order == "run_gun")
    total += by_range + marks + order.ws + (s.catalog.figures["run_gun_heavy"] if heavy else 0)
    return s, total + s.ws + smoke_between(s, man.hex, aim.hex) + night_between(s, man.hex, aim.hex)


def _chart(s: State, who: str) -> str:
    """Where what is read from the weapons chart is kept: by the weapon, where it is known, or by its man."""
    weapon = weapon_of(s, who)
    return weapon.id if weapon else served(s, who) or who


def _shots(s: State, who: str) -> Steps[tuple[State, int]]:
    """13.1: as many as his weapon prints; some let the player choose before he rolls, but no enemy."""
    man, weapon = s.soldiers[who], weapon_of(s, who)
    name = _chart(s, who)
    known = weapon.rof if weapon else None
    s, most = yield from remembered(s, f"rof.{name}", known, "13.1", "rof", 1, 9, who=man.called)
    if most == 1 or not man.friendly:
        return s, most
    free = weapon.rof_choice if weapon else None
    if free is None and f"rof_choice.{name}" not in s.typed:
        told = yield from yes("13.1", "rof_choice", who=man.called)
        s = replace(s, typed={**s.typed, f"rof_choice.{name}": told})
    if not (s.typed[f"rof_choice.{name}"] if free is None else free):
        return s, most
    return s, (yield from number("13.1", "shots", 1, most, who=man.called))


def fire(s: State, who: str, target: str) -> Steps[State]:
    """13.0-13.1: one die for each shot of the burst, one at a time."""
    man = s.soldiers[who]
    yield Note("13.0", "fires", {"who": man.called, "target": s.soldiers[target].called})
    s, total = yield from chance(s, who, target)
    s, printed = yield from printed_tq(s, who)
    weapon = weapon_of(s, who)
    s, shots = yield from _shots(s, who)
    s = yield from alarm(s, "fire", man.hex, but="" if man.friendly else who)
    nines = 0
    for _ in range(shots):
        if s.soldiers[who].ammo == "none" or not s.soldiers[target].here:
            break
        die = yield from d10("13.0", "shot")
        if die == s.catalog.figures["die_top"]:
            nines += 1
            s = yield from _runs_low(s, who, weapon, nines)
            continue
        s, struck = yield from succeeded(s, "2.0", die, total, printed)
        s = yield from _struck(s, who, target, die, total, struck)
    return s


def _struck(s: State, who: str, target: str, die: int, total: int, struck: bool) -> Steps[State]:
    """13.0 steps 6, 7 and 9: a hit, or only a morale check; and a 0 raises the shooter."""
    man, aim = s.soldiers[who], s.soldiers[target]
    s, terrain = yield from ground(s, aim.hex)
    sheltered = s.catalog.terrain[terrain].shelters and aim.order in SHELTERED
    checked = man.order in SUPPRESSIVE or sheltered
    what = "missed" if not struck else "hit_check" if checked else "hit"
    yield Note("13.0", what, {"who": man.called, "target": aim.called, "die": die})
    if die == 0 and (total >= 0 or (struck and not checked)):
        s = yield from raised(s, who, "13.0")
    if not struck:
        return s
    if checked:
        return (yield from check_morale(s, target, "mc", "13.0"))
    return (yield from hit(s, target, "16.0", fire=True))


def _runs_low(s: State, who: str, weapon: Weapon | None, nines: int) -> Steps[State]:
    """13.0 step 8, 14.3: a 9 misses and costs ammunition; pistols never run out."""
    man = s.soldiers[who]
    if weapon and weapon.pistol:
        return s
    if belt(s, who) and nines % s.catalog.figures["belt_nines"]:
        return s
    ammo = "none" if man.ammo == "low" else "low"
    yield Note("13.0", f"ammo_{ammo}", {"who": man.called})
    return s.change(who, ammo=ammo)


def enemy_target(s: State, who: str, targets: tuple[str, ...]) -> Steps[tuple[State, str]]:
    """13.0: the easiest to hit, then the nearest, then by lot.

    Where a chart is blank the player says who is the easiest; he has it before him.
    """
    man = s.soldiers[who]
    if len(targets) == 1:
        return s, targets[0]
    plain = man.order in SUPPRESSIVE  # neither order nor terrain helps against it (7.03)
    cells: dict[str, int | None] = {}
    for each in targets:
        aim = s.soldiers[each]
        terrain = s.terrain.get(aim.hex)
        cells[each] = s.catalog.cell("order_terrain", s.ordered(aim), terrain) if terrain else None
        cells[each] = 0 if plain else cells[each]
    if any(cell is None for cell in cells.values()):
        easiest = yield from one_of("13.0", "easiest", "man", targets, who=man.called)
        return s, easiest
    ease = {each: _ease(s, who, each, cell) for each, cell in cells.items() if cell is not None}
    best = [each for each in targets if ease[each] == max(ease.values())]
    least = min(distance(man.hex, s.soldiers[each].hex) for each in best)
    nearest = [each for each in best if distance(man.hex, s.soldiers[each].hex) == least]
    return s, (yield from by_chance("13.0", "target", nearest))


def _ease(s: State, who: str, target: str, cell: int) -> int:
    man, aim = s.soldiers[who], s.soldiers[target]
    weapon = weapon_of(s, who)
    by_range = weapon.at(distance(man.hex, aim.hex)) if weapon else 0
    return cell + (by_range or 0) + smoke_between(s, man.hex, aim.hex)
