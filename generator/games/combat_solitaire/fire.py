"""13.0-13.1, 14.0-14.1: fire by a soldier."""

from __future__ import annotations

from dataclasses import replace

from catalogs.games.combat_solitaire.model import Weapon
from generator.table import Note
from generator.table import Procedure as Steps

from .alerts import alert_waiting_enemies
from .checks import check_morale, get_printed_tq, raise_morale, roll_attack, sum_modifiers
from .hexes import distance, trace_line
from .hits import resolve_hit
from .prompts import (
    ask_number,
    ask_yes_no,
    choose_one,
    draw_lot,
    get_or_ask,
    get_target_order,
    get_terrain,
)
from .smoke import sum_smoke_modifiers
from .state import Soldier, State

SHELTERED_ORDERS = ("hide", "rally", "reload")
SUPPRESSIVE_ORDERS = ("suppressive", "slow_suppressive")


def get_operated_weapon(s: State, who: str) -> str | None:
    """14.3: return the belt-fed weapon that a squad member operates."""
    ours = s.scenario.get("friendly_weapons") or () if s.soldiers[who].friendly else ()
    return next((entry["weapon"] for entry in ours if entry["operator"] == who), None)


def get_weapon(s: State, who: str) -> Weapon | None:
    """Return the soldier's weapon if the catalogue knows it; for an operator, the weapon operated."""
    man = s.soldiers[who]
    if (name := get_operated_weapon(s, who)) is not None:
        return s.catalog.weapons.get(name)
    source = s.catalog.men.get(who) if man.friendly else s.catalog.germans.get(man.who)
    return s.catalog.weapons.get(source.weapon or "") if source else None


def smoke_between(s: State, start: str, end: str) -> int:
    """18.0: sum the modifiers of smoke markers on the line, ends included."""
    way = [start, *(name for place in trace_line(start, end) for name in place.hexes), end]
    figures = s.catalog.figures
    return sum_smoke_modifiers(s.plumes, way, figures["smoke_modifier"], figures["fading_modifier"])


def night_between(s: State, start: str, end: str) -> int:
    """21.0: return the night modifier beyond the scenario's distance, unless the target is lit."""
    night = s.scenario.get("night")
    if not night or s.night is None or distance(start, end) <= night["beyond"]:
        return 0
    return 0 if s.is_lit(end) else int(night["modifier"])


def get_defence_modifier(s: State, target: str) -> Steps[tuple[State, int]]:
    """13.0 step 2: return the target's cell of the Order/Terrain table."""
    s, order = yield from get_target_order(s, target)
    s, terrain = yield from get_terrain(s, s.soldiers[target].hex)
    known = s.catalog.cell("order_terrain", order, terrain)
    key = f"order_terrain.{order or 'none'}.{terrain}"
    context = {"order": order or "none", "terrain": terrain}
    return (yield from get_or_ask(s, key, known, "13.0", "order_terrain", -15, 15, **context))


def has_belt_assistant(s: State, who: str) -> bool | None:
    """14.3: tell whether the operator of a belt-fed weapon has an assistant; None without such a weapon.

    An assistant counts if in the same hex, not badly wounded, and with the operator's order or none.
    """
    man, weapon = s.soldiers[who], get_weapon(s, who)
    counter = s.catalog.germans.get(man.who)
    ours = [weapon for weapon in s.scenario.get("friendly_weapons") or () if weapon["operator"] == who]
    helpers = [soldier.id for soldier in s.soldiers.values() if soldier.assistant_of == who]
    helpers += [entry["assistant"] for entry in ours if entry["assistant"]]
    if not (ours or (counter and counter.belt_fed) or (weapon and weapon.belt_fed)):
        return None
    there = [s.soldiers[helper] for helper in helpers if helper in s.soldiers]
    return any(
        soldier.free
        and soldier.hex == man.hex
        and "bad" not in soldier.wounds
        and soldier.order in (man.order, None)
        for soldier in there
    )


