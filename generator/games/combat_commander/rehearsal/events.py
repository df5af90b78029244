"""1.9.1.1, 1.9.1.3, E43-E77: what Event! and Sniper! bring; each is found by the name on the card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Draw

from .burning import burn, can_burn
from .cards import NONE, Steps, random_hex, reveal, roll
from .fire import Piece, reaches
from .damage import break_unit, break_weapon, exchange, rally, suppress, team_ref
from .melee import caused, mixed
from .modules import air, night, snipers
from .pieces import Radio, Unit, unit_of
from .smoke import random_smoke
from .state import OTHER, SIDES, Camp, Fight
from .support import reinforced
from .board import UNSEEN, Hex
from .time import enter
from .victory import award, eliminate, occupied, score_chit

Event = Callable[[Fight, Side], Steps[None]]


def happen(fight: Fight, side: Side) -> Steps[None]:
    """1.9.1.1, E42: the event of the next card, and the melees it leads to."""
    card = yield from reveal(fight, side)
    name = card.text.event
    fight.tell(fight.catalog.fight[f"event.{name}"].rule, "event", who=side, event=name)
    fight.event_rolls = True
    fight.roll = card
    before = frozenset(mixed(fight))
    yield from EVENTS[name](fight, side)
    yield from caused(fight, before)
    fight.event_rolls = False


def sniper(fight: Fight, side: Side) -> Steps[None]:
    """1.9.1.3: one unit in the random hex or beside it may be broken."""
    hex_ = yield from random_hex(fight, side)
    units = [unit for near in (hex_, *fight.ground.around[hex_]) for unit in fight.at[near]]
    fight.tell("1.9.1.3", "sniper", who=side, hex=fight.ground.names[hex_])
    unit = yield from _pick(fight, side, "1.9.1.3", "sniper", units, may=True)
    if unit is not None:
        yield from break_unit(fight, unit, "1.9.1.3")
    if unit is None or unit.side == side:
        snipers.missed(fight, side)


def _pick(
    fight: Fight, side: Side, rule: str, ask: str, units: Iterable[Unit], *, may: bool = False
) -> Steps[Unit | None]:
    """One of some units; none where there is none, or where the player may and does decline."""
    ids = [unit.id for unit in units]
    if not ids:
        return None
    if len(ids) == 1 and not may:
        return fight.unit(ids[0])
    chosen = yield Choose(rule, ask, side, "unit", (*ids, NONE) if may else tuple(ids))
    return None if chosen == NONE else fight.unit(chosen)


def _where(
    fight: Fight, side: Side, rule: str, ask: str, hexes: Iterable[Hex], *, may: bool = False
) -> Steps[Hex | None]:
    names = [fight.ground.names[hex_] for hex_ in hexes]
    if not names:
        return None
    if len(names) == 1 and not may:
        return fight.ground.numbers[names[0]]
    chosen = yield Choose(rule, ask, side, "hex", (*names, NONE) if may else tuple(names))
    return None if chosen == NONE else fight.ground.numbers[chosen]


def _everybody(fight: Fight) -> list[Unit]:
    return [unit for side in SIDES for unit in fight.camps[side].units]


def _nearest(fight: Fight, hex_: Hex, units: Sequence[Unit]) -> list[Unit]:
    far = fight.ground.far[hex_]
    least = min((far[unit.hex] for unit in units), default=0)
    return [unit for unit in units if far[unit.hex] == least]


def air_support(fight: Fight, side: Side) -> Steps[None]:
    """E43: everybody in the hex, or in the nearest occupied one, may be broken; NO-5.5: not at night."""
    if night.grounded(fight):
        return
    hex_ = yield from random_hex(fight, side)
    hexes = sorted({unit.hex for unit in _nearest(fight, hex_, _everybody(fight))})
    target = yield from _where(fight, side, "E43", "air_support", hexes, may=True)
    if target is not None:
        for unit in list(fight.at[target]):
            yield from break_unit(fight, unit, "E43")


def battle_harden(fight: Fight, side: Side) -> Steps[None]:
    """E44."""
    green = [unit for unit in fight.camps[side].units if not unit.veteran]
    unit = yield from _pick(fight, side, "E44", "harden", green)
    if unit is not None:
        unit.veteran = True


def battlefield_integrity(fight: Fight, side: Side) -> Steps[None]:
    """E45: points for the enemy's casualties, by the reading that is played."""
    theirs, ours = len(fight.camps[OTHER[side]].lost), len(fight.camps[side].lost)
    if fight.options.reads("E45") == "a":
        award(fight, side, theirs, "event")
    elif theirs > ours:
        award(fight, side, fight.figure("event.battlefield_integrity", "vp"), "event")
    return
    yield


