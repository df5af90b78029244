"""7.0-7.19, 16.2, 17.2-17.4: legal orders of squad members, and giving orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from catalogs.games.combat_solitaire.model import MOVES
from generator.table import Note, Report
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from .checks import find_fastest_speed, tqc
from .enemy_orders import draw_card, get_directions
from .events import DISCARDS, apply_discard
from .fire import get_weapon, has_belt_assistant
from .hexes import find_adjacent, to_grid_direction
from .prompts import ask_yes_no, choose_one, is_cover, label_soldiers, make_form
from .state import PLAYER, Soldier, State

AIDED_ORDERS = ("hide", "rally", "plan")  # orders allowed while receiving medical aid (7.14)
GUARD_ORDERS = ("evade", "sneak", "rally", "plan", "hide")
RELEASING_ORDERS = (
    "aimed",
    "rapid",
    "run_gun",
    "sprint",
)  # orders with which a guard releases a prisoner (17.4)
FIRE_ORDERS = ("aimed", "rapid", "suppressive", "slow_suppressive", "run_gun")
ATTACK_DIRECTIONS, FLIGHT_DIRECTIONS = (
    (2, 3),
    (5, 6),
)  # 17.2, 17.3: directions of a Berserk and of a routed Friendly
UNLIMITED_RANGE_HEXES = 99  # more hexes than any board has
RALLYING_MORALE = ("cautious", "shaken", "rout")


def list_legal_orders(
    s: State, who: str, *, sees: bool = False, rallies: bool = False, speed: int = 1
) -> tuple[str, ...]:
    """Return the legal orders, given sight of a Known Enemy, the right to rally and the speed limit."""
    man = s.soldiers[who]
    if man.helpless:
        return ("hide", "carry")
    if man.morale == "rout":
        return (*(("rally",) if rallies else ()), *_list_rout_orders(speed))
    legal = (
        _list_berserk_orders(s, man, sees, speed)
        if man.morale == "berserk"
        else _list_calm_orders(s, man, speed)
    )
    if man.guard:
        legal = [order for order in legal if order in (*GUARD_ORDERS, *RELEASING_ORDERS)]
    return tuple(legal) or ("hide",)


def _list_rout_orders(speed: int) -> tuple[str, ...]:
    """17.3: return the fastest move that wounds allow, or Hide."""
    return (MOVES[speed - 1],) if speed <= len(MOVES) else ("hide",)


def _list_berserk_orders(s: State, man: Soldier, sees: bool, speed: int) -> list[str]:
    """17.2: return the orders of a Berserk soldier."""
    slow = _is_slow(s, man.id)
    if sees:
        return ["aimed" if slow else "rapid"] if man.ammo != "none" else ["reload"]
    near = bool(s.filter_near(man.hex, s.known_enemies(), s.catalog.figures["near"]))
    orders = [
        *(["charge", "grenade"] if near else []),
        *(m for m in MOVES[:3] if MOVES.index(m) + 1 >= speed),
    ]
    crawls = speed > len(MOVES[:3])  # the soldier can neither run nor evade
    return [*orders, "sneak"] if crawls or not orders else orders


def _list_calm_orders(s: State, man: Soldier, speed: int) -> list[str]:
    """7.01-7.18: return every order whose condition is met; a blank on the counter forbids nothing."""
    return [
        name
        for name in s.catalog.orders
        if s.catalog.orders[name].side != "imposed" and _meets_condition(s, man, name, speed)
    ]


def _meets_condition(s: State, man: Soldier, name: str, speed: int) -> bool:
    printed, weapon = s.catalog.men.get(man.id), get_weapon(s, man.id)
    near = s.catalog.figures["near"]
    comrades = [soldier for soldier in s.soldiers_at(man.hex) if soldier.id != man.id]
    if name in FIRE_ORDERS and man.ammo == "none":
        return False
    if name in MOVES and MOVES.index(name) + 1 < speed:
        return False
    if name in MOVES and name != "sneak" and has_belt_assistant(s, man.id) is False:
        return False  # 14.3: a belt-fed weapon without an assistant can only be dragged
    match name:
        case "rapid" | "suppressive":
            return _is_slow(s, man.id) is not True
        case "slow_suppressive":
            return _is_slow(s, man.id) is not False
        case "sprint":
            return not (weapon and weapon.weight in ("heavy", "very_heavy"))
        case "run_gun":
            return not (weapon and weapon.weight == "very_heavy")
        case "charge" | "grenade":
            return bool(s.filter_near(man.hex, s.known_enemies(), near))
        case "rifle_grenade":
            return bool(s.filter_near(man.hex, s.known_enemies(), get_rifle_grenade_range(s)))
        case "plan":
            return printed is None or printed.ldr != 0
        case "reload":
            return man.ammo != "full"
        case "medical":
            medic = printed is None or printed.skill in ("medic", None)
            return medic and any(soldier.wounds for soldier in comrades)
        case "search":
            return any(map(_may_be_officer(s), comrades)) or bool(list_search_targets(s, man.hex))
        case "rally":
            return man.morale in RALLYING_MORALE
        case "carry":
            return any(soldier.friendly for soldier in comrades)
    return True


def _may_be_officer(s: State) -> Callable[[Soldier], bool]:
    """7.15: return a test for a captured officer who was not searched; a blank counter may be one."""

    def test(man: Soldier) -> bool:
        counter = s.catalog.germans.get(man.who)
        barred = (counter is not None and counter.officer is False) or s.typed.get(
            f"officer.{man.id}"
        ) is False
        return man.prisoner and not man.friendly and not man.searched and not barred

    return test


def list_search_targets(s: State, hex_: str) -> list[str]:
    """7.15: return what the scenario lets a soldier search for in a hex and was not found yet."""
    return [
        target["text"]
        for target in s.scenario.get("search_targets") or ()
        if target["text"] not in s.searched and target.get("hex") in (None, hex_)
    ]


def get_rifle_grenade_range(s: State) -> int:
    """7.11, 14.0: return the range of a rifle grenade; unlimited if the chart is blank."""
    most = s.catalog.weapons["rifle_grenade"].max_range
    return UNLIMITED_RANGE_HEXES if most is None else most


def _is_slow(s: State, who: str) -> bool | None:
    """14.1: tell whether the weapon is slow; None if the chart is blank."""
    weapon = get_weapon(s, who)
    return weapon.slow if weapon else None


def give_orders(s: State) -> Steps[State]:
    """2a: ask for an order for every squad member; without an answer a soldier hides (7.0).

    5.1.2: a card that is discarded here takes effect first; then the orders are asked for again.
    """
    s = yield from _relieve_guards(s)
    options: dict[str, tuple[str, ...]] = {}
    for man in [soldier for soldier in s.soldiers_of("friendly") if soldier.order != "melee"]:
        s, options[man.id] = yield from _ask_order_options(s, man.id)
    answers: Mapping[str, Any] = {}
    if options:
        card = {"card": {"enum": list(DISCARDS)}} if s.hand and s.settings.discards else {}
        form = make_form({**{who: {"enum": list(orders)} for who, orders in options.items()}, **card})
        context = {"men": {who: _describe_soldier(s.soldiers[who]) for who in options}}
        answers = yield Report(
            "7.0", "orders", PLAYER, form, lambda given: _check_patients(s, given), context
        )
    if "card" in answers:  # 5.1.2: the card may change who can get which order
        return (yield from give_orders((yield from apply_discard(s, answers["card"]))))
    for who, orders in options.items():
        order = str(answers.get(who, "hide" if "hide" in orders else orders[0]))
        s = yield from _apply_order(s, who, order, orders)
    return (yield from _carry_comrades(s))


def _describe_soldier(man: Soldier) -> dict[str, Any]:
    """Describe a squad member's place and condition for the orders prompt."""
    return {"hex": man.hex, "morale": man.morale, "wounds": list(man.wounds), "ammo": man.ammo}