def get_skill(s: State, who: str, what: str = "ws") -> Steps[tuple[State, int]]:
    """8.1, 8.2: the printed skill with the weapon or grenades; with a belt-fed weapon, the TQ (14.3)."""
    man = s.soldiers[who]
    assisted = has_belt_assistant(s, who) if what == "ws" else None
    if assisted is not None:
        s, tq = yield from get_printed_tq(s, who)
        return s, tq + (0 if assisted else s.catalog.figures["no_assistant"])
    source = s.catalog.men.get(who) if man.friendly else s.catalog.germans.get(man.who)
    known = getattr(source, what) if source else None
    if known is None and f"{what}.{who}" not in s.typed:
        yield from _note_identity(man)
    return (yield from get_or_ask(s, f"{what}.{who}", known, "8.1", what, 0, 9, who=man.label))


def _note_identity(man: Soldier) -> Steps[None]:
    """13.0: name a face-down counter whose number the player must read; it stays unknown."""
    if man.who and not (man.friendly or man.seen or man.looked_at):
        yield Note("13.0", "looked_at", {"who": f"{man.who}@{man.hex}"})


def compute_hit_chance(s: State, who: str, target: str) -> Steps[tuple[State, int]]:
    """13.0 steps 1-4: add skill, order and terrain, range, wounds, morale, smoke and night."""
    man, aim = s.soldiers[who], s.soldiers[target]
    order, weapon = s.catalog.orders[man.order or "aimed"], get_weapon(s, who)
    far = distance(man.hex, aim.hex)
    s, total = yield from get_skill(s, who)
    if man.order not in SUPPRESSIVE_ORDERS:
        s, cell = yield from get_defence_modifier(s, target)
        total += cell
    known = weapon.range_modifier(far) if weapon else None
    name = _make_chart_key(s, who)
    s, by_range = yield from get_or_ask(
        s, f"range.{name}.{far}", known, "14.0", "range", -9, 9, range=far, who=man.label
    )
    s, marks = yield from sum_modifiers(s, who, "ws")
    heavy = bool(weapon and weapon.weight == "heavy" and man.order == "run_gun")
    total += by_range + marks + order.ws + (s.catalog.figures["run_gun_heavy"] if heavy else 0)
    return s, total + s.ws + smoke_between(s, man.hex, aim.hex) + night_between(s, man.hex, aim.hex)


def _make_chart_key(s: State, who: str) -> str:
    """Return the key for values read from the weapons chart: the weapon, or the soldier if it is unknown."""
    weapon = get_weapon(s, who)
    return weapon.id if weapon else get_operated_weapon(s, who) or who


def _ask_shots(s: State, who: str) -> Steps[tuple[State, int]]:
    """13.1: return the rate of fire. With some weapons a Friendly may choose fewer shots."""
    man, weapon = s.soldiers[who], get_weapon(s, who)
    name = _make_chart_key(s, who)
    known = weapon.rof if weapon else None
    s, rate_of_fire = yield from get_or_ask(s, f"rof.{name}", known, "13.1", "rof", 1, 9, who=man.label)
    if rate_of_fire == 1 or not man.friendly:
        return s, rate_of_fire
    free = weapon.rof_choice if weapon else None
    if free is None and f"rof_choice.{name}" not in s.typed:
        answer = yield from ask_yes_no("13.1", "rof_choice", who=man.label)
        s = replace(s, typed={**s.typed, f"rof_choice.{name}": answer})
    if not (s.typed[f"rof_choice.{name}"] if free is None else free):
        return s, rate_of_fire
    return s, (yield from ask_number("13.1", "shots", 1, rate_of_fire, who=man.label))


