"""4.0: the 22 steps of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.combat_solitaire import ENEMY, FRIENDLY
from catalogs.games.combat_solitaire.model import ONE, TEAM, FriendlyCard
from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps

from .alerts import alert_enemy
from .checks import check_morale, sum_modifiers, tqc
from .enemy_orders import TYPED, assign_order, draw_card, get_initiative
from .enemy_turn import activate, ask_team_sight, sort_team
from .events import ask_event_drawn, resolve_event
from .explosions import explode
from .hexes import distance, to_grid_direction, walk
from .hits import check_mortal_wounds
from .melee import free_prisoners
from .orders import AIDED_ORDERS, ask_sees_known, give_orders, list_search_targets
from .prompts import ask_yes_no, choose_one, get_or_ask, is_cover, label_soldiers, make_form, roll_d10
from .rules import count_lowered_levels, count_points, find_victory_level, sort_by_initiative
from .smoke import advance_plume
from .squad import act, draw_soldier_of
from .state import PLAYER, Soldier, State

INITIATIVE_FORM = {"type": "integer", "minimum": 0, "maximum": 99}
SQUAD_ACTIONS = ("friendly_killed", "friendly_wounded", "friendly_captured", "papers")
TIMES_FORM = {"type": "integer", "minimum": 0, "maximum": 99}


def begin_step(s: State, step: str) -> Steps[State]:
    """Start a step and announce it."""
    s = replace(s, step=step)
    yield Note(f"4.0-{step}", "step", {"step": step})
    yield Stand(s)
    return s


def play_turn(s: State) -> Steps[State]:
    s = replace(s, turn=s.turn + 1, impulse=0)
    yield Note("4.0", "turn", {"turn": s.turn, "last": s.scenario["length_turns"]})
    s = yield from _play_card_phase(s)
    s = yield from begin_step(s, "2a")
    s = yield from give_orders(s)
    s = yield from play_enemy_phase(s)
    s = yield from begin_step(s, "4")
    for impulse in range(1, s.catalog.figures["impulses"] + 1):
        s = yield from _play_impulse(replace(s, impulse=impulse))
        if s.stopped:
            return (yield from score_game(s))
    return (yield from play_end_phase(s))


def _play_card_phase(s: State) -> Steps[State]:
    """1a-1e: draw a card if the hand is empty; optional if cards from a Plan are set aside."""
    s = yield from begin_step(s, "1a")
    if s.hand == 0 and (not s.aside or (yield from ask_yes_no("4.0-1a", "draw_card"))):
        s = yield from ask_event_drawn(s, 1)
        s = replace(s, hand=1)
    s = yield from begin_step(s, "1b")
    s = replace(s, hand=s.hand + s.aside, aside=0)
    s = yield from begin_step(s, "1c")
    limit = s.catalog.figures["hand_limit"]
    if s.hand > limit:
        yield Note("4.0-1c", "discards", {"count": s.hand - limit})
        s = replace(s, hand=limit)
    s = yield from begin_step(s, "1d")
    return (yield from _play_card(s))


def _play_card(s: State) -> Steps[State]:
    """1d, 1e: play the card that gives the squad its initiative."""
    complete = [
        card_id
        for card_id, card_ in s.catalog.friendly_cards.items()
        if None not in card_.initiative.values()
    ]
    which = yield Choose("4.0-1d", "friendly_card", PLAYER, "friendly_card", (*complete, TYPED))
    if which == TYPED:
        properties = {
            **dict.fromkeys(FRIENDLY, INITIATIVE_FORM),
            "event": {"enum": ["none", "friendly", "enemy"]},
        }
        orders = [name for name, order in s.catalog.orders.items() if order.side != "imposed"]
        optional = {
            "card_ws": {"type": "integer", "minimum": -9, "maximum": 9},
            "card_tq": {"type": "integer", "minimum": -9, "maximum": 9},
            "lot_team": {"enum": list(FRIENDLY)},
            "lot_scope": {"enum": [ONE, TEAM]},
            "lot_order": {"enum": orders},
            "card_text": {"type": "string", "maxLength": 200},
        }
        form = make_form({**properties, **optional}, *properties)
        answers = yield Report("4.0-1d", "friendly_initiative", PLAYER, form)
        card = _make_typed_card(answers)
        s = replace(s, card_text=answers.get("card_text", ""))
    else:
        card = s.catalog.friendly_cards[str(which)]
    initiative = {team: value or 0 for team, value in card.initiative.items()}
    s = replace(s, hand=s.hand - 1, card=str(which), initiative=initiative)
    s = yield from _apply_order_card(s, card)
    s = yield from begin_step(s, "1e")
    return (yield from resolve_event(s, card.event)) if card.event != "none" else s


def _make_typed_card(answers: Mapping[str, Any]) -> FriendlyCard:
    """Return the card that the player read out."""
    return FriendlyCard(
        id=TYPED,
        title=None,
        kind="order",
        initiative={team: answers[team] for team in FRIENDLY},
        event=answers["event"],
        wound=None,
        text=None,
        ws=answers.get("card_ws", 0),
        tq=answers.get("card_tq", 0),
        lot_team=answers.get("lot_team"),
        lot_scope=answers.get("lot_scope", ONE),
        lot_order=answers.get("lot_order", "hide"),
    )


def _apply_order_card(s: State, card: FriendlyCard) -> Steps[State]:
    """5.1.1: apply what the card changes for the whole turn: skills, and the order of some soldiers."""
    s = replace(s, ws=card.ws, tq=card.tq)
    if card.ws:
        yield Note("5.1.1", "card_ws", {"by": card.ws})
    if card.tq:
        yield Note("5.1.1", "card_tq", {"by": card.tq})
    men = [man.id for man in s.team_members(card.lot_team)] if card.lot_team else []
    if men and card.lot_scope == ONE:
        assert card.lot_team is not None
        men = [(yield from draw_soldier_of(s, card.lot_team))]
    for who in men:
        yield Note("5.1.1", "restricted", {"who": who, "order": card.lot_order})
    return replace(s, restricted=dict.fromkeys(men, card.lot_order))


def play_enemy_phase(s: State) -> Steps[State]:
    """3a-3c: draw enemy cards. The rules do not order the teams: Red, Blue, White, Yellow here."""
    large = s.scenario["large_battle"]
    s = yield from begin_step(s, "3a" if large else "3b")
    for team in ENEMY:
        s = yield from _draw_team_cards(s, team, large=large)
        s = yield from begin_step(s, "3c")
    s = replace(s, sequence=sort_by_initiative(s.initiative))
    yield Note("9.1", "sequence", {"teams": s.sequence})
    return s


def _draw_team_cards(s: State, team: str, *, large: bool) -> Steps[State]:
    """9.1: set a team's initiative by its first card; draw one even if nobody is alert."""
    s, first = yield from draw_card(s, team)
    value = yield from get_initiative(s, first, team)
    s = replace(s, initiative={**s.initiative, team: value})
    current = first
    alert = [soldier.id for soldier in s.team_members(team) if soldier.alert and not soldier.assistant_of]
    for number, who in enumerate(alert):
        if number and not large:
            s, current = yield from draw_card(s, team)
        s = yield from assign_order(s, who, current)
    return s


