"""4.0: a turn, its 22 steps in their order."""

from __future__ import annotations

from dataclasses import replace

from catalogs.games.combat_solitaire import ENEMY, FRIENDLY
from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps

from .acting import activate, order_of_men, team_looks
from .alerts import alerted
from .asking import cover, d10, remembered, yes
from .checks import check_morale, modifiers, tqc
from .events import event, settle
from .explosions import explode
from .hexes import distance, turned, walk
from .machine import TYPED, assign, card, initiative_of
from .melee import freed
from .orders import CALM, command, sees_known
from .rules import initiative, level, points
from .smoke import grown
from .squad import act
from .state import PLAYER, Soldier, State

NUMBER = {"type": "integer", "minimum": 0, "maximum": 99}


def at(s: State, step: str) -> Steps[State]:
    """The guide says where the turn is."""
    s = replace(s, step=step)
    yield Note(f"4.0-{step}", "step", {"step": step})
    yield Stand(s)
    return s


def turn(s: State) -> Steps[State]:
    s = replace(s, turn=s.turn + 1, impulse=0)
    yield Note("4.0", "turn", {"turn": s.turn, "last": s.scenario["length_turns"]})
    s = yield from _card_phase(s)
    s = yield from at(s, "2a")
    s = yield from command(s)
    s = yield from settle(s)
    s = yield from _enemy_phase(s)
    s = yield from at(s, "4")
    for impulse in range(1, s.catalog.figures["impulses"] + 1):
        s = yield from _impulse(replace(s, impulse=impulse))
        if s.stopped:
            return (yield from _verdict(s))
    return (yield from _end_phase(s))


def _card_phase(s: State) -> Steps[State]:
    """1a-1e. Without any card to play one is drawn; with one from a Plan the draw is a choice."""
    s = yield from at(s, "1a")
    if s.hand == 0 and (not s.aside or (yield from yes("4.0-1a", "draw_card"))):
        s = yield from drawn(s, 1)
        s = replace(s, hand=1)
    s = yield from at(s, "1b")
    s = replace(s, hand=s.hand + s.aside, aside=0)
    s = yield from at(s, "1c")
    limit = s.catalog.figures["hand_limit"]
    if s.hand > limit:
        yield Note("4.0-1c", "discards", {"count": s.hand - limit})
        s = replace(s, hand=limit)
    s = yield from at(s, "1d")
    return (yield from _played(s))


def drawn(s: State, count: int) -> Steps[State]:
    """5.1.3: was the Event card without initiative among the cards drawn?"""
    if (yield from yes("5.1.3", "event_drawn", count=count)):
        s = yield from event(s, "friendly")
    return s


def _played(s: State) -> Steps[State]:
    """1d, 1e: the card that gives the squad its initiative."""
    whole = [one for one, each in s.catalog.friendly_cards.items() if None not in each.initiative.values()]
    which = yield Choose("4.0-1d", "friendly_card", PLAYER, "friendly_card", (*whole, TYPED))
    if which == TYPED:
        properties = {**dict.fromkeys(FRIENDLY, NUMBER), "event": {"enum": ["none", "friendly", "enemy"]}}
        skill = {"type": "integer", "minimum": -9, "maximum": 9}
        form = {
            "type": "object",
            "additionalProperties": False,
            "required": list(properties),
            "properties": {**properties, "card_ws": skill},
        }
        told = yield Report("4.0-1d", "friendly_initiative", PLAYER, form)
        values, called = {team: told[team] for team in FRIENDLY}, told["event"]
        ws = told.get("card_ws", 0)
    else:
        played = s.catalog.friendly_cards[str(which)]
        values = {team: value or 0 for team, value in played.initiative.items()}
        called, ws = played.event, played.ws
    s = replace(s, hand=s.hand - 1, card=str(which), initiative=values, ws=ws)
    if ws:
        yield Note("5.1.1", "card_ws", {"by": ws})
    s = yield from at(s, "1e")
    return (yield from event(s, called)) if called != "none" else s


