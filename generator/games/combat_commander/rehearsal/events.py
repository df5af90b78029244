"""1.9.1.1, 1.9.1.3, E43-E77: resolve events and snipers; each event function is named after its card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Draw

from .blaze import can_burn, start_blaze
from .board import UNSEEN, Hex
from .cards import NONE, Steps, draw_random_hex, reveal, roll
from .damage import break_unit, break_weapon, find_team, rally, replace_by_teams, suppress
from .fire import Piece, get_range_hindrance
from .melee import list_melee_hexes, resolve_new_melees
from .modules import air, night, snipers
from .pieces import Radio, Unit, create_unit
from .smoke import place_random_smoke
from .state import OTHER, SIDES, Camp, Fight
from .support import roll_support
from .time_track import enter_map
from .victory import award, eliminate, score_chit, update_control

Event = Callable[[Fight, Side], Steps[None]]


def resolve_event(fight: Fight, side: Side) -> Steps[None]:
    """1.9.1.1, E42: resolve the event of the next card and the melees it causes."""
    card = yield from reveal(fight, side)
    name = card.text.event
    fight.record(fight.catalog.fight[f"event.{name}"].rule, "event", who=side, event=name)
    fight.event_rolls = True
    fight.subject = card
    before = frozenset(list_melee_hexes(fight))
    yield from EVENTS[name](fight, side)
    yield from resolve_new_melees(fight, before)
    fight.event_rolls = False


def resolve_sniper(fight: Fight, side: Side) -> Steps[None]:
    """1.9.1.3: one unit in or beside the random hex may break."""
    hex_ = yield from draw_random_hex(fight, side)
    units = [unit for near in (hex_, *fight.board.neighbours[hex_]) for unit in fight.units_at[near]]
    fight.record("1.9.1.3", "sniper", who=side, hex=fight.board.names[hex_])
    unit = yield from _choose_unit(fight, side, "1.9.1.3", "sniper", units, may=True)
    if unit is not None:
        yield from break_unit(fight, unit, "1.9.1.3")
    if unit is None or unit.side == side:
        snipers.advance_marker(fight, side)


def _choose_unit(
    fight: Fight, side: Side, rule: str, ask: str, units: Iterable[Unit], *, may: bool = False
) -> Steps[Unit | None]:
    """Ask for one of some units; return None if there is none or the player declines."""
    ids = [unit.id for unit in units]
    if not ids:
        return None
    if len(ids) == 1 and not may:
        return fight.get_unit(ids[0])
    chosen = yield Choose(rule, ask, side, "unit", (*ids, NONE) if may else tuple(ids))
    return None if chosen == NONE else fight.get_unit(chosen)


def _choose_hex(
    fight: Fight, side: Side, rule: str, ask: str, hexes: Iterable[Hex], *, may: bool = False
) -> Steps[Hex | None]:
    names = [fight.board.names[hex_] for hex_ in hexes]
    if not names:
        return None
    if len(names) == 1 and not may:
        return fight.board.numbers[names[0]]
    chosen = yield Choose(rule, ask, side, "hex", (*names, NONE) if may else tuple(names))
    return None if chosen == NONE else fight.board.numbers[chosen]


def _list_all_units(fight: Fight) -> list[Unit]:
    return [unit for side in SIDES for unit in fight.camps[side].units]


def _list_nearest(fight: Fight, hex_: Hex, units: Sequence[Unit]) -> list[Unit]:
    far = fight.board.distances[hex_]
    least = min((far[unit.hex] for unit in units), default=0)
    return [unit for unit in units if far[unit.hex] == least]


def air_support(fight: Fight, side: Side) -> Steps[None]:
    """E43: break the units in the random hex or the nearest occupied one; NO-5.5: not at night."""
    if night.is_air_grounded(fight):
        return
    hex_ = yield from draw_random_hex(fight, side)
    hexes = sorted({unit.hex for unit in _list_nearest(fight, hex_, _list_all_units(fight))})
    target = yield from _choose_hex(fight, side, "E43", "air_support", hexes, may=True)
    if target is not None:
        for unit in list(fight.units_at[target]):
            yield from break_unit(fight, unit, "E43")


def battle_harden(fight: Fight, side: Side) -> Steps[None]:
    """E44: make one unit veteran."""
    green = [unit for unit in fight.camps[side].units if not unit.veteran]
    unit = yield from _choose_unit(fight, side, "E44", "harden", green)
    if unit is not None:
        unit.veteran = True
        fight.record_unit("E44", "hardened", unit)


def battlefield_integrity(fight: Fight, side: Side) -> Steps[None]:
    """E45: score VP for enemy casualties, by the variant in use."""
    theirs, ours = len(fight.camps[OTHER[side]].lost), len(fight.camps[side].lost)
    if fight.options.get_variant("E45") == "a":
        award(fight, side, theirs, "event")
    elif theirs > ours:
        award(fight, side, fight.get_figure("event.battlefield_integrity", "vp"), "event")
    return
    yield


def blaze(fight: Fight, side: Side) -> Steps[None]:
    """E46: start a blaze in a random hex."""
    hex_ = yield from draw_random_hex(fight, side)
    if can_burn(fight, hex_):
        yield from start_blaze(fight, [hex_])


def booby_trap(fight: Fight, side: Side) -> Steps[None]:
    """E47: place mines in a random hex."""
    yield from _place_random_work(fight, side, "mines")


def rubble(fight: Fight, side: Side) -> Steps[None]:
    """E69: place wire in a random hex."""
    yield from _place_random_work(fight, side, "wire")


def shellholes(fight: Fight, side: Side) -> Steps[None]:
    """E73: place foxholes in a random hex."""
    yield from _place_random_work(fight, side, "foxholes")


def _place_random_work(fight: Fight, side: Side, kind: str) -> Steps[None]:
    hex_ = yield from draw_random_hex(fight, side)
    if fight.can_fortify(hex_):
        fight.place_work("F100", hex_, kind)


def breeze(fight: Fight, _: Side) -> Steps[None]:
    """E48: remove smoke and spread blazes downwind.

    The card prints the wind direction; our sources lack it, so the white die decides.
    """
    wind = fight.subject.dice.white
    fight.record("E48", "wind", wind=wind)
    fight.smoke.clear()
    night.remove_starshells(fight)
    spread = {fight.board.compass[hex_].get(wind) for hex_ in fight.blaze}
    yield from start_blaze(
        fight, sorted(hex_ for hex_ in spread if hex_ is not None and can_burn(fight, hex_))
    )


def command_and_control(fight: Fight, side: Side) -> Steps[None]:
    """E49: score VP for objectives, by the variant in use."""
    held = {camp_side: sum(owner == camp_side for owner in fight.control.values()) for camp_side in SIDES}
    if fight.options.get_variant("E49") == "a":
        award(fight, side, held[side], "event")
    elif held[side] > held[OTHER[side]]:
        award(fight, side, fight.get_figure("event.command_and_control", "vp"), "event")
    return
    yield


def commissar(fight: Fight, side: Side) -> Steps[None]:
    """E50: a broken unit rallies or is eliminated."""
    unit = yield from _choose_unit(
        fight, side, "E50", "commissar", [u for u in fight.camps[side].units if u.broken]
    )
    if unit is not None:
        morale = fight.get_morale(unit)
        card = yield from roll(fight, side, "commissar", (unit, morale))
        if card.total > morale:
            eliminate(fight, unit, "E50")
        else:
            rally(fight, unit, "E50")


def cower(fight: Fight, side: Side) -> Steps[None]:
    """E51: suppress squads outside every leader's command."""
    units = fight.camps[side].units
    for unit in list(units):
        led = any(
            fight.board.distances[leader.hex][unit.hex] <= leader.command
            for leader in units
            if leader.leads and not leader.scout
        )
        if unit.kind == "squad" and not unit.suppressed and not led:
            yield from suppress(fight, unit, "E51")


