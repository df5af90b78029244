"""O20, A33: fire attacks: targets, fire groups, targeting, attack and defence rolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .activation import LazyOptions, activate, list_led_units, list_ready_units
from .board import UNSEEN, Hex
from .cards import NONE, Steps, is_jam, jam_weapons, offer_action, play_card, roll
from .damage import break_unit, break_weapon, drop_weapon, suppress
from .modules import ampulomet, bocage, rubble, snipers
from .pieces import Unit, Weapon, list_survivors
from .smoke import place_random_smoke
from .state import OTHER, Card, Fight

DONE = "done"
MIN_ATTACK_FP = 1  # 10.3.2.1: an attack needs at least this firepower
OPPOSITE_SIDE = {compass: (compass + 2) % 6 + 1 for compass in range(1, 7)}  # by compass side
SMOKE = "smoke:"
SPRAY = "spray_fire"
ATTACK_ACTIONS = ("crossfire", "hand_grenades", "marksmanship", "sustained_fire", "bore_sighting", SPRAY)
DEFENCE_ACTIONS = ("concealment", "hidden_entrenchments", "hidden_pillbox")
SINGLE_USE_TAGS = ("satchel", "molotov")  # 11.6: eliminated after one attack
NO_COVER_TAGS = ("flamethrower", "molotov", ampulomet.TAG)  # 11.6, ST-6: cover does not count


class Piece(NamedTuple):
    """O20.3: a firing unit or weapon."""

    unit: Unit
    weapon: Weapon | None

    @property
    def id(self) -> str:
        return f"{self.unit.id}w" if self.weapon else self.unit.id


@dataclass(slots=True, eq=False)
class Attack:
    """An attack in progress: firers, targets and strength so far."""

    side: Side
    pieces: tuple[Piece, ...]
    targets: list[Hex]
    fp: int
    shells: bool = False
    bare: bool = False  # cover does not count
    crossed: dict[Hex, int] = field(default_factory=dict)
    sustained: int = 0
    total: int = 0
    only: Sequence[Unit] | None = None  # mines: only the moving units are attacked
    there: Sequence[tuple[Unit, Hex]] = ()  # units and their hexes when the attack was rolled


def list_pieces(fight: Fight, units: Iterable[Unit], *, op: bool = False) -> list[Piece]:
    """11.1, A33.3: return everything that units can still fire with."""
    pieces = []
    for unit in units:
        if unit.out:
            continue
        if (op or not unit.fired) and fight.get_range(unit) > 0:
            pieces.append(Piece(unit, None))
        weapon = unit.weapon
        if weapon is None or not fight.can_shoot_weapon(unit):
            continue
        if (op and not weapon.ordnance) or (not op and not weapon.fired):
            pieces.append(Piece(unit, weapon))
    return pieces


def get_piece_range(fight: Fight, piece: Piece) -> int:
    return (
        fight.get_weapon_range(*_split_weapon_piece(piece)) if piece.weapon else fight.get_range(piece.unit)
    )


def get_piece_fp(fight: Fight, piece: Piece) -> int:
    return fight.get_weapon_fp(*_split_weapon_piece(piece)) if piece.weapon else fight.get_fp(piece.unit)


def _split_weapon_piece(piece: Piece) -> tuple[Unit, Weapon]:
    assert piece.weapon is not None
    return piece.unit, piece.weapon


def get_target_hindrance(fight: Fight, piece: Piece, target: Hex, reach: int | None = None) -> int:
    """O20.1, ST-7.1: return the hindrance to a target, or UNSEEN if it cannot be attacked."""
    if fight.special.urban and (fight.is_melee_locked(piece.unit.hex) or fight.is_melee_locked(target)):
        return UNSEEN
    return get_range_hindrance(fight, piece, target, reach)


def get_range_hindrance(fight: Fight, piece: Piece, target: Hex, reach: int | None = None) -> int:
    """O20.2.2: return the hindrance to a hex in range and sight, else UNSEEN."""
    here = piece.unit.hex
    far = fight.board.distances[here][target]
    if not 0 < far <= (get_piece_range(fight, piece) if reach is None else reach):
        return UNSEEN
    weapon = piece.weapon
    if weapon is not None and far < (weapon.counter.front.min_range or 0):
        return UNSEEN
    seen = fight.get_hindrance(here, target)
    if (
        fight.spotter_group
        and weapon is not None
        and weapon.has("mortar")
        and piece.unit in fight.spotter_group
    ):
        views = [fight.get_hindrance(unit.hex, target) for unit in fight.spotter_group if _can_spot(unit)]
        seen = min((view for view in (seen, *views) if view != UNSEEN), default=UNSEEN)
    return seen


def _can_spot(unit: Unit) -> bool:
    """V8, NO-4: return whether a unit is a mortar spotter or Scout, neither broken nor suppressed."""
    return unit.spotter and not unit.out and not unit.broken and not unit.suppressed


def list_enemy_hexes(fight: Fight, side: Side) -> list[Hex]:
    """Return the hexes with enemy units."""
    return sorted({unit.hex for unit in fight.camps[OTHER[side]].units})


def list_targets(fight: Fight, pieces: Sequence[Piece], hexes: Iterable[Hex]) -> list[Hex]:
    return [
        hex_ for hex_ in hexes if any(get_target_hindrance(fight, piece, hex_) != UNSEEN for piece in pieces)
    ]


def can_fire(fight: Fight, side: Side) -> list[Unit]:
    """O20.1: return the units whose activation gives a unit a target."""
    hexes = list_enemy_hexes(fight, side)
    able = {
        unit.id
        for unit in list_ready_units(fight, side)
        if any(
            get_target_hindrance(fight, piece, hex_) != UNSEEN
            for piece in list_pieces(fight, [unit])
            for hex_ in hexes
        )
    }
    able |= {unit.id for unit in list_ready_units(fight, side) if bocage.can_bust(fight, unit)}
    return [
        unit
        for unit in list_ready_units(fight, side)
        if unit.id in able
        or (unit.leads and any(other.id in able for other in list_led_units(fight, unit)))
        or _can_direct(fight, unit, hexes)
    ]


def list_mortars(fight: Fight, side: Side) -> list[Unit]:
    """V8, NO-4: return the mortar units that a spotter may activate."""
    return [
        unit
        for unit in fight.camps[side].units
        if not unit.active
        and unit.weapon is not None
        and unit.weapon.has("mortar")
        and fight.can_shoot_weapon(unit)
    ]


def _can_direct(fight: Fight, unit: Unit, hexes: Sequence[Hex]) -> bool:
    """V8, NO-4: return whether a spotter sees an enemy in range of a mortar it could activate."""
    if not _can_spot(unit) or not fight.options.has("V8"):
        return False
    seen = [
        hex_
        for hex_ in hexes
        if fight.get_hindrance(unit.hex, hex_) != UNSEEN and not fight.is_melee_locked(hex_)
    ]
    return any(
        _in_range(fight, Piece(mortar, mortar.weapon), hex_)
        for mortar in list_mortars(fight, unit.side)
        if mortar is not unit and not fight.is_melee_locked(mortar.hex)
        for hex_ in seen
    )


def _in_range(fight: Fight, piece: Piece, target: Hex) -> bool:
    far, weapon = fight.board.distances[piece.unit.hex][target], piece.weapon
    assert weapon is not None
    return max(1, weapon.counter.front.min_range or 0) <= far <= get_piece_range(fight, piece)


def _list_called_mortars(fight: Fight, first: Unit) -> list[Unit]:
    """V8, NO-4: return the mortars that a spotter may activate with itself, at any distance."""
    if not _can_spot(first) or not fight.options.has("V8"):
        return []
    return [unit for unit in list_mortars(fight, first.side) if unit is not first]


def carry_out_fire(fight: Fight, side: Side) -> Steps[None]:
    """O20: units fire alone or in groups, each piece once.

    V8: mortars use the sight of the spotter that shares their activation, and of no other.
    """
    units = yield from activate(
        fight, side, "O20", "fire", lambda: can_fire(fight, side), partial(_list_called_mortars, fight)
    )
    spotted = fight.options.has("V8") and _can_spot(units[0])
    fired = False
    while True:
        units = list_survivors(units)
        fight.spotter_group = units if spotted else ()
        pieces = list_pieces(fight, units)
        options = LazyOptions(partial(_list_target_options, fight, side, pieces, units, fired))
        target = yield Choose("O20.3", "target", side, "hex", options)
        if target == DONE:
            fight.spotter_group = ()
            return
        fired = True
        if target.startswith(bocage.BUST):
            yield from bocage.bust_hedgerow(fight, side, fight.get_unit(target.removeprefix(bocage.BUST)))
            continue
        if target.startswith(SMOKE):
            yield from _fire_smoke(fight, side, pieces, fight.board.numbers[target.removeprefix(SMOKE)])
            continue
        hex_ = fight.board.numbers[target]
        group = yield from choose_group(fight, side, pieces, hex_)
        record_fire(fight, "O20.3", side, group, hex_)
        yield from resolve_attack(fight, side, group, hex_)


def record_fire(fight: Fight, rule: str, side: Side, group: Sequence[Piece], target: Hex) -> None:
    """O20.3.1: record who fires with what, from which hexes, at which hex."""
    names = fight.board.names
    pieces = tuple(piece.weapon.counter.ref if piece.weapon else piece.unit.ref for piece in group)
    origins = tuple(dict.fromkeys(names[piece.unit.hex] for piece in group))
    fight.record(rule, "fired", who=side, units=pieces, origins=origins, hex=names[target])


def reset_fired(fight: Fight, side: Side) -> None:
    """Allow every piece to fire again in a new order."""
    for unit in fight.camps[side].units:
        unit.fired = False
        if unit.weapon:
            unit.weapon.fired = False


def _list_target_options(
    fight: Fight, side: Side, pieces: Sequence[Piece], units: Sequence[Unit], fired: bool
) -> list[str]:
    names = fight.board.names
    hexes = list_targets(fight, pieces, list_enemy_hexes(fight, side))
    options = [names[hex_] for hex_ in hexes if is_attack_possible(fight, side, pieces, hex_)]
    smokers = [piece for piece in pieces if piece.weapon and piece.weapon.counter.smoke]
    if smokers:
        hexes = [hex_ for hex_ in range(len(names)) if fight.can_smoke(hex_)]
        options += [f"{SMOKE}{names[hex_]}" for hex_ in list_targets(fight, smokers, hexes)]
    options += [f"{bocage.BUST}{unit.id}" for unit in units if not unit.out and bocage.can_bust(fight, unit)]
    return [*options, DONE] if fired or not options else options  # O14.4


def is_attack_possible(fight: Fight, side: Side, pieces: Sequence[Piece], target: Hex) -> bool:
    """O20.3.2, 10.3.2.1: return whether pieces can attack a hex with 1 or more, with the cards in hand."""
    able = [piece for piece in pieces if get_target_hindrance(fight, piece, target) != UNSEEN]
    if any(piece.weapon and piece.weapon.ordnance for piece in able):
        return True
    if any(compute_fp(fight, [piece], (target,)) >= MIN_ATTACK_FP for piece in able):
        return True
    for first in able:
        most = get_target_hindrance(fight, first, target)
        others = [p for p in able if p is not first and get_target_hindrance(fight, p, target) <= most]
        group = filter_chain(fight, [first, *others])
        attack = Attack(side, tuple(group), [target], compute_fp(fight, group, (target,)))
        if attack.fp + _count_fp_in_hand(fight, attack) >= MIN_ATTACK_FP:
            return True
    return False


def _count_fp_in_hand(fight: Fight, attack: Attack) -> int:
    """Return the firepower that the firer could add by actions and, with V18, the Initiative."""
    fit = list_attack_actions(fight, attack)
    actions = [card.text.action for card in fight.camps[attack.side].hand if card.text.action in fit]
    more = sum(fight.get_figure(f"action.{action}", "fp") for action in actions if action != SPRAY)
    return more + (_get_initiative_bonus(fight, attack) if _may_give_initiative(fight, attack) else 0)


def choose_group(fight: Fight, side: Side, pieces: Sequence[Piece], target: Hex) -> Steps[list[Piece]]:
    """O20.3.1: choose a fire group: ordnance alone, other pieces in a chain of neighbouring hexes."""
    able = [piece for piece in pieces if get_target_hindrance(fight, piece, target) != UNSEEN]
    ids = tuple(piece.id for piece in able)
    if len(able) == 1:
        return able
    chosen = yield Choose("O20.3.1", "group", side, "piece", ids, least=1, most=len(ids))
    return filter_chain(fight, [piece for piece in able if piece.id in chosen])


def filter_chain(fight: Fight, pieces: list[Piece]) -> list[Piece]:
    """O20.3.1.1: return the pieces that can fire together with the first."""
    first = pieces[0]
    if first.weapon and first.weapon.ordnance:
        return [first]
    pieces = [piece for piece in pieces if not (piece.weapon and piece.weapon.ordnance)]
    if fight.works.get(first.unit.hex) == "wire":  # F106.3
        return [piece for piece in pieces if piece.unit.hex == first.unit.hex]
    hexes = {piece.unit.hex for piece in pieces if fight.works.get(piece.unit.hex) != "wire"}
    reached, frontier = {first.unit.hex}, [first.unit.hex]
    while frontier:
        beside = set(fight.board.neighbours[frontier.pop()]) & hexes - reached
        reached |= beside
        frontier += beside
    return [piece for piece in pieces if piece.unit.hex in reached]


def compute_fp(fight: Fight, pieces: Sequence[Piece], targets: Sequence[Hex]) -> int:
    """O20.3.1.2, O20.3.2, T88.2: return best piece plus one per other piece, less hindrance, plus height."""
    best = max(get_piece_fp(fight, piece) for piece in pieces)
    fp = (
        best
        + (len(pieces) - 1) * fight.get_figure("rule.fire_group", "each")
        + get_height_modifier(fight, pieces, targets)
    )
    return fp - max(get_target_hindrance(fight, piece, target) for piece in pieces for target in targets)


def get_height_modifier(fight: Fight, pieces: Sequence[Piece], targets: Sequence[Hex]) -> int:
    """T88.2: return the modifier for pieces above or below their targets, ordnance included."""
    level = fight.board.level
    pairs = [(level[piece.unit.hex], level[target]) for piece in pieces for target in targets]
    steps = any(here > there for here, there in pairs) - any(here < there for here, there in pairs)
    return steps * fight.get_figure("rule.height", "fp")


def resolve_attack(fight: Fight, side: Side, group: Sequence[Piece], target: Hex) -> Steps[None]:
    """O20.3: resolve one attack by a group, or by one piece of ordnance that must hit first (O20.2).

    O20.3.2: pieces whose attack could not be made may attack again.
    """
    _mark_fired(group, fired=True)
    weapon = group[0].weapon
    if weapon is not None and weapon.ordnance:
        aimed, double = yield from _roll_targeting(fight, side, group[0], target)
        if aimed is not None and (aimed == target or _has_effect_at(fight, weapon, aimed)):
            yield from _make_attack(
                fight, side, group, aimed, weapon.fp + get_height_modifier(fight, group, (aimed,))
            )
            if double:
                yield from ampulomet.ignite(fight, weapon, aimed)
        return
    if not (yield from _make_attack(fight, side, group, target, compute_fp(fight, group, (target,)))):
        _mark_fired(group, fired=False)


def _mark_fired(group: Sequence[Piece], *, fired: bool) -> None:
    for piece in group:
        if piece.weapon:
            piece.weapon.fired = fired
        else:
            piece.unit.fired = fired


def _roll_targeting(fight: Fight, side: Side, piece: Piece, target: Hex) -> Steps[tuple[Hex | None, bool]]:
    """O20.2.3, 10.3.1, V7: return the hex that is hit; the dice product must beat range and hindrance.

    The second value tells whether the roll was a double (ST-6).
    """
    far = fight.board.distances[piece.unit.hex][target]
    hindrance = get_target_hindrance(fight, piece, target)
    card = yield from roll(fight, side, "targeting", (far, hindrance))
    double = card.dice.white == card.dice.coloured
    if card.dice.white * card.dice.coloured - hindrance > far:
        return target, double
    fight.record("O20.2.3", "missed", who=side, hex=fight.board.names[target])
    if double and piece.weapon is not None:
        yield from ampulomet.backfire(fight, piece.unit, piece.weapon)
    reach = get_piece_range(fight, piece)
    if not fight.options.has("V7") or reach <= 1 or double:
        return None, False
    short = card.dice.white > card.dice.coloured
    return (yield from _find_stray_hex(fight, piece.unit.hex, target, short=short)), False


def _has_effect_at(fight: Fight, weapon: Weapon, hex_: Hex) -> bool:
    """V7: return whether a stray round affects a hex: units there, or a building a gun may demolish."""
    return bool(fight.units_at[hex_]) or (rubble.can_breach(weapon) and rubble.is_vulnerable(fight, hex_))


def _find_stray_hex(fight: Fight, origin: Hex, target: Hex, *, short: bool) -> Steps[Hex | None]:
    """V7: return the hex before or behind the target; at a corner the Initiative player chooses."""
    beside = fight.board.compass[target]
    sides = fight.board.get_exit_sides(target, origin)
    candidates = [beside.get(compass if short else OPPOSITE_SIDE[compass]) for compass in sides]
    on_map = [hex_ for hex_ in candidates if hex_ is not None]
    if not on_map or on_map[0] == origin:
        return None
    if len(on_map) == 1:
        return on_map[0]
    names = tuple(fight.board.names[hex_] for hex_ in on_map)
    return fight.board.numbers[(yield Choose("V7", "astray", fight.initiative, "hex", names))]


def _fire_smoke(fight: Fight, side: Side, pieces: Sequence[Piece], target: Hex) -> Steps[None]:
    """O20.2.1: fire a smoke round instead of an attack."""
    able = [
        p
        for p in pieces
        if p.weapon and p.weapon.counter.smoke and get_target_hindrance(fight, p, target) != UNSEEN
    ]
    ids = tuple(piece.id for piece in able)
    chosen = ids[0] if len(ids) == 1 else (yield Choose("O20.2.1", "smoke_piece", side, "piece", ids))
    piece = next(piece for piece in able if piece.id == chosen)
    assert piece.weapon is not None
    piece.weapon.fired = True
    record_fire(fight, "O20.2.1", side, [piece], target)
    aimed, _ = yield from _roll_targeting(fight, side, piece, target)
    if aimed is not None:
        yield from place_random_smoke(fight, side, aimed)


def build_attack(fight: Fight, side: Side, group: Sequence[Piece], target: Hex, fp: int) -> Attack:
    """O20.3: return an attack of a group with its firepower, before actions and rolls."""
    weapons = [piece.weapon for piece in group if piece.weapon]
    attack = Attack(
        side,
        tuple(group),
        [target],
        fp,
        shells=any(weapon.has("mortar") for weapon in weapons),
        bare=any(weapon.has(tag) for weapon in weapons for tag in NO_COVER_TAGS),
    )
    origins = {piece.unit.hex for piece in group}
    attack.crossed = {target: min(fight.board.get_crossing_cover(target, origin) for origin in origins)}
    return attack


def _make_attack(fight: Fight, side: Side, group: Sequence[Piece], target: Hex, fp: int) -> Steps[bool]:
    """O20.3.3: actions, attack roll, jams and defence; return whether the attack was made.

    10.3.2.1: no attack with less than 1 firepower.
    """
    weapons = [piece.weapon for piece in group if piece.weapon]
    attack = build_attack(fight, side, group, target, fp)
    fight.attack = attack
    yield from _add_attack_actions(fight, attack)
    if attack.fp < MIN_ATTACK_FP:
        return False
    more = yield from snipers.offer_bonus(fight, side)
    card = yield from roll_attack(fight, attack)
    attack.total = attack.fp + card.total + more
    if is_jam(fight, card):
        jam_weapons(fight, weapons)
    if card.dice.white == card.dice.coloured:
        for _ in range(attack.sustained):
            yield from _break_overheated(fight, attack)
    for weapon in weapons:
        if rubble.can_breach(weapon):
            yield from rubble.resolve_collapse(fight, target, weapon.fp, card.total)
        if any(weapon.has(tag) for tag in SINGLE_USE_TAGS):
            drop_weapon(fight, weapon, "11.6")
    yield from roll_defences(fight, attack)
    return True


def roll_attack(fight: Fight, attack: Attack) -> Steps[Card]:
    """O20.3.3, O20.3.4: roll the attack; units now in the target will defend even if a trigger moves them."""
    attack.there = [(unit, hex_) for hex_ in attack.targets for unit in fight.units_at[hex_]]
    if attack.only is not None:
        attack.there = [(unit, unit.hex) for unit in attack.only]
    return (yield from roll(fight, attack.side, "attack", attack))


def _break_overheated(fight: Fight, attack: Attack) -> Steps[None]:
    """A41: a double breaks one firing machine gun or mortar."""
    able = [p for p in attack.pieces if p.weapon and _is_automatic(p.weapon) and p.unit.weapon is p.weapon]
    if not able:
        return
    ids = tuple(piece.id for piece in able)
    chosen = ids[0] if len(ids) == 1 else (yield Choose("A41", "overheated", attack.side, "piece", ids))
    piece = next(piece for piece in able if piece.id == chosen)
    assert piece.weapon is not None
    break_weapon(fight, piece.weapon, "A41")


def _is_automatic(weapon: Weapon) -> bool:
    return weapon.has("mg") or weapon.has("mortar")


def _add_attack_actions(fight: Fight, attack: Attack) -> Steps[None]:
    """A27, A30, A34, A37, A40, A41, V18: offer the firer's actions before the roll."""
    side = attack.side
    if _may_give_initiative(fight, attack):
        given = yield Choose("V18", "give_initiative", side, "yes_no", ("yes", "no"))
        if given == "yes":
            fight.initiative = OTHER[side]
            fight.record("V18", "initiative", who=fight.initiative)
            attack.fp += _get_initiative_bonus(fight, attack)
    while True:
        able = list_attack_actions(fight, attack)
        if not able:
            return
        card = yield from offer_action(fight, side, "fire_action", "A24", able)
        if card is None:
            return
        action = card.text.action
        if action == SPRAY:
            yield from _add_spray_target(fight, attack)
            continue
        attack.fp += fight.get_figure(f"action.{action}", "fp")
        attack.sustained += action == "sustained_fire"


