"""4.0-4, 7.01-7.19: a team of the squad acts. The player moves and fires; what follows by rule is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from catalogs.games.combat_solitaire import FRIENDLY
from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from .alerts import alerted
from .asking import cover, d6, ground, number, one_of, some_of, yes
from .checks import check_morale, duck, tqc
from .events import event, settle
from .explosions import RIFLE, explode, impact, light_up, throw
from .fire import fire, weapon_of
from .hexes import column_row, distance, neighbours, next_to, turned
from .hits import hit
from .melee import attack, clash, opponents
from .orders import ATTACK_WAYS, FLIGHT_WAYS, rifle_reach, sees_known
from .rules import by_lot
from .spotting import found, spot
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
OWN = ("fire", "throw", "shift", "flare")
HEX_FORM = {"type": "string", "pattern": r"^[0-9]{2}\.[0-9]{2}$", "maxLength": 5, "examples": ["12.10"]}
SHIFTS = {"grenade": (2,), "rifle_grenade": (1, 2)}  # when a target marker may be moved (7.09, 7.11)
MOVING = ("move", "may_move", "move_2", "fire_or_move")


def hex_form(*names: str) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(names),
        "properties": dict.fromkeys(names, HEX_FORM),
    }


def act(s: State, team: str) -> Steps[State]:
    """Move, fire, spot; then whoever wants to ducks back (7.19)."""
    for man in s.team(team):
        s = yield from _begins(s, man.id)
    before = {man.id: man.hex for man in s.team(team)}
    s = yield from _moves(s, team)
    moved = {who for who, hex_ in before.items() if s.soldiers[who].hex != hex_}
    s, busy = yield from _menu(s, team, moved)
    s = yield from settle(s)
    if not s.stopped:
        s = yield from _stood(s, team, busy)
        s = yield from _stop_running(s, team, moved)
    return (yield from _ducks(s, team))


def does(s: State, who: str) -> str:
    """What his order lets him do in this impulse."""
    man = s.soldiers[who]
    return s.catalog.orders[man.order].acts[s.impulse - 1] if man.order else "none"


def _begins(s: State, who: str) -> Steps[State]:
    """7.19: Duck Back is turned to Hide; 15.0: melee in impulses 2 and 4, and the winner ducks back."""
    man = s.soldiers[who]
    if not man.free:
        return s
    if man.order == "duck_back":
        yield Note("7.19", "order", {"who": man.called, "order": "hide"})
        return s.change(who, order="hide")
    if man.order == "melee" and not opponents(s, who):
        yield Note("15.0", "order", {"who": man.called, "order": "duck_back"})
        return s.change(who, order="duck_back")
    if does(s, who) == "melee" and man.order in ("melee", "charge"):
        if opponents(s, who):
            return (yield from attack(s, who))
        return (yield from duck(s, who, "7.08"))
    if man.order == "grenade" and s.impulse == 1:
        yield Note("7.09", "arms", {"who": man.called, "hex": man.aim or "-"})
        return s.change(who, armed=True)
    return s


def _moves(s: State, team: str) -> Steps[State]:
    """7.04-7.08: the hexes into which the men go; those who must move and do not, duck back."""
    movers = [
        each
        for each in s.team(team)
        if does(s, each.id) in MOVING and not opponents(s, each.id) and not _dragged(s, each)
    ]
    if not movers:
        return s
    form = hex_form()
    form["properties"] = {each.id: HEX_FORM for each in movers}
    runs = {each.id: hexes for each in movers if (hexes := _runs(s, each))}
    context = {
        "now": {each.id: each.hex for each in movers},
        "does": {each.id: does(s, each.id) for each in movers},
        "team": team,
        "impulse": s.impulse,
        **({"runs": runs} if runs else {}),
    }
    told = yield Report("4.0", "moves", PLAYER, form, lambda given: _legal_moves(s, given, runs), context)
    for man in movers:
        hex_ = str(told.get(man.id, man.hex))
        if hex_ == man.hex:
            if does(s, man.id) in ("move", "move_2"):
                s = yield from duck(s, man.id, "7.19")
            continue
        s = yield from _goes(s, man, hex_)
    return s


def _dragged(s: State, man: Soldier) -> bool:
    """7.18: whoever is carried moves when the man moves who carries him."""
    return bool(man.carried_by) and s.soldiers[man.carried_by].here


def _runs(s: State, man: Soldier) -> list[str]:
    """17.3: the hexes into which a routed man must go, as far as his order takes him; he may not stay."""
    if man.morale != "rout" or does(s, man.id) not in ("move", "move_2"):
        return []
    found: list[str] = []
    last = {man.hex}
    for _ in range(2 if does(s, man.id) == "move_2" else 1):
        steps = {next_to(hex_, turned(way, s.north)) for hex_ in last for way in FLIGHT_WAYS}
        last = {hex_ for hex_ in steps if hex_ and not s.off(*column_row(hex_))}
        found = sorted(last) or found
    return found


def _legal_moves(s: State, told: Mapping[str, Any], runs: Mapping[str, Sequence[str]]) -> HorahError | None:
    """No farther than the marker lets him; in Rout and Berserk only the ways of 17.2 and 17.3."""
    for who, hexes in runs.items():
        if told.get(who, s.soldiers[who].hex) == s.soldiers[who].hex:
            return HorahError("MUST_RUN", who=who, hexes=tuple(hexes))
    for who, hex_ in told.items():
        man = s.soldiers[who]
        most = 2 if does(s, who) == "move_2" else 1
        if distance(man.hex, hex_) > most:
            return HorahError("TOO_FAR", who=who, hex=hex_, most=most, now=man.hex)
        if s.off(*column_row(hex_)):
            return HorahError("OFF_BOARD", who=who, hex=hex_)
        ways = {"rout": FLIGHT_WAYS, "berserk": ATTACK_WAYS}.get(man.morale)
        if ways and hex_ != man.hex and man.order != "charge" and hex_ not in _reached(s, man, ways, most):
            return HorahError("WRONG_WAY", who=who, hex=hex_, ways=ways)
    return None


def _reached(s: State, man: Soldier, ways: tuple[int, ...], most: int) -> set[str]:
    found, last = set(), {man.hex}
    for _ in range(most):
        steps = (next_to(hex_, turned(way, s.north)) for hex_ in last for way in ways)
        last = {hex_ for hex_ in steps if hex_}
        found |= last
    return found


def _goes(s: State, man: Soldier, hex_: str) -> Steps[State]:
    yield Note("4.0", "moves", {"who": man.called, "hex": hex_})
    for each in s.at(man.hex):
        if man.guard and each.prisoner and each.side != man.side:
            s = s.change(each.id, hex=hex_)
        if each.carried_by == man.id and each.order == "carry":
            yield Note("7.18", "carried", {"who": each.called, "hex": hex_})
            s = s.change(each.id, hex=hex_)
    s = s.change(man.id, hex=hex_)
    s = yield from clash(s, hex_)
    if man.order == "sprint" and s.soldiers[man.id].order == "sprint":
        s, _ = yield from ground(s, hex_)
    if man.order == "sprint" and s.terrain.get(hex_) and s.catalog.terrain[s.terrain[hex_]].rough:
        s = yield from duck(s, man.id, "7.07")
    if man.order == "charge" and s.impulse == 3 and not opponents(s, man.id):
        s = yield from duck(s, man.id, "7.08")
    return s


def _menu(s: State, team: str, moved: set[str]) -> Steps[tuple[State, set[str]]]:
    """Everything a player may do with a team, and what only he sees happen, until he is done.

    Who has moved in this impulse does nothing else in it: it is fire or move (7.04), step or shift (7.09).
    """
    fired, looked = set(moved), set[tuple[str, str]]()
    while not s.stopped:
        yield Stand(s)
        options = [*_own(s, team, fired), "spot", DONE, *TOOLS, "stop"]
        what = yield Choose("4.0", "act", PLAYER, "act", tuple(options), context={"team": team})
        if what == DONE:
            break
        if what in OWN:
            s, who = yield from _with(s, team, str(what), fired)
            fired.add(who)
        elif what == "spot":
            s = yield from _spot(s, team, looked)
        else:
            s = yield from tool(s, str(what))
    return s, fired


def _own(s: State, team: str, fired: set[str]) -> list[str]:
    """What the orders of a team let it do besides moving."""
    return [what for what in OWN if _able(s, team, what, fired)]


def _able(s: State, team: str, what: str, fired: set[str]) -> list[str]:
    found = []
    for man in s.team(team):
        act_ = does(s, man.id)
        if man.id in fired or man.order == "melee":
            continue
        can = {
            "fire": act_ in ("fire", "fire_or_move") and man.ammo != "none" and bool(_targets(s, man)),
            "throw": act_ == "throw" and (man.armed or man.order != "grenade"),
            "shift": man.aim is not None and s.impulse in SHIFTS.get(man.order or "", ()),
            "flare": man.order == "aimed" and s.impulse == 2 and s.flares > 0,
        }
        found += [man.id] if can[what] else []
    return found


def _targets(s: State, man: Soldier) -> list[Soldier]:
    """13.0: Known Enemies in reach; whether the line is free the player sees."""
    weapon = weapon_of(s, man.id)
    return [
        each
        for each in s.known()
        if each.order != "melee"
        and not s.locked(each)
        and not _too_new(s, man, each)
        and s.in_view(man.hex, each.hex)
        and (weapon is None or weapon.reaches(distance(man.hex, each.hex)))
    ]


def _too_new(s: State, man: Soldier, target: Soldier) -> bool:
    """7.01: aimed fire needs a target that was known when the impulse began."""
    return man.order == "aimed" and s.known_since is not None and target.id not in s.known_since


def _with(s: State, team: str, what: str, fired: set[str]) -> Steps[tuple[State, str]]:
    who = yield from one_of("4.0", f"who_{what}", "man", _able(s, team, what, fired))
    man = s.soldiers[who]
    if what == "fire":
        targets = _targets(s, man)
        places = {each.id: each.called for each in targets}
        target = yield from one_of(
            "13.0", "target_known", "enemy", list(places), places=places, who=man.called
        )
        return (yield from fire(s, who, target)), who
    if what == "flare":
        hex_ = yield from _hex_within(s, man, s.catalog.figures["flare_range"], "21.1", "flare_hex")
        s = replace(s, flares=s.flares - 1)
        s = yield from light_up(s, hex_)
        return (yield from duck(s, who, "21.1")), who
    if what == "shift":
        return (yield from _shifted(s, man)), who
    return (yield from _thrown(s, man)), who


def _shifted(s: State, man: Soldier) -> Steps[State]:
    """7.09, 7.11: a TQC moves the target marker one hex, within the range of the grenade."""
    s, passed = yield from tqc(s, man.id, "7.09")
    if not passed or man.aim is None:
        return s
    reach = s.catalog.figures["grenade_range"] if man.order == "grenade" else rifle_reach(s)
    near = [each for each in neighbours(man.aim) if distance(man.hex, each) <= reach]
    if not near:
        return s
    hex_ = yield from one_of("7.09", "shift_hex", "hex", near, who=man.called)
    yield Note("7.09", "aims", {"who": man.called, "hex": hex_})
    return s.change(man.id, aim=hex_)


def _thrown(s: State, man: Soldier) -> Steps[State]:
    """7.09-7.11: the throw of impulse 3."""
    reach = s.catalog.figures["grenade_range"] if man.order != RIFLE else rifle_reach(s)
    hex_ = man.aim
    if hex_ is None or distance(man.hex, hex_) > reach:
        hex_ = yield from _hex_within(s, man, reach, "7.09", "throw_hex")
    seen = yield from yes("12.0", "sees_hex", who=man.called, hex=hex_)
    weapon = {"smoke_grenade": "m18", RIFLE: RIFLE}.get(man.order or "", "mk2")
    s = yield from throw(s, man.id, hex_, seen=seen, weapon=weapon)
    if man.order != RIFLE:
        return s
    live, s = s.grenades[-1], replace(s, grenades=s.grenades[:-1])
    return (yield from explode(s, live))  # 7.11: it goes off at once


def _hex_within(s: State, man: Soldier, reach: int, rule: str, ask: str) -> Steps[str]:
    def wrong(told: Mapping[str, Any]) -> HorahError | None:
        if distance(man.hex, told["hex"]) <= reach:
            return None
        return HorahError("TOO_FAR", who=man.id, hex=told["hex"], most=reach, now=man.hex)

    context = {"who": man.called, "most": reach, "from": man.hex}
    return str((yield Report(rule, ask, PLAYER, hex_form("hex"), wrong, context))["hex"])


def _stood(s: State, team: str, busy: set[str]) -> Steps[State]:
    """7.0, 7.04: Run & Gun fires or moves; whoever did neither has stopped, and ducks back."""
    for man in s.team(team):
        if does(s, man.id) == "fire_or_move" and man.id not in busy and not s.locked(man):
            s = yield from duck(s, man.id, "7.04")
    return s


def _stop_running(s: State, team: str, moved: set[str]) -> Steps[State]:
    """7.17: a routed man who has come into cover where no enemy sees him may stop by a TQC."""
    for who in [each.id for each in s.team(team) if each.morale == "rout" and each.id in moved]:
        if s.soldiers[who].order in ("duck_back", "melee", "guard", None):
            continue
        s, sheltered = yield from cover(s, s.soldiers[who].hex)
        if not sheltered or (s.known() and (yield from sees_known(s, who))):
            continue
        if (yield from yes("7.17", "rout_stops", who=who)):
            s, passed = yield from tqc(s, who, "7.17", plain=True)
            s = (yield from duck(s, who, "7.17")) if passed else s
    return s


def _ducks(s: State, team: str) -> Steps[State]:
    """7.19: at the end of his activation any man may duck back; in Rout not by his own will (17.3)."""
    still = ("melee", "duck_back", "hide", "guard", None)
    able = [each.id for each in s.team(team) if each.order not in still and each.morale != "rout"]
    for who in (yield from some_of("7.19", "ducks", "man", able, team=team)):
        s = yield from duck(s, who, "7.19")
    return s


def tool(s: State, what: str) -> Steps[State]:
    """What the assistant cannot see on the board, told by the player."""
    match what:
        case "light":
            told = yield Report("21.1", "light_hex", PLAYER, hex_form("hex"))
            return (yield from light_up(s, told["hex"]))
        case "event":
            side = yield from one_of("5.1.3", "event_side", "side", ("friendly", "enemy"))
            return (yield from event(s, side))
        case "score":
            return (yield from _score(s))
        case "lot":
            return (yield from _lot(s))
        case "discard":
            yield Note("5.1.2", "discards", {"count": min(1, s.hand)})
            return replace(s, hand=max(0, s.hand - 1))
        case "explosion":
            return (yield from _explosion(s))
        case "stop":
            return replace(s, stopped=True, ended=True)
    people = [each for each in s.soldiers.values() if each.here]
    if what in ("alert", "reveal"):
        people = [
            each
            for each in people
            if not each.friendly and not (each.alert if what == "alert" else each.seen)
        ]
    if not people:
        yield Note("4.0", "nobody", {})
        return s
    places = {each.id: each.called for each in people}
    who = yield from one_of("4.0", f"who_{what}", "soldier", list(places), places=places)
    return (yield from _to_one(s, what, who))


def _to_one(s: State, what: str, who: str) -> Steps[State]:
    match what:
        case "check":
            kind = yield from one_of("19.0", "which_check", "check", ("mc", "rc", "wmc", "tqc"))
            if kind == "tqc":
                s, _ = yield from tqc(s, who, "19.0")
                return s
            return (yield from check_morale(s, who, kind, "19.0"))
        case "wound":
            return (yield from hit(s, who, "16.0"))
        case "reveal":
            return (yield from found(s, who))
        case "alert":
            return (yield from alerted(s, who, "sight"))
    told = yield Report("4.0", "relocate", PLAYER, hex_form("hex"), context={"who": s.soldiers[who].called})
    s = s.change(who, hex=told["hex"])
    return (yield from clash(s, told["hex"]))


def _spot(s: State, team: str, looked: set[tuple[str, str]]) -> Steps[State]:
    """12.0: a man looks for the unknown enemies whom he has in sight, for each once in an activation."""
    hidden = [each for each in s.of("enemy") if not each.seen]
    free = [each.id for each in s.team(team) if each.order != "melee" and not s.locked(each)]
    men = [who for who in free if any((who, each.id) not in looked for each in hidden)]
    if not men:
        yield Note("12.0", "nobody", {})
        return s
    who = yield from one_of("12.0", "who_spot", "man", men)
    man = s.soldiers[who]
    there = [each for each in hidden if s.in_view(man.hex, each.hex) and (who, each.id) not in looked]
    places = {each.id: each.called for each in there}
    chosen = yield from some_of("12.0", "looks_at", "enemy", list(places), places=places, who=man.called)
    for each in chosen:
        looked.add((who, each))
        if s.soldiers[each].here and s.soldiers[who].here:
            s = yield from spot(s, who, each)
    return s


def _score(s: State) -> Steps[State]:
    """22.0: an action that only the player can tell."""
    ids = [each["id"] for each in s.scenario["victory_points"]]
    if not ids:
        yield Note("22.0", "nobody", {})
        return s
    names = {each["id"]: each["text"] for each in s.scenario["victory_points"]}
    which = yield from one_of("22.0", "score_action", "action", ids, places=names)
    count = yield from number("22.0", "score_count", -9, 9, action=names[which])
    return replace(s, score={**s.score, which: s.score.get(which, 0) + count})


def _lot(s: State) -> Steps[State]:
    """5.1.1: a man of a team by 1D6, in equal ranges; rolled again where nobody has the face."""
    teams = [each for each in FRIENDLY if s.team(each)]
    if not teams:
        yield Note("5.1.1", "nobody", {})
        return s
    team = yield from one_of("5.1.1", "lot_team", "team", teams)
    men = [each.id for each in s.team(team)]
    found = by_lot(men, (yield from d6("5.1.1", "lot")))
    while found is None:
        found = by_lot(men, (yield from d6("5.1.1", "lot")))
    yield Note("5.1.1", "lot", {"who": found})
    return s


def _explosion(s: State) -> Steps[State]:
    """A grenade or shell that an event or card brings, outside the orders."""
    told = yield Report("14.2", "explosion_hex", PLAYER, hex_form("hex"))
    kinds = [name for name, each in s.catalog.weapons.items() if each.kind in ("grenade", "artillery")]
    weapon = yield from one_of("14.2", "explosion_weapon", "weapon", kinds)
    if s.catalog.weapons[weapon].kind == "artillery":
        return (yield from impact(s, s.catalog.weapons[weapon], told["hex"]))
    there = tuple(each.id for each in s.at(told["hex"]))
    return (yield from explode(s, Grenade(told["hex"], weapon, there)))
