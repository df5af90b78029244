"""O17, O18: batteries off the map: denying them, getting through to them, fire for effect."""

from __future__ import annotations

from catalogs.games.combat_commander.ground import STEPS, place
from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .activation import ready
from .cards import Steps, reveal, roll
from .fire import Attack, attack_roll, defend
from .modules import armour, night, rubble
from .modules.rubble import VULNERABLE
from .pieces import Radio, Unit
from .smoke import random_smoke
from .state import OTHER, Fight
from .board import UNSEEN, Hex

ACCESS, EFFECT = "access", "effect"
SHELLS, SMOKE = "shells", "smoke"


def can_deny(fight: Fight, side: Side) -> bool:
    """O17: there must be an enemy radio; NO-6.3: or a starshell."""
    return fight.camps[OTHER[side]].radio is not None or bool(fight.special.starshells)


def deny(fight: Fight, side: Side) -> Steps[None]:
    """O17: the enemy's radio breaks, or goes if it was broken; NO-6.3: or a starshell goes out."""
    camp = fight.camps[OTHER[side]]
    if fight.special.starshells:
        what = "starshell"
        if camp.radio is not None:
            what = yield Choose("NO-6.3", "deny", side, "denied", ("radio", "starshell"))
        if what == "starshell":
            yield from night.put_out(fight, side, "NO-6.3")
            return
    assert camp.radio is not None
    if camp.radio.broken:
        camp.radio = None
    else:
        camp.radio.broken = True
    fight.tell("O17", "denied", who=side)


def observers(fight: Fight, side: Side) -> list[Unit]:
    """O18: sound leaders that can still be activated, and could aim at something."""
    return [
        unit
        for unit in ready(fight, side)
        if unit.leads
        and not unit.broken
        and any(may_aim(fight, unit, hex_) for hex_ in (unit.hex, *range(len(fight.ground.names))))
    ]


def can_request(fight: Fight, side: Side) -> bool:
    radio = fight.camps[side].radio
    seen = (radio is not None and not radio.broken) or night.dark(fight)
    return (radio is not None and radio.broken) or (seen and bool(observers(fight, side)))


def request(fight: Fight, side: Side) -> Steps[None]:
    """O18: a broken radio is mended; with a sound one a leader observes for the guns.

    NO-6.1: at night a leader may have a starshell fired instead, and needs no radio for it.
    """
    radio = fight.camps[side].radio
    if night.dark(fight) and observers(fight, side):
        what = "starshell"
        if radio is not None:
            fight.roll = radio
            what = yield Choose("NO-6.1", "illuminate", side, "rounds", (SHELLS, "starshell"))
        if what == "starshell":
            yield from _illuminate(fight, side)
            return
    assert radio is not None
    if radio.broken:
        radio.broken = False
        fight.tell("O18.1", "access", who=side)
        return
    yield from effect(fight, side, radio)


def _illuminate(fight: Fight, side: Side) -> Steps[None]:
    """NO-6.1: aimed and adrift as rounds are; off the map it is lost."""
    observer, aim = yield from _observe(fight, side)
    centre = yield from _spot(fight, side, observer, aim)
    if centre:
        night.place(fight, side, centre[0])


def _observe(fight: Fight, side: Side) -> Steps[tuple[Unit, Hex]]:
    """O18.2, O18.2.1: who observes, and the hex in his sight that is aimed at."""
    ids = tuple(unit.id for unit in observers(fight, side))
    chosen = ids[0] if len(ids) == 1 else (yield Choose("O18.2", "observer", side, "unit", ids))
    observer = fight.unit(chosen)
    observer.active = True
    seen = [h for h in range(len(fight.ground.names)) if may_aim(fight, observer, h)]
    names = tuple(fight.ground.names[hex_] for hex_ in seen)
    fight.roll = observer
    return observer, fight.ground.numbers[(yield Choose("O18.2.1", "spot", side, "hex", names))]


def may_aim(fight: Fight, observer: Unit, hex_: Hex) -> bool:
    """O18.2.1: in sight; ST-7.1: neither in a melee nor beside one; NO-C4.1: in sight of the tanks too."""
    if hex_ != observer.hex and fight.sees(observer.hex, hex_) == UNSEEN:
        return False
    if fight.special.urban and any(fight.locked(each) for each in (hex_, *fight.ground.around[hex_])):
        return False
    return armour.covered(fight, observer.side, hex_)


def effect(fight: Fight, side: Side, radio: Radio, *, smoke: bool = True) -> Steps[None]:
    """O18.2: fire for effect, or tanks that fire (NO-C2.3)."""
    observer, aim = yield from _observe(fight, side)
    rounds = SHELLS
    if radio.counter.smoke and smoke:
        rounds = yield Choose("O18.2.1.1", "rounds", side, "rounds", (SHELLS, SMOKE))
    tanks = fight.special.armour.get(side, 0)
    centre = yield from _spot(fight, side, observer, aim, tanks=bool(tanks))
    if tanks:
        centre = centre[:1]
    if centre:
        fight.tell("O18.2.3", "barrage", who=side, hex=fight.ground.names[centre[0]], rounds=rounds)
        if rounds == SMOKE:
            yield from _screen(fight, side, centre)
            return
        for _ in range(max(1, tanks)):
            yield from _impact(fight, side, radio, centre)


def _spot(fight: Fight, side: Side, observer: Unit, aim: Hex, *, tanks: bool = False) -> Steps[list[Hex]]:
    """O18.2.2: accurate rounds drift by two directions, the others in one direction as far as a die says.

    NO-C2.5: rounds at a registered hex are accurate; NO-C2.3: those of tanks stay there, and drift as
    accurate ones where they miss.
    """
    far = fight.ground.far[observer.hex][aim]
    hindrance = max(0, fight.sees(observer.hex, aim))
    hit = yield from armour.registered(fight, side, aim)
    if not hit:
        card = yield from roll(fight, side, "spotting", (far, hindrance))
        hit = card.dice.white * card.dice.coloured - hindrance > far
    if hit and tanks:
        return _drifted(fight, aim, [])
    drift = (yield from reveal(fight, side)).dice
    turns = [drift.white, drift.coloured] if hit or tanks else [drift.white] * drift.coloured
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


def _impact(fight: Fight, side: Side, radio: Radio, hexes: list[Hex]) -> Steps[None]:
    """O18.2.3.2: a roll for each hex with units or works; a jam does not break a radio.

    ST-T1.3: in Stalingrad also for each that may come down.
    """
    fp = radio.counter.front.fp or 0
    for hex_ in hexes:
        if not fight.at[hex_] and hex_ not in fight.works and not rubble.vulnerable(fight, hex_):
            continue
        attack = Attack(side, (), [hex_], fp, shells=True)
        fight.attack = attack
        card = yield from attack_roll(fight, attack)
        attack.total = attack.fp + card.total
        if card.total == fight.catalog.fight[VULNERABLE].figures.get(f"fp_{fp}"):
            fight.works.pop(hex_, None)
        yield from rubble.collapse(fight, hex_, fp, card.total)
        yield from defend(fight, attack)