def _enemy_phase(s: State) -> Steps[State]:
    """3a-3c. The text does not order the teams among each other: Red, Blue, White, Yellow here."""
    large = s.scenario["large_battle"]
    s = yield from at(s, "3a" if large else "3b")
    for team in ENEMY:
        s = yield from _team_cards(s, team, large=large)
        s = yield from settle(s)
    s = yield from at(s, "3c")
    s = replace(s, sequence=initiative(s.initiative))
    yield Note("9.1", "sequence", {"teams": s.sequence})
    return s


def _team_cards(s: State, team: str, *, large: bool) -> Steps[State]:
    """9.1: the first card of a team sets its initiative; one is drawn even where nobody is alert."""
    s, first = yield from card(s, team)
    value = yield from initiative_of(s, first, team)
    s = replace(s, initiative={**s.initiative, team: value})
    found = first
    alert = [each.id for each in s.team(team) if each.alert and not each.assistant_of]
    for number, who in enumerate(alert):
        if number and not large:
            s, found = yield from card(s, team)
        s = yield from assign(s, who, found)
    return s


def _impulse(s: State) -> Steps[State]:
    """4: in each impulse the teams in their order."""
    yield Note("4.0-4", "impulse", {"impulse": s.impulse})
    s = replace(s, known_since=frozenset(each.id for each in s.known()))
    for team in s.sequence:
        if s.stopped:
            return s
        s = yield from freed(s)
        if not s.team(team):
            continue
        yield Note("4.0-4", "team_acts", {"team": team})
        if team in FRIENDLY:
            s = yield from act(s, team)
        else:
            s = yield from team_looks(s, team)
            for who in (yield from order_of_men(s, team)):
                s = yield from activate(s, who)
        yield Stand(s)
    return s


def _end_phase(s: State) -> Steps[State]:
    """5a-5l, and what else falls due at the end of a turn."""
    s = yield from at(replace(s, impulse=0), "5a")
    for grenade in s.grenades:
        s = yield from explode(s, grenade)
    s = replace(s, grenades=())
    s = yield from settle(s)
    s = yield from at(s, "5b")
    s = yield from _medics(s)
    s = yield from at(s, "5c")
    s = yield from _plans(s)
    s = yield from _due(s)
    s = yield from at(s, "5d")
    s = yield from _clouds(s)
    s = yield from at(s, "5e")
    s = yield from _neighbours(s)
    for step in ("5f", "5g", "5h", "5i"):
        s = yield from at(s, step)
    s = _cleared(s)
    if s.turn >= s.scenario["length_turns"] or not any(s.of("friendly", prisoners=True)):
        s = yield from at(s, "5j")
        return (yield from _verdict(s))
    s = yield from at(s, "5k")
    return (yield from at(s, "5l"))


def _with_order(s: State, order: str) -> list[str]:
    return [each.id for each in s.soldiers.values() if each.free and each.order == order]


def _medics(s: State) -> Steps[State]:
    """5b, 7.14: a TQC bandages one wound of a man in the hex."""
    for who in _with_order(s, "medical"):
        hex_ = s.soldiers[who].hex
        hurt = [e for e in s.at(hex_) if e.id != who and _treatable(s, e)]
        if not hurt:
            continue
        s, passed = yield from tqc(s, who, "7.14")
        if not passed:
            continue
        places = {each.id: each.called for each in hurt}
        options = tuple(places)
        chosen = options[0]
        if len(options) > 1:
            context = {"places": places}
            chosen = str((yield Choose("7.14", "patient", PLAYER, "soldier", options, context=context)))
        wounds = list(s.soldiers[chosen].wounds)
        place = next(n for n, wound in enumerate(wounds) if not wound.endswith("bandaged"))
        wounds[place] += "_bandaged"
        yield Note("7.14", "bandaged", {"who": s.soldiers[chosen].called})
        s = s.change(chosen, wounds=tuple(wounds))
    return s