def blaze(fight: Fight, side: Side) -> Steps[None]:
    """E46."""
    hex_ = yield from random_hex(fight, side)
    if can_burn(fight, hex_):
        yield from burn(fight, [hex_])


def booby_trap(fight: Fight, side: Side) -> Steps[None]:
    """E47."""
    yield from _work(fight, side, "mines")


def rubble(fight: Fight, side: Side) -> Steps[None]:
    """E69."""
    yield from _work(fight, side, "wire")


def shellholes(fight: Fight, side: Side) -> Steps[None]:
    """E73."""
    yield from _work(fight, side, "foxholes")


def _work(fight: Fight, side: Side, kind: str) -> Steps[None]:
    hex_ = yield from random_hex(fight, side)
    if fight.can_fortify(hex_):
        fight.works[hex_] = kind
        fight.tell("F100", "work", hex=fight.ground.names[hex_], work=kind)


def breeze(fight: Fight, _: Side) -> Steps[None]:
    """E48: smoke goes, fires spread downwind.

    The card prints where the wind blows; our sources do not say, so its white die does.
    """
    wind = fight.roll.dice.white
    fight.smoke.clear()
    night.blown_out(fight)
    spread = {fight.ground.compass[hex_].get(wind) for hex_ in fight.blaze}
    yield from burn(fight, sorted(hex_ for hex_ in spread if hex_ is not None and can_burn(fight, hex_)))


def command_and_control(fight: Fight, side: Side) -> Steps[None]:
    """E49: points for objectives, by the reading that is played."""
    held = {each: sum(owner == each for owner in fight.control.values()) for each in SIDES}
    if fight.options.reads("E49") == "a":
        award(fight, side, held[side], "event")
    elif held[side] > held[OTHER[side]]:
        award(fight, side, fight.figure("event.command_and_control", "vp"), "event")
    return
    yield


def commissar(fight: Fight, side: Side) -> Steps[None]:
    """E50: a broken unit rallies or is shot."""
    unit = yield from _pick(fight, side, "E50", "commissar", [u for u in fight.camps[side].units if u.broken])
    if unit is not None:
        morale = fight.morale(unit)
        card = yield from roll(fight, side, "commissar", (unit, morale))
        if card.total > morale:
            eliminate(fight, unit, "E50")
        else:
            rally(fight, unit, "E50")


def cower(fight: Fight, side: Side) -> Steps[None]:
    """E51: squads out of every leader's command."""
    units = fight.camps[side].units
    for unit in list(units):
        led = any(
            fight.ground.far[each.hex][unit.hex] <= each.command
            for each in units
            if each.leads and not each.scout
        )
        if unit.kind == "squad" and not unit.suppressed and not led:
            yield from suppress(fight, unit, "E51")


def deploy(fight: Fight, side: Side) -> Steps[None]:
    """E52: a squad becomes two teams."""
    able = [u for u in fight.camps[side].units if u.kind == "squad" and _teams(fight, u)]
    unit = yield from _pick(fight, side, "E52", "deploy", able, may=True)
    if unit is not None:
        deployed(fight, unit)


def _teams(fight: Fight, unit: Unit) -> str | None:
    ref = team_ref(fight, unit)
    return ref if ref and fight.stock[ref] >= fight.figure("event.deploy", "teams") else None


def deployed(fight: Fight, unit: Unit) -> bool:
    """E52.1: done, if the box has the teams."""
    ref = _teams(fight, unit)
    if ref:
        exchange(fight, unit, [ref] * fight.figure("event.deploy", "teams"))
    return ref is not None