def _may_give_initiative(fight: Fight, attack: Attack) -> bool:
    """V18: return whether the attacker has the Initiative and fires from several hexes."""
    if not fight.options.has("V18") or fight.initiative != attack.side:
        return False
    return len({piece.unit.hex for piece in attack.pieces}) > 1


def _get_initiative_bonus(fight: Fight, attack: Attack) -> int:
    """V18: return one for each hex beyond the first."""
    hexes = {piece.unit.hex for piece in attack.pieces}
    return (len(hexes) - 1) * fight.get_figure("rule.initiative_group", "fp")


def list_attack_actions(fight: Fight, attack: Attack) -> tuple[str, ...]:
    """Return the held actions that could strengthen this attack now."""
    camp = fight.camps[attack.side]
    held = {card.text.action for card in camp.hand}
    return tuple(
        action for action in ATTACK_ACTIONS if action in held and _is_action_usable(fight, attack, action)
    )


def _is_action_usable(fight: Fight, attack: Attack, action: str) -> bool:
    target, pieces = attack.targets[0], attack.pieces
    match action:
        case "crossfire":  # A30
            return any(unit.moving for hex_ in attack.targets for unit in fight.units_at[hex_])
        case "hand_grenades":  # A34
            near = fight.get_figure("action.hand_grenades", "range")
            return any(
                fight.board.distances[piece.unit.hex][hex_] <= near
                for piece in pieces
                for hex_ in attack.targets
            )
        case "marksmanship":  # A37
            return any(not piece.weapon and not piece.unit.leads for piece in pieces)
        case "sustained_fire":  # A41
            return any(piece.weapon and _is_automatic(piece.weapon) for piece in pieces)
        case "bore_sighting":  # A27
            least = fight.get_figure("action.bore_sighting", "printed_fp")
            return fight.camps[attack.side].posture == "defend" and any(
                piece.weapon and piece.weapon.fp >= least for piece in pieces
            )
        case _:  # A40
            return len(attack.targets) == 1 and bool(
                list_spray_hexes(fight, attack.pieces, target, attack.side)
            )