def _treatable(s: State, man: Soldier) -> bool:
    """7.14: an open wound, and of a Friendly an order that leaves him lying still."""
    still = not man.friendly or man.order in (*CALM, "duck_back", None)
    return still and any(not wound.endswith("bandaged") for wound in man.wounds)


def _plans(s: State) -> Steps[State]:
    """5c, 7.12: a TQC sets as many cards aside as the man's leadership, which smoke lessens (18.0)."""
    for who in _with_order(s, "plan"):
        s, passed = yield from tqc(s, who, "7.12")
        if not passed:
            continue
        known = s.catalog.men[who].ldr
        s, ldr = yield from remembered(s, f"ldr.{who}", known, "7.12", "ldr", 0, 9, who=who)
        s, ldr = yield from _leadership(s, who, ldr)
        count = max(0, ldr)
        yield Note("7.12", "planned", {"who": who, "count": count})
        if count:
            s = yield from drawn(s, count)
        s = replace(s, aside=s.aside + count)
    return s


def _due(s: State) -> Steps[State]:
    """7.13, 7.15-7.17, 10.10, 10.12, 14.3: reload, search, hide, rally, and the crew of a belt-fed weapon."""
    for who in _with_order(s, "reload"):
        yield Note("7.13", "reloaded", {"who": s.soldiers[who].called})
        s = s.change(who, ammo="full")
    for who in _with_order(s, "search"):
        s, passed = yield from tqc(s, who, "7.15")
        if passed:
            yield Note("7.15", "papers", {"who": s.soldiers[who].called})
            s = s.change(who, papers=s.soldiers[who].papers + 1).scored("papers")
    for who in _with_order(s, "hide"):
        if s.soldiers[who].friendly and s.soldiers[who].seen:
            s = yield from _hides(s, who)
    for who in _with_order(s, "rally"):
        s = yield from _rallies(s, who)
    return (yield from crews(s))


def _hides(s: State, who: str) -> Steps[State]:
    """7.16: in cover, out of sight of every Known Enemy, by a TQC."""
    s, sheltered = yield from cover(s, s.soldiers[who].hex)
    if not sheltered or (s.known() and (yield from sees_known(s, who))):
        return s
    s, passed = yield from tqc(s, who, "7.16")
    if passed:
        yield Note("7.16", "hidden", {"who": who})
        s = s.change(who, seen=False)
    return s


def _rallies(s: State, who: str) -> Steps[State]:
    """7.17, 10.12: +1 for a Friendly within the leadership range of a Friendly leader."""
    if not s.soldiers[who].friendly:
        return (yield from check_morale(s, who, "rc", "10.12"))
    s, led = yield from _led(s, who)
    bonus = s.catalog.figures["rally_leader"] if led else 0
    return (yield from check_morale(s, who, "rc", "7.17", bonus=bonus))


def _led(s: State, who: str) -> Steps[tuple[State, bool]]:
    """7.17, 18.0: is a Friendly within the leadership of another, as markers and smoke leave it?

    Where a leadership that could reach him is not known, the player says; he has the counters before him.
    """
    man, blank = s.soldiers[who], False
    for each in [one for one in s.of("friendly") if one.id != who]:
        far, known = distance(man.hex, each.hex), s.catalog.men[each.id].ldr
        printed = s.typed.get(f"ldr.{each.id}") if known is None else known
        if printed is None:
            blank = blank or far <= s.catalog.figures["die_top"]
        elif printed > 0:
            s, ldr = yield from _leadership(s, each.id, printed)
            if far <= ldr:
                return s, True
    return s, blank and (yield from yes("7.17", "leader_near", who=man.called, hex=man.hex))


def _leadership(s: State, who: str, printed: int) -> Steps[tuple[State, int]]:
    """8.1, 18.0: what markers and smoke leave of a leadership."""
    s, marks = yield from modifiers(s, who, "ldr")
    smoke = s.catalog.figures["smoke_ldr"] if s.smoky(s.soldiers[who].hex) else 0
    return s, printed + marks + smoke


