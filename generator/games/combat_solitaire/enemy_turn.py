"""9.3-9.5, 10.0-10.13: the activation of an enemy, hex by hex."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.table import Note
from generator.table import Procedure as Steps

from .alerts import alert_enemy, alert_waiting_enemies
from .checks import duck_back, get_printed_tq, tqc
from .enemy_orders import assign_order, draw_card
from .explosions import throw_grenade
from .fire import choose_enemy_target, fire, get_weapon
from .hexes import distance, format_hex, neighbours, parse_hex, step, to_grid_direction
from .melee import attack, find_opponents, start_melee
from .prompts import ask_seen, choose_some, draw_lot, get_terrain, is_cover, label_soldiers, roll_d6
from .rules import get_impulse_direction
from .spotting import remove_decoy_if_seen, spot
from .state import Soldier, State

UNSHAKEN = ("aggressive", "berserk")
BOLD_ORDERS = ("run_gun", "grenade", "charge")
LAST_IMPULSE = 4


def sort_team(s: State, team: str) -> Steps[list[str]]:
    """10.0: sort from the top of the map to the bottom, then nearest to a Friendly, then by lot."""
    friends = list(s.soldiers_of("friendly"))

    def key(man: Soldier) -> tuple[int, int]:
        near = min((distance(man.hex, soldier.hex) for soldier in friends), default=0)
        return parse_hex(man.hex)[1], near

    groups: dict[tuple[int, int], list[str]] = {}
    for man in s.team_members(team):
        groups.setdefault(key(man), []).append(man.id)
    ordered: list[str] = []
    for group in (groups[group] for group in sorted(groups)):
        while len(group) > 1:
            first = yield from draw_lot("10.0", "first", group)
            group.remove(first)
            ordered.append(first)
        ordered += group
    return ordered


def activate(s: State, who: str) -> Steps[State]:
    """4.0-4: act, then spot."""
    man = s.soldiers[who]
    if not man.free or (man.assistant_of and s.soldiers[man.assistant_of].on_board):
        return s
    if man.order in ("melee", "charge") and find_opponents(s, who):
        fights = s.impulse == LAST_IMPULSE or (man.order == "melee" and s.impulse == LAST_IMPULSE // 2)
        return (yield from attack(s, who)) if fights else s
    before = man.hex
    sees: tuple[str, ...] | None = None
    waited = not man.alert
    if waited:
        sees = yield from _ask_sight(s, man)
        if any(s.soldiers[seen_id].seen for seen_id in sees):
            s = yield from alert_enemy(s, who, "sight")
    man = s.soldiers[who]
    if waited and man.alert and man.order is None:
        pass  # 9.8: not prepared; draws a card at the next activation
    elif man.alert and man.order is None:
        s, drawn = yield from draw_card(s, man.team)
        s = yield from assign_order(s, who, drawn)
        s = s.change(who, acts_from=s.impulse + 1)
    elif man.order in ("duck_back", "melee"):
        s = yield from _recover(s, who)
    elif man.alert and man.acts_from <= s.impulse:
        s, sees = yield from act(s, who, sees)
    if s.soldiers[who].free and not find_opponents(s, who):  # 15.0: no spotting out of a melee
        s = yield from _spot_friendlies(s, who, sees if s.soldiers[who].hex == before else None)
    return s


def ask_team_sight(s: State, team: str) -> Steps[State]:
    """12.0: ask which enemies of a team see anybody; the others are not asked again until they move."""
    men, friends = s.team_members(team), list(s.soldiers_of("friendly"))
    able = [soldier for soldier in men if any(s.in_view(soldier.hex, friend.hex) for friend in friends)]
    if len(able) < 2:
        return replace(s, blind={})
    places = label_soldiers(able)
    seeing = yield from choose_some("12.0", "team_sees", "enemy", list(places), places=places, team=team)
    return replace(s, blind={soldier.id: soldier.hex for soldier in able if soldier.id not in seeing})


def _ask_sight(s: State, man: Soldier) -> Steps[tuple[str, ...]]:
    if s.blind.get(man.id) == man.hex:
        return ()
    return (yield from ask_seen(s, man, list(s.soldiers_of("friendly")), "sees", "man"))


def _recover(s: State, who: str) -> Steps[State]:
    """10.13: turn Duck Back to Hide. 15.0: the winner of a melee ducks back."""
    man = s.soldiers[who]
    order = "hide" if man.order == "duck_back" else "duck_back"
    yield Note("10.13" if order == "hide" else "15.0", "order", {"who": man.label, "order": order})
    return s.change(who, order=order, ways=())


def _spot_friendlies(s: State, who: str, sees: tuple[str, ...] | None) -> Steps[State]:
    """12.0: try to spot every Hidden Friendly in sight, whether this enemy is alert or waiting."""
    man = s.soldiers[who]
    if sees is None:
        sees = yield from _ask_sight(s, man)
    if not sees:
        return s
    s = yield from remove_decoy_if_seen(s, who)
    if not s.soldiers[who].on_board:
        return s
    if s.settings.sighting_alerts and not man.alert and not man.seen:
        s = yield from alert_enemy(s, who, "sight")
    for seen_id in sees:
        if s.soldiers[who].on_board and s.soldiers[seen_id].on_board and not s.soldiers[seen_id].seen:
            s = yield from spot(s, who, seen_id)
    return s


Sees = tuple[str, ...] | None


def act(s: State, who: str, sees: Sees) -> Steps[tuple[State, Sees]]:
    """10.01-10.12: do what the order says for this impulse."""
    man = s.soldiers[who]
    order = man.order or "hide"
    does = s.catalog.orders[order].acts[s.impulse - 1]
    if order == "charge":
        return (yield from charge(s, who)), None
    if order == "grenade":
        return (yield from act_on_grenade_order(s, who, sees))
    if does in ("fire", "fire_or_move"):
        s, sees, fired = yield from _fire_if_possible(s, who, sees)
        if fired or does == "fire":
            return s, sees
    if does in ("move", "may_move", "move_2", "fire_or_move"):
        return (yield from move(s, who, 2 if does == "move_2" else 1)), None
    return s, sees


def _fire_if_possible(s: State, who: str, sees: Sees) -> Steps[tuple[State, Sees, bool]]:
    """10.01: fire with a fire order and a target. 17.4: only aimed fire at a guard with a prisoner."""
    man = s.soldiers[who]
    if man.ammo == "none" or not s.spotted_friendlies():
        return s, sees, False
    if sees is None:
        sees = yield from _ask_sight(s, man)
    if sees:
        s = yield from remove_decoy_if_seen(s, who)  # 12.0: remove a decoy before it can fire
        if not s.soldiers[who].on_board:
            return s, sees, True
    targets = tuple(seen_id for seen_id in sees if _is_target(s, man, seen_id))
    if not targets:
        return s, sees, False
    s, target = yield from choose_enemy_target(s, who, targets)
    return (yield from fire(s, who, target)), sees, True


def _is_target(s: State, man: Soldier, each: str) -> bool:
    aim, weapon = s.soldiers[each], get_weapon(s, man.id)
    if not (aim.seen and aim.free and aim.order != "melee") or s.is_in_melee(aim):
        return False
    if aim.guard and man.order != "aimed":
        return False
    return weapon is None or weapon.reaches(distance(man.hex, aim.hex))


def move(s: State, who: str, count: int) -> Steps[State]:
    """9.3: move the given number of hexes in the order's direction for this impulse."""
    ducks = False
    for _ in range(count):
        man = s.soldiers[who]
        way = get_impulse_direction(man.order or "", man.ways, s.impulse) if man.ways else None
        if way is None or not man.free or man.order in ("melee", "duck_back"):
            break
        place = step(man.hex, to_grid_direction(way, s.north))
        edge = s.edge_beyond(*place)
        if edge is not None:
            return (yield from _leave_or_stop_at_edge(s, who, edge))
        s, rough = yield from _is_rough(s, man, format_hex(*place))
        if rough:
            s, later = yield from _can_move_later(s, who)
            if later:
                yield Note("10.07", "stands", {"who": man.label})
                return s
        s, shelters = yield from enter_hex(s, who, format_hex(*place), "9.3")
        ducks = ducks or shelters or rough
        if rough:
            break
    return (yield from duck_back(s, who, "9.4")) if ducks and s.soldiers[who].order != "melee" else s


