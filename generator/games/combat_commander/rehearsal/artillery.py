"""O17, O18: batteries off the map: denying them, getting through to them, fire for effect."""

from __future__ import annotations

from catalogs.games.combat_commander.ground import STEPS, place
from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .activation import ready
from .cards import Steps, reveal, roll
from .fire import Attack, defend
from .pieces import Unit
from .smoke import random_smoke
from .state import OTHER, Fight
from .theatre import UNSEEN, Hex

ACCESS, EFFECT = "access", "effect"
SHELLS, SMOKE = "shells", "smoke"
VULNERABLE = "rule.vulnerability"  # O18.2.3.3: no source has its numbers; an owner types them


def can_deny(fight: Fight, side: Side) -> bool:
    """O17: there must be an enemy radio."""
    return fight.camps[OTHER[side]].radio is not None


def deny(fight: Fight, side: Side) -> Steps[None]:
    """O17: the enemy's radio breaks, or goes if it was broken."""
    camp = fight.camps[OTHER[side]]
    assert camp.radio is not None
    if camp.radio.broken:
        camp.radio = None
    else:
        camp.radio.broken = True
    fight.tell("O17", "denied", who=side)
    return
    yield


def observers(fight: Fight, side: Side) -> list[Unit]:
    """O18: sound leaders that can still be activated."""
    return [unit for unit in ready(fight, side) if unit.leads and not unit.broken]


def can_request(fight: Fight, side: Side) -> bool:
    radio = fight.camps[side].radio
    return radio is not None and (radio.broken or bool(observers(fight, side)))


def request(fight: Fight, side: Side) -> Steps[None]:
    """O18: a broken radio is mended; with a sound one a leader observes for the guns."""
    radio = fight.camps[side].radio
    assert radio is not None
    if radio.broken:
        radio.broken = False
        fight.tell("O18.1", "access", who=side)
        return
    ids = tuple(unit.id for unit in observers(fight, side))
    chosen = ids[0] if len(ids) == 1 else (yield Choose("O18.2", "observer", side, "unit", ids))
    observer = fight.unit(chosen)
    observer.active = True
    seen = [
        h
        for h in range(len(fight.ground.names))
        if h == observer.hex or fight.sees(observer.hex, h) != UNSEEN
    ]
    names = tuple(fight.ground.names[hex_] for hex_ in seen)
    fight.roll = observer
    aim = fight.ground.numbers[(yield Choose("O18.2.1", "spot", side, "hex", names))]
    smoke = SHELLS
    if radio.counter.smoke:
        smoke = yield Choose("O18.2.1.1", "rounds", side, "rounds", (SHELLS, SMOKE))
    centre = yield from _spot(fight, side, observer, aim)
    if centre:
        fight.tell("O18.2.3", "barrage", who=side, hex=fight.ground.names[centre[0]], rounds=smoke)
        if smoke == SMOKE:
            yield from _screen(fight, side, centre)
        else:
            yield from _impact(fight, side, centre)


def _spot(fight: Fight, side: Side, observer: Unit, aim: Hex) -> Steps[list[Hex]]:
    """O18.2.2: accurate rounds drift by two directions, the others in one direction as far as a die says."""
    far = fight.ground.far[observer.hex][aim]
    hindrance = max(0, fight.sees(observer.hex, aim))
    card = yield from roll(fight, side, "spotting", (far, hindrance))
    drift = (yield from reveal(fight, side)).dice
    if card.dice.white * card.dice.coloured - hindrance > far:
        turns = [drift.white, drift.coloured]
    else:
        turns = [drift.white] * drift.coloured
    return _drifted(fight, aim, turns)


def _drifted(fight: Fight, aim: Hex, turns: list[int]) -> list[Hex]:
    """O18.2.2.3: the hexes hit, the centre first; off the map there are none.

    By reading b a round may lie one hex outside: it hits the hexes of the map beside it.
    """
    place = _Place.of(fight, aim)
    outside = fight.options.reads("O18.2.2.3") == "b"
    for turn in turns:
        place = place.step(turn)
        if not place.on(fight) and not (outside and place.beside(fight)):
            return []
    return place.area(fight)


class _Place:
    """A hex by column and half row, on the map or just off it."""

    __slots__ = ("column", "row")

    def __init__(self, column: int, row: int) -> None:
        self.column, self.row = column, row

    @classmethod
    def of(cls, fight: Fight, hex_: Hex) -> _Place:
        return cls(*place(fight.ground.names[hex_]))

    def step(self, compass: int) -> _Place:
        across, down = STEPS[compass]
        return _Place(self.column + across, self.row + down)

    def number(self, fight: Fight) -> Hex | None:
        if self.column < 0:
            return None
        name = f"{chr(ord('A') + self.column)}{(self.row - self.column % 2) // 2 + 1}"
        return fight.ground.numbers.get(name)

    def on(self, fight: Fight) -> bool:
        return self.number(fight) is not None

    def beside(self, fight: Fight) -> bool:
        return any(self.step(compass).on(fight) for compass in range(1, 7))

    def area(self, fight: Fight) -> list[Hex]:
        """O18.2.3: the centre and its neighbours."""
        found = [self.number(fight), *(self.step(compass).number(fight) for compass in range(1, 7))]
        return [hex_ for hex_ in found if hex_ is not None]


def _screen(fight: Fight, side: Side, hexes: list[Hex]) -> Steps[None]:
    """O18.2.3.1, V5: smoke on all of them; the radio breaks after it."""
    for hex_ in hexes:
        yield from random_smoke(fight, side, hex_)
    radio = fight.camps[side].radio
    if radio is not None and fight.options.has("V5"):
        radio.broken = True


def _impact(fight: Fight, side: Side, hexes: list[Hex]) -> Steps[None]:
    """O18.2.3.2: a roll for each hex with units or works; a jam does not break a radio."""
    radio = fight.camps[side].radio
    fp = (radio.counter.front.fp or 0) if radio else 0
    for hex_ in hexes:
        if not fight.at[hex_] and hex_ not in fight.works:
            continue
        attack = Attack(side, (), [hex_], fp, shells=True)
        fight.attack = attack
        card = yield from roll(fight, side, "attack", attack)
        attack.total = attack.fp + card.total
        if card.total == fight.catalog.fight[VULNERABLE].figures.get(f"fp_{fp}"):
            fight.works.pop(hex_, None)
        yield from defend(fight, attack)