def list_spray_hexes(fight: Fight, pieces: Sequence[Piece], target: Hex, side: Side) -> list[Hex]:
    """A40: return the second hexes that all pieces could attack with the first."""
    boxed = all("range" in (p.weapon.counter.front.boxed if p.weapon else p.unit.face.boxed) for p in pieces)
    if not boxed or any(piece.weapon and piece.weapon.ordnance for piece in pieces):
        return []
    return [
        hex_
        for hex_ in fight.board.neighbours[target]
        if fight.has_enemy(hex_, side)
        and all(get_target_hindrance(fight, piece, hex_) != UNSEEN for piece in pieces)
    ]


def _add_spray_target(fight: Fight, attack: Attack) -> Steps[None]:
    hexes = list_spray_hexes(fight, attack.pieces, attack.targets[0], attack.side)
    names = tuple(fight.board.names[hex_] for hex_ in hexes)
    chosen = names[0] if len(names) == 1 else (yield Choose("A40", "spray", attack.side, "hex", names))
    hex_ = fight.board.numbers[chosen]
    before = compute_fp(fight, attack.pieces, attack.targets)
    attack.targets.append(hex_)
    attack.fp += compute_fp(fight, attack.pieces, attack.targets) - before
    attack.crossed[hex_] = min(
        fight.board.get_crossing_cover(hex_, piece.unit.hex) for piece in attack.pieces
    )