def fire(s: State, who: str, target: str) -> Steps[State]:
    """13.0-13.1: roll one die for each shot of the burst."""
    man = s.soldiers[who]
    yield Note("13.0", "fires", {"who": man.label, "target": s.soldiers[target].label})
    s, total = yield from compute_hit_chance(s, who, target)
    s, _ = yield from get_printed_tq(s, who)
    weapon = get_weapon(s, who)
    s, shots = yield from _ask_shots(s, who)
    s = yield from alert_waiting_enemies(s, "fire", man.hex, but="" if man.friendly else who)
    nines = 0
    for _ in range(shots):
        if s.soldiers[who].ammo == "none" or not s.soldiers[target].on_board:
            break
        top = s.catalog.figures["die_top"]
        s, die, struck = yield from roll_attack(s, who, "13.0", "shot", total, misses_at=top)
        if die == top and not struck:
            nines += 1
            s = yield from _spend_ammo(s, who, weapon, nines)
            continue
        s = yield from _resolve_shot(s, who, target, die, total, struck)
    return s


def _resolve_shot(s: State, who: str, target: str, die: int, total: int, struck: bool) -> Steps[State]:
    """13.0 steps 6, 7 and 9: apply a hit, or only a morale check; a 0 raises the shooter's morale."""
    man, aim = s.soldiers[who], s.soldiers[target]
    s, terrain = yield from get_terrain(s, aim.hex)
    sheltered = s.catalog.terrain[terrain].shelters and aim.order in SHELTERED_ORDERS
    checked = man.order in SUPPRESSIVE_ORDERS or sheltered
    what = "missed" if not struck else "hit_check" if checked else "hit"
    yield Note("13.0", what, {"who": man.label, "target": aim.label, "die": die})
    if die == 0 and (total >= 0 or (struck and not checked)):
        s = yield from raise_morale(s, who, "13.0")
    if not struck:
        return s
    if checked:
        return (yield from check_morale(s, target, "mc", "13.0"))
    return (yield from resolve_hit(s, target, "16.0", fire=True))


def _spend_ammo(s: State, who: str, weapon: Weapon | None, nines: int) -> Steps[State]:
    """13.0 step 8, 14.3: a 9 misses and costs ammunition; pistols never run out."""
    man = s.soldiers[who]
    if weapon and weapon.pistol:
        return s
    if has_belt_assistant(s, who) and nines % s.catalog.figures["belt_nines"]:
        return s
    ammo = "none" if man.ammo == "low" else "low"
    yield Note("13.0", f"ammo_{ammo}", {"who": man.label})
    return s.change(who, ammo=ammo)


def choose_enemy_target(s: State, who: str, targets: tuple[str, ...]) -> Steps[tuple[State, str]]:
    """13.0: choose the easiest target, then the nearest, then by lot.

    If a chart is blank, the player says who is the easiest.
    """
    man = s.soldiers[who]
    if len(targets) == 1:
        return s, targets[0]
    plain = man.order in SUPPRESSIVE_ORDERS  # order and terrain do not help against suppressive fire (7.03)
    cells: dict[str, int | None] = {}
    for target_id in targets:
        aim = s.soldiers[target_id]
        terrain = s.terrain.get(aim.hex)
        cells[target_id] = (
            s.catalog.cell("order_terrain", s.effective_order(aim), terrain) if terrain else None
        )
        cells[target_id] = 0 if plain else cells[target_id]
    if any(cell is None for cell in cells.values()):
        easiest = yield from choose_one("13.0", "easiest", "man", targets, who=man.label)
        return s, easiest
    ease = {
        target_id: _rate_target(s, who, target_id, cell)
        for target_id, cell in cells.items()
        if cell is not None
    }
    best = [target_id for target_id in targets if ease[target_id] == max(ease.values())]
    least = min(distance(man.hex, s.soldiers[target_id].hex) for target_id in best)
    nearest = [target_id for target_id in best if distance(man.hex, s.soldiers[target_id].hex) == least]
    return s, (yield from draw_lot("13.0", "target", nearest))


def _rate_target(s: State, who: str, target: str, cell: int) -> int:
    man, aim = s.soldiers[who], s.soldiers[target]
    weapon = get_weapon(s, who)
    by_range = weapon.range_modifier(distance(man.hex, aim.hex)) if weapon else 0
    seen = smoke_between(s, man.hex, aim.hex) + night_between(s, man.hex, aim.hex)
    return cell + (by_range or 0) + seen