def dust(fight: Fight, side: Side) -> Steps[None]:
    """E53."""
    hex_ = yield from random_hex(fight, side)
    yield from random_smoke(fight, side, hex_)


def elan(fight: Fight, side: Side) -> Steps[None]:
    """E54: one more casualty before surrender."""
    camp = fight.camps[side]
    if camp.surrender is not None:
        camp.surrender += fight.figure("event.elan", "spaces")
    return
    yield


def entrench(fight: Fight, side: Side) -> Steps[None]:
    """E55."""
    hexes = sorted({unit.hex for unit in fight.camps[side].units if fight.can_fortify(unit.hex)})
    hex_ = yield from _where(fight, side, "E55", "entrench", hexes, may=True)
    if hex_ is not None:
        fight.works[hex_] = "foxholes"


def field_promotion(fight: Fight, side: Side) -> Steps[None]:
    """E56: the private takes command beside a broken unit."""
    camp = fight.camps[side]
    hexes = sorted({unit.hex for unit in camp.units if unit.broken})
    ref = next(
        (r for r, c in fight.catalog.counters.items() if c.faction == camp.faction and c.id == "private"),
        None,
    )
    if not hexes or ref is None or fight.stock.get(ref, 0) < 1:
        return
    hex_ = yield from _where(fight, side, "E56", "promote", hexes, may=True)
    if hex_ is not None:
        fight.stock[ref] -= 1
        _arrive(fight, unit_of(fight.name("u"), side, fight.catalog.counters[ref]), hex_)


def _arrive(fight: Fight, unit: Unit, hex_: Hex) -> None:
    fight.camps[unit.side].units.append(unit)
    unit.out = ""
    fight.put(unit, hex_)
    fight.tell("E42", "entered", unit=unit.id, ref=unit.ref, who=unit.side, hex=fight.ground.names[hex_])
    occupied(fight, hex_)


def fog_of_war(fight: Fight, side: Side) -> Steps[None]:
    """E57: each loses a card of his hand by chance."""
    for each in (side, OTHER[side]):
        camp = fight.camps[each]
        if camp.hand:
            cup = tuple(str(card.number) for card in camp.hand)
            drawn = yield Draw("E57", "fog_of_war", OTHER[each], cup)
            card = next(card for card in camp.hand if str(card.number) == drawn)
            camp.hand.remove(card)
            camp.pile.append(card)


def hero(fight: Fight, side: Side) -> Steps[None]:
    """E58: the hero appears among friends and may rally one of them, unless he is on the map already."""
    camp = fight.camps[side]
    if any(unit.kind == "hero" for unit in camp.units):
        return
    counters = fight.catalog.counters.values()
    counter = next((c for c in counters if c.faction == camp.faction and c.kind == "hero"), None)
    if counter is None:
        return
    hex_ = yield from _where(fight, side, "E58", "hero", friendly(fight, side))
    if hex_ is None:
        return
    _arrive(fight, _off_the_track(camp) or unit_of(fight.name("u"), side, counter), hex_)
    broken = [unit for unit in fight.here(hex_, side) if unit.broken]
    unit = yield from _pick(fight, side, "E58", "hero_rallies", broken, may=True)
    if unit is not None:
        rally(fight, unit, "E58")


def friendly(fight: Fight, side: Side) -> list[Hex]:
    """Glossary: hexes with one's own men, or of an objective that one controls and no enemy is in."""
    held = [hexes for number, hexes in fight.objectives.items() if fight.control.get(number) == side]
    found = {
        hex_ for hexes in held for hex_ in hexes if not fight.enemy_in(hex_, side) and fight.passable(hex_)
    }
    return sorted(found | {unit.hex for unit in fight.camps[side].units})


def _off_the_track(camp: Camp) -> Unit | None:
    """There is one counter of a hero: it may wait on the Time track."""
    for units in camp.coming.values():
        for unit in units:
            if unit.kind == "hero":
                units.remove(unit)
                return unit
    return None