def _relieve_guards(s: State) -> Steps[State]:
    """17.4: let a free soldier in the hex of a guard take over."""
    for man in [soldier for soldier in s.soldiers_of("friendly") if soldier.guard]:
        fit = [
            soldier.id
            for soldier in s.soldiers_at(man.hex)
            if soldier.friendly
            and soldier.free
            and not soldier.guard
            and soldier.order != "melee"
            and _can_guard(soldier)
        ]
        if not fit:
            continue
        chosen = yield from choose_one("17.4", "relieves", "man", [man.id, *fit], who=man.label)
        if chosen != man.id:
            yield Note("17.4", "relieved", {"who": chosen, "guard": man.id})
            s = s.change(man.id, guard=False, order=None)
            s = s.change(chosen, guard=True, order="guard")
    return s


def _can_guard(man: Soldier) -> bool:
    return man.morale not in ("rout", "berserk") and not man.helpless


def _carry_comrades(s: State) -> Steps[State]:
    """7.18: let each soldier with Carry choose a comrade in the hex, who loses any other order."""
    for man in [
        soldier for soldier in s.soldiers_of("friendly") if soldier.order == "carry" and not soldier.helpless
    ]:
        if s.soldiers[man.id].carried_by:
            continue  # already carried by another
        there = [
            soldier.id
            for soldier in s.soldiers_at(man.hex)
            if soldier.id != man.id and _can_be_carried(s, soldier)
        ]
        if not there:
            s = s.change(man.id, order="hide")
            continue
        whom = yield from choose_one("7.18", "carries", "man", there, who=man.label)
        yield Note("7.18", "carries", {"who": man.label, "whom": whom})
        s = s.change(whom, order="carry", carried_by=man.id, armed=False, aim=None, ways=())
    for man in [
        soldier for soldier in s.soldiers_of("friendly") if soldier.order == "carry" and soldier.helpless
    ]:
        s = s if s.soldiers[man.id].carried_by else s.change(man.id, order="hide")  # 16.2
    return s