def _play_impulse(s: State) -> Steps[State]:
    """4: activate the teams in sequence."""
    yield Note("4.0-4", "impulse", {"impulse": s.impulse})
    s = replace(s, known_since=frozenset(soldier.id for soldier in s.known_enemies()))
    yield Stand(s)
    for team in s.sequence:
        if s.stopped:
            return s
        s = yield from free_prisoners(s)
        if not s.team_members(team):
            continue
        yield Note("4.0-4", "team_acts", {"team": team})
        if team in FRIENDLY:
            s = yield from act(s, team)
        else:
            s = yield from ask_team_sight(s, team)
            for who in (yield from sort_team(s, team)):
                s = yield from activate(s, who)
        yield Stand(s)
    return s


def play_end_phase(s: State) -> Steps[State]:
    """5a-5l, and everything else at the end of a turn."""
    s = yield from begin_step(replace(s, impulse=0), "5a")
    for grenade in s.grenades:
        s = yield from explode(s, grenade)
    s = replace(s, grenades=())
    s = yield from begin_step(s, "5b")
    s = yield from _treat_wounds(s)
    s = yield from begin_step(s, "5c")
    s = yield from _resolve_plans(s)
    s = yield from _resolve_end_orders(s)
    s = yield from begin_step(s, "5d")
    s = yield from _advance_markers(s)
    s = yield from begin_step(s, "5e")
    s = yield from _alert_neighbours(s)
    for step in ("5f", "5g", "5h", "5i"):
        s = yield from begin_step(s, step)
    s = _clear_orders(s)
    if s.turn >= s.scenario["length_turns"] or not any(s.soldiers_of("friendly", prisoners=True)):
        s = yield from begin_step(s, "5j")
        return (yield from score_game(s))
    s = yield from begin_step(s, "5k")
    return (yield from begin_step(s, "5l"))