def crews(s: State) -> Steps[State]:
    """14.3: assistant and operator change places when the operator is dead or badly wounded."""
    for helper in [each for each in s.soldiers.values() if each.assistant_of and each.here]:
        operator = s.soldiers[helper.assistant_of]
        if operator.fate == "dead":
            yield Note("14.3", "takes_over", {"who": operator.called})
            s = s.put(replace(operator, fate="", wounds=helper.wounds, morale=helper.morale, hex=helper.hex))
            s = s.change(helper.id, fate="dead")
        elif "bad" in operator.wounds and "bad" not in helper.wounds:
            yield Note("14.3", "takes_over", {"who": operator.called})
            s = s.change(operator.id, wounds=helper.wounds).change(helper.id, wounds=operator.wounds)
    return s


def _clouds(s: State) -> Steps[State]:
    """5d, 18.0, 21.1: smoke grows, fades and goes; an illumination marker goes out on 8 or 9, or drifts."""
    wind = s.scenario.get("wind_direction")
    way = turned(wind, s.north) if wind else None
    plumes = []
    for plume in s.plumes:
        after = grown(plume, way, s.turn)
        if after != plume:
            what = "smoke_gone" if after is None else "smoke_fades" if after.fading else "smoke_grows"
            yield Note("18.0", what, {"hexes": plume.hexes if after is None else after.hexes})
        plumes += [after] if after is not None else []
    lights = []
    for light in s.lights:
        if light.turn >= s.turn:
            lights.append(light)
        elif (yield from d10("21.1", "light")) < s.catalog.figures["flare_ends_at"]:
            beyond = walk(light.hex, way, 1) if way else light.hex
            lights.append(replace(light, hex=beyond or light.hex))
    return replace(s, plumes=tuple(plumes), lights=tuple(lights))


def _neighbours(s: State) -> Steps[State]:
    """5e, 9.8: a waiting man near an alert one, or within an officer's leadership, becomes alert."""
    alert = [each for each in s.of("enemy") if each.alert]
    for who in [each.id for each in s.of("enemy") if not each.alert]:
        man = s.soldiers[who]
        known = [each for each in s.known() if each.id != who]  # 9.8, 6: or a Known officer
        if any(distance(man.hex, each.hex) <= _leads(s, each.id) for each in (*alert, *known)):
            s = yield from alerted(s, who, "officer")
            continue
        near = s.near(man.hex, alert, s.catalog.alerts["neighbour"] or 0)
        if not near:
            continue
        sight = s.settings.neighbour_sight
        if not sight or (yield from yes("4.0-5e", "neighbour_sight", who=man.called, hex=man.hex)):
            s = yield from alerted(s, who, "neighbour")
    return s


def _leads(s: State, who: str) -> int:
    counter = s.catalog.germans.get(s.soldiers[who].who)
    return (counter.ldr or -1) if counter and counter.officer else -1


def _cleared(s: State) -> State:
    """5f-5i: orders off, track empty, impulse 1. Who is in a melee stays in it; a guard stays one."""
    for each in s.soldiers.values():
        fights = each.order == "melee" or (each.order == "charge" and s.locked(each))
        keeps = "melee" if fights and each.here else "guard" if each.guard else None
        cleared = replace(each, order=keeps, ways=(), acts_from=1, armed=False, aim=None, left_guard=False)
        s = s.put(replace(cleared, carried_by=""))
    return replace(s, initiative={}, sequence=(), card="", ws=0, known_since=None)


def _verdict(s: State) -> Steps[State]:
    """5j, 22.0: the points, and the level that they are."""
    held = sum(each.here and each.prisoner for each in s.soldiers.values() if not each.friendly)
    s = s.scored("enemy_captured", held)
    total = points(s.scenario, s.score)
    band = level(s.scenario, total)
    yield Note("22.0", "result", {"points": total, "level": band["title"] if band else "-"})
    s = replace(s, ended=True)
    yield Stand(s)
    return s