def deploy(fight: Fight, side: Side) -> Steps[None]:
    """E52: replace a squad by two teams."""
    able = [u for u in fight.camps[side].units if u.kind == "squad" and _find_deploy_team(fight, u)]
    unit = yield from _choose_unit(fight, side, "E52", "deploy", able, may=True)
    if unit is not None:
        deploy_squad(fight, unit)


def _find_deploy_team(fight: Fight, unit: Unit) -> str | None:
    ref = find_team(fight, unit)
    return ref if ref and fight.stock[ref] >= fight.get_figure("event.deploy", "teams") else None


def deploy_squad(fight: Fight, unit: Unit) -> bool:
    """E52.1: deploy a squad if the box has the teams; return whether it did."""
    ref = _find_deploy_team(fight, unit)
    if ref:
        replace_by_teams(fight, unit, [ref] * fight.get_figure("event.deploy", "teams"))
    return ref is not None


def dust(fight: Fight, side: Side) -> Steps[None]:
    """E53: place smoke in a random hex."""
    hex_ = yield from draw_random_hex(fight, side)
    yield from place_random_smoke(fight, side, hex_)


def elan(fight: Fight, side: Side) -> Steps[None]:
    """E54: raise the surrender level by one."""
    camp = fight.camps[side]
    if camp.surrender is not None:
        camp.surrender += fight.get_figure("event.elan", "spaces")
        fight.record("E54", "surrender_level", who=side, level=camp.surrender)
    return
    yield