def _is_rough(s: State, man: Soldier, hex_: str) -> Steps[tuple[State, bool]]:
    """10.07: tell whether rough terrain stops a sprinting enemy."""
    if man.order != "sprint":
        return s, False
    s, terrain = yield from get_terrain(s, hex_)
    return s, s.catalog.terrain[terrain].rough


def _can_move_later(s: State, who: str) -> Steps[tuple[State, bool]]:
    """9.5, 10.07: tell whether the enemy could move legally from its hex in a later impulse."""
    man = s.soldiers[who]
    for impulse in range(s.impulse + 1, s.catalog.figures["impulses"] + 1):
        way = get_impulse_direction(man.order or "", man.ways, impulse)
        if way is None:
            continue
        place = step(man.hex, to_grid_direction(way, s.north))
        edge = s.edge_beyond(*place)
        if edge is not None:
            if edge in s.scenario["edges"].values():
                return s, True
            continue
        s, rough = yield from _is_rough(s, man, format_hex(*place))
        if not rough:
            return s, True
    return s, False


def _leave_or_stop_at_edge(s: State, who: str, edge: str) -> Steps[State]:
    """9.5: leave by the squad's or the enemy's edge; wait or duck back at a neutral edge."""
    man, edges = s.soldiers[who], s.scenario["edges"]
    if edge not in edges.values():
        s, later = yield from _can_move_later(s, who)
        if later:
            yield Note("9.5", "stands", {"who": man.label})
            return s
        return (yield from duck_back(s, who, "9.5"))
    routed = edge == edges["enemy"] and man.morale == "rout"
    yield Note("9.5", "leaves", {"who": man.label, "edge": edge})
    for soldier in s.soldiers_at(man.hex):
        if man.guard and soldier.prisoner and soldier.friendly:
            yield Note("17.4", "captured", {"who": soldier.label})
            s = s.change(soldier.id, fate="captured").score_action("friendly_captured")
    when = "enemy_left_routed" if routed else "enemy_left_friendly_edge" if edge == edges["friendly"] else ""
    for leaving in (*s.assistants_of(who), man):
        s = s.change(leaving.id, fate="left_routed" if routed else "left", order=None)
        s = s.score_action(when) if when else s
    return s


