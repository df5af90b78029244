"""4.0-4, 7.01-7.19: the activation of a squad team. The player moves and fires; the rules apply the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.combat_solitaire import FRIENDLY
from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from .alerts import alert_enemy, alert_waiting_enemies
from .checks import check_morale, duck_back, tqc
from .events import discard_card, draw_friendly_card, place_smoke_marker, resolve_event
from .explosions import RIFLE, explode, light_up, resolve_impact, throw_grenade
from .fire import fire, get_weapon
from .hexes import distance, find_adjacent, neighbours, parse_hex, to_grid_direction
from .hits import kill, resolve_hit
from .melee import attack, find_opponents, start_melee
from .orders import ATTACK_DIRECTIONS, FLIGHT_DIRECTIONS, ask_sees_known, get_rifle_grenade_range
from .prompts import (
    HEX_FORM,
    NO,
    YES,
    ask_number,
    ask_yes_no,
    choose_one,
    choose_some,
    get_terrain,
    is_cover,
    label_soldiers,
    make_form,
    make_hex_form,
    roll_d6,
)
from .rules import pick_by_lot
from .spotting import reveal_enemy, spot
from .state import PLAYER, Grenade, Soldier, State

DONE = "done"
REST = "rest"  # the soldiers of the team who are left do nothing
NOBODY = "nobody"
NO_WOUND = "none"
STILL_ORDERS = ("melee", "duck_back", "hide", "guard", None)  # orders without a voluntary Duck Back
TOOLS = (
    "check",
    "wound",
    "reveal",
    "alert",
    "relocate",
    "explosion",
    "event",
    "lot",
    "draw",
    "discard",
    "score",
    "light",
    "smoke",
    "correct",
    "number",
)
ORDER_ACTIONS = ("fire", "throw", "shift", "flare")
SHIFT_IMPULSES = {
    "grenade": (2,),
    "rifle_grenade": (1, 2),
}  # impulses in which a target marker may be moved (7.09, 7.11)
# Soldiers to whom a manual tool applies.
TOOL_FILTERS: Mapping[str, Callable[[Soldier], bool]] = {
    **dict.fromkeys(("check", "wound", "relocate", "correct"), lambda man: True),
    **dict.fromkeys(("reveal", "spotted"), lambda man: not man.friendly and not man.seen),
    "alert": lambda man: not man.friendly and not man.alert,
    "enemy_hit": lambda man: not man.friendly,
    "lost": lambda man: man.friendly,
}
MOVE_ACTIONS = ("move", "may_move", "move_2", "fire_or_move")


def act(s: State, team: str) -> Steps[State]:
    """4.0-4a: activate the men of a team one after the other, in the player's order."""
    left = [man.id for man in s.team_members(team)]
    while left and not s.stopped:
        who = yield from _choose_next_man(left, team)
        if who == REST:
            for idle in left:
                s = yield from _pass_activation(s, idle)
            return s
        left.remove(who)
        if s.soldiers[who].free:
            s = yield from _activate(s, who)
    return s


def _choose_next_man(left: list[str], team: str) -> Steps[str]:
    if len(left) == 1:
        return left[0]
    return str((yield Choose("4.0-4a", "next_man", PLAYER, "man", (*left, REST), context={"team": team})))


def _activate(s: State, who: str) -> Steps[State]:
    """4.0-4a: act, spot, then offer Duck Back (7.19)."""
    s = yield from _begin_activation(s, who)
    before = s.soldiers[who].hex
    s, fired = yield from _fire_at_visible_target(s, who)
    if not fired:
        s = yield from _move(s, who)
    moved = s.soldiers[who].hex != before
    s, busy = yield from _run_menu(s, who, busy=moved or fired)
    if s.stopped or not s.soldiers[who].free:
        return s
    s = yield from _duck_if_idle(s, who, busy)
    s = yield from _stop_running(s, who, moved)
    return (yield from _offer_duck_back(s, who))


def _pass_activation(s: State, who: str) -> Steps[State]:
    """7.0: a soldier whom the player leaves out ducks back if the order demands a move or a shot."""
    if not s.soldiers[who].free:
        return s
    s = yield from _begin_activation(s, who)
    if _list_forced_hexes(s, s.soldiers[who]):
        return (yield from _activate(s, who))  # 17.2, 17.3: may not stay
    demands = get_action(s, who) in ("move", "move_2", "fire_or_move")
    idle = demands and not find_opponents(s, who) and not _is_carried(s, s.soldiers[who])
    return (yield from duck_back(s, who, "7.19")) if idle else s