def entrench(fight: Fight, side: Side) -> Steps[None]:
    """E55: place foxholes in a hex with own units."""
    hexes = sorted({unit.hex for unit in fight.camps[side].units if fight.can_fortify(unit.hex)})
    hex_ = yield from _choose_hex(fight, side, "E55", "entrench", hexes, may=True)
    if hex_ is not None:
        fight.place_work("E55", hex_, "foxholes")


def field_promotion(fight: Fight, side: Side) -> Steps[None]:
    """E56: place the private as a leader with a broken unit."""
    camp = fight.camps[side]
    hexes = sorted({unit.hex for unit in camp.units if unit.broken})
    ref = next(
        (r for r, c in fight.catalog.counters.items() if c.faction == camp.faction and c.id == "private"),
        None,
    )
    if not hexes or ref is None or fight.stock.get(ref, 0) < 1:
        return
    hex_ = yield from _choose_hex(fight, side, "E56", "promote", hexes, may=True)
    if hex_ is not None:
        fight.stock[ref] -= 1
        _place_arrival(fight, create_unit(fight.make_id("u"), side, fight.catalog.counters[ref]), hex_)


def _place_arrival(fight: Fight, unit: Unit, hex_: Hex) -> None:
    fight.camps[unit.side].units.append(unit)
    unit.out = ""
    fight.place_unit(unit, hex_)
    fight.record("E42", "entered", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.board.names[hex_])
    update_control(fight, hex_)


def fog_of_war(fight: Fight, side: Side) -> Steps[None]:
    """E57: each player loses a random card of the hand."""
    for camp_side in (side, OTHER[side]):
        camp = fight.camps[camp_side]
        if camp.hand:
            cup = tuple(str(card.number) for card in camp.hand)
            drawn = yield Draw("E57", "fog_of_war", OTHER[camp_side], cup)
            card = next(card for card in camp.hand if str(card.number) == drawn)
            camp.hand.remove(card)
            camp.pile.append(card)
            fight.record("E57", "lost_card", who=camp_side, order=card.text.order)


def hero(fight: Fight, side: Side) -> Steps[None]:
    """E58: place the hero in a friendly hex, where it may rally a unit; not if it is already on the map."""
    camp = fight.camps[side]
    if any(unit.kind == "hero" for unit in camp.units):
        return
    counters = fight.catalog.counters.values()
    counter = next((c for c in counters if c.faction == camp.faction and c.kind == "hero"), None)
    if counter is None:
        return
    hex_ = yield from _choose_hex(fight, side, "E58", "hero", list_friendly_hexes(fight, side))
    if hex_ is None:
        return
    _place_arrival(fight, _take_hero_from_track(camp) or create_unit(fight.make_id("u"), side, counter), hex_)
    broken = [unit for unit in fight.list_units(hex_, side) if unit.broken]
    unit = yield from _choose_unit(fight, side, "E58", "hero_rallies", broken, may=True)
    if unit is not None:
        rally(fight, unit, "E58")