def roll_defences(fight: Fight, attack: Attack) -> Steps[None]:
    """O20.3.4: every unit that was in the target rolls: teams, squads, leaders last."""
    fight.attack = attack
    names = tuple(fight.board.names[hex_] for hex_ in attack.targets)
    fight.record("O20.3.3", "total", fp=attack.fp, total=attack.total, hexes=names)
    for hex_ in attack.targets:
        yield from _offer_defence_actions(fight, attack, hex_)
    rank = {"team": 0, "squad": 1, "hero": 2, "leader": 3}
    for target_unit, hex_ in sorted(attack.there, key=lambda pair: rank[pair[0].kind]):
        for unit in list_survivors([target_unit]):
            yield from _roll_defence(fight, attack, unit, hex_)


def get_cover_against(fight: Fight, attack: Attack, unit: Unit) -> int:
    """T78.3, T87, T97, 11.6: return the cover of a unit against an attack."""
    if attack.bare:
        return 0
    return fight.get_cover(unit.hex, unit.side, shells=attack.shells, crossed=attack.crossed.get(unit.hex, 0))


def get_total_against(fight: Fight, attack: Attack, hex_: Hex) -> int:
    """T99, V6: return the attack total in a hex: shells gain in trees, ordnance loses in water."""
    total = attack.total + (fight.board.tree_burst[hex_] if attack.shells else 0)
    rounds = attack.shells or any(piece.weapon and piece.weapon.ordnance for piece in attack.pieces)
    wet = rounds and hex_ in fight.board.water and fight.options.has("V6")
    return total + (fight.get_figure("rule.water", "total") if wet else 0)


