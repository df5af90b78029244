"""4.0-4, 7.01-7.19: the activation of a squad team. The player moves and fires; the rules apply the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from catalogs.games.combat_solitaire import FRIENDLY
from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from .alerts import alert_enemy
from .checks import check_morale, duck_back, tqc
from .events import resolve_due_events, resolve_event
from .explosions import RIFLE, explode, light_up, resolve_impact, throw_grenade
from .fire import fire, get_weapon
from .hexes import distance, find_adjacent, neighbours, parse_hex, to_grid_direction
from .hits import resolve_hit
from .melee import attack, find_opponents, start_melee
from .orders import ATTACK_DIRECTIONS, FLIGHT_DIRECTIONS, ask_sees_known, get_rifle_grenade_range
from .prompts import (
    HEX_FORM,
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
TOOLS = (
    "check",
    "wound",
    "reveal",
    "alert",
    "relocate",
    "explosion",
    "event",
    "lot",
    "discard",
    "score",
    "light",
)
ORDER_ACTIONS = ("fire", "throw", "shift", "flare")
SHIFT_IMPULSES = {
    "grenade": (2,),
    "rifle_grenade": (1, 2),
}  # impulses in which a target marker may be moved (7.09, 7.11)
MOVE_ACTIONS = ("move", "may_move", "move_2", "fire_or_move")


def act(s: State, team: str) -> Steps[State]:
    """Move, fire, spot, then offer Duck Back (7.19)."""
    for man in s.team_members(team):
        s = yield from _begin_activation(s, man.id)
    before = {man.id: man.hex for man in s.team_members(team)}
    s = yield from _move_team(s, team)
    moved = {who for who, hex_ in before.items() if s.soldiers[who].hex != hex_}
    s, busy = yield from _run_menu(s, team, moved)
    s = yield from resolve_due_events(s)
    if not s.stopped:
        s = yield from _duck_idle_runners(s, team, busy)
        s = yield from _stop_running(s, team, moved)
    return (yield from _offer_duck_back(s, team))


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


def _move_team(s: State, team: str) -> Steps[State]:
    """7.04-7.08: ask for moves; a soldier who must move and does not ducks back."""
    movers = [
        soldier
        for soldier in s.team_members(team)
        if get_action(s, soldier.id) in MOVE_ACTIONS
        and not find_opponents(s, soldier.id)
        and not _is_carried(s, soldier)
    ]
    if not movers:
        return s
    form = make_form({soldier.id: HEX_FORM for soldier in movers})
    runs = {soldier.id: hexes for soldier in movers if (hexes := _list_rout_hexes(s, soldier))}
    context = {
        "now": {soldier.id: soldier.hex for soldier in movers},
        "does": {soldier.id: get_action(s, soldier.id) for soldier in movers},
        "team": team,
        "impulse": s.impulse,
        **({"runs": runs} if runs else {}),
    }
    answers = yield Report("4.0", "moves", PLAYER, form, lambda given: _check_moves(s, given, runs), context)
    for man in movers:
        hex_ = str(answers.get(man.id, man.hex))
        if hex_ == man.hex:
            if get_action(s, man.id) in ("move", "move_2"):
                s = yield from duck_back(s, man.id, "7.19")
            continue
        s = yield from _move_soldier(s, man, hex_)
    return s


def _is_carried(s: State, man: Soldier) -> bool:
    """7.18: tell whether the soldier moves only with a carrier."""
    return bool(man.carried_by) and s.soldiers[man.carried_by].on_board


def _list_rout_hexes(s: State, man: Soldier) -> list[str]:
    """17.3: return the hexes into which a routed soldier must run; staying is not allowed."""
    if man.morale != "rout" or get_action(s, man.id) not in ("move", "move_2"):
        return []
    hexes: list[str] = []
    last = {man.hex}
    for _ in range(2 if get_action(s, man.id) == "move_2" else 1):
        last = {hex_ for hex_ in _step(s, last, FLIGHT_DIRECTIONS) if not s.edge_beyond(*parse_hex(hex_))}
        hexes = sorted(last) or hexes
    return hexes


def _step(s: State, hexes: set[str], ways: tuple[int, ...]) -> set[str]:
    """Return the hexes one step away in some compass directions."""
    steps = (find_adjacent(hex_, to_grid_direction(way, s.north)) for hex_ in hexes for way in ways)
    return {hex_ for hex_ in steps if hex_}


def _check_moves(
    s: State, answers: Mapping[str, Any], runs: Mapping[str, Sequence[str]]
) -> HorahError | None:
    """Check distance, board and, for Rout and Berserk, the directions of 17.2 and 17.3."""
    for who, hexes in runs.items():
        if answers.get(who, s.soldiers[who].hex) == s.soldiers[who].hex:
            return HorahError("MUST_RUN", who=who, hexes=tuple(hexes))
    for who, hex_ in answers.items():
        man = s.soldiers[who]
        max_hexes = 2 if get_action(s, who) == "move_2" else 1
        if distance(man.hex, hex_) > max_hexes:
            return HorahError("TOO_FAR", who=who, hex=hex_, most=max_hexes, now=man.hex)
        if s.edge_beyond(*parse_hex(hex_)):
            return HorahError("OFF_BOARD", who=who, hex=hex_)
        ways = {"rout": FLIGHT_DIRECTIONS, "berserk": ATTACK_DIRECTIONS}.get(man.morale)
        if (
            ways
            and hex_ != man.hex
            and man.order != "charge"
            and hex_ not in _find_reached(s, man, ways, max_hexes)
        ):
            return HorahError("WRONG_WAY", who=who, hex=hex_, ways=ways)
    return None


def _find_reached(s: State, man: Soldier, ways: tuple[int, ...], max_hexes: int) -> set[str]:
    reached, last = set[str](), {man.hex}
    for _ in range(max_hexes):
        last = _step(s, last, ways)
        reached |= last
    return reached


def _move_soldier(s: State, man: Soldier, hex_: str) -> Steps[State]:
    yield Note("4.0", "moves", {"who": man.label, "hex": hex_})
    for soldier in s.soldiers_at(man.hex):
        if man.guard and soldier.prisoner and soldier.side != man.side:
            s = s.change(soldier.id, hex=hex_)
        if soldier.carried_by == man.id and soldier.order == "carry":
            yield Note("7.18", "carried", {"who": soldier.label, "hex": hex_})
            s = s.change(soldier.id, hex=hex_)
    s = s.change(man.id, hex=hex_)
    s = yield from start_melee(s, hex_)
    if man.order == "sprint" and s.soldiers[man.id].order == "sprint":
        s, _ = yield from get_terrain(s, hex_)
    if man.order == "sprint" and s.terrain.get(hex_) and s.catalog.terrain[s.terrain[hex_]].rough:
        s = yield from duck_back(s, man.id, "7.07")
    if man.order == "charge" and s.impulse == 3 and not find_opponents(s, man.id):
        s = yield from duck_back(s, man.id, "7.08")
    return s


def _run_menu(s: State, team: str, moved: set[str]) -> Steps[tuple[State, set[str]]]:
    """Offer everything a player may do with a team, and manual tools, until the player is done.

    A soldier who moved in this impulse can do nothing else: fire or move (7.04), step or shift (7.09).
    """
    fired, looked = set(moved), set[tuple[str, str]]()
    while not s.stopped:
        yield Stand(s)
        options = [*_list_order_actions(s, team, fired), "spot", DONE, *TOOLS, "stop"]
        what = yield Choose("4.0", "act", PLAYER, "act", tuple(options), context={"team": team})
        if what == DONE:
            break
        if what in ORDER_ACTIONS:
            s, who = yield from _do_order_action(s, team, str(what), fired)
            fired.add(who)
        elif what == "spot":
            s = yield from _spot_enemies(s, team, looked)
        else:
            s = yield from apply_tool(s, str(what))
    return s, fired


def _list_order_actions(s: State, team: str, fired: set[str]) -> list[str]:
    """Return the actions besides moving that the team's orders allow."""
    return [what for what in ORDER_ACTIONS if _list_able(s, team, what, fired)]