def list_friendly_hexes(fight: Fight, side: Side) -> list[Hex]:
    """Glossary: return hexes with own units and controlled objectives without enemies."""
    held = [hexes for number, hexes in fight.objectives.items() if fight.control.get(number) == side]
    objective_hexes = {
        hex_
        for hexes in held
        for hex_ in hexes
        if not fight.has_enemy(hex_, side) and fight.is_passable(hex_)
    }
    return sorted(objective_hexes | {unit.hex for unit in fight.camps[side].units})


def _take_hero_from_track(camp: Camp) -> Unit | None:
    """Return the single hero counter if it waits on the Time track."""
    for units in camp.coming.values():
        for unit in units:
            if unit.kind == "hero":
                units.remove(unit)
                return unit
    return None


def infiltration(fight: Fight, side: Side) -> Steps[None]:
    """E59: place support around a random hex; a melee may follow."""
    support = yield from roll_support(fight, side, "E59", radios=False)
    hex_ = yield from draw_random_hex(fight, side)
    if isinstance(support, Unit):
        yield from _place_around(fight, side, "E59", support, hex_, limit=False)


def _place_around(fight: Fight, side: Side, rule: str, unit: Unit, hex_: Hex, *, limit: bool) -> Steps[None]:
    hexes = [near for near in (hex_, *fight.board.neighbours[hex_]) if fight.is_passable(near)]
    if limit:
        hexes = [near for near in hexes if fight.has_room(near, unit.side, unit.soldiers)]
    fight.subject = unit
    there = yield from _choose_hex(fight, side, rule, "place", hexes)
    if there is not None:
        _place_arrival(fight, unit, there)


def interdiction(fight: Fight, side: Side) -> Steps[None]:
    """E60: suppress one unit in little cover, of either side."""
    if fight.special.ground_support:
        if air.divert_interdiction(fight, side):
            yield from air_support(fight, side)
        return
    below = fight.get_figure("event.interdiction", "cover_below")
    able = [u for u in _list_all_units(fight) if not u.suppressed and fight.get_cover(u.hex, u.side) < below]
    unit = yield from _choose_unit(fight, side, "E60", "interdict", able)
    if unit is not None:
        yield from suppress(fight, unit, "E60")


def interrogation(fight: Fight, side: Side) -> Steps[None]:
    """E61: look at the enemy's hand and discard one of its cards."""
    camp = fight.camps[OTHER[side]]
    if not camp.hand:
        return
    options = (*(str(card.number) for card in camp.hand), NONE)
    chosen = yield Choose("E61", "interrogate", side, "card", options, secret=True)
    if chosen != NONE:
        card = next(card for card in camp.hand if str(card.number) == chosen)
        camp.hand.remove(card)
        camp.pile.append(card)
        fight.record("E61", "lost_card", who=camp.side, order=card.text.order)


def kia(fight: Fight, side: Side) -> Steps[None]:
    """E62: eliminate a broken unit of either side."""
    unit = yield from _choose_unit(fight, side, "E62", "kia", [u for u in _list_all_units(fight) if u.broken])
    if unit is not None:
        eliminate(fight, unit, "E62")


def malfunction(fight: Fight, side: Side) -> Steps[None]:
    """E63: break the nearest unbroken weapon."""
    hex_ = yield from draw_random_hex(fight, side)
    armed = [unit for unit in _list_all_units(fight) if unit.weapon and not unit.weapon.broken]
    unit = yield from _choose_unit(fight, side, "E63", "malfunction", _list_nearest(fight, hex_, armed))
    if unit is not None and unit.weapon is not None:
        break_weapon(fight, unit.weapon, "E63")