def get_action(s: State, who: str) -> str:
    """Return the action that the order allows in this impulse."""
    man = s.soldiers[who]
    return s.catalog.orders[man.order].acts[s.impulse - 1] if man.order else "none"


def _begin_activation(s: State, who: str) -> Steps[State]:
    """7.19: turn Duck Back to Hide. 15.0: fight melee in impulses 2 and 4; the winner ducks back."""
    man = s.soldiers[who]
    if not man.free:
        return s
    if man.order == "duck_back":
        yield Note("7.19", "order", {"who": man.label, "order": "hide"})
        return s.change(who, order="hide")
    if man.order == "melee" and not find_opponents(s, who):
        yield Note("15.0", "order", {"who": man.label, "order": "duck_back"})
        return s.change(who, order="duck_back")
    if get_action(s, who) == "melee" and man.order in ("melee", "charge"):
        if find_opponents(s, who):
            return (yield from attack(s, who))
        return (yield from duck_back(s, who, "7.08"))
    if man.order == "grenade" and s.impulse == 1:
        yield Note("7.09", "arms", {"who": man.label, "hex": man.aim or "-"})
        return s.change(who, armed=True)
    return s


def _fire_at_visible_target(s: State, who: str) -> Steps[tuple[State, bool]]:
    """7.04: with Run & Gun a soldier must fire in impulses 2 and 4 at a visible Known Enemy."""
    man = s.soldiers[who]
    if get_action(s, who) != "fire_or_move" or man.ammo == "none" or find_opponents(s, who):
        return s, False
    places = label_soldiers(_list_targets(s, man))
    if not places:
        return s, False
    context = {"who": man.label, "places": places}
    target = yield Choose("7.04", "must_fire_at", PLAYER, "enemy", (*places, NOBODY), context=context)
    if target == NOBODY:
        return s, False
    return (yield from fire(s, who, str(target))), True


def _move(s: State, who: str) -> Steps[State]:
    """7.04-7.08: ask for a move; a soldier who must move and does not ducks back."""
    man, does = s.soldiers[who], get_action(s, who)
    if does not in MOVE_ACTIONS or find_opponents(s, who) or _is_carried(s, man):
        return s
    forced = _list_forced_hexes(s, man)
    context = {
        "now": {who: man.hex},
        "does": {who: does},
        "team": man.team,
        "impulse": s.impulse,
        **({"runs": {who: forced}} if forced else {}),
    }
    form = make_form({who: HEX_FORM})
    answer = yield Report("4.0", "moves", PLAYER, form, lambda given: _check_move(s, who, given), context)
    hex_ = str(answer.get(who, man.hex))
    if hex_ != man.hex:
        return (yield from _move_soldier(s, man, hex_))
    return (yield from duck_back(s, who, "7.19")) if does in ("move", "move_2") else s


def _is_carried(s: State, man: Soldier) -> bool:
    """7.18: tell whether the soldier moves only with a carrier."""
    return bool(man.carried_by) and s.soldiers[man.carried_by].on_board


def _list_forced_hexes(s: State, man: Soldier) -> list[str]:
    """17.2, 17.3: return the hexes into which a soldier must go who may not stay.

    A routed soldier runs; a Berserk one takes the optional moves of a grenade order.
    """
    does = get_action(s, man.id)
    if man.morale == "rout" and does in ("move", "move_2"):
        ways = FLIGHT_DIRECTIONS
    elif man.morale == "berserk" and man.order == "grenade" and does == "may_move":
        ways = ATTACK_DIRECTIONS
    else:
        return []
    hexes: list[str] = []
    last = {man.hex}
    for _ in range(2 if does == "move_2" else 1):
        last = {hex_ for hex_ in _step(s, last, ways) if not s.edge_beyond(*parse_hex(hex_))}
        hexes = sorted(last) or hexes
    return hexes


def _step(s: State, hexes: set[str], ways: tuple[int, ...]) -> set[str]:
    """Return the hexes one step away in some compass directions."""
    steps = (find_adjacent(hex_, to_grid_direction(way, s.north)) for hex_ in hexes for way in ways)
    return {hex_ for hex_ in steps if hex_}