def _list_able(s: State, team: str, what: str, fired: set[str]) -> list[str]:
    able = []
    for man in s.team_members(team):
        act_ = get_action(s, man.id)
        if man.id in fired or man.order == "melee":
            continue
        can = {
            "fire": act_ in ("fire", "fire_or_move") and man.ammo != "none" and bool(_list_targets(s, man)),
            "throw": act_ == "throw" and (man.armed or man.order != "grenade"),
            "shift": man.aim is not None and s.impulse in SHIFT_IMPULSES.get(man.order or "", ()),
            "flare": man.order == "aimed" and s.impulse == 2 and s.flares > 0,
        }
        able += [man.id] if can[what] else []
    return able


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


def _do_order_action(s: State, team: str, what: str, fired: set[str]) -> Steps[tuple[State, str]]:
    who = yield from choose_one("4.0", f"who_{what}", "man", _list_able(s, team, what, fired))
    man = s.soldiers[who]
    if what == "fire":
        places = label_soldiers(_list_targets(s, man))
        target = yield from choose_one(
            "13.0", "target_known", "enemy", list(places), places=places, who=man.label
        )
        return (yield from fire(s, who, target)), who
    if what == "flare":
        hex_ = yield from _ask_hex_within(s, man, s.catalog.figures["flare_range"], "21.1", "flare_hex")
        s = replace(s, flares=s.flares - 1)
        s = yield from light_up(s, hex_)
        return (yield from duck_back(s, who, "21.1")), who
    if what == "shift":
        return (yield from _shift_target(s, man)), who
    return (yield from _throw_grenade(s, man)), who


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