def medic(fight: Fight, side: Side) -> Steps[None]:
    """E64: rally a broken unit of either side."""
    unit = yield from _choose_unit(
        fight, side, "E64", "medic", [u for u in _list_all_units(fight) if u.broken]
    )
    if unit is not None:
        rally(fight, unit, "E64")


def mission_objective(fight: Fight, side: Side) -> Steps[None]:
    """E65: draw one more secret chit; a chit without a secret side is open."""
    letter = yield from _draw_chit(fight, side, "E65", secret=True)
    if letter is not None:
        if fight.catalog.chits[letter].secret_side:
            fight.camps[side].secret.append(letter)
            fight.record("E65", "secret_chit", who=side)
        else:
            score_chit(fight, letter)


def strategic_objective(fight: Fight, side: Side) -> Steps[None]:
    """E74: draw one more open chit."""
    letter = yield from _draw_chit(fight, side, "E74", secret=False)
    if letter is not None:
        score_chit(fight, letter)


def _draw_chit(fight: Fight, side: Side, rule: str, *, secret: bool) -> Steps[str | None]:
    if not fight.cup:
        return None
    letter: str = yield Draw(rule, "chit", side, tuple(fight.cup), secret=secret)
    fight.cup.remove(letter)
    return letter


def prisoners_of_war(fight: Fight, side: Side) -> Steps[None]:
    """E66: an own broken unit next to an enemy is eliminated."""
    near = [
        unit
        for unit in fight.camps[side].units
        if unit.broken
        and any(fight.has_enemy(hex_, side) for hex_ in (unit.hex, *fight.board.neighbours[unit.hex]))
    ]
    unit = yield from _choose_unit(fight, side, "E66", "prisoner", near)
    if unit is not None:
        eliminate(fight, unit, "E66")


def reconnaissance(fight: Fight, side: Side) -> Steps[None]:
    """E67: the enemy reveals one secret chit."""
    camp = fight.camps[OTHER[side]]
    if not camp.secret:
        return
    letters = tuple(dict.fromkeys(camp.secret))
    letter = letters[0]
    if len(letters) > 1:
        letter = yield Choose("E67", "reveal", camp.side, "chit", letters, secret=True)
    camp.secret.remove(letter)
    score_chit(fight, letter)


def reinforcements(fight: Fight, side: Side) -> Steps[None]:
    """E68: place support at the friendly edge, or get a radio."""
    support = yield from roll_support(fight, side, "E68", radios=True)
    if isinstance(support, Radio):
        fight.camps[side].radio = support
        fight.record("E68", "radio", who=side, ref=support.counter.ref)
    elif support is not None:
        edge = sorted(fight.board.edge[fight.camps[side].edge])
        hexes = [h for h in edge if fight.is_passable(h) and fight.has_room(h, side, support.soldiers)]
        yield from enter_map(fight, support, "E68", hexes)


def sappers(fight: Fight, side: Side) -> Steps[None]:
    """E70: remove mines or wire."""
    hexes = sorted(hex_ for hex_, kind in fight.works.items() if kind in ("mines", "wire"))
    hex_ = yield from _choose_hex(fight, side, "E70", "sappers", hexes, may=True)
    if hex_ is not None:
        fight.remove_work("E70", hex_)


def scrounge(fight: Fight, side: Side) -> Steps[None]:
    """E71: give an eliminated weapon to a unit without one."""
    able = [unit for unit in fight.camps[side].units if unit.weapon is None]
    if not fight.wrecks or not able:
        return
    options = (*(weapon.id for weapon in fight.wrecks), NONE)
    chosen = yield Choose("E71", "scrounge", side, "weapon", options)
    if chosen == NONE:
        return
    weapon = next(weapon for weapon in fight.wrecks if weapon.id == chosen)
    if fight.options.has("V12") and (weapon.counter.front.move or 0):
        able = [unit for unit in able if not unit.leads]
    unit = yield from _choose_unit(fight, side, "E71", "scrounger", able)
    if unit is not None:
        fight.wrecks.remove(weapon)
        weapon.broken = weapon.fired = False
        unit.weapon = weapon
        fight.record_unit("E71", "scrounged", unit, weapon=weapon.counter.ref)