def _check_move(s: State, who: str, answer: Mapping[str, Any]) -> HorahError | None:
    """Check distance, board and, for Rout and Berserk, the directions of 17.2 and 17.3."""
    man, forced = s.soldiers[who], _list_forced_hexes(s, s.soldiers[who])
    hex_ = answer.get(who, man.hex)
    if hex_ == man.hex:
        return HorahError("MUST_RUN", who=who, hexes=tuple(forced)) if forced else None
    max_hexes = 2 if get_action(s, who) == "move_2" else 1
    if distance(man.hex, hex_) > max_hexes:
        return HorahError("TOO_FAR", who=who, hex=hex_, most=max_hexes, now=man.hex)
    if s.edge_beyond(*parse_hex(hex_)):
        return HorahError("OFF_BOARD", who=who, hex=hex_)
    ways = {"rout": FLIGHT_DIRECTIONS, "berserk": ATTACK_DIRECTIONS}.get(man.morale)
    if ways and man.order != "charge" and hex_ not in _find_reached(s, man, ways, max_hexes):
        return HorahError("WRONG_WAY", who=who, hex=hex_, ways=ways)
    return None


def _find_reached(s: State, man: Soldier, ways: tuple[int, ...], max_hexes: int) -> set[str]:
    reached, last = set[str](), {man.hex}
    for _ in range(max_hexes):
        last = _step(s, last, ways)
        reached |= last
    return reached


def _move_soldier(s: State, man: Soldier, hex_: str) -> Steps[State]:
    """7.07, 7.08: go hex by hex; a sprint through rough terrain, or one hex short, ends in Duck Back."""
    rough, path = False, [hex_]
    if man.order == "sprint" and distance(man.hex, hex_) == 2:
        between = [near for near in neighbours(man.hex) if distance(near, hex_) == 1]
        path = [(yield from choose_one("7.07", "sprint_through", "hex", between, who=man.label)), hex_]
    for place in path:
        s = yield from _enter_hex(s, s.soldiers[man.id], place)
        if find_opponents(s, man.id):
            return s
        if man.order == "sprint":
            s, terrain = yield from get_terrain(s, place)
            rough = rough or s.catalog.terrain[terrain].rough
    short = man.order == "sprint" and get_action(s, man.id) == "move_2" and len(path) == 1
    if rough or short:
        return (yield from duck_back(s, man.id, "7.07"))
    if man.order == "charge" and s.impulse == 3:
        return (yield from duck_back(s, man.id, "7.08"))
    return s


def _enter_hex(s: State, man: Soldier, hex_: str) -> Steps[State]:
    yield Note("4.0", "moves", {"who": man.label, "hex": hex_})
    for soldier in s.soldiers_at(man.hex):
        if man.guard and soldier.prisoner and soldier.side != man.side:
            s = s.change(soldier.id, hex=hex_)
        if soldier.carried_by == man.id and soldier.order == "carry":
            yield Note("7.18", "carried", {"who": soldier.label, "hex": hex_})
            s = s.change(soldier.id, hex=hex_)
    return (yield from start_melee(s.change(man.id, hex=hex_), hex_))


def _run_menu(s: State, who: str, *, busy: bool) -> Steps[tuple[State, bool]]:
    """Offer everything a soldier may do besides moving, and manual tools, until the player is done.

    A soldier who moved or fired can do nothing else: fire or move (7.04), step or shift (7.09).
    """
    looked: set[str] = set()
    while not s.stopped and s.soldiers[who].free:
        yield Stand(s)
        options = [*_list_order_actions(s, who, busy), "spot", DONE, *TOOLS, "stop"]
        context = {"team": s.soldiers[who].team, "who": s.soldiers[who].label}
        what = yield Choose("4.0", "act", PLAYER, "act", tuple(options), context=context)
        if what == DONE:
            break
        if what in ORDER_ACTIONS:
            s, busy = (yield from _do_order_action(s, who, str(what))), True
        elif what == "spot":
            s = yield from _spot_enemies(s, who, looked)
        else:
            s = yield from apply_tool(s, str(what))
    return s, busy


def _list_order_actions(s: State, who: str, busy: bool) -> list[str]:
    """Return the actions besides moving that the soldier's order allows."""
    man, does = s.soldiers[who], get_action(s, who)
    if busy or man.order == "melee":
        return []
    can = {
        "fire": does == "fire" and man.ammo != "none" and bool(_list_targets(s, man)),
        "throw": does == "throw" and (man.armed or man.order != "grenade"),
        "shift": man.aim is not None and s.impulse in SHIFT_IMPULSES.get(man.order or "", ()),
        "flare": man.order == "aimed" and s.impulse == 2 and s.flares > 0 and _holds_flares(s, who),
    }
    return [what for what in ORDER_ACTIONS if can[what]]