def _can_be_carried(s: State, man: Soldier) -> bool:
    """Exclude soldiers who carry someone, fight, or guard a prisoner."""
    busy = man.carried_by or any(soldier.carried_by == man.id for soldier in s.soldiers.values())
    return man.friendly and man.free and not man.guard and man.order != "melee" and not busy


def _ask_order_options(s: State, who: str) -> Steps[tuple[State, tuple[str, ...]]]:
    """Ask for sight and a rally check if needed, then return the legal orders."""
    man, sees, rallies = s.soldiers[who], False, False
    if who in s.restricted:
        return s, (s.restricted[who],)  # 5.1.1
    s, speed = yield from find_fastest_speed(s, who)
    if has_belt_assistant(s, who) is False:
        speed = max(speed, MOVES.index("sneak") + 1)  # 14.3
    if man.morale in ("rout", "berserk") and s.known_enemies():
        sees = yield from ask_sees_known(s, who)
    if man.morale == "rout" and not sees:
        s, sheltered = yield from is_cover(s, man.hex)
        if sheltered:
            s, rallies = yield from tqc(s, who, "7.17", plain=True)
    return s, list_legal_orders(s, who, sees=sees, rallies=rallies, speed=speed)


def ask_sees_known(s: State, who: str) -> Steps[bool]:
    """12.0: ask whether the soldier sees a Known Enemy."""
    man = s.soldiers[who]
    if not any(s.in_view(man.hex, soldier.hex) for soldier in s.known_enemies()):
        return False
    return (yield from ask_yes_no("12.0", "sees_known", who=man.label, hex=man.hex))


def _check_patients(s: State, answers: Mapping[str, Any]) -> HorahError | None:
    """7.14: check that every medic has a patient with a Hide, Rally or Plan order."""
    for who, order in answers.items():
        if order == "medical":
            hex_ = s.soldiers[who].hex
            hurt = [soldier for soldier in s.soldiers_at(hex_) if soldier.id != who and soldier.wounds]
            calm = [
                soldier
                for soldier in hurt
                if not soldier.friendly or answers.get(soldier.id, "hide") in AIDED_ORDERS
            ]
            if not calm:
                return HorahError("NO_PATIENT", who=who)
    return None


def _apply_order(s: State, who: str, order: str, legal_: tuple[str, ...]) -> Steps[State]:
    """7.10, 7.11: smoke and rifle grenades need a TQC; if it fails, choose another order."""
    if order in ("smoke_grenade", "rifle_grenade"):
        s, passed = yield from tqc(s, who, s.catalog.orders[order].rule)
        if not passed:
            rest = tuple(option for option in legal_ if option != order) or ("hide",)
            again = yield from choose_one("7.0", "other_order", "order", rest, who=s.soldiers[who].label)
            return (yield from _apply_order(s, who, again, rest))
    s = s.change(who, order=order, armed=False, aim=None)
    if order in ("grenade", "rifle_grenade"):
        near = s.filter_near(
            s.soldiers[who].hex,
            s.known_enemies(),
            get_rifle_grenade_range(s) if order == "rifle_grenade" else s.catalog.figures["near"],
        )
        if not near:  # a bolting prisoner or an event changed the board meanwhile
            return s.change(who, order="hide")
        places = label_soldiers(near)
        target = yield from choose_one("7.09", "aim", "enemy", list(places), places=places)
        s = s.change(who, aim=s.soldiers[target].hex)
    return (yield from _release_prisoners(s, who)) if s.soldiers[who].guard else s


def _release_prisoners(s: State, who: str) -> Steps[State]:
    """17.4: release prisoners: with a fire order they bolt, with a move they are left behind."""
    man = s.soldiers[who]
    charges = [soldier for soldier in s.soldiers_at(man.hex) if soldier.prisoner and soldier.side != man.side]
    order = man.order or ""
    leaves = order in RELEASING_ORDERS
    if order in ("evade", "sneak"):
        leaves = yield from ask_yes_no("17.4", "leaves_guard", who=man.label)
    if not leaves or not charges:
        return s
    yield Note("17.4", "gives_up", {"who": man.label})
    s = s.change(who, guard=False)
    if order in ("aimed", "rapid"):
        for prisoner in charges:
            s, drawn = yield from draw_card(s, prisoner.team)
            ways = yield from get_directions(s, prisoner.id, drawn, "rout")
            hex_ = find_adjacent(prisoner.hex, to_grid_direction(ways[0], s.north)) or prisoner.hex
            yield Note("17.4", "bolts", {"who": prisoner.label, "hex": hex_})
            s = s.change(prisoner.id, prisoner=False, hex=hex_, order=None)
    return s