def _roll_defence(fight: Fight, attack: Attack, unit: Unit, hex_: Hex) -> Steps[None]:
    morale = fight.get_bare_morale(unit) + get_cover_against(fight, attack, unit)
    total = get_total_against(fight, attack, hex_)
    moving = unit.moving and not (attack.only is not None and fight.options.has("H-F103.2"))
    fight.record("O20.3.4", "defends", who=unit.side, ref=unit.ref, morale=morale, total=total)
    card = yield from roll(fight, unit.side, "defence", (unit, morale, total))
    for survivor in list_survivors([unit]):
        if morale + card.total < total or (morale + card.total == total and moving):
            yield from break_unit(fight, survivor, "O20.3.4" if attack.only is None else "F103.2")
        elif morale + card.total == total:
            yield from suppress(fight, survivor, "O20.3.4")


def _offer_defence_actions(fight: Fight, attack: Attack, hex_: Hex) -> Steps[None]:
    """A29, A35.1, A35.3: offer the defenders' actions after the total is known."""
    if attack.only is not None:
        return
    for side in (OTHER[fight.turn_of], fight.turn_of):
        if fight.list_units(hex_, side):
            yield from _play_defence_actions(fight, attack, hex_, side)


def _play_defence_actions(fight: Fight, attack: Attack, hex_: Hex, side: Side) -> Steps[None]:
    while True:
        able = list_defence_actions(fight, attack, hex_, side)
        card = (yield from offer_action(fight, side, "hide_action", "A24", able)) if able else None
        if card is None:
            return
        match card.text.action:
            case "concealment":
                cover = (
                    0
                    if attack.bare
                    else fight.get_cover(
                        hex_, side, shells=attack.shells, crossed=attack.crossed.get(hex_, 0)
                    )
                )
                attack.total -= cover
            case "hidden_entrenchments":
                fight.place_work("A35.1", hex_, "foxholes")
            case _:
                fight.place_work("A35.3", hex_, "pillbox")
                fight.work_owners[hex_] = side