def _list_with_order(s: State, order: str) -> list[str]:
    return [soldier.id for soldier in s.soldiers.values() if soldier.free and soldier.order == order]


def _treat_wounds(s: State) -> Steps[State]:
    """5b, 7.14: bandage one wound of a soldier in the hex after a TQC."""
    for who in _list_with_order(s, "medical"):
        hex_ = s.soldiers[who].hex
        hurt = [e for e in s.soldiers_at(hex_) if e.id != who and _is_treatable(s, e)]
        if not hurt:
            continue
        s, passed = yield from tqc(s, who, "7.14")
        if not passed:
            continue
        places = label_soldiers(hurt)
        chosen = yield from choose_one("7.14", "patient", "soldier", list(places), places=places)
        wounds = list(s.soldiers[chosen].wounds)
        place = next(n for n, wound in enumerate(wounds) if not wound.endswith("bandaged"))
        wounds[place] += "_bandaged"
        yield Note("7.14", "bandaged", {"who": s.soldiers[chosen].label})
        s = s.change(chosen, wounds=tuple(wounds))
        s = yield from check_mortal_wounds(s, chosen)  # 16.1, 16.2: a bandage may end helplessness
    return s


def _is_treatable(s: State, man: Soldier) -> bool:
    """7.14: tell whether the soldier has an open wound and, if Friendly, an order to lie still."""
    still = not man.friendly or man.order in (*AIDED_ORDERS, "duck_back", None)
    return still and any(not wound.endswith("bandaged") for wound in man.wounds)


def _resolve_plans(s: State) -> Steps[State]:
    """5c, 7.12: after a TQC set aside as many cards as the leadership, which smoke reduces (18.0)."""
    for who in _list_with_order(s, "plan"):
        s, passed = yield from tqc(s, who, "7.12")
        if not passed:
            continue
        known = s.catalog.men[who].ldr
        s, ldr = yield from get_or_ask(s, f"ldr.{who}", known, "7.12", "ldr", 0, 9, who=who)
        s, ldr = yield from _modify_leadership(s, who, ldr)
        count = max(0, ldr)
        yield Note("7.12", "planned", {"who": who, "count": count})
        if count:
            s = yield from ask_event_drawn(s, count)
        s = replace(s, aside=s.aside + count)
    return s


def _resolve_end_orders(s: State) -> Steps[State]:
    """7.13, 7.15-7.17, 10.10, 10.12, 14.3: reload, search, hide, rally, and swap belt-fed crews."""
    for who in _list_with_order(s, "reload"):
        yield Note("7.13", "reloaded", {"who": s.soldiers[who].label})
        s = s.change(who, ammo="full")
    for who in _list_with_order(s, "search"):
        s = yield from _search(s, who)
    for who in _list_with_order(s, "hide"):
        if s.soldiers[who].friendly and s.soldiers[who].seen:
            s = yield from _hide(s, who)
    for who in _list_with_order(s, "rally"):
        s = yield from _rally(s, who)
    return (yield from swap_crews(s))


def _search(s: State, who: str) -> Steps[State]:
    """7.15: after a TQC find papers on a captured officer or at a place of the scenario, once each."""
    hex_ = s.soldiers[who].hex
    s, officer = yield from _find_officer(s, hex_)
    places = list_search_targets(s, hex_)
    if officer is None and not places:
        yield Note("7.15", "nothing_there", {"who": who, "hex": hex_})
        return s
    s, passed = yield from tqc(s, who, "7.15")
    if not passed:
        return s
    yield Note("7.15", "papers", {"who": s.soldiers[who].label})
    s = s.change(who, papers=s.soldiers[who].papers + 1).score_action("papers")
    if officer is not None:
        return s.change(officer, searched=True)
    return replace(s, searched=(*s.searched, places[0]))