def infiltration(fight: Fight, side: Side) -> Steps[None]:
    """E59: support arrives around a random hex, and a melee may follow."""
    found = yield from reinforced(fight, side, "E59", radios=False)
    hex_ = yield from random_hex(fight, side)
    if isinstance(found, Unit):
        yield from _around(fight, side, "E59", found, hex_, limit=False)


def _around(fight: Fight, side: Side, rule: str, unit: Unit, hex_: Hex, *, limit: bool) -> Steps[None]:
    hexes = [near for near in (hex_, *fight.ground.around[hex_]) if fight.passable(near)]
    if limit:
        hexes = [near for near in hexes if fight.room(near, unit.side, unit.soldiers)]
    fight.roll = unit
    there = yield from _where(fight, side, rule, "place", hexes)
    if there is not None:
        _arrive(fight, unit, there)


def interdiction(fight: Fight, side: Side) -> Steps[None]:
    """E60: one unit in little cover is suppressed, friend or foe."""
    if fight.special.ground_support:
        if air.diverted(fight, side):
            yield from air_support(fight, side)
        return
    below = fight.figure("event.interdiction", "cover_below")
    able = [u for u in _everybody(fight) if not u.suppressed and fight.cover(u.hex, u.side) < below]
    unit = yield from _pick(fight, side, "E60", "interdict", able)
    if unit is not None:
        yield from suppress(fight, unit, "E60")


def interrogation(fight: Fight, side: Side) -> Steps[None]:
    """E61: the enemy shows his hand and may lose a card of it."""
    camp = fight.camps[OTHER[side]]
    if not camp.hand:
        return
    options = (*(str(card.number) for card in camp.hand), NONE)
    chosen = yield Choose("E61", "interrogate", side, "card", options, secret=True)
    if chosen != NONE:
        card = next(card for card in camp.hand if str(card.number) == chosen)
        camp.hand.remove(card)
        camp.pile.append(card)


def kia(fight: Fight, side: Side) -> Steps[None]:
    """E62: a broken unit, friend or foe, is gone."""
    unit = yield from _pick(fight, side, "E62", "kia", [u for u in _everybody(fight) if u.broken])
    if unit is not None:
        eliminate(fight, unit, "E62")


def malfunction(fight: Fight, side: Side) -> Steps[None]:
    """E63: the nearest sound weapon breaks."""
    hex_ = yield from random_hex(fight, side)
    armed = [unit for unit in _everybody(fight) if unit.weapon and not unit.weapon.broken]
    unit = yield from _pick(fight, side, "E63", "malfunction", _nearest(fight, hex_, armed))
    if unit is not None and unit.weapon is not None:
        break_weapon(fight, unit.weapon, "E63")


def medic(fight: Fight, side: Side) -> Steps[None]:
    """E64: a broken unit, friend or foe, rallies."""
    unit = yield from _pick(fight, side, "E64", "medic", [u for u in _everybody(fight) if u.broken])
    if unit is not None:
        rally(fight, unit, "E64")


def mission_objective(fight: Fight, side: Side) -> Steps[None]:
    """E65: one more secret chit; one without a secret side is laid open."""
    letter = yield from _chit(fight, side, "E65", secret=True)
    if letter is not None:
        if fight.catalog.chits[letter].secret_side:
            fight.camps[side].secret.append(letter)
        else:
            score_chit(fight, letter)


def strategic_objective(fight: Fight, side: Side) -> Steps[None]:
    """E74: one more open chit."""
    letter = yield from _chit(fight, side, "E74", secret=False)
    if letter is not None:
        score_chit(fight, letter)


def _chit(fight: Fight, side: Side, rule: str, *, secret: bool) -> Steps[str | None]:
    if not fight.cup:
        return None
    letter: str = yield Draw(rule, "chit", side, tuple(fight.cup), secret=secret)
    fight.cup.remove(letter)
    return letter