def _duck_idle_runners(s: State, team: str, busy: set[str]) -> Steps[State]:
    """7.0, 7.04: with Run & Gun, a soldier who neither fired nor moved ducks back."""
    for man in s.team_members(team):
        if get_action(s, man.id) == "fire_or_move" and man.id not in busy and not s.is_in_melee(man):
            s = yield from duck_back(s, man.id, "7.04")
    return s


def _stop_running(s: State, team: str, moved: set[str]) -> Steps[State]:
    """7.17: a routed soldier who reached cover out of sight may stop after a TQC."""
    for who in [
        soldier.id for soldier in s.team_members(team) if soldier.morale == "rout" and soldier.id in moved
    ]:
        if s.soldiers[who].order in ("duck_back", "melee", "guard", None):
            continue
        s, sheltered = yield from is_cover(s, s.soldiers[who].hex)
        if not sheltered or (s.known_enemies() and (yield from ask_sees_known(s, who))):
            continue
        if (yield from ask_yes_no("7.17", "rout_stops", who=who)):
            s, passed = yield from tqc(s, who, "7.17", plain=True)
            s = (yield from duck_back(s, who, "7.17")) if passed else s
    return s


def _offer_duck_back(s: State, team: str) -> Steps[State]:
    """7.19: offer Duck Back at the end of the activation; not to routed soldiers (17.3)."""
    still = ("melee", "duck_back", "hide", "guard", None)
    able = [
        soldier.id
        for soldier in s.team_members(team)
        if soldier.order not in still and soldier.morale != "rout"
    ]
    for who in (yield from choose_some("7.19", "ducks", "man", able, team=team)):
        s = yield from duck_back(s, who, "7.19")
    return s


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
        case "discard":
            yield Note("5.1.2", "discards", {"count": min(1, s.hand)})
            return replace(s, hand=max(0, s.hand - 1))
        case "explosion":
            return (yield from _resolve_explosion(s))
        case "stop":
            return replace(s, stopped=True, ended=True)
    people = [soldier for soldier in s.soldiers.values() if soldier.on_board]
    if what in ("alert", "reveal"):
        people = [
            soldier
            for soldier in people
            if not soldier.friendly and not (soldier.alert if what == "alert" else soldier.seen)
        ]
    if not people:
        yield Note("4.0", "nobody", {})
        return s
    places = label_soldiers(people)
    who = yield from choose_one("4.0", f"who_{what}", "soldier", list(places), places=places)
    return (yield from _apply_tool_to_soldier(s, what, who))


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
        case "reveal":
            return (yield from reveal_enemy(s, who))
        case "alert":
            return (yield from alert_enemy(s, who, "sight"))
    answer = yield Report(
        "4.0", "relocate", PLAYER, make_hex_form("hex"), context={"who": s.soldiers[who].label}
    )
    s = s.change(who, hex=answer["hex"])
    return (yield from start_melee(s, answer["hex"]))


def _spot_enemies(s: State, team: str, looked: set[tuple[str, str]]) -> Steps[State]:
    """12.0: try to spot unknown enemies in sight, each once per soldier and activation."""
    hidden = [soldier for soldier in s.soldiers_of("enemy") if not soldier.seen]
    free = [
        soldier.id
        for soldier in s.team_members(team)
        if soldier.order != "melee" and not s.is_in_melee(soldier)
    ]
    men = [who for who in free if any((who, soldier.id) not in looked for soldier in hidden)]
    if not men:
        yield Note("12.0", "nobody", {})
        return s
    who = yield from choose_one("12.0", "who_spot", "man", men)
    man = s.soldiers[who]
    there = [
        soldier for soldier in hidden if s.in_view(man.hex, soldier.hex) and (who, soldier.id) not in looked
    ]
    places = label_soldiers(there)
    chosen = yield from choose_some("12.0", "looks_at", "enemy", list(places), places=places, who=man.label)
    for target_id in chosen:
        looked.add((who, target_id))
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
    team = yield from choose_one("5.1.1", "lot_team", "team", teams)
    men = [soldier.id for soldier in s.team_members(team)]
    while (chosen := pick_by_lot(men, (yield from roll_d6("5.1.1", "lot")))) is None:
        pass
    yield Note("5.1.1", "lot", {"who": chosen})
    return s


def _resolve_explosion(s: State) -> Steps[State]:
    """14.2: resolve a grenade or shell that an event or card brings, outside the orders."""
    answer = yield Report("14.2", "explosion_hex", PLAYER, make_hex_form("hex"))
    kinds = [name for name, weapon in s.catalog.weapons.items() if weapon.kind in ("grenade", "artillery")]
    weapon = yield from choose_one("14.2", "explosion_weapon", "weapon", kinds)
    if s.catalog.weapons[weapon].kind == "artillery":
        return (yield from resolve_impact(s, s.catalog.weapons[weapon], answer["hex"]))
    there = tuple(soldier.id for soldier in s.soldiers_at(answer["hex"]))
    return (yield from explode(s, Grenade(answer["hex"], weapon, there)))