def shell_shock(fight: Fight, side: Side) -> Steps[None]:
    """E72: break the unit nearest to a random hex."""
    hex_ = yield from draw_random_hex(fight, side)
    unit = yield from _choose_unit(
        fight, side, "E72", "shell_shock", _list_nearest(fight, hex_, _list_all_units(fight))
    )
    if unit is not None:
        yield from break_unit(fight, unit, "E72")


def suppressing_fire(fight: Fight, side: Side) -> Steps[None]:
    """E75: suppress an enemy in range and sight of a working machine gun.

    It works if it is not broken and its carrier is neither broken nor suppressed. Water and wire forbid
    firing (T89, T95, F106.3), which this is not.
    """
    guns = [
        Piece(unit, unit.weapon)
        for unit in fight.camps[side].units
        if unit.weapon is not None
        and unit.weapon.has("mg")
        and not (unit.weapon.broken or unit.broken or unit.suppressed)
    ]
    able = [
        unit
        for unit in fight.camps[OTHER[side]].units
        if not unit.suppressed
        and any(get_range_hindrance(fight, piece, unit.hex) != UNSEEN for piece in guns)
    ]
    unit = yield from _choose_unit(fight, side, "E75", "suppress", able, may=True)
    if unit is not None:
        yield from suppress(fight, unit, "E75")


def walking_wounded(fight: Fight, side: Side) -> Steps[None]:
    """E76: return an eliminated unit of either side to the map, broken."""
    lost = {unit.id: unit for camp_side in SIDES for unit in fight.camps[camp_side].lost}
    if not lost:
        return
    chosen = yield Choose("E76", "wounded", side, "unit", tuple(lost))
    hex_ = yield from draw_random_hex(fight, side)
    unit = lost[chosen]
    hexes = [near for near in (hex_, *fight.board.neighbours[hex_]) if fight.is_passable(near)]
    hexes = [near for near in hexes if fight.has_room(near, unit.side, unit.soldiers)]
    fight.subject = unit
    there = yield from _choose_hex(fight, side, "E76", "place", hexes)
    if there is not None:
        fight.camps[unit.side].lost.remove(unit)
        unit.broken, unit.active = True, False
        _place_arrival(fight, unit, there)


def white_phosphorus(fight: Fight, side: Side) -> Steps[None]:
    """E77: place smoke beside an unbroken squad; each side there breaks one unit."""
    squads = [unit for unit in fight.camps[side].units if unit.kind == "squad" and not unit.broken]
    hexes = sorted(
        {near for unit in squads for near in fight.board.neighbours[unit.hex] if fight.can_smoke(near)}
    )
    hex_ = yield from _choose_hex(fight, side, "E77", "phosphorus", hexes, may=True)
    if hex_ is None:
        return
    yield from place_random_smoke(fight, side, hex_)
    for camp_side in (OTHER[fight.turn_of], fight.turn_of):
        unit = yield from _choose_unit(fight, camp_side, "E77", "burnt", fight.list_units(hex_, camp_side))
        if unit is not None:
            yield from break_unit(fight, unit, "E77")


EVENTS: dict[str, Event] = {
    event.__name__: event
    for event in (
        air_support,
        battle_harden,
        battlefield_integrity,
        blaze,
        booby_trap,
        breeze,
        command_and_control,
        commissar,
        cower,
        deploy,
        dust,
        elan,
        entrench,
        field_promotion,
        fog_of_war,
        hero,
        infiltration,
        interdiction,
        interrogation,
        kia,
        malfunction,
        medic,
        mission_objective,
        prisoners_of_war,
        reconnaissance,
        reinforcements,
        rubble,
        sappers,
        scrounge,
        shell_shock,
        shellholes,
        strategic_objective,
        suppressing_fire,
        walking_wounded,
        white_phosphorus,
    )
}