def _holds_flares(s: State, who: str) -> bool:
    """21.1: tell whether the scenario gives the flares to a soldier: by name, rank or team; or to anyone."""
    holder = (s.scenario.get("flares") or {}).get("holder") or ""
    return holder in ("", who, s.catalog.men[who].rank, s.soldiers[who].team)


def _list_targets(s: State, man: Soldier) -> list[Soldier]:
    """13.0: return Known Enemies in range; the player judges the line of sight."""
    weapon = get_weapon(s, man.id)
    return [
        soldier
        for soldier in s.known_enemies()
        if soldier.order != "melee"
        and not s.is_in_melee(soldier)
        and not _is_spotted_too_late(s, man, soldier)
        and s.in_view(man.hex, soldier.hex)
        and (weapon is None or weapon.reaches(distance(man.hex, soldier.hex)))
    ]


def _is_spotted_too_late(s: State, man: Soldier, target: Soldier) -> bool:
    """7.01: aimed fire needs a target that was known when the impulse began."""
    return man.order == "aimed" and s.known_since is not None and target.id not in s.known_since


def _do_order_action(s: State, who: str, what: str) -> Steps[State]:
    man = s.soldiers[who]
    if what == "fire":
        places = label_soldiers(_list_targets(s, man))
        target = yield from choose_one(
            "13.0", "target_known", "enemy", list(places), places=places, who=man.label
        )
        return (yield from fire(s, who, target))
    if what == "flare":
        hex_ = yield from _ask_hex_within(s, man, s.catalog.figures["flare_range"], "21.1", "flare_hex")
        s = yield from light_up(replace(s, flares=s.flares - 1), hex_)
        return (yield from duck_back(s, who, "21.1"))
    return (yield from _shift_target(s, man) if what == "shift" else _throw_grenade(s, man))


def _shift_target(s: State, man: Soldier) -> Steps[State]:
    """7.09, 7.11: move the target marker one hex after a TQC, within the grenade's range."""
    s, passed = yield from tqc(s, man.id, "7.09")
    if not passed or man.aim is None:
        return s
    reach = s.catalog.figures["grenade_range"] if man.order == "grenade" else get_rifle_grenade_range(s)
    near = [hex_2 for hex_2 in neighbours(man.aim) if distance(man.hex, hex_2) <= reach]
    if not near:
        return s
    hex_ = yield from choose_one("7.09", "shift_hex", "hex", near, who=man.label)
    yield Note("7.09", "aims", {"who": man.label, "hex": hex_})
    return s.change(man.id, aim=hex_)


def _throw_grenade(s: State, man: Soldier) -> Steps[State]:
    """7.09-7.11: throw in impulse 3."""
    reach = s.catalog.figures["grenade_range"] if man.order != RIFLE else get_rifle_grenade_range(s)
    hex_ = man.aim
    if hex_ is None or distance(man.hex, hex_) > reach:
        hex_ = yield from _ask_hex_within(s, man, reach, "7.09", "throw_hex")
    seen = yield from ask_yes_no("12.0", "sees_hex", who=man.label, hex=hex_)
    weapon = {"smoke_grenade": "m18", RIFLE: RIFLE}.get(man.order or "", "mk2")
    s = yield from throw_grenade(s, man.id, hex_, seen=seen, weapon=weapon)
    if man.order != RIFLE:
        return s
    live, s = s.grenades[-1], replace(s, grenades=s.grenades[:-1])
    return (yield from explode(s, live))  # 7.11: it explodes at once


def _ask_hex_within(s: State, man: Soldier, reach: int, rule: str, ask: str) -> Steps[str]:
    def wrong(answer: Mapping[str, Any]) -> HorahError | None:
        if distance(man.hex, answer["hex"]) <= reach:
            return None
        return HorahError("TOO_FAR", who=man.id, hex=answer["hex"], most=reach, now=man.hex)

    context = {"who": man.label, "most": reach, "from": man.hex}
    return str((yield Report(rule, ask, PLAYER, make_hex_form("hex"), wrong, context))["hex"])