def enter_hex(s: State, who: str, hex_: str, rule: str) -> Steps[tuple[State, bool]]:
    """9.4, 9.8, 15.0: enter a hex. Return whether the enemy ducks back at the end of this activation."""
    man = s.soldiers[who]
    yield Note(rule, "moves", {"who": man.label, "hex": hex_})
    for soldier in s.soldiers_at(man.hex):
        if soldier.prisoner and man.guard and soldier.side != man.side:
            s = s.change(soldier.id, hex=hex_)
    for assistant in s.assistants_of(who):
        s = s.change(assistant.id, hex=hex_)
    s = s.change(who, hex=hex_)
    if man.alert:
        s = yield from alert_waiting_enemies(s, "company", hex_, but=who)
    if not s.quiet:
        s = yield from start_melee(s, hex_)
    if not s.soldiers[who].free or find_opponents(s, who):
        return s, False
    if man.order in BOLD_ORDERS or man.morale in UNSHAKEN or not s.spotted_friendlies():
        return s, False
    s, sheltered = yield from is_cover(s, hex_)
    if not sheltered:
        return s, False
    sees = yield from ask_seen(s, s.soldiers[who], s.spotted_friendlies(), "sees", "man")
    if not sees:
        return s, False
    return (yield from tqc(s, who, "9.4", plain=True))


def find_nearest(s: State, hex_: str, men: Sequence[Soldier]) -> list[Soldier]:
    least = min((distance(hex_, soldier.hex) for soldier in men), default=0)
    return [soldier for soldier in men if distance(hex_, soldier.hex) == least]


def charge(s: State, who: str) -> Steps[State]:
    """10.08: move towards the nearest Friendly; ties go to the lowest TQ, then by lot."""
    for _ in range(2 if s.impulse == LAST_IMPULSE - 1 else 1):
        man, friends = s.soldiers[who], list(s.soldiers_of("friendly"))
        if s.impulse == LAST_IMPULSE or not friends or find_opponents(s, who) or not man.free:
            break
        near = find_nearest(s, man.hex, friends)
        if len(near) > 1 and not s.companion:  # the companion does not know the TQ of the squad
            s, near = yield from _find_weakest(s, near)
        target = yield from draw_lot("10.08", "target", [soldier.id for soldier in near])
        s = yield from _step_towards(s, who, s.soldiers[target].hex, "10.08")
    man = s.soldiers[who]
    if s.impulse >= LAST_IMPULSE - 1 and man.order == "charge" and not find_opponents(s, who):
        return (yield from duck_back(s, who, "10.08"))
    return s


def _find_weakest(s: State, men: list[Soldier]) -> Steps[tuple[State, list[Soldier]]]:
    quality = {}
    for soldier in men:
        s, quality[soldier.id] = yield from get_printed_tq(s, soldier.id)
    return s, [soldier for soldier in men if quality[soldier.id] == min(quality.values())]


def _step_towards(s: State, who: str, goal: str, rule: str, *, sheltered: bool = False) -> Steps[State]:
    """Step one hex nearer; ties prefer cover if ``sheltered``, then by lot (14.2)."""
    man = s.soldiers[who]
    on_board = [hex_ for hex_ in neighbours(man.hex) if s.edge_beyond(*parse_hex(hex_)) is None]
    best = min((distance(hex_, goal) for hex_ in on_board), default=0)
    ways = [hex_ for hex_ in on_board if distance(hex_, goal) == best]
    if sheltered and len(ways) > 1:
        s, ways = yield from _prefer_cover(s, ways)
    hex_ = yield from _choose_hex_by_lot(ways, rule)
    s, _ = yield from enter_hex(s, who, hex_, rule)
    return s