def _find_officer(s: State, hex_: str) -> Steps[tuple[State, str | None]]:
    """7.15: return a captured officer in the hex who was not searched; ask if a counter does not say."""
    for man in [soldier for soldier in s.soldiers_at(hex_) if soldier.prisoner and not soldier.searched]:
        counter = s.catalog.germans.get(man.who)
        officer = counter.officer if counter else None
        if officer is None and not man.friendly:
            if f"officer.{man.id}" not in s.typed:
                answer = yield from ask_yes_no("7.15", "is_officer", who=man.label)
                s = replace(s, typed={**s.typed, f"officer.{man.id}": answer})
            officer = s.typed[f"officer.{man.id}"]
        if officer:
            return s, man.id
    return s, None


def _hide(s: State, who: str) -> Steps[State]:
    """7.16: hide in cover, out of sight of every Known Enemy, after a TQC."""
    s, sheltered = yield from is_cover(s, s.soldiers[who].hex)
    if not sheltered or (s.known_enemies() and (yield from ask_sees_known(s, who))):
        return s
    s, passed = yield from tqc(s, who, "7.16")
    if passed:
        yield Note("7.16", "hidden", {"who": who})
        s = s.change(who, seen=False)
    return s


def _rally(s: State, who: str) -> Steps[State]:
    """7.17, 10.12: rally; +1 for a Friendly within the range of a Friendly leader."""
    if not s.soldiers[who].friendly:
        return (yield from check_morale(s, who, "rc", "10.12"))
    s, led = yield from _is_led(s, who)
    bonus = s.catalog.figures["rally_leader"] if led else 0
    return (yield from check_morale(s, who, "rc", "7.17", bonus=bonus))


def _is_led(s: State, who: str) -> Steps[tuple[State, bool]]:
    """7.17, 18.0: tell whether a Friendly is within another's leadership range.

    If the leadership of a possible leader is not known, ask the player.
    """
    man, blank = s.soldiers[who], False
    for leader in [soldier for soldier in s.soldiers_of("friendly") if soldier.id != who]:
        far, known = distance(man.hex, leader.hex), s.catalog.men[leader.id].ldr
        printed = s.typed.get(f"ldr.{leader.id}") if known is None else known
        if printed is None:
            blank = blank or far <= s.catalog.figures["die_top"]
        elif printed > 0:
            s, ldr = yield from _modify_leadership(s, leader.id, printed)
            if far <= ldr:
                return s, True
    return s, blank and (yield from ask_yes_no("7.17", "leader_near", who=man.label, hex=man.hex))


def _modify_leadership(s: State, who: str, printed: int) -> Steps[tuple[State, int]]:
    """8.1, 18.0: apply markers and smoke to a printed leadership."""
    s, marks = yield from sum_modifiers(s, who, "ldr")
    smoke = s.catalog.figures["smoke_ldr"] if s.has_smoke(s.soldiers[who].hex) else 0
    return s, printed + marks + smoke


def swap_crews(s: State) -> Steps[State]:
    """14.3: swap assistant and operator when the operator is dead or badly wounded."""
    for helper in [soldier for soldier in s.soldiers.values() if soldier.assistant_of and soldier.on_board]:
        operator = s.soldiers[helper.assistant_of]
        if operator.fate == "dead":
            yield Note("14.3", "takes_over", {"who": operator.label})
            s = s.with_soldier(
                replace(operator, fate="", wounds=helper.wounds, morale=helper.morale, hex=helper.hex)
            )
            s = s.change(helper.id, fate="dead")
        elif "bad" in operator.wounds and "bad" not in helper.wounds:
            yield Note("14.3", "takes_over", {"who": operator.label})
            s = s.change(operator.id, wounds=helper.wounds).change(helper.id, wounds=operator.wounds)
    return s


