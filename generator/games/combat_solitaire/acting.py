"""9.3-9.5, 10.0-10.13: what an enemy does when he is activated, hex by hex, with the rule of each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.table import Note
from generator.table import Procedure as Steps

from .alerts import alarm, alerted
from .asking import by_chance, cover, d6, ground, seen_by, some_of
from .checks import duck, printed_tq, tqc
from .events import settle
from .explosions import throw
from .fire import enemy_target, fire, weapon_of
from .hexes import column_row, distance, named, neighbours, step, turned
from .machine import assign, card
from .melee import attack, clash, opponents
from .rules import impulse_way
from .spotting import looked, spot
from .state import Soldier, State

UNSHAKEN = ("aggressive", "berserk")
BOLD_ORDERS = ("run_gun", "grenade", "charge")
LAST = 4


def order_of_men(s: State, team: str) -> Steps[list[str]]:
    """10.0: from the top of the map to the bottom; in a row the nearest to a Friendly; then by lot."""
    friends = list(s.of("friendly"))

    def key(man: Soldier) -> tuple[int, int]:
        near = min((distance(man.hex, each.hex) for each in friends), default=0)
        return column_row(man.hex)[1], near

    groups: dict[tuple[int, int], list[str]] = {}
    for man in s.team(team):
        groups.setdefault(key(man), []).append(man.id)
    found: list[str] = []
    for group in (groups[each] for each in sorted(groups)):
        while len(group) > 1:
            first = yield from by_chance("10.0", "first", group)
            group.remove(first)
            found.append(first)
        found += group
    return found


def activate(s: State, who: str) -> Steps[State]:
    """4.0-4: act, then spot."""
    man = s.soldiers[who]
    if not man.free or (man.assistant_of and s.soldiers[man.assistant_of].here):
        return s
    if man.order in ("melee", "charge") and opponents(s, who):
        fights = s.impulse == LAST or (man.order == "melee" and s.impulse == LAST // 2)
        return (yield from attack(s, who)) if fights else s
    before = man.hex
    sees: tuple[str, ...] | None = None
    waited = not man.alert
    if waited:
        sees = yield from _looks(s, man)
        if any(s.soldiers[each].seen for each in sees):
            s = yield from alerted(s, who, "sight")
    man = s.soldiers[who]
    if waited and man.alert and man.order is None:
        pass  # 9.8: he was not prepared, and has his card when he is activated again
    elif man.alert and man.order is None:
        s, drawn = yield from card(s, man.team)
        s = yield from assign(s, who, drawn)
        s = s.change(who, acts_from=s.impulse + 1)
    elif man.order in ("duck_back", "melee"):
        s = yield from _recovers(s, who)
    elif man.alert and man.acts_from <= s.impulse:
        s, sees = yield from act(s, who, sees)
    s = yield from settle(s)
    if s.soldiers[who].free and not opponents(s, who):  # out of a melee nobody spots (15.0)
        s = yield from _spots(s, who, sees if s.soldiers[who].hex == before else None)
    return s


def team_looks(s: State, team: str) -> Steps[State]:
    """12.0: which men of a team have anybody in sight; the others are not asked for until they have moved."""
    men, friends = s.team(team), list(s.of("friendly"))
    able = [each for each in men if any(s.in_view(each.hex, friend.hex) for friend in friends)]
    if len(able) < 2:
        return replace(s, blind={})
    places = {each.id: each.called for each in able}
    seeing = yield from some_of("12.0", "team_sees", "enemy", list(places), places=places, team=team)
    return replace(s, blind={each.id: each.hex for each in able if each.id not in seeing})


def _looks(s: State, man: Soldier) -> Steps[tuple[str, ...]]:
    if s.blind.get(man.id) == man.hex:
        return ()
    return (yield from seen_by(s, man, list(s.of("friendly")), "sees", "man"))


def _recovers(s: State, who: str) -> Steps[State]:
    """10.13: Duck Back is turned to Hide; 15.0: whoever has won a melee ducks back."""
    man = s.soldiers[who]
    order = "hide" if man.order == "duck_back" else "duck_back"
    yield Note("10.13" if order == "hide" else "15.0", "order", {"who": man.called, "order": order})
    return s.change(who, order=order, ways=())


def _spots(s: State, who: str, sees: tuple[str, ...] | None) -> Steps[State]:
    """12.0: every Hidden Friendly in sight, whether he is Alert or Waiting, Known or Unknown."""
    man = s.soldiers[who]
    if sees is None:
        sees = yield from _looks(s, man)
    if not sees:
        return s
    s = yield from looked(s, who)
    if not s.soldiers[who].here:
        return s
    if s.settings.sighting_alerts and not man.alert and not man.seen:
        s = yield from alerted(s, who, "sight")
    for each in sees:
        if s.soldiers[who].here and s.soldiers[each].here and not s.soldiers[each].seen:
            s = yield from spot(s, who, each)
    return s


Sees = tuple[str, ...] | None


def act(s: State, who: str, sees: Sees) -> Steps[tuple[State, Sees]]:
    """10.01-10.12: what his order says for this impulse."""
    man = s.soldiers[who]
    order = man.order or "hide"
    does = s.catalog.orders[order].acts[s.impulse - 1]
    if order == "charge":
        return (yield from charge(s, who)), None
    if order == "grenade":
        return (yield from grenade(s, who, sees))
    if does in ("fire", "fire_or_move"):
        s, sees, fired = yield from _fires(s, who, sees)
        if fired or does == "fire":
            return s, sees
    if does in ("move", "may_move", "move_2", "fire_or_move"):
        return (yield from moves(s, who, 2 if does == "move_2" else 1)), None
    return s, sees


def _fires(s: State, who: str, sees: Sees) -> Steps[tuple[State, Sees, bool]]:
    """10.01: a man with a fire order and a target fires; 17.4: at a guard with his prisoner only aimed."""
    man = s.soldiers[who]
    if man.ammo == "none" or not s.spotted():
        return s, sees, False
    if sees is None:
        sees = yield from _looks(s, man)
    if sees:
        s = yield from looked(s, who)  # 12.0: a decoy is found out before it could fire
        if not s.soldiers[who].here:
            return s, sees, True
    targets = tuple(each for each in sees if _target(s, man, each))
    if not targets:
        return s, sees, False
    s, target = yield from enemy_target(s, who, targets)
    return (yield from fire(s, who, target)), sees, True


def _target(s: State, man: Soldier, each: str) -> bool:
    aim, weapon = s.soldiers[each], weapon_of(s, man.id)
    if not (aim.seen and aim.free and aim.order != "melee") or s.locked(aim):
        return False
    if aim.guard and man.order != "aimed":
        return False
    return weapon is None or weapon.reaches(distance(man.hex, aim.hex))


def moves(s: State, who: str, count: int) -> Steps[State]:
    """9.3: so many hexes the way that his order says for this impulse."""
    ducks = False
    for _ in range(count):
        man = s.soldiers[who]
        way = impulse_way(man.order or "", man.ways, s.impulse) if man.ways else None
        if way is None or not man.free or man.order in ("melee", "duck_back"):
            break
        place = step(man.hex, turned(way, s.north))
        edge = s.off(*place)
        if edge is not None:
            return (yield from _at_the_edge(s, who, edge))
        s, rough = yield from _rough(s, man, named(*place))
        if rough:
            s, later = yield from _later(s, who)
            if later:
                yield Note("10.07", "stands", {"who": man.called})
                return s
        s, shelters = yield from enters(s, who, named(*place), "9.3")
        ducks = ducks or shelters or rough
        if rough:
            break
    return (yield from duck(s, who, "9.4")) if ducks and s.soldiers[who].order != "melee" else s


def _rough(s: State, man: Soldier, hex_: str) -> Steps[tuple[State, bool]]:
    """10.07: rough terrain stops a man who sprints."""
    if man.order != "sprint":
        return s, False
    s, terrain = yield from ground(s, hex_)
    return s, s.catalog.terrain[terrain].rough


def _later(s: State, who: str) -> Steps[tuple[State, bool]]:
    """9.5, 10.07: could he move rightly in a later impulse, standing where he stands?"""
    man = s.soldiers[who]
    for impulse in range(s.impulse + 1, s.catalog.figures["impulses"] + 1):
        way = impulse_way(man.order or "", man.ways, impulse)
        if way is None:
            continue
        place = step(man.hex, turned(way, s.north))
        edge = s.off(*place)
        if edge is not None:
            if edge in s.scenario["edges"].values():
                return s, True
            continue
        s, rough = yield from _rough(s, man, named(*place))
        if not rough:
            return s, True
    return s, False


def _at_the_edge(s: State, who: str, edge: str) -> Steps[State]:
    """9.5: off by the squad's or the enemy's edge; at a neutral edge he waits, or ducks back."""
    man, edges = s.soldiers[who], s.scenario["edges"]
    if edge not in edges.values():
        s, later = yield from _later(s, who)
        if later:
            yield Note("9.5", "stands", {"who": man.called})
            return s
        return (yield from duck(s, who, "9.5"))
    routed = edge == edges["enemy"] and man.morale == "rout"
    yield Note("9.5", "leaves", {"who": man.called, "edge": edge})
    for each in s.at(man.hex):
        if man.guard and each.prisoner and each.friendly:
            yield Note("17.4", "captured", {"who": each.called})
            s = s.change(each.id, fate="captured").scored("friendly_captured")
    when = "enemy_left_routed" if routed else "enemy_left_friendly_edge" if edge == edges["friendly"] else ""
    for each in (*s.helpers(who), man):
        s = s.change(each.id, fate="left_routed" if routed else "left", order=None)
        s = s.scored(when) if when else s
    return s


def enters(s: State, who: str, hex_: str, rule: str) -> Steps[tuple[State, bool]]:
    """9.4, 9.8, 15.0: a hex is entered; whether he will duck back at the end of this activation."""
    man = s.soldiers[who]
    yield Note(rule, "moves", {"who": man.called, "hex": hex_})
    for each in s.at(man.hex):
        if each.prisoner and man.guard and each.side != man.side:
            s = s.change(each.id, hex=hex_)
    for each in s.helpers(who):
        s = s.change(each.id, hex=hex_)
    s = s.change(who, hex=hex_)
    if man.alert:
        s = yield from alarm(s, "company", hex_, but=who)
    s = yield from clash(s, hex_)
    if not s.soldiers[who].free or opponents(s, who):
        return s, False
    if man.order in BOLD_ORDERS or man.morale in UNSHAKEN or not s.spotted():
        return s, False
    s, sheltered = yield from cover(s, hex_)
    if not sheltered:
        return s, False
    sees = yield from seen_by(s, s.soldiers[who], s.spotted(), "sees", "man")
    if not sees:
        return s, False
    return (yield from tqc(s, who, "9.4", plain=True))


def nearest(s: State, hex_: str, men: Sequence[Soldier]) -> list[Soldier]:
    least = min((distance(hex_, each.hex) for each in men), default=0)
    return [each for each in men if distance(hex_, each.hex) == least]


def charge(s: State, who: str) -> Steps[State]:
    """10.08: towards the nearest Friendly, of several the one of lowest TQ, then by lot."""
    for _ in range(2 if s.impulse == LAST - 1 else 1):
        man, friends = s.soldiers[who], list(s.of("friendly"))
        if s.impulse == LAST or not friends or opponents(s, who) or not man.free:
            break
        near = nearest(s, man.hex, friends)
        if len(near) > 1:
            s, near = yield from _weakest(s, near)
        target = yield from by_chance("10.08", "target", [each.id for each in near])
        s = yield from _towards(s, who, s.soldiers[target].hex, "10.08")
    man = s.soldiers[who]
    if s.impulse >= LAST - 1 and man.order == "charge" and not opponents(s, who):
        return (yield from duck(s, who, "10.08"))
    return s


def _weakest(s: State, men: list[Soldier]) -> Steps[tuple[State, list[Soldier]]]:
    found = {}
    for each in men:
        s, found[each.id] = yield from printed_tq(s, each.id)
    return s, [each for each in men if found[each.id] == min(found.values())]


def _towards(s: State, who: str, goal: str, rule: str, *, sheltered: bool = False) -> Steps[State]:
    """One hex nearer; of two as near, cover where the rule prefers it, then by lot (14.2: 1-3 or 4-6)."""
    man = s.soldiers[who]
    on_board = [each for each in neighbours(man.hex) if s.off(*column_row(each)) is None]
    best = min((distance(each, goal) for each in on_board), default=0)
    ways = [each for each in on_board if distance(each, goal) == best]
    if sheltered and len(ways) > 1:
        s, ways = yield from _covered(s, ways)
    hex_ = yield from _of_two(ways, rule)
    s, _ = yield from enters(s, who, hex_, rule)
    return s


def _covered(s: State, ways: list[str]) -> Steps[tuple[State, list[str]]]:
    found = []
    for each in ways:
        s, shelters = yield from cover(s, each)
        found += [each] if shelters else []
    return s, found or ways


def _of_two(ways: Sequence[str], rule: str) -> Steps[str]:
    """14.2: of two hexes 1 to 3 is the first, 4 to 6 the second."""
    if len(ways) != 2:
        return (yield from by_chance(rule, "which_hex", list(ways)))
    die = yield from d6(rule, "of_two")
    first, second = sorted(ways)
    return first if die <= 3 else second


def grenade(s: State, who: str, sees: Sees) -> Steps[tuple[State, Sees]]:
    """10.09: armed in 1, thrown in 3; in 2 and 4 he may step."""
    if s.impulse == 3 and not s.soldiers[who].armed:
        return s, sees  # an order that came later than impulse 1 has nothing armed to throw
    does = (_arms, _steps_up, _throws, _steps_back)[s.impulse - 1]
    return (yield from does(s, who)), None


def _marks(s: State) -> list[Soldier]:
    """At whom grenades are thrown: Spotted Friendlies, or any where none is."""
    return s.spotted() or list(s.of("friendly"))


def _arms(s: State, who: str) -> Steps[State]:
    man = s.soldiers[who]
    within = s.near(man.hex, _marks(s), s.catalog.figures["grenade_range"])
    near = nearest(s, man.hex, within)
    aim = (
        s.soldiers[(yield from by_chance("10.09", "target", [each.id for each in near]))].hex
        if near
        else None
    )
    yield Note("10.09", "arms", {"who": man.called, "hex": aim or "-"})
    return s.change(who, armed=True, aim=aim)


def _steps_up(s: State, who: str) -> Steps[State]:
    man, marks = s.soldiers[who], _marks(s)
    if not marks:
        return s
    near = nearest(s, man.hex, marks)
    far = distance(man.hex, near[0].hex)
    goal = near[0].hex if far == s.catalog.figures["near"] else None
    if goal is None:
        s, goal = yield from _house(s, man, marks)
    if goal is not None:
        s = yield from _towards(s, who, goal, "10.09", sheltered=True)
        return s
    if man.armed and not any(each.hex == man.aim and each.free for each in s.of("friendly")):
        moved = yield from by_chance("10.09", "target", [each.id for each in near])
        yield Note("10.09", "aims", {"who": man.called, "hex": s.soldiers[moved].hex})
        return s.change(who, aim=s.soldiers[moved].hex)
    return s


def _house(s: State, man: Soldier, marks: list[Soldier]) -> Steps[tuple[State, str | None]]:
    """10.09: a step that brings him next to a Friendly in a building."""
    for each in marks:
        if distance(man.hex, each.hex) == 2:
            s, terrain = yield from ground(s, each.hex)
            if terrain == "building":
                return s, each.hex
    return s, None


def _throws(s: State, who: str) -> Steps[State]:
    man, reach = s.soldiers[who], s.catalog.figures["grenade_range"]
    aim = man.aim
    if aim is None or distance(man.hex, aim) > reach:
        near = nearest(s, man.hex, s.near(man.hex, _marks(s), reach))
        aim = (
            s.soldiers[(yield from by_chance("10.09", "target", [each.id for each in near]))].hex
            if near
            else None
        )
    if aim is None:
        return (yield from duck(s, who, "10.09"))
    there = [each for each in s.of("friendly") if each.hex == aim]
    sees = yield from seen_by(s, man, there, "sees", "man")
    return (yield from throw(s, who, aim, seen=bool(sees)))


def _steps_back(s: State, who: str) -> Steps[State]:
    """10.09: out of the clear, to direction 2 or 3, cover preferred."""
    man = s.soldiers[who]
    s, sheltered = yield from cover(s, man.hex)
    if sheltered:
        return s
    places = [step(man.hex, turned(way, s.north)) for way in (2, 3)]
    ways = [named(*place) for place in places if s.off(*place) is None]
    if not ways:
        return s
    s, ways = yield from _covered(s, ways)
    hex_ = yield from _of_two(ways, "10.09")
    s, _ = yield from enters(s, who, hex_, "10.09")
    return s