def _prefer_cover(s: State, ways: list[str]) -> Steps[tuple[State, list[str]]]:
    covered = []
    for hex_ in ways:
        s, shelters = yield from is_cover(s, hex_)
        covered += [hex_] if shelters else []
    return s, covered or ways


def _choose_hex_by_lot(ways: Sequence[str], rule: str) -> Steps[str]:
    """14.2: choose one of two hexes with a die: 1-3 is the first, 4-6 the second."""
    if len(ways) != 2:
        return (yield from draw_lot(rule, "which_hex", list(ways)))
    die = yield from roll_d6(rule, "of_two")
    first, second = sorted(ways)
    return first if die <= 3 else second


def act_on_grenade_order(s: State, who: str, sees: Sees) -> Steps[tuple[State, Sees]]:
    """10.09: arm in impulse 1, throw in 3; step in 2 and 4."""
    if s.impulse == 3 and not s.soldiers[who].armed:
        return s, sees  # an order given after impulse 1 has no armed grenade to throw
    does = (_arm_grenade, _step_up, _throw_grenade, _step_back)[s.impulse - 1]
    return (yield from does(s, who)), None


def _choose_grenade_hex(s: State, man: Soldier) -> Steps[str | None]:
    """10.09: return the hex of the nearest Friendly within range, Spotted or not; by lot if several are."""
    within = s.filter_near(man.hex, list(s.soldiers_of("friendly")), s.catalog.figures["grenade_range"])
    near = [soldier.id for soldier in find_nearest(s, man.hex, within)]
    return s.soldiers[(yield from draw_lot("10.09", "target", near))].hex if near else None


def _arm_grenade(s: State, who: str) -> Steps[State]:
    man = s.soldiers[who]
    aim = yield from _choose_grenade_hex(s, man)
    yield Note("10.09", "arms", {"who": man.label, "hex": aim or "-"})
    return s.change(who, armed=True, aim=aim)


def _step_up(s: State, who: str) -> Steps[State]:
    man, marks = s.soldiers[who], list(s.soldiers_of("friendly"))
    if not marks:
        return s
    near = find_nearest(s, man.hex, marks)
    far = distance(man.hex, near[0].hex)
    goal = near[0].hex if far == s.catalog.figures["near"] else None
    if goal is None:
        s, goal = yield from _find_building_target(s, man, marks)
    if goal is not None:
        s = yield from _step_towards(s, who, goal, "10.09", sheltered=True)
        return s
    if man.armed and not any(
        soldier.hex == man.aim and soldier.free for soldier in s.soldiers_of("friendly")
    ):
        moved = yield from draw_lot("10.09", "target", [soldier.id for soldier in near])
        yield Note("10.09", "aims", {"who": man.label, "hex": s.soldiers[moved].hex})
        return s.change(who, aim=s.soldiers[moved].hex)
    return s


def _find_building_target(s: State, man: Soldier, marks: list[Soldier]) -> Steps[tuple[State, str | None]]:
    """10.09: find a Friendly in a building who is one step away from being adjacent."""
    for soldier in marks:
        if distance(man.hex, soldier.hex) == 2:
            s, terrain = yield from get_terrain(s, soldier.hex)
            if terrain == "building":
                return s, soldier.hex
    return s, None


def _throw_grenade(s: State, who: str) -> Steps[State]:
    man, reach = s.soldiers[who], s.catalog.figures["grenade_range"]
    aim = man.aim
    if aim is None or distance(man.hex, aim) > reach:
        aim = yield from _choose_grenade_hex(s, man)
    if aim is None:
        return (yield from duck_back(s, who, "10.09"))
    there = [soldier for soldier in s.soldiers_of("friendly") if soldier.hex == aim]
    sees = yield from ask_seen(s, man, there, "sees", "man")
    return (yield from throw_grenade(s, who, aim, seen=bool(sees)))


def _step_back(s: State, who: str) -> Steps[State]:
    """10.09: step out of the clear in direction 2 or 3, preferring cover."""
    man = s.soldiers[who]
    s, sheltered = yield from is_cover(s, man.hex)
    if sheltered:
        return s
    places = [step(man.hex, to_grid_direction(way, s.north)) for way in (2, 3)]
    ways = [format_hex(*place) for place in places if s.edge_beyond(*place) is None]
    if not ways:
        return s
    s, ways = yield from _prefer_cover(s, ways)
    hex_ = yield from _choose_hex_by_lot(ways, "10.09")
    s, _ = yield from enter_hex(s, who, hex_, "10.09")
    return s