def prisoners_of_war(fight: Fight, side: Side) -> Steps[None]:
    """E66: a broken unit of one's own next to an enemy gives up."""
    near = [
        unit
        for unit in fight.camps[side].units
        if unit.broken
        and any(fight.enemy_in(hex_, side) for hex_ in (unit.hex, *fight.ground.around[unit.hex]))
    ]
    unit = yield from _pick(fight, side, "E66", "prisoner", near)
    if unit is not None:
        eliminate(fight, unit, "E66")


def reconnaissance(fight: Fight, side: Side) -> Steps[None]:
    """E67: the enemy lays one of his secret chits open."""
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
    """E68: support at the friendly edge, or a radio."""
    found = yield from reinforced(fight, side, "E68", radios=True)
    if isinstance(found, Radio):
        fight.camps[side].radio = found
    elif found is not None:
        edge = sorted(fight.ground.edge[fight.camps[side].edge])
        hexes = [h for h in edge if fight.passable(h) and fight.room(h, side, found.soldiers)]
        yield from enter(fight, found, "E68", hexes)


def sappers(fight: Fight, side: Side) -> Steps[None]:
    """E70: mines or wire may go."""
    hexes = sorted(hex_ for hex_, kind in fight.works.items() if kind in ("mines", "wire"))
    hex_ = yield from _where(fight, side, "E70", "sappers", hexes, may=True)
    if hex_ is not None:
        del fight.works[hex_]


def scrounge(fight: Fight, side: Side) -> Steps[None]:
    """E71: a lost weapon comes back in the hands of somebody without one."""
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
    unit = yield from _pick(fight, side, "E71", "scrounger", able)
    if unit is not None:
        fight.wrecks.remove(weapon)
        weapon.broken = weapon.fired = False
        unit.weapon = weapon


def shell_shock(fight: Fight, side: Side) -> Steps[None]:
    """E72: the unit nearest a random hex breaks."""
    hex_ = yield from random_hex(fight, side)
    unit = yield from _pick(fight, side, "E72", "shell_shock", _nearest(fight, hex_, _everybody(fight)))
    if unit is not None:
        yield from break_unit(fight, unit, "E72")


def suppressing_fire(fight: Fight, side: Side) -> Steps[None]:
    """E75: an enemy in range and sight of a machine gun that works, wherever its carrier stands.

    It works while it is sound and its carrier neither broken nor suppressed: water and wire keep it from
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
        if not unit.suppressed and any(reaches(fight, piece, unit.hex) != UNSEEN for piece in guns)
    ]
    unit = yield from _pick(fight, side, "E75", "suppress", able, may=True)
    if unit is not None:
        yield from suppress(fight, unit, "E75")


def walking_wounded(fight: Fight, side: Side) -> Steps[None]:
    """E76: somebody comes back broken, friend or foe."""
    lost = {unit.id: unit for each in SIDES for unit in fight.camps[each].lost}
    if not lost:
        return
    chosen = yield Choose("E76", "wounded", side, "unit", tuple(lost))
    hex_ = yield from random_hex(fight, side)
    unit = lost[chosen]
    hexes = [near for near in (hex_, *fight.ground.around[hex_]) if fight.passable(near)]
    hexes = [near for near in hexes if fight.room(near, unit.side, unit.soldiers)]
    fight.roll = unit
    there = yield from _where(fight, side, "E76", "place", hexes)
    if there is not None:
        fight.camps[unit.side].lost.remove(unit)
        unit.broken, unit.active = True, False
        _arrive(fight, unit, there)


def white_phosphorus(fight: Fight, side: Side) -> Steps[None]:
    """E77: smoke beside a sound squad; everybody there breaks one of his."""
    squads = [unit for unit in fight.camps[side].units if unit.kind == "squad" and not unit.broken]
    hexes = sorted(
        {near for unit in squads for near in fight.ground.around[unit.hex] if fight.can_smoke(near)}
    )
    hex_ = yield from _where(fight, side, "E77", "phosphorus", hexes, may=True)
    if hex_ is None:
        return
    yield from random_smoke(fight, side, hex_)
    for each in (OTHER[fight.turn_of], fight.turn_of):
        unit = yield from _pick(fight, each, "E77", "burnt", fight.here(hex_, each))
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