def list_defence_actions(fight: Fight, attack: Attack, hex_: Hex, side: Side) -> tuple[str, ...]:
    """Return the actions that a target could play now."""
    camp = fight.camps[side]
    held = {card.text.action for card in camp.hand}
    able = []
    if "concealment" in held:
        able.append("concealment")
    if camp.posture == "defend" and fight.can_fortify(hex_):
        if "hidden_entrenchments" in held and hex_ not in fight.board.in_building:
            able.append("hidden_entrenchments")
        objective = any(hex_ in hexes for hexes in fight.objectives.values())
        if "hidden_pillbox" in held and objective and "pillbox" not in fight.works.values():
            able.append("hidden_pillbox")
    return tuple(able)


# A33: Opportunity Fire


def offer_opportunity_fire(fight: Fight, side: Side, hex_: Hex, firing: list[Unit]) -> Steps[None]:
    """A33.2: offer one attack on a hex just entered, by units already firing or by a card.

    O20.3.2: an attack that could not be made does not count.
    """
    while (yield from _try_opportunity_fire(fight, side, hex_, firing)):
        firing[:] = list_survivors(firing)


def _try_opportunity_fire(fight: Fight, side: Side, hex_: Hex, firing: list[Unit]) -> Steps[bool]:
    """Return whether an attack was tried but could not be made, so that another is allowed."""
    camp = fight.camps[side]
    cards = [card for card in camp.hand if card.text.order == "fire"]
    loaded = [
        piece
        for piece in list_pieces(fight, firing, op=True)
        if get_target_hindrance(fight, piece, hex_) != UNSEEN
    ]
    fresh = can_oppose(fight, side, hex_) if cards else []
    if not loaded and not fresh:
        return False
    fight.subject = (hex_, firing)
    numbers = tuple(str(card.number) for card in cards) if fresh else ()
    options = (NONE, *(("shoot",) if loaded else ()), *numbers)
    answer = yield Choose("A33.2", "op_fire", side, "op_fire", options, secret=True)
    if answer == NONE:
        return False
    if answer != "shoot":
        card = next(card for card in cards if str(card.number) == answer)
        play_card(fight, side, card)
        fight.record("A33", "action", who=side, action="fire")
        units = yield from activate(fight, side, "A33", "op", lambda: can_oppose(fight, side, hex_))
        firing += [unit for unit in units if unit not in firing]
    pieces = list_pieces(fight, firing, op=True)
    if not any(get_target_hindrance(fight, piece, hex_) != UNSEEN for piece in pieces):
        return False
    group = yield from choose_group(fight, side, pieces, hex_)
    record_fire(fight, "A33", side, group, hex_)
    return not (yield from _make_attack(fight, side, group, hex_, compute_fp(fight, group, (hex_,))))


def can_oppose(fight: Fight, side: Side, hex_: Hex) -> list[Unit]:
    """A33.2: return the units whose activation lets a unit fire into a hex."""
    able = {
        unit.id
        for unit in list_ready_units(fight, side)
        if any(
            get_target_hindrance(fight, piece, hex_) != UNSEEN
            for piece in list_pieces(fight, [unit], op=True)
        )
    }
    return [
        unit
        for unit in list_ready_units(fight, side)
        if unit.id in able or (unit.leads and any(other.id in able for other in list_led_units(fight, unit)))
    ]