def _duck_if_idle(s: State, who: str, busy: bool) -> Steps[State]:
    """7.0, 7.04: with Run & Gun, a soldier who neither fired nor moved ducks back."""
    idle = get_action(s, who) == "fire_or_move" and not busy and not s.is_in_melee(s.soldiers[who])
    return (yield from duck_back(s, who, "7.04")) if idle else s


def _stop_running(s: State, who: str, moved: bool) -> Steps[State]:
    """7.17: a routed soldier who reached cover out of sight may stop after a TQC."""
    man = s.soldiers[who]
    if man.morale != "rout" or not moved or man.order in ("duck_back", "melee", "guard", None):
        return s
    s, sheltered = yield from is_cover(s, man.hex)
    if not sheltered or (s.known_enemies() and (yield from ask_sees_known(s, who))):
        return s
    if (yield from ask_yes_no("7.17", "rout_stops", who=who)):
        s, passed = yield from tqc(s, who, "7.17", plain=True)
        s = (yield from duck_back(s, who, "7.17")) if passed else s
    return s


def _offer_duck_back(s: State, who: str) -> Steps[State]:
    """7.19: offer Duck Back at the end of the activation; not to routed soldiers (17.3)."""
    man = s.soldiers[who]
    able = [who] if man.order not in STILL_ORDERS and man.morale != "rout" else []
    chosen = yield from choose_some("7.19", "ducks", "man", able, team=man.team)
    return (yield from duck_back(s, who, "7.19")) if chosen else s


def apply_tool(s: State, what: str) -> Steps[State]:
    """Apply a manual tool: something that only the player sees on the board."""
    match what:
        case "light":
            answer = yield Report("21.1", "light_hex", PLAYER, make_hex_form("hex"))
            return (yield from light_up(s, answer["hex"]))
        case "event":
            side = yield from choose_one("5.1.3", "event_side", "side", ("friendly", "enemy"))
            return (yield from resolve_event(s, side))
        case "score":
            return (yield from _score_action(s))
        case "lot":
            return (yield from _draw_soldier(s))
        case "draw":
            return (yield from draw_friendly_card(s))
        case "discard":
            return (yield from discard_card(s))
        case "smoke":
            return (yield from place_smoke_marker(s))
        case "fired":
            return (yield from _alert_by_fire(s))
        case "number":
            return (yield from _correct_number(s))
        case "explosion":
            return (yield from _resolve_explosion(s))
        case "stop":
            return replace(s, stopped=True, ended=True)
    people = [soldier for soldier in s.soldiers.values() if soldier.on_board and TOOL_FILTERS[what](soldier)]
    if not people:
        yield Note("4.0", "nobody", {})
        return s
    places = label_soldiers(people)
    who = yield from choose_one("4.0", f"who_{what}", "soldier", list(places), places=places)
    return (yield from _apply_tool_to_soldier(s, what, who))


def _alert_by_fire(s: State) -> Steps[State]:
    """9.8-1: alert waiting enemies near a man of the squad who fired."""
    men = [soldier.id for soldier in s.soldiers_of("friendly")]
    who = yield from choose_one("9.8", "who_fired", "man", men)
    return (yield from alert_waiting_enemies(s, "fire", s.soldiers[who].hex))


def _apply_tool_to_soldier(s: State, what: str, who: str) -> Steps[State]:
    match what:
        case "check":
            kind = yield from choose_one("19.0", "which_check", "check", ("mc", "rc", "wmc", "tqc"))
            if kind == "tqc":
                s, _ = yield from tqc(s, who, "19.0")
                return s
            return (yield from check_morale(s, who, kind, "19.0"))
        case "wound":
            return (yield from resolve_hit(s, who, "16.0"))
        case "enemy_hit":
            return (yield from resolve_hit(s, who, "16.0", fire=True))
        case "lost":
            return (yield from kill(s, who))
        case "reveal" | "spotted":
            return (yield from reveal_enemy(s, who))
        case "alert":
            return (yield from alert_enemy(s, who, "sight"))
        case "correct":
            return (yield from _correct_soldier(s, who))
    answer = yield Report(
        "4.0", "relocate", PLAYER, make_hex_form("hex"), context={"who": s.soldiers[who].label}
    )
    s = s.change(who, hex=answer["hex"])
    return (yield from start_melee(s, answer["hex"]))


