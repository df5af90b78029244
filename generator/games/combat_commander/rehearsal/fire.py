"""O20, A33: fire attacks: targets, fire groups, targeting, attack and defence rolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .activation import Later, activate, led_by, ready
from .cards import NONE, Steps, jam, jams, offer, play, roll
from .damage import break_unit, break_weapon, drop_weapon, suppress
from .modules import ampulomet, bocage, rubble, snipers
from .pieces import Unit, Weapon, stand_ins
from .smoke import random_smoke
from .state import OTHER, Card, Fight
from .board import UNSEEN, Hex

DONE = "done"
LEAST = 1  # firepower of an attack that may be made (10.3.2.1)
OPPOSITE = {compass: (compass + 2) % 6 + 1 for compass in range(1, 7)}  # of a side of a hex
SMOKE = "smoke:"
SPRAY = "spray_fire"
ADDING = ("crossfire", "hand_grenades", "marksmanship", "sustained_fire", "bore_sighting", SPRAY)
HIDING = ("concealment", "hidden_entrenchments", "hidden_pillbox")
ONCE = ("satchel", "molotov")  # 11.6: gone after one attack
BARE = ("flamethrower", "molotov", ampulomet.TAG)  # 11.6, ST-6: no cover helps


class Piece(NamedTuple):
    """O20.3: a unit or its weapon, firing."""

    unit: Unit
    weapon: Weapon | None

    @property
    def id(self) -> str:
        return f"{self.unit.id}w" if self.weapon else self.unit.id


@dataclass(slots=True, eq=False)
class Attack:
    """An attack that is being made: who, at what, how strong so far."""

    side: Side
    pieces: tuple[Piece, ...]
    targets: list[Hex]
    fp: int
    shells: bool = False
    bare: bool = False  # cover counts nothing
    crossed: dict[Hex, int] = field(default_factory=dict)
    sustained: int = 0
    total: int = 0
    only: Sequence[Unit] | None = None  # mines: only those who move
    there: Sequence[tuple[Unit, Hex]] = ()  # who was in which target as the attack was rolled


def pieces_of(fight: Fight, units: Iterable[Unit], *, op: bool = False) -> list[Piece]:
    """11.1, A33.3: everything these units can still fire with."""
    found = []
    for unit in units:
        if unit.out:
            continue
        if (op or not unit.fired) and fight.reach(unit) > 0:
            found.append(Piece(unit, None))
        weapon = unit.weapon
        if weapon is None or not fight.can_shoot_weapon(unit):
            continue
        if (op and not weapon.ordnance) or (not op and not weapon.fired):
            found.append(Piece(unit, weapon))
    return found


def piece_reach(fight: Fight, piece: Piece) -> int:
    return fight.weapon_reach(*_armed(piece)) if piece.weapon else fight.reach(piece.unit)


def piece_fp(fight: Fight, piece: Piece) -> int:
    return fight.weapon_fp(*_armed(piece)) if piece.weapon else fight.fp(piece.unit)


def _armed(piece: Piece) -> tuple[Unit, Weapon]:
    assert piece.weapon is not None
    return piece.unit, piece.weapon


def hits(fight: Fight, piece: Piece, target: Hex, reach: int | None = None) -> int:
    """O20.1, ST-7.1: the hindrance on the way to a target, UNSEEN where it cannot be fired at."""
    if fight.special.urban and (fight.locked(piece.unit.hex) or fight.locked(target)):
        return UNSEEN
    return reaches(fight, piece, target, reach)


def reaches(fight: Fight, piece: Piece, target: Hex, reach: int | None = None) -> int:
    """O20.2.2: the hindrance to a hex in range and sight."""
    here = piece.unit.hex
    far = fight.ground.far[here][target]
    if not 0 < far <= (piece_reach(fight, piece) if reach is None else reach):
        return UNSEEN
    weapon = piece.weapon
    if weapon is not None and far < (weapon.counter.front.min_range or 0):
        return UNSEEN
    seen = fight.sees(here, target)
    if fight.directed and weapon is not None and weapon.has("mortar") and piece.unit in fight.directed:
        views = [fight.sees(unit.hex, target) for unit in fight.directed if _spots(unit)]
        seen = min((view for view in (seen, *views) if view != UNSEEN), default=UNSEEN)
    return seen


def _spots(unit: Unit) -> bool:
    """V8, NO-4: a mortar spotter or Scout, neither broken nor suppressed."""
    return unit.spotter and not unit.out and not unit.broken and not unit.suppressed


def enemies(fight: Fight, side: Side) -> list[Hex]:
    """The hexes that enemies stand in."""
    return sorted({unit.hex for unit in fight.camps[OTHER[side]].units})


def targets_of(fight: Fight, pieces: Sequence[Piece], hexes: Iterable[Hex]) -> list[Hex]:
    return [hex_ for hex_ in hexes if any(hits(fight, piece, hex_) != UNSEEN for piece in pieces)]


def can_fire(fight: Fight, side: Side) -> list[Unit]:
    """O20.1: who could be activated so that somebody has a target."""
    hexes = enemies(fight, side)
    able = {
        unit.id
        for unit in ready(fight, side)
        if any(hits(fight, piece, hex_) != UNSEEN for piece in pieces_of(fight, [unit]) for hex_ in hexes)
    }
    able |= {unit.id for unit in ready(fight, side) if bocage.engineer(fight, unit)}
    return [
        unit
        for unit in ready(fight, side)
        if unit.id in able
        or (unit.leads and any(other.id in able for other in led_by(fight, unit)))
        or _directs(fight, unit, hexes)
    ]


def mortars(fight: Fight, side: Side) -> list[Unit]:
    """V8, NO-4: those with a mortar whom a spotter may activate: sound, not suppressed, not yet activated."""
    return [
        unit
        for unit in fight.camps[side].units
        if not unit.active
        and unit.weapon is not None
        and unit.weapon.has("mortar")
        and fight.can_shoot_weapon(unit)
    ]


def _directs(fight: Fight, unit: Unit, hexes: Sequence[Hex]) -> bool:
    """V8, NO-4: does a spotter see an enemy in range of a mortar that he could activate?"""
    if not _spots(unit) or not fight.options.has("V8"):
        return False
    seen = [hex_ for hex_ in hexes if fight.sees(unit.hex, hex_) != UNSEEN and not fight.locked(hex_)]
    return any(
        _in_range(fight, Piece(each, each.weapon), hex_)
        for each in mortars(fight, unit.side)
        if each is not unit and not fight.locked(each.hex)
        for hex_ in seen
    )


def _in_range(fight: Fight, piece: Piece, target: Hex) -> bool:
    far, weapon = fight.ground.far[piece.unit.hex][target], piece.weapon
    assert weapon is not None
    return max(1, weapon.counter.front.min_range or 0) <= far <= piece_reach(fight, piece)


def _called(fight: Fight, first: Unit) -> list[Unit]:
    """V8, NO-4: the mortars that a spotter may activate with himself, wherever they are."""
    if not _spots(first) or not fight.options.has("V8"):
        return []
    return [unit for unit in mortars(fight, first.side) if unit is not first]


def order(fight: Fight, side: Side) -> Steps[None]:
    """O20: units fire, alone or in groups, each piece once.

    V8: mortars see with the eyes of a spotter whose activation they share, and of no other.
    """
    units = yield from activate(
        fight, side, "O20", "fire", lambda: can_fire(fight, side), partial(_called, fight)
    )
    spotted = fight.options.has("V8") and _spots(units[0])
    shot = False
    while True:
        units = stand_ins(units)
        fight.directed = units if spotted else ()
        pieces = pieces_of(fight, units)
        names = fight.ground.names
        options = Later(partial(_targets, fight, side, pieces, units, shot))
        target = yield Choose("O20.3", "target", side, "hex", options)
        if target == DONE:
            fight.directed = ()
            return
        shot = True
        if target.startswith(bocage.BUST):
            yield from bocage.bust(fight, side, fight.unit(target.removeprefix(bocage.BUST)))
            continue
        if target.startswith(SMOKE):
            yield from _fire_smoke(fight, side, pieces, fight.ground.numbers[target.removeprefix(SMOKE)])
            continue
        hex_ = fight.ground.numbers[target]
        group = yield from choose_group(fight, side, pieces, hex_)
        fight.tell(
            "O20.3", "fired", who=side, units=tuple(piece.unit.ref for piece in group), hex=names[hex_]
        )
        yield from shoot(fight, side, group, hex_)


def rest(fight: Fight, side: Side) -> None:
    """A new order: every piece may fire again."""
    for unit in fight.camps[side].units:
        unit.fired = False
        if unit.weapon:
            unit.weapon.fired = False


def _targets(
    fight: Fight, side: Side, pieces: Sequence[Piece], units: Sequence[Unit], shot: bool
) -> list[str]:
    names = fight.ground.names
    hexes = targets_of(fight, pieces, enemies(fight, side))
    found = [names[hex_] for hex_ in hexes if possible(fight, side, pieces, hex_)]
    smokers = [piece for piece in pieces if piece.weapon and piece.weapon.counter.smoke]
    if smokers:
        hexes = [hex_ for hex_ in range(len(names)) if fight.can_smoke(hex_)]
        found += [f"{SMOKE}{names[hex_]}" for hex_ in targets_of(fight, smokers, hexes)]
    found += [f"{bocage.BUST}{unit.id}" for unit in units if not unit.out and bocage.engineer(fight, unit)]
    return [*found, DONE] if shot or not found else found  # O14.4


def possible(fight: Fight, side: Side, pieces: Sequence[Piece], target: Hex) -> bool:
    """O20.3.2, 10.3.2.1: could some of these pieces attack a hex with 1 or more, by what is in hand too?"""
    able = [piece for piece in pieces if hits(fight, piece, target) != UNSEEN]
    if any(piece.weapon and piece.weapon.ordnance for piece in able):
        return True
    if any(strength(fight, [piece], (target,)) >= LEAST for piece in able):
        return True
    for first in able:
        most = hits(fight, first, target)
        others = [p for p in able if p is not first and hits(fight, p, target) <= most]
        group = chained(fight, [first, *others])
        attack = Attack(side, tuple(group), [target], strength(fight, group, (target,)))
        if attack.fp + _in_hand(fight, attack) >= LEAST:
            return True
    return False


def _in_hand(fight: Fight, attack: Attack) -> int:
    """What the firer could add to an attack: his actions, and by V18 the Initiative."""
    fit = adding(fight, attack)
    actions = [card.text.action for card in fight.camps[attack.side].hand if card.text.action in fit]
    more = sum(fight.figure(f"action.{action}", "fp") for action in actions if action != SPRAY)
    return more + (_enfilade(fight, attack) if _may_enfilade(fight, attack) else 0)


def choose_group(fight: Fight, side: Side, pieces: Sequence[Piece], target: Hex) -> Steps[list[Piece]]:
    """O20.3.1: ordnance alone; the rest in a chain of neighbouring hexes around the first."""
    able = [piece for piece in pieces if hits(fight, piece, target) != UNSEEN]
    ids = tuple(piece.id for piece in able)
    if len(able) == 1:
        return able
    chosen = yield Choose("O20.3.1", "group", side, "piece", ids, least=1, most=len(ids))
    return chained(fight, [piece for piece in able if piece.id in chosen])


def chained(fight: Fight, pieces: list[Piece]) -> list[Piece]:
    """O20.3.1.1: the pieces that can fire as one with the first."""
    first = pieces[0]
    if first.weapon and first.weapon.ordnance:
        return [first]
    pieces = [piece for piece in pieces if not (piece.weapon and piece.weapon.ordnance)]
    if fight.works.get(first.unit.hex) == "wire":  # F106.3
        return [piece for piece in pieces if piece.unit.hex == first.unit.hex]
    hexes = {piece.unit.hex for piece in pieces if fight.works.get(piece.unit.hex) != "wire"}
    reached, frontier = {first.unit.hex}, [first.unit.hex]
    while frontier:
        beside = set(fight.ground.around[frontier.pop()]) & hexes - reached
        reached |= beside
        frontier += beside
    return [piece for piece in pieces if piece.unit.hex in reached]


def strength(fight: Fight, pieces: Sequence[Piece], targets: Sequence[Hex]) -> int:
    """O20.3.1.2, O20.3.2, T88.2: best piece, one for each other, hindrance and height."""
    best = max(piece_fp(fight, piece) for piece in pieces)
    fp = best + (len(pieces) - 1) * fight.figure("rule.fire_group", "each") + height(fight, pieces, targets)
    return fp - max(hits(fight, piece, target) for piece in pieces for target in targets)


def height(fight: Fight, pieces: Sequence[Piece], targets: Sequence[Hex]) -> int:
    """T88.2: what any piece below its target loses and any above it gains, ordnance too."""
    level = fight.ground.level
    pairs = [(level[piece.unit.hex], level[target]) for piece in pieces for target in targets]
    steps = any(here > there for here, there in pairs) - any(here < there for here, there in pairs)
    return steps * fight.figure("rule.height", "fp")


def shoot(fight: Fight, side: Side, group: Sequence[Piece], target: Hex) -> Steps[None]:
    """O20.3: one attack by a group, or by one piece of ordnance that must hit first (O20.2).

    O20.3.2: pieces whose attack could not be made may still make another.
    """
    _spend(group, fired=True)
    weapon = group[0].weapon
    if weapon is not None and weapon.ordnance:
        aimed, double = yield from _aim(fight, side, group[0], target)
        if aimed is not None and (aimed == target or _finds(fight, weapon, aimed)):
            yield from _fire(fight, side, group, aimed, weapon.fp + height(fight, group, (aimed,)))
            if double:
                yield from ampulomet.kindle(fight, weapon, aimed)
        return
    if not (yield from _fire(fight, side, group, target, strength(fight, group, (target,)))):
        _spend(group, fired=False)


def _spend(group: Sequence[Piece], *, fired: bool) -> None:
    for piece in group:
        if piece.weapon:
            piece.weapon.fired = fired
        else:
            piece.unit.fired = fired


def _aim(fight: Fight, side: Side, piece: Piece, target: Hex) -> Steps[tuple[Hex | None, bool]]:
    """O20.2.3, 10.3.1, V7: the product of the dice beats range and hindrance, or lands short or long.

    With it whether a hit came by a double (ST-6).
    """
    far = fight.ground.far[piece.unit.hex][target]
    hindrance = hits(fight, piece, target)
    card = yield from roll(fight, side, "targeting", (far, hindrance))
    double = card.dice.white == card.dice.coloured
    if card.dice.white * card.dice.coloured - hindrance > far:
        return target, double
    fight.tell("O20.2.3", "missed", who=side, hex=fight.ground.names[target])
    if double and piece.weapon is not None:
        yield from ampulomet.backfire(fight, piece.unit, piece.weapon)
    reach = piece_reach(fight, piece)
    if not fight.options.has("V7") or reach <= 1 or double:
        return None, False
    short = card.dice.white > card.dice.coloured
    return (yield from _astray(fight, piece.unit.hex, target, short=short)), False


def _finds(fight: Fight, weapon: Weapon, hex_: Hex) -> bool:
    """V7: a round that lands astray does nothing where nobody is, unless a gun may bring a house down."""
    return bool(fight.at[hex_]) or (rubble.breaches(weapon) and rubble.vulnerable(fight, hex_))


def _astray(fight: Fight, origin: Hex, target: Hex, *, short: bool) -> Steps[Hex | None]:
    """V7: the hex before or behind the target; where the line meets a corner who has the Initiative picks."""
    beside = fight.ground.compass[target]
    sides = fight.ground.towards(target, origin)
    found = [beside.get(compass if short else OPPOSITE[compass]) for compass in sides]
    best = [hex_ for hex_ in found if hex_ is not None]
    if not best or best[0] == origin:
        return None
    if len(best) == 1:
        return best[0]
    names = tuple(fight.ground.names[hex_] for hex_ in best)
    return fight.ground.numbers[(yield Choose("V7", "astray", fight.initiative, "hex", names))]


def _fire_smoke(fight: Fight, side: Side, pieces: Sequence[Piece], target: Hex) -> Steps[None]:
    """O20.2.1: a round of smoke in place of an attack."""
    able = [p for p in pieces if p.weapon and p.weapon.counter.smoke and hits(fight, p, target) != UNSEEN]
    ids = tuple(piece.id for piece in able)
    chosen = ids[0] if len(ids) == 1 else (yield Choose("O20.2.1", "smoke_piece", side, "piece", ids))
    piece = next(piece for piece in able if piece.id == chosen)
    assert piece.weapon is not None
    piece.weapon.fired = True
    aimed, _ = yield from _aim(fight, side, piece, target)
    if aimed is not None:
        yield from random_smoke(fight, side, aimed)


def _fire(fight: Fight, side: Side, group: Sequence[Piece], target: Hex, fp: int) -> Steps[bool]:
    """O20.3.3: actions, the attack roll, jams, and then the defence of everybody there.

    10.3.2.1: with less than 1 no attack is made.
    """
    weapons = [piece.weapon for piece in group if piece.weapon]
    mortar = any(weapon.has("mortar") for weapon in weapons)
    attack = Attack(
        side,
        tuple(group),
        [target],
        fp,
        shells=mortar,
        bare=any(weapon.has(tag) for weapon in weapons for tag in BARE),
    )
    origins = {piece.unit.hex for piece in group}
    attack.crossed = {target: min(fight.ground.crossing(target, origin) for origin in origins)}
    fight.attack = attack
    yield from _strengthen(fight, attack)
    if attack.fp < LEAST:
        return False
    more = yield from snipers.spend(fight, side)
    card = yield from attack_roll(fight, attack)
    attack.total = attack.fp + card.total + more
    if jams(fight, card):
        jam(fight, weapons)
    if card.dice.white == card.dice.coloured:
        for _ in range(attack.sustained):
            yield from _overheat(fight, attack)
    for weapon in weapons:
        if rubble.breaches(weapon):
            yield from rubble.collapse(fight, target, weapon.fp, card.total)
        if any(weapon.has(tag) for tag in ONCE):
            drop_weapon(fight, weapon, "11.6")
    yield from defend(fight, attack)
    return True


def attack_roll(fight: Fight, attack: Attack) -> Steps[Card]:
    """O20.3.3, O20.3.4: whoever is in the target now will roll his defence, whatever a trigger brings."""
    attack.there = [(unit, hex_) for hex_ in attack.targets for unit in fight.at[hex_]]
    if attack.only is not None:
        attack.there = [(unit, unit.hex) for unit in attack.only]
    return (yield from roll(fight, attack.side, "attack", attack))


def _overheat(fight: Fight, attack: Attack) -> Steps[None]:
    """A41: a double breaks one machine gun or mortar that fires."""
    able = [p for p in attack.pieces if p.weapon and _automatic(p.weapon) and p.unit.weapon is p.weapon]
    if not able:
        return
    ids = tuple(piece.id for piece in able)
    chosen = ids[0] if len(ids) == 1 else (yield Choose("A41", "overheated", attack.side, "piece", ids))
    piece = next(piece for piece in able if piece.id == chosen)
    assert piece.weapon is not None
    break_weapon(fight, piece.weapon, "A41")


def _automatic(weapon: Weapon) -> bool:
    return weapon.has("mg") or weapon.has("mortar")


def _strengthen(fight: Fight, attack: Attack) -> Steps[None]:
    """A27, A30, A34, A37, A40, A41, V18: what a firer adds before his roll."""
    side = attack.side
    if _may_enfilade(fight, attack):
        given = yield Choose("V18", "give_initiative", side, "yes_no", ("yes", "no"))
        if given == "yes":
            fight.initiative = OTHER[side]
            attack.fp += _enfilade(fight, attack)
    while True:
        able = adding(fight, attack)
        if not able:
            return
        card = yield from offer(fight, side, "fire_action", "A24", able)
        if card is None:
            return
        action = card.text.action
        if action == SPRAY:
            yield from _spray(fight, attack)
            continue
        attack.fp += fight.figure(f"action.{action}", "fp")
        attack.sustained += action == "sustained_fire"


def _may_enfilade(fight: Fight, attack: Attack) -> bool:
    """V18: whoever has the Initiative and fires from several hexes."""
    if not fight.options.has("V18") or fight.initiative != attack.side:
        return False
    return len({piece.unit.hex for piece in attack.pieces}) > 1


def _enfilade(fight: Fight, attack: Attack) -> int:
    """V18: one for each hex beyond the first."""
    hexes = {piece.unit.hex for piece in attack.pieces}
    return (len(hexes) - 1) * fight.figure("rule.initiative_group", "fp")


def adding(fight: Fight, attack: Attack) -> tuple[str, ...]:
    """Which actions could strengthen this attack now."""
    camp = fight.camps[attack.side]
    held = {card.text.action for card in camp.hand}
    return tuple(action for action in ADDING if action in held and _fits(fight, attack, action))


def _fits(fight: Fight, attack: Attack, action: str) -> bool:
    target, pieces = attack.targets[0], attack.pieces
    match action:
        case "crossfire":  # A30
            return any(unit.moving for hex_ in attack.targets for unit in fight.at[hex_])
        case "hand_grenades":  # A34
            near = fight.figure("action.hand_grenades", "range")
            return any(
                fight.ground.far[piece.unit.hex][hex_] <= near for piece in pieces for hex_ in attack.targets
            )
        case "marksmanship":  # A37
            return any(not piece.weapon and not piece.unit.leads for piece in pieces)
        case "sustained_fire":  # A41
            return any(piece.weapon and _automatic(piece.weapon) for piece in pieces)
        case "bore_sighting":  # A27
            least = fight.figure("action.bore_sighting", "printed_fp")
            return fight.camps[attack.side].posture == "defend" and any(
                piece.weapon and piece.weapon.fp >= least for piece in pieces
            )
        case _:  # A40
            return len(attack.targets) == 1 and bool(sprayed(fight, attack.pieces, target, attack.side))


def sprayed(fight: Fight, pieces: Sequence[Piece], target: Hex, side: Side) -> list[Hex]:
    """A40: the second hexes that all these pieces could take with the first."""
    boxed = all("range" in (p.weapon.counter.front.boxed if p.weapon else p.unit.face.boxed) for p in pieces)
    if not boxed or any(piece.weapon and piece.weapon.ordnance for piece in pieces):
        return []
    return [
        hex_
        for hex_ in fight.ground.around[target]
        if fight.enemy_in(hex_, side) and all(hits(fight, piece, hex_) != UNSEEN for piece in pieces)
    ]


def _spray(fight: Fight, attack: Attack) -> Steps[None]:
    hexes = sprayed(fight, attack.pieces, attack.targets[0], attack.side)
    names = tuple(fight.ground.names[hex_] for hex_ in hexes)
    chosen = names[0] if len(names) == 1 else (yield Choose("A40", "spray", attack.side, "hex", names))
    hex_ = fight.ground.numbers[chosen]
    before = strength(fight, attack.pieces, attack.targets)
    attack.targets.append(hex_)
    attack.fp += strength(fight, attack.pieces, attack.targets) - before
    attack.crossed[hex_] = min(fight.ground.crossing(hex_, piece.unit.hex) for piece in attack.pieces)


def defend(fight: Fight, attack: Attack) -> Steps[None]:
    """O20.3.4: everybody who was there rolls: teams, squads, leaders last."""
    fight.attack = attack
    names = tuple(fight.ground.names[hex_] for hex_ in attack.targets)
    fight.tell("O20.3.3", "total", fp=attack.fp, total=attack.total, hexes=names)
    for hex_ in attack.targets:
        yield from _hide(fight, attack, hex_)
    rank = {"team": 0, "squad": 1, "hero": 2, "leader": 3}
    for was, hex_ in sorted(attack.there, key=lambda pair: rank[pair[0].kind]):
        for unit in stand_ins([was]):
            yield from _defence(fight, attack, unit, hex_)


def cover_against(fight: Fight, attack: Attack, unit: Unit) -> int:
    """T78.3, T87, T97, 11.6: the cover a unit has against an attack."""
    if attack.bare:
        return 0
    return fight.cover(unit.hex, unit.side, shells=attack.shells, crossed=attack.crossed.get(unit.hex, 0))


def total_against(fight: Fight, attack: Attack, hex_: Hex) -> int:
    """T99, V6: shells burst in the trees; those of all ordnance drown in water."""
    total = attack.total + (fight.ground.burst[hex_] if attack.shells else 0)
    rounds = attack.shells or any(piece.weapon and piece.weapon.ordnance for piece in attack.pieces)
    wet = rounds and hex_ in fight.ground.water and fight.options.has("V6")
    return total + (fight.figure("rule.water", "total") if wet else 0)


def _defence(fight: Fight, attack: Attack, unit: Unit, hex_: Hex) -> Steps[None]:
    morale = fight.bare_morale(unit) + cover_against(fight, attack, unit)
    total = total_against(fight, attack, hex_)
    moving = unit.moving and not (attack.only is not None and fight.options.has("H-F103.2"))
    fight.tell("O20.3.4", "defends", who=unit.side, ref=unit.ref, morale=morale, total=total)
    card = yield from roll(fight, unit.side, "defence", (unit, morale, total))
    for each in stand_ins([unit]):
        if morale + card.total < total or (morale + card.total == total and moving):
            yield from break_unit(fight, each, "O20.3.4" if attack.only is None else "F103.2")
        elif morale + card.total == total:
            yield from suppress(fight, each, "O20.3.4")


def _hide(fight: Fight, attack: Attack, hex_: Hex) -> Steps[None]:
    """A29, A35.1, A35.3: what whoever defends plays once he knows the total, against his own shells too."""
    if attack.only is not None:
        return
    for side in (OTHER[fight.turn_of], fight.turn_of):
        if fight.here(hex_, side):
            yield from _hides(fight, attack, hex_, side)


def _hides(fight: Fight, attack: Attack, hex_: Hex, side: Side) -> Steps[None]:
    while True:
        able = hiding(fight, attack, hex_, side)
        card = (yield from offer(fight, side, "hide_action", "A24", able)) if able else None
        if card is None:
            return
        match card.text.action:
            case "concealment":
                cover = (
                    0
                    if attack.bare
                    else fight.cover(hex_, side, shells=attack.shells, crossed=attack.crossed.get(hex_, 0))
                )
                attack.total -= cover
            case "hidden_entrenchments":
                fight.works[hex_] = "foxholes"
            case _:
                fight.works[hex_] = "pillbox"
                fight.held[hex_] = side


def hiding(fight: Fight, attack: Attack, hex_: Hex, side: Side) -> tuple[str, ...]:
    """Which actions a target could play now."""
    camp = fight.camps[side]
    held = {card.text.action for card in camp.hand}
    able = []
    if "concealment" in held:
        able.append("concealment")
    if camp.posture == "defend" and fight.can_fortify(hex_):
        if "hidden_entrenchments" in held and hex_ not in fight.ground.in_building:
            able.append("hidden_entrenchments")
        objective = any(hex_ in hexes for hexes in fight.objectives.values())
        if "hidden_pillbox" in held and objective and "pillbox" not in fight.works.values():
            able.append("hidden_pillbox")
    return tuple(able)


# A33: Opportunity Fire


def opportunity(fight: Fight, side: Side, hex_: Hex, firing: list[Unit]) -> Steps[None]:
    """A33.2: against a hex that was just entered: with who fires already, or by a card; one attack.

    O20.3.2: one that could not be made does not count.
    """
    while (yield from _opposes(fight, side, hex_, firing)):
        firing[:] = stand_ins(firing)


def _opposes(fight: Fight, side: Side, hex_: Hex, firing: list[Unit]) -> Steps[bool]:
    """Whether he tried an attack that could not be made, and may try another."""
    camp = fight.camps[side]
    cards = [card for card in camp.hand if card.text.order == "fire"]
    loaded = [piece for piece in pieces_of(fight, firing, op=True) if hits(fight, piece, hex_) != UNSEEN]
    fresh = can_oppose(fight, side, hex_) if cards else []
    if not loaded and not fresh:
        return False
    fight.roll = (hex_, firing)
    numbers = tuple(str(card.number) for card in cards) if fresh else ()
    options = (NONE, *(("shoot",) if loaded else ()), *numbers)
    answer = yield Choose("A33.2", "op_fire", side, "op_fire", options, secret=True)
    if answer == NONE:
        return False
    if answer != "shoot":
        card = next(card for card in cards if str(card.number) == answer)
        play(fight, side, card)
        fight.tell("A33", "action", who=side, action="fire")
        units = yield from activate(fight, side, "A33", "op", lambda: can_oppose(fight, side, hex_))
        firing += [unit for unit in units if unit not in firing]
    pieces = pieces_of(fight, firing, op=True)
    if not any(hits(fight, piece, hex_) != UNSEEN for piece in pieces):
        return False
    group = yield from choose_group(fight, side, pieces, hex_)
    names = tuple(piece.unit.ref for piece in group)
    fight.tell("A33", "fired", who=side, units=names, hex=fight.ground.names[hex_])
    return not (yield from _fire(fight, side, group, hex_, strength(fight, group, (hex_,))))


def can_oppose(fight: Fight, side: Side, hex_: Hex) -> list[Unit]:
    """A33.2: who could be activated so that somebody can fire into a hex."""
    able = {
        unit.id
        for unit in ready(fight, side)
        if any(hits(fight, piece, hex_) != UNSEEN for piece in pieces_of(fight, [unit], op=True))
    }
    return [
        unit
        for unit in ready(fight, side)
        if unit.id in able or (unit.leads and any(other.id in able for other in led_by(fight, unit)))
    ]
