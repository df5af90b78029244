"""Previews of options: costs, firepower, morale and chances, as a good player works them out by head.

Every function reads the fight and changes nothing. A preview is JSON; its ``sum`` is a term with its facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..rehearsal.activation import list_led_units
from ..rehearsal.board import UNSEEN, Hex
from ..rehearsal.cards import Rolled
from ..rehearsal.dice_odds import get_below_chance, get_hit_chance, get_tie_chance, get_win_chance
from ..rehearsal.fight import ORDER_CONDITIONS
from ..rehearsal.fire import (
    SMOKE,
    Attack,
    Piece,
    build_attack,
    can_oppose,
    compute_fp,
    filter_chain,
    get_cover_against,
    get_height_modifier,
    get_target_hindrance,
    get_total_against,
    list_pieces,
)
from ..rehearsal.melee import compute_melee_fp
from ..rehearsal.move import list_steps
from ..rehearsal.pieces import Unit
from ..rehearsal.state import OTHER, Fight
from .state import Play

Preview = dict[str, Any]
PLACING_ASKS = ("set_up", "place", "enter", "fortify", "retreat", "flee", "entrench", "dig_in_hex", "hero")


def preview_option(play: Play, question: Choose, option: str) -> Preview | None:
    """Return the preview of one option; None if there is nothing to work out."""
    make = PREVIEWS.get(question.ask)
    if make is None:
        make = _preview_hex if question.ask in PLACING_ASKS else None
    return make(play, question, option) if make is not None else None


def preview_answer(play: Play, question: Choose, options: Sequence[str]) -> Preview | None:
    """Return the preview of several options chosen together: a fire group or units activated together."""
    if question.ask == "group" and options:
        return _preview_group(play, question, options)
    if len(options) == 1:
        return preview_option(play, question, options[0])
    return None


def describe_sum(term: str, **facts: Any) -> dict[str, Any]:
    """Return a line of words as a term with its facts."""
    return {"term": f"fight_preview.{term}", "facts": facts}


def to_percent(chance: float) -> int:
    return round(100 * chance)


# Orders and activation


def _preview_order(play: Play, question: Choose, option: str) -> Preview | None:
    """O14.1: return who could carry out the order of a card."""
    fight, side = play.fight, _get_side(question)
    card = next((card for card in fight.camps[side].hand if str(card.number) == option), None)
    if card is None:
        return None
    able = ORDER_CONDITIONS[card.text.order](fight, side) if card.text.order in ORDER_CONDITIONS else []
    units = [unit.id for unit in able if isinstance(unit, Unit)] if isinstance(able, list) else []
    return {"order": card.text.order, "able": units}


def _preview_activation(play: Play, _: Choose, option: str) -> Preview | None:
    """3.3.1.1: return the units that a leader would activate too."""
    unit = _find_unit(play.fight, option)
    if unit is None:
        return None
    led = list_led_units(play.fight, unit) if unit.leads else []
    preview: Preview = {"units": [unit.id, *(other.id for other in led)], "hexes": [_name(play, unit.hex)]}
    if led:
        preview["sum"] = describe_sum("leads", count=len(led))
    return preview


# Fire


def _preview_target(play: Play, question: Choose, option: str) -> Preview | None:
    """O20.3: return the best attack on a hex with everything that is activated."""
    fight, side = play.fight, _get_side(question)
    smoke = option.startswith(SMOKE)
    hex_ = fight.board.numbers.get(option.removeprefix(SMOKE))
    if hex_ is None:
        return None
    pieces = list_pieces(fight, [unit for unit in fight.camps[side].units if unit.active])
    able = [piece for piece in pieces if get_target_hindrance(fight, piece, hex_) != UNSEEN]
    if smoke:
        able = [piece for piece in able if piece.weapon and piece.weapon.counter.smoke]
        hit = max((_get_hit_chance(fight, piece, hex_) for piece in able), default=0.0)
        return {"hexes": [option.removeprefix(SMOKE)], "hit": hit, "chance": hit} if able else None
    return _preview_best_attack(play, side, able, hex_)


def _preview_best_attack(play: Play, side: Side, able: Sequence[Piece], hex_: Hex) -> Preview | None:
    fight = play.fight
    small = [piece for piece in able if not (piece.weapon and piece.weapon.ordnance)]
    groups = [[piece] for piece in able if piece.weapon and piece.weapon.ordnance]
    groups += [filter_chain(fight, [first, *(p for p in small if p is not first)]) for first in small]
    attacks = [preview_attack(fight, side, group, hex_) for group in groups]
    return max(attacks, key=lambda attack: (attack["chance"], attack["fp"]), default=None)


def preview_attack(fight: Fight, side: Side, group: Sequence[Piece], hex_: Hex) -> Preview:
    """O20.3: return firepower, hindrance, and the chance to break each unit in a hex."""
    weapon = group[0].weapon
    ordnance = weapon is not None and weapon.ordnance
    if weapon is not None and ordnance:
        fp = weapon.fp + get_height_modifier(fight, group, (hex_,))
    else:
        fp = compute_fp(fight, group, (hex_,))
    attack = build_attack(fight, side, group, hex_, fp)
    targets = list_target_chances(fight, attack, fight.list_units(hex_, OTHER[side]), fp)
    hit = _get_hit_chance(fight, group[0], hex_) if ordnance else None
    chance = max((target["break"] for target in targets), default=0.0) * (1.0 if hit is None else hit)
    names = fight.board.names
    preview: Preview = {
        "fp": fp,
        "hindrance": max(get_target_hindrance(fight, piece, hex_) for piece in group),
        "height": get_height_modifier(fight, group, (hex_,)),
        "targets": targets,
        "chance": chance,
        "group": [piece.id for piece in group],
        "hexes": [names[hex_]],
        "sight": [
            {
                "from": names[origin],
                "to": names[hex_],
                "hindrance": max(0, fight.get_hindrance(origin, hex_)),
            }
            for origin in dict.fromkeys(piece.unit.hex for piece in group)
        ],
    }
    if hit is not None:
        preview["hit"] = hit
    if targets:
        weakest = min(targets, key=lambda target: target["morale"])
        term = "fire" if hit is None else "ordnance"
        facts = {"fp": fp, "morale": weakest["morale"], "percent": to_percent(chance)}
        if hit is not None:
            facts["hit"] = to_percent(hit)
        preview["sum"] = describe_sum(term, **facts)
    return preview


def list_target_chances(fight: Fight, attack: Attack, units: Iterable[Unit], strength: int) -> list[Preview]:
    """O20.3.4: return the morale of each target and its chances to break and to tie before any roll."""
    extra = get_total_against(fight, attack, attack.targets[0]) - attack.total
    targets = []
    for unit in units:
        morale = fight.get_bare_morale(unit) + get_cover_against(fight, attack, unit)
        lead = strength + extra - morale
        breaks, tie = get_win_chance(lead), get_tie_chance(lead)
        if unit.moving:  # O20.3.4: a tie breaks a unit that moves
            breaks, tie = breaks + tie, 0.0
        targets.append({"unit": unit.id, "morale": morale, "break": round(breaks, 3), "tie": round(tie, 3)})
    return targets


def _get_hit_chance(fight: Fight, piece: Piece, hex_: Hex) -> float:
    """O20.2.3: return the chance that the targeting roll beats range and hindrance."""
    far = fight.board.distances[piece.unit.hex][hex_]
    return round(get_hit_chance(far + max(0, get_target_hindrance(fight, piece, hex_))), 3)


def _preview_piece(play: Play, question: Choose, option: str) -> Preview | None:
    return _preview_group(play, question, [option])


def _preview_group(play: Play, question: Choose, options: Sequence[str]) -> Preview | None:
    """O20.3.1: return the attack of a fire group on the chosen hex; pieces that do not fit are left out."""
    fight, side = play.fight, _get_side(question)
    hex_ = _find_target(play)
    if hex_ is None:
        return None
    by_id = {piece.id: piece for piece in _list_fire_pieces(fight, side)}
    pieces = [by_id[id_] for id_ in question.options if id_ in options and id_ in by_id]
    if not pieces:
        return None
    return preview_attack(fight, side, filter_chain(fight, pieces), hex_)


def _list_fire_pieces(fight: Fight, side: Side) -> list[Piece]:
    pieces = {piece.id: piece for piece in list_pieces(fight, fight.camps[side].units, op=True)}
    pieces |= {piece.id: piece for piece in list_pieces(fight, fight.camps[side].units)}
    return list(pieces.values())


def _find_target(play: Play) -> Hex | None:
    """Return the hex that a fire group is being chosen for."""
    name = play.target
    return play.fight.board.numbers.get(name) if name else None


def _preview_fire_action(play: Play, question: Choose, option: str) -> Preview | None:
    """A24: return the attack as it is, or with an action that adds firepower."""
    attack, fight = play.fight.attack, play.fight
    if not isinstance(attack, Attack):
        return None
    action = option.partition(":")[0]
    more = fight.catalog.fight[f"action.{action}"].figures.get("fp", 0) if option != "none" else 0
    units = [unit for hex_ in attack.targets for unit in fight.list_units(hex_, OTHER[attack.side])]
    targets = list_target_chances(fight, attack, units, attack.fp + more)
    chance = max((target["break"] for target in targets), default=0.0)
    preview: Preview = {"fp": attack.fp + more, "targets": targets, "chance": chance}
    if targets:
        morale = min(target["morale"] for target in targets)
        preview["sum"] = describe_sum("fire", fp=attack.fp + more, morale=morale, percent=to_percent(chance))
    return preview


def _preview_hide_action(play: Play, question: Choose, option: str) -> Preview | None:
    """A29: return the chance to break with the total as it is, or less the cover."""
    attack, fight, side = play.fight.attack, play.fight, _get_side(question)
    if not isinstance(attack, Attack):
        return None
    units = [unit for hex_ in attack.targets for unit in fight.list_units(hex_, side)]
    if not units:
        return None
    less = 0
    if option.startswith("concealment"):
        less = get_cover_against(fight, attack, units[0])
    total = get_total_against(fight, attack, units[0].hex) - less
    targets = [_get_fate(fight, attack, unit, total) for unit in units]
    chance = max(target["break"] for target in targets)
    morale = min(target["morale"] for target in targets)
    return {
        "targets": targets,
        "chance": chance,
        "sum": describe_sum("defence", total=total, morale=morale, percent=to_percent(chance)),
    }


def _get_fate(fight: Fight, attack: Attack, unit: Unit, total: int) -> Preview:
    """O20.3.4: return the chances of a unit against a total that has been rolled."""
    morale = fight.get_bare_morale(unit) + get_cover_against(fight, attack, unit)
    breaks = get_below_chance(total - morale)
    tie = get_below_chance(total - morale + 1) - breaks
    if unit.moving:
        breaks, tie = breaks + tie, 0.0
    return {"unit": unit.id, "morale": morale, "break": round(breaks, 3), "tie": round(tie, 3)}


def _preview_op_fire(play: Play, question: Choose, option: str) -> Preview | None:
    """A33.2: return the best attack on the hex that was entered."""
    fight, side = play.fight, _get_side(question)
    if option == "none" or not isinstance(fight.subject, tuple):
        return None
    hex_, firing = fight.subject
    units = firing if option == "shoot" else [*firing, *can_oppose(fight, side, hex_)]
    pieces = [
        piece
        for piece in list_pieces(fight, units, op=True)
        if get_target_hindrance(fight, piece, hex_) != UNSEEN
    ]
    return _preview_best_attack(play, side, pieces, hex_)


def _preview_spot(play: Play, question: Choose, option: str) -> Preview | None:
    """O18.2.2: return the chance that the spotting round is accurate, and who stands there."""
    fight, observer = play.fight, play.fight.subject
    hex_ = fight.board.numbers.get(option)
    if hex_ is None or not isinstance(observer, Unit):
        return None
    far, hindrance = (
        fight.board.distances[observer.hex][hex_],
        max(0, fight.get_hindrance(observer.hex, hex_)),
    )
    hit = round(get_hit_chance(far + hindrance), 3)
    near = (hex_, *fight.board.neighbours[hex_])
    return {
        "hexes": [option],
        "units": [unit.id for there in near for unit in fight.units_at[there]],
        "hindrance": hindrance,
        "hit": hit,
        "chance": hit,
        "sum": describe_sum("spot", percent=to_percent(hit)),
    }


# Movement


def _preview_step(play: Play, question: Choose, option: str) -> Preview | None:
    """O21.1: return the cost of a step, the points left, the cover, and who could fire there."""
    fight = play.fight
    hex_ = fight.board.numbers.get(option)
    group = list(fight.mover)
    if hex_ is None or not group or not isinstance(fight.subject, tuple):
        return None
    spent, bonus = fight.subject
    cost = list_steps(fight, group, spent, bonus).get(hex_)
    if cost is None:
        return None
    left = min(fight.get_move_points(unit) for unit in group) + bonus - spent - cost
    cover = fight.get_cover(hex_, group[0].side)
    against = list_threats(fight, group[0].side, hex_)
    term = "step_under_fire" if against else "step"
    facts = {"cost": cost, "left": left, "cover": cover}
    if against:
        facts["fp"] = max(threat["fp"] for threat in against)
    return {
        "cost": cost,
        "left": left,
        "cover": cover,
        "hexes": [option],
        "against": against,
        "sum": describe_sum(term, **facts),
    }


def list_threats(fight: Fight, side: Side, hex_: Hex) -> list[Preview]:
    """A33: return the hexes from which the enemy could fire into a hex, with the best firepower of one."""
    threats: dict[Hex, int] = {}
    for piece in list_pieces(fight, fight.camps[OTHER[side]].units, op=True):
        if get_target_hindrance(fight, piece, hex_) != UNSEEN:
            fp = compute_fp(fight, [piece], (hex_,))
            threats[piece.unit.hex] = max(fp, threats.get(piece.unit.hex, fp))
    return [{"hex": fight.board.names[origin], "fp": fp} for origin, fp in sorted(threats.items()) if fp > 0]


def _preview_advance(play: Play, question: Choose, option: str) -> Preview | None:
    """O16: return cover, or the melee that an advance leads to."""
    fight, side, unit = play.fight, _get_side(question), play.fight.subject
    hex_ = fight.board.numbers.get(option)
    if hex_ is None or not isinstance(unit, Unit):
        return None
    if not fight.has_enemy(hex_, side):
        cover = fight.get_cover(hex_, side)
        against = list_threats(fight, side, hex_)
        return {
            "hexes": [option],
            "cover": cover,
            "against": against,
            "sum": describe_sum("cover", cover=cover),
        }
    return preview_melee(fight, side, hex_, [unit, *fight.list_units(hex_, side)])


def preview_melee(fight: Fight, side: Side, hex_: Hex, units: Sequence[Unit]) -> Preview:
    """O16.4: return the firepower of both sides in a melee, and the chance to win it."""
    foes = fight.list_units(hex_, OTHER[side])
    own, theirs = compute_melee_fp(fight, units), compute_melee_fp(fight, foes)
    chance, tie = get_win_chance(own - theirs), get_tie_chance(own - theirs)
    facts = {"fp": own, "enemy": theirs, "percent": to_percent(chance), "tie": to_percent(tie)}
    return {
        "hexes": [fight.board.names[hex_]],
        "units": [unit.id for unit in (*units, *foes)],
        "fp": own,
        "chance": round(chance, 3),
        "tie": round(tie, 3),
        "sum": describe_sum("melee", **facts),
    }


def _preview_melee_hex(play: Play, question: Choose, option: str) -> Preview | None:
    side, hex_ = _get_side(question), play.fight.board.numbers[option]
    return preview_melee(play.fight, side, hex_, play.fight.list_units(hex_, side))


def _preview_ambush(play: Play, question: Choose, option: str) -> Preview | None:
    hex_, side = play.fight.subject, _get_side(question)
    if not isinstance(hex_, int):
        return None
    return preview_melee(play.fight, side, hex_, play.fight.list_units(hex_, side))


def _preview_hex(play: Play, question: Choose, option: str) -> Preview | None:
    """T78.3: return the cover of a hex, and how many hexes it sees."""
    fight, hex_ = play.fight, play.fight.board.numbers.get(option)
    if hex_ is None:
        return None
    cover = fight.get_cover(hex_, _get_side(question))
    seen = to_percent(fight.board.visible_share[hex_])
    return {"hexes": [option], "cover": cover, "sum": describe_sum("place", cover=cover, seen=seen)}


# Rolls


def _preview_reroll(play: Play, _: Choose, option: str) -> Preview | None:
    """9.1: return the chance that another roll does what the roller wants."""
    rolled = play.fight.subject
    if option != "yes" or not isinstance(rolled, Rolled):
        return None
    chance = get_roll_chance(rolled)
    if chance is None:
        return None
    term = f"reroll_{rolled.purpose}"
    return {"chance": round(chance, 3), "sum": describe_sum(term, percent=to_percent(chance))}


def get_roll_chance(rolled: Rolled) -> float | None:
    """Return the chance of the roller to succeed with two dice; None if a roll has no single goal."""
    match rolled.purpose:
        case "defence":
            _, morale, total = rolled.about
            return 1 - get_below_chance(total - morale + 1)
        case "recover" | "commissar":
            return get_below_chance(rolled.about[1])
        case "rout":
            return get_below_chance(rolled.about[1] + 1)
        case "targeting" | "spotting":
            far, hindrance = rolled.about
            return get_hit_chance(far + hindrance)
        case "sudden_death":
            return get_below_chance(rolled.about)
    return None


def describe_roll(play: Play, rolled: Rolled) -> Mapping[str, Any]:
    """9.1: return what a roll that may still be cancelled does, as a term with its facts."""
    card, about = rolled.card, rolled.about
    facts: dict[str, Any] = {"total": card.total}
    match rolled.purpose:
        case "defence":
            unit, morale, total = about
            defends = morale + card.total
            result = "holds" if defends > total else "breaks" if defends < total or unit.moving else "ties"
            facts |= {"ref": unit.ref, "morale": morale, "attack": total, "defence": defends}
        case "recover" | "commissar":
            unit, morale = about
            result = "rallies" if card.total < morale else "stays"
            facts |= {"ref": unit.ref, "morale": morale}
        case "rout":
            unit, morale = about
            result = "routs" if card.total > morale else "stays"
            facts |= {"ref": unit.ref, "morale": morale}
        case "targeting" | "spotting":
            far, hindrance = about
            product = card.dice.white * card.dice.coloured
            result = "hits" if product - hindrance > far else "misses"
            facts |= {"product": product, "limit": far + hindrance}
        case "attack":
            result = "attacks"
            facts |= {"fp": about.fp, "attack": about.fp + card.total}
        case "melee":
            result = "fights"
            facts |= {"fp": about[1][rolled.side], "attack": about[1][rolled.side] + card.total}
        case "sudden_death":
            result = "ends" if card.total < about else "goes_on"
            facts |= {"time": about}
        case _:
            result = "rolled"
    return {"term": f"fight_roll.{result}", "facts": facts}


def _get_side(question: Choose) -> Side:
    return "axis" if question.seat == "axis" else "allied"


def _find_unit(fight: Fight, id_: str) -> Unit | None:
    return next((unit for camp in fight.camps.values() for unit in camp.units if unit.id == id_), None)


def _name(play: Play, hex_: Hex) -> str:
    return play.fight.board.names[hex_]


PREVIEWS: Mapping[str, Callable[[Play, Choose, str], Preview | None]] = {
    "order": _preview_order,
    "fire": _preview_activation,
    "move": _preview_activation,
    "advance": _preview_activation,
    "op": _preview_activation,
    "target": _preview_target,
    "assault_target": _preview_target,
    "group": _preview_piece,
    "fire_action": _preview_fire_action,
    "hide_action": _preview_hide_action,
    "op_fire": _preview_op_fire,
    "spot": _preview_spot,
    "step": _preview_step,
    "advance_to": _preview_advance,
    "melee": _preview_melee_hex,
    "ambush": _preview_ambush,
    "reroll": _preview_reroll,
}