def _spot_enemies(s: State, who: str, looked: set[str]) -> Steps[State]:
    """12.0: try to spot unknown enemies in sight, each once per activation."""
    man = s.soldiers[who]
    there = [
        soldier
        for soldier in s.soldiers_of("enemy")
        if not soldier.seen and s.in_view(man.hex, soldier.hex) and soldier.id not in looked
    ]
    if not there or s.is_in_melee(man):
        yield Note("12.0", "nobody", {})
        return s
    places = label_soldiers(there)
    chosen = yield from choose_some("12.0", "looks_at", "enemy", list(places), places=places, who=man.label)
    for target_id in chosen:
        looked.add(target_id)
        if s.soldiers[target_id].on_board and s.soldiers[who].on_board:
            s = yield from spot(s, who, target_id)
    return s


def _score_action(s: State) -> Steps[State]:
    """22.0: score an action that only the player can judge."""
    ids = [point["id"] for point in s.scenario["victory_points"]]
    if not ids:
        yield Note("22.0", "nobody", {})
        return s
    names = {point["id"]: point["text"] for point in s.scenario["victory_points"]}
    which = yield from choose_one("22.0", "score_action", "action", ids, places=names)
    count = yield from ask_number("22.0", "score_count", -9, 9, action=names[which])
    return replace(s, score={**s.score, which: s.score.get(which, 0) + count})


def _draw_soldier(s: State) -> Steps[State]:
    """5.1.1: choose a team member by 1D6 in equal ranges; roll again if the face is unused."""
    teams = [team_name for team_name in FRIENDLY if s.team_members(team_name)]
    if not teams:
        yield Note("5.1.1", "nobody", {})
        return s
    yield from draw_soldier_of(s, (yield from choose_one("5.1.1", "lot_team", "team", teams)))
    return s


def draw_soldier_of(s: State, team: str) -> Steps[str]:
    """5.1.1: draw a soldier of a team by 1D6."""
    men = [soldier.id for soldier in s.team_members(team)]
    while (chosen := pick_by_lot(men, (yield from roll_d6("5.1.1", "lot")))) is None:
        pass
    yield Note("5.1.1", "lot", {"who": chosen})
    return chosen


def _correct_number(s: State) -> Steps[State]:
    """Correct a number that the owner read from a component."""
    keys = [key for key, value in s.typed.items() if type(value) is int]
    if not keys:
        yield Note("8.1", "nobody", {})
        return s
    key = yield from choose_one("8.1", "which_number", "number", keys)
    value = yield from ask_number("8.1", "right_number", key=key, now=s.typed[key])
    return replace(s, typed={**s.typed, key: value})


def _correct_soldier(s: State, who: str) -> Steps[State]:
    """Correct what the program keeps of a soldier: morale, ammunition, Spotted, order, wounds."""
    man = s.soldiers[who]
    orders = [name for name in s.catalog.orders if name not in ("melee", "guard")]
    form = make_form(
        {
            "morale": {"enum": list(s.catalog.ladder)},
            "ammo": {"enum": ["full", "low", "none"]},
            "spotted": {"enum": [YES, NO]},
            "order": {"enum": orders},
            "wound": {"enum": [NO_WOUND, *s.catalog.wounds]},
        }
    )
    answer = yield Report("4.0", "correct", PLAYER, form, context={"who": man.label})
    wound = answer.get("wound")
    wounds = () if wound == NO_WOUND else (*man.wounds, wound) if wound else man.wounds
    return s.change(
        who,
        morale=answer.get("morale", man.morale),
        ammo=answer.get("ammo", man.ammo),
        seen=answer["spotted"] == YES if "spotted" in answer else man.seen,
        order=answer.get("order", man.order),
        wounds=wounds,
    )


def _resolve_explosion(s: State) -> Steps[State]:
    """14.2: resolve a grenade or shell that an event or card brings, outside the orders."""
    answer = yield Report("14.2", "explosion_hex", PLAYER, make_hex_form("hex"))
    kinds = [name for name, weapon in s.catalog.weapons.items() if weapon.kind in ("grenade", "artillery")]
    weapon = yield from choose_one("14.2", "explosion_weapon", "weapon", kinds)
    if s.catalog.weapons[weapon].kind == "artillery":
        return (yield from resolve_impact(s, s.catalog.weapons[weapon], answer["hex"]))
    there = tuple(soldier.id for soldier in s.soldiers_at(answer["hex"]))
    return (yield from explode(s, Grenade(answer["hex"], weapon, there)))