def _advance_markers(s: State) -> Steps[State]:
    """5d, 18.0, 21.1: grow and fade smoke; an illumination marker ends on 8 or 9, or drifts."""
    wind = s.scenario.get("wind_direction")
    way = to_grid_direction(wind, s.north) if wind else None
    plumes = []
    for plume in s.plumes:
        after = advance_plume(plume, way, s.turn)
        if after != plume:
            what = "smoke_gone" if after is None else "smoke_fades" if after.fading else "smoke_grows"
            yield Note("18.0", what, {"hexes": plume.hexes if after is None else after.hexes})
        plumes += [after] if after is not None else []
    lights = []
    for light in s.lights:
        if light.turn >= s.turn:
            lights.append(light)
        elif (yield from roll_d10("21.1", "light")) < s.catalog.figures["flare_ends_at"]:
            beyond = walk(light.hex, way, 1) if way else light.hex
            lights.append(replace(light, hex=beyond or light.hex))
    return replace(s, plumes=tuple(plumes), lights=tuple(lights))


def _alert_neighbours(s: State) -> Steps[State]:
    """5e, 9.8: alert waiting enemies near an alert one or within an officer's leadership range."""
    alert = [soldier for soldier in s.soldiers_of("enemy") if soldier.alert]
    for who in [soldier.id for soldier in s.soldiers_of("enemy") if not soldier.alert]:
        man = s.soldiers[who]
        known = [soldier for soldier in s.known_enemies() if soldier.id != who]  # 9.8, 6: or a Known officer
        if any(distance(man.hex, enemy.hex) <= _get_officer_range(s, enemy.id) for enemy in (*alert, *known)):
            s = yield from alert_enemy(s, who, "officer")
            continue
        near = s.filter_near(man.hex, alert, s.catalog.alerts["neighbour"] or 0)
        if not near:
            continue
        sight = s.settings.neighbour_sight
        if not sight or (yield from ask_yes_no("4.0-5e", "neighbour_sight", who=man.label, hex=man.hex)):
            s = yield from alert_enemy(s, who, "neighbour")
    return s


def _get_officer_range(s: State, who: str) -> int:
    counter = s.catalog.germans.get(s.soldiers[who].who)
    return (counter.ldr or -1) if counter and counter.officer else -1


def _clear_orders(s: State) -> State:
    """5f-5i: remove orders and initiative. Melees and guards stay."""
    for soldier in s.soldiers.values():
        fights = soldier.order == "melee" or (soldier.order == "charge" and s.is_in_melee(soldier))
        keeps = "melee" if fights and soldier.on_board else "guard" if soldier.guard else None
        s = s.change(soldier.id, order=keeps, ways=(), acts_from=1, armed=False, aim=None, carried_by="")
    return replace(
        s, initiative={}, sequence=(), card="", card_text="", ws=0, tq=0, known_since=None, restricted={}
    )


def score_game(s: State) -> Steps[State]:
    """5j, 22.0: ask for the points that only the player sees, then compute the points and the level."""
    held = sum(
        soldier.on_board and soldier.prisoner for soldier in s.soldiers.values() if not soldier.friendly
    )
    s = s.score_action("enemy_captured", held)
    s = yield from _ask_told_points(s)
    total = count_points(s.scenario, s.score)
    band = find_victory_level(s.scenario, total, count_lowered_levels(s.scenario, s.score, s.options))
    yield Note("22.0", "result", {"points": total, "level": band["title"] if band else "-"})
    s = replace(s, ended=True)
    yield Stand(s)
    return s


def _ask_told_points(s: State) -> Steps[State]:
    """22.0: ask how often each action happened that only the player can judge, or sees on the board."""
    unseen = ("told", *(SQUAD_ACTIONS if s.companion else ()))
    told = [action for action in s.scenario["victory_points"] if action.get("when", "told") in unseen]
    if not told:
        return s
    form = make_form({action["id"]: TIMES_FORM for action in told})
    context = {
        "names": {action["id"]: action["text"] for action in told},
        "now": {action["id"]: s.score.get(action["id"], 0) for action in told},
    }
    answer = yield Report("22.0", "told_points", PLAYER, form, context=context)
    return replace(s, score={**s.score, **answer})
