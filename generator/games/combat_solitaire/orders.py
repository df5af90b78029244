"""7.0-7.19, 16.2, 17.2-17.4: which orders a man of the squad may have, and the orders of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_solitaire.model import MOVES
from generator.table import Note, Report
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from .asking import cover, one_of, yes
from .checks import fastest, tqc
from .fire import belt, weapon_of
from .hexes import next_to, turned
from .machine import card, ways_of
from .state import PLAYER, Soldier, State

CALM = ("hide", "rally", "plan")  # what a man may do who is given medical aid (7.14)
GUARDS = ("evade", "sneak", "rally", "plan", "hide")
RELEASES = ("aimed", "rapid", "run_gun", "sprint")  # orders with which a guard gives up his charge (17.4)
FIRE = ("aimed", "rapid", "suppressive", "slow_suppressive", "run_gun")
ATTACK_WAYS, FLIGHT_WAYS = (2, 3), (5, 6)  # 17.2, 17.3: of a Friendly who is Berserk, and of one in Rout
FAR = 99  # farther than any board
WORST_CALM = ("cautious", "shaken", "rout")


def legal(
    s: State, who: str, *, sees: bool = False, rallies: bool = False, speed: int = 1
) -> tuple[str, ...]:
    """The orders that a man may have: whether he sees a Known Enemy and may rally, and what wounds allow."""
    man = s.soldiers[who]
    if man.helpless:
        return ("hide", "carry")
    if man.morale == "rout":
        return (*(("rally",) if rallies else ()), *_one_move(speed))
    found = _berserk(s, man, sees, speed) if man.morale == "berserk" else _calm(s, man, speed)
    if man.guard:
        found = [each for each in found if each in (*GUARDS, *RELEASES)]
    return tuple(found) or ("hide",)


def _one_move(speed: int) -> tuple[str, ...]:
    """17.3: the fastest move that wounds allow; a man who cannot move at all hides."""
    return (MOVES[speed - 1],) if speed <= len(MOVES) else ("hide",)


def _berserk(s: State, man: Soldier, sees: bool, speed: int) -> list[str]:
    """17.2."""
    slow = _slow(s, man.id)
    if sees:
        return ["aimed" if slow else "rapid"] if man.ammo != "none" else ["reload"]
    near = bool(s.near(man.hex, s.known(), s.catalog.figures["near"]))
    found = [*(["charge", "grenade"] if near else []), *(m for m in MOVES[:3] if MOVES.index(m) + 1 >= speed)]
    crawls = speed > len(MOVES[:3])  # he can neither run nor evade
    return [*found, "sneak"] if crawls or not found else found


def _calm(s: State, man: Soldier, speed: int) -> list[str]:
    """7.01-7.18: every order whose condition he meets; a blank on his counter forbids nothing."""
    return [
        name
        for name in s.catalog.orders
        if s.catalog.orders[name].side != "imposed" and _meets(s, man, name, speed)
    ]


def _meets(s: State, man: Soldier, name: str, speed: int) -> bool:
    printed, weapon = s.catalog.men.get(man.id), weapon_of(s, man.id)
    near = s.catalog.figures["near"]
    comrades = [each for each in s.at(man.hex) if each.id != man.id]
    if name in FIRE and man.ammo == "none":
        return False
    if name in MOVES and MOVES.index(name) + 1 < speed:
        return False
    if name in MOVES and name != "sneak" and belt(s, man.id) is False:
        return False  # 14.3: a belt-fed weapon without an assistant is only dragged along
    match name:
        case "rapid" | "suppressive":
            return _slow(s, man.id) is not True
        case "slow_suppressive":
            return _slow(s, man.id) is not False
        case "sprint":
            return not (weapon and weapon.weight in ("heavy", "very_heavy"))
        case "run_gun":
            return not (weapon and weapon.weight == "very_heavy")
        case "charge" | "grenade":
            return bool(s.near(man.hex, s.known(), near))
        case "rifle_grenade":
            return bool(s.near(man.hex, s.known(), rifle_reach(s)))
        case "plan":
            return printed is None or printed.ldr != 0
        case "reload":
            return man.ammo != "full"
        case "medical":
            medic = printed is None or printed.skill in ("medic", None)
            return medic and any(each.wounds for each in comrades)
        case "search":
            officers = any(each.prisoner and not each.friendly for each in comrades)
            return officers or bool(s.scenario.get("search_targets"))
        case "rally":
            return man.morale in WORST_CALM
        case "carry":
            return any(each.friendly for each in comrades)
    return True


def rifle_reach(s: State) -> int:
    """7.11, 14.0: how far a rifle grenade flies, where the chart has been typed."""
    most = s.catalog.weapons["rifle_grenade"].max_range
    return FAR if most is None else most


def _slow(s: State, who: str) -> bool | None:
    """14.1: is his weapon slow? None where the chart is blank."""
    weapon = weapon_of(s, who)
    return weapon.slow if weapon else None


def command(s: State) -> Steps[State]:
    """2a: an order for every man; one who is forgotten hides (7.0)."""
    s = yield from _relieved(s)
    options: dict[str, tuple[str, ...]] = {}
    for man in [each for each in s.of("friendly") if each.order != "melee"]:
        s, options[man.id] = yield from _options(s, man.id)
    told: Mapping[str, Any] = {}
    if options:
        properties = {who: {"enum": list(orders)} for who, orders in options.items()}
        form = {"type": "object", "additionalProperties": False, "properties": properties}
        context = {"men": {who: _how(s.soldiers[who]) for who in options}}
        told = yield Report("7.0", "orders", PLAYER, form, lambda given: _together(s, given), context)
    for who, orders in options.items():
        order = str(told.get(who, "hide" if "hide" in orders else orders[0]))
        s = yield from _ordered(s, who, order, orders)
    return (yield from _carried(s))


def _how(man: Soldier) -> dict[str, Any]:
    """Where a man of the squad is and how he is, for who gives him his order."""
    return {"hex": man.hex, "morale": man.morale, "wounds": list(man.wounds), "ammo": man.ammo}


def _relieved(s: State) -> Steps[State]:
    """17.4: whoever begins the turn in the hex of a guard of his side may take over from him."""
    for man in [each for each in s.of("friendly") if each.guard]:
        fit = [
            each.id
            for each in s.at(man.hex)
            if each.friendly and each.free and not each.guard and each.order != "melee" and _calm_enough(each)
        ]
        if not fit:
            continue
        chosen = yield from one_of("17.4", "relieves", "man", [man.id, *fit], who=man.called)
        if chosen != man.id:
            yield Note("17.4", "relieved", {"who": chosen, "guard": man.id})
            s = s.change(man.id, guard=False, order=None)
            s = s.change(chosen, guard=True, order="guard")
    return s


def _calm_enough(man: Soldier) -> bool:
    return man.morale not in ("rout", "berserk") and not man.helpless


def _carried(s: State) -> Steps[State]:
    """7.18: whoever has the order carries a comrade of his hex, who loses his own order and goes with him."""
    for man in [each for each in s.of("friendly") if each.order == "carry" and not each.helpless]:
        if s.soldiers[man.id].carried_by:
            continue  # another has him already
        there = [each.id for each in s.at(man.hex) if each.id != man.id and _can_be_carried(s, each)]
        if not there:
            s = s.change(man.id, order="hide")
            continue
        whom = yield from one_of("7.18", "carries", "man", there, who=man.called)
        yield Note("7.18", "carries", {"who": man.called, "whom": whom})
        s = s.change(whom, order="carry", carried_by=man.id, armed=False, aim=None, ways=())
    for man in [each for each in s.of("friendly") if each.order == "carry" and each.helpless]:
        s = s if s.soldiers[man.id].carried_by else s.change(man.id, order="hide")  # 16.2
    return s


def _can_be_carried(s: State, man: Soldier) -> bool:
    """Nobody who carries somebody himself, fights, or has a prisoner."""
    busy = man.carried_by or any(each.carried_by == man.id for each in s.soldiers.values())
    return man.friendly and man.free and not man.guard and man.order != "melee" and not busy


def _options(s: State, who: str) -> Steps[tuple[State, tuple[str, ...]]]:
    """What is asked before a man in Rout or Berserk, or a wounded one, can be given an order."""
    man, sees, rallies = s.soldiers[who], False, False
    s, speed = yield from fastest(s, who)
    if belt(s, who) is False:
        speed = max(speed, MOVES.index("sneak") + 1)  # 14.3
    if man.morale in ("rout", "berserk") and s.known():
        sees = yield from sees_known(s, who)
    if man.morale == "rout" and not sees:
        s, sheltered = yield from cover(s, man.hex)
        if sheltered:
            s, rallies = yield from tqc(s, who, "7.17", plain=True)
    return s, legal(s, who, sees=sees, rallies=rallies, speed=speed)


def sees_known(s: State, who: str) -> Steps[bool]:
    """12.0: does a man see a Known Enemy?"""
    man = s.soldiers[who]
    if not any(s.in_view(man.hex, each.hex) for each in s.known()):
        return False
    return (yield from yes("12.0", "sees_known", who=man.called, hex=man.hex))


def _together(s: State, told: Mapping[str, Any]) -> HorahError | None:
    """7.14: whoever is given medical aid may only hide, rally or plan; someone must be there to be helped."""
    for who, order in told.items():
        if order == "medical":
            hex_ = s.soldiers[who].hex
            hurt = [each for each in s.at(hex_) if each.id != who and each.wounds]
            calm = [each for each in hurt if not each.friendly or told.get(each.id, "hide") in CALM]
            if not calm:
                return HorahError("NO_PATIENT", who=who)
    return None


def _ordered(s: State, who: str, order: str, legal_: tuple[str, ...]) -> Steps[State]:
    """7.10, 7.11: smoke and rifle grenades need a TQC; without it another order is chosen."""
    if order in ("smoke_grenade", "rifle_grenade"):
        s, passed = yield from tqc(s, who, s.catalog.orders[order].rule)
        if not passed:
            rest = tuple(each for each in legal_ if each != order)
            again = yield from one_of("7.0", "other_order", "order", rest, who=s.soldiers[who].called)
            return (yield from _ordered(s, who, again, rest))
    s = s.change(who, order=order, armed=False, aim=None)
    if order in ("grenade", "rifle_grenade"):
        near = s.near(
            s.soldiers[who].hex,
            s.known(),
            rifle_reach(s) if order == "rifle_grenade" else s.catalog.figures["near"],
        )
        target = yield from one_of("7.09", "aim", "enemy", [each.id for each in near], places=_places(near))
        s = s.change(who, aim=s.soldiers[target].hex)
    return (yield from _guarding(s, who)) if s.soldiers[who].guard else s


def _guarding(s: State, who: str) -> Steps[State]:
    """17.4: a guard may give up his prisoner: with a fire order the man bolts, with a move he is left."""
    man = s.soldiers[who]
    charges = [each for each in s.at(man.hex) if each.prisoner and each.side != man.side]
    order = man.order or ""
    leaves = order in RELEASES
    if order in ("evade", "sneak"):
        leaves = yield from yes("17.4", "leaves_guard", who=man.called)
    if not leaves or not charges:
        return s
    yield Note("17.4", "gives_up", {"who": man.called})
    s = s.change(who, guard=False)
    if order in ("aimed", "rapid"):
        for each in charges:
            s, drawn = yield from card(s, each.team)
            ways = yield from ways_of(s, each.id, drawn, "rout")
            hex_ = next_to(each.hex, turned(ways[0], s.north)) or each.hex
            yield Note("17.4", "bolts", {"who": each.called, "hex": hex_})
            s = s.change(each.id, prisoner=False, hex=hex_, order=None)
    return s


def _places(men: list[Soldier]) -> dict[str, str]:
    return {each.id: each.called for each in men}
