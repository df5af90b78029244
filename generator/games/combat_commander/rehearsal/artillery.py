"""O17, O18: off-map artillery: deny, request and fire for effect."""

from __future__ import annotations

from catalogs.games.combat_commander.ground import STEPS, place
from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .activation import list_ready_units
from .board import UNSEEN, Hex
from .cards import Steps, reveal, roll
from .fire import Attack, roll_attack, roll_defences
from .modules import armour, night, rubble
from .modules.rubble import VULNERABILITY_RULE
from .pieces import Radio, Unit
from .smoke import place_random_smoke
from .state import OTHER, Fight

ACCESS, EFFECT = "access", "effect"
SHELLS, SMOKE = "shells", "smoke"


def can_deny(fight: Fight, side: Side) -> bool:
    """O17: return whether there is an enemy radio; NO-6.3: or a starshell."""
    return fight.camps[OTHER[side]].radio is not None or bool(fight.special.starshells)


def carry_out_denial(fight: Fight, side: Side) -> Steps[None]:
    """O17: break the enemy's radio, or eliminate a broken one; NO-6.3: or remove a starshell."""
    camp = fight.camps[OTHER[side]]
    if fight.special.starshells:
        what = "starshell"
        if camp.radio is not None:
            what = yield Choose("NO-6.3", "deny", side, "denied", ("radio", "starshell"))
        if what == "starshell":
            yield from night.remove_starshell(fight, side, "NO-6.3")
            return
    assert camp.radio is not None
    if camp.radio.broken:
        camp.radio = None
    else:
        camp.radio.broken = True
    fight.record("O17", "denied", who=side)


def list_observers(fight: Fight, side: Side) -> list[Unit]:
    """O18: return the unbroken leaders that can still be activated and can aim at a hex."""
    return [
        unit
        for unit in list_ready_units(fight, side)
        if unit.leads
        and not unit.broken
        and any(may_aim(fight, unit, hex_) for hex_ in (unit.hex, *range(len(fight.board.names))))
    ]


def can_request(fight: Fight, side: Side) -> bool:
    radio = fight.camps[side].radio
    seen = (radio is not None and not radio.broken) or night.is_dark(fight)
    return (radio is not None and radio.broken) or (seen and bool(list_observers(fight, side)))


def carry_out_request(fight: Fight, side: Side) -> Steps[None]:
    """O18: repair a broken radio, or a leader observes for the guns.

    NO-6.1: at night a leader may request a starshell instead, without a radio.
    """
    radio = fight.camps[side].radio
    if night.is_dark(fight) and list_observers(fight, side):
        what = "starshell"
        if radio is not None:
            fight.subject = radio
            what = yield Choose("NO-6.1", "illuminate", side, "rounds", (SHELLS, "starshell"))
        if what == "starshell":
            yield from _fire_starshell(fight, side)
            return
    assert radio is not None
    if radio.broken:
        radio.broken = False
        fight.record("O18.1", "access", who=side)
        return
    yield from fire_for_effect(fight, side, radio)


def _fire_starshell(fight: Fight, side: Side) -> Steps[None]:
    """NO-6.1: fire a starshell; it drifts like a round and is lost off the map."""
    observer, aim = yield from _choose_aim(fight, side)
    centre = yield from _roll_spotting(fight, side, observer, aim)
    if centre:
        night.place_starshell(fight, side, centre[0])


def _choose_aim(fight: Fight, side: Side) -> Steps[tuple[Unit, Hex]]:
    """O18.2, O18.2.1: choose the observer and the hex it aims at."""
    ids = tuple(unit.id for unit in list_observers(fight, side))
    chosen = ids[0] if len(ids) == 1 else (yield Choose("O18.2", "observer", side, "unit", ids))
    observer = fight.get_unit(chosen)
    observer.active = True
    seen = [h for h in range(len(fight.board.names)) if may_aim(fight, observer, h)]
    names = tuple(fight.board.names[hex_] for hex_ in seen)
    fight.subject = observer
    aim = yield Choose("O18.2.1", "spot", side, "hex", names)
    fight.record_unit("O18.2.1", "aimed", observer, aim=aim)
    return observer, fight.board.numbers[aim]


def may_aim(fight: Fight, observer: Unit, hex_: Hex) -> bool:
    """O18.2.1: in sight; ST-7.1: not in or beside a melee; NO-C4.1: in sight of the tanks."""
    if hex_ != observer.hex and fight.get_hindrance(observer.hex, hex_) == UNSEEN:
        return False
    if fight.special.urban and any(
        fight.is_melee_locked(near) for near in (hex_, *fight.board.neighbours[hex_])
    ):
        return False
    return armour.is_in_tank_sight(fight, observer.side, hex_)


def fire_for_effect(fight: Fight, side: Side, radio: Radio, *, smoke: bool = True) -> Steps[None]:
    """O18.2: fire for effect, or fire of off-map tanks (NO-C2.3)."""
    observer, aim = yield from _choose_aim(fight, side)
    rounds = SHELLS
    if radio.counter.smoke and smoke:
        rounds = yield Choose("O18.2.1.1", "rounds", side, "rounds", (SHELLS, SMOKE))
    tanks = fight.special.armour.get(side, 0)
    centre = yield from _roll_spotting(fight, side, observer, aim, tanks=bool(tanks))
    if tanks:
        centre = centre[:1]
    if centre:
        fight.record("O18.2.3", "barrage", who=side, hex=fight.board.names[centre[0]], rounds=rounds)
        if rounds == SMOKE:
            yield from _place_smoke_screen(fight, side, centre)
            return
        for _ in range(max(1, tanks)):
            yield from _resolve_impact(fight, side, radio, centre)


def _roll_spotting(
    fight: Fight, side: Side, observer: Unit, aim: Hex, *, tanks: bool = False
) -> Steps[list[Hex]]:
    """O18.2.2: return the hexes hit; accurate rounds drift two steps, others one direction by a die.

    NO-C2.5: rounds at a registered hex are accurate. NO-C2.3: tank rounds that hit do not drift; others
    drift as accurate ones.
    """
    far = fight.board.distances[observer.hex][aim]
    hindrance = max(0, fight.get_hindrance(observer.hex, aim))
    hit = yield from armour.check_registered(fight, side, aim)
    if not hit:
        card = yield from roll(fight, side, "spotting", (far, hindrance))
        hit = card.dice.white * card.dice.coloured - hindrance > far
    if hit and tanks:
        return _drift(fight, aim, [])
    drift = (yield from reveal(fight, side)).dice
    turns = [drift.white, drift.coloured] if hit or tanks else [drift.white] * drift.coloured
    return _drift(fight, aim, turns)


def _drift(fight: Fight, aim: Hex, turns: list[int]) -> list[Hex]:
    """O18.2.2.3: return the hexes hit, centre first; none if the centre leaves the map.

    Variant b: the centre may lie one hex off the map and hits the map hexes beside it.
    """
    place = _Position.from_hex(fight, aim)
    outside = fight.options.get_variant("O18.2.2.3") == "b"
    for turn in turns:
        place = place.step(turn)
        if not place.is_on_map(fight) and not (outside and place.is_beside_map(fight)):
            return []
    return place.get_area(fight)


class _Position:
    """A hex by column and half row, on the map or just off it."""

    __slots__ = ("column", "row")

    def __init__(self, column: int, row: int) -> None:
        self.column, self.row = column, row

    @classmethod
    def from_hex(cls, fight: Fight, hex_: Hex) -> _Position:
        return cls(*place(fight.board.names[hex_]))

    def step(self, compass: int) -> _Position:
        across, down = STEPS[compass]
        return _Position(self.column + across, self.row + down)

    def get_number(self, fight: Fight) -> Hex | None:
        if self.column < 0:
            return None
        name = f"{chr(ord('A') + self.column)}{(self.row - self.column % 2) // 2 + 1}"
        return fight.board.numbers.get(name)

    def is_on_map(self, fight: Fight) -> bool:
        return self.get_number(fight) is not None

    def is_beside_map(self, fight: Fight) -> bool:
        return any(self.step(compass).is_on_map(fight) for compass in range(1, 7))

    def get_area(self, fight: Fight) -> list[Hex]:
        """O18.2.3: return the centre and its neighbours."""
        hexes = [self.get_number(fight), *(self.step(compass).get_number(fight) for compass in range(1, 7))]
        return [hex_ for hex_ in hexes if hex_ is not None]


def _place_smoke_screen(fight: Fight, side: Side, hexes: list[Hex]) -> Steps[None]:
    """O18.2.3.1, V5: place smoke in all hexes; with V5 the radio breaks."""
    for hex_ in hexes:
        yield from place_random_smoke(fight, side, hex_)
    radio = fight.camps[side].radio
    if radio is not None and fight.options.has("V5"):
        radio.broken = True
        fight.record("V5", "radio_broke", who=side)


def _resolve_impact(fight: Fight, side: Side, radio: Radio, hexes: list[Hex]) -> Steps[None]:
    """O18.2.3.2: roll for each hex with units or works; a jam does not break a radio.

    ST-T1.3: in Stalingrad also for each hex that may collapse.
    """
    fp = radio.counter.front.fp or 0
    for hex_ in hexes:
        if not fight.units_at[hex_] and hex_ not in fight.works and not rubble.is_vulnerable(fight, hex_):
            continue
        attack = Attack(side, (), [hex_], fp, shells=True)
        fight.attack = attack
        card = yield from roll_attack(fight, attack)
        attack.total = attack.fp + card.total
        vulnerable = card.total == fight.catalog.fight[VULNERABILITY_RULE].figures.get(f"fp_{fp}")
        if vulnerable and hex_ in fight.works:
            fight.remove_work("O18.2.3.3", hex_)
        yield from rubble.resolve_collapse(fight, hex_, fp, card.total)
        yield from roll_defences(fight, attack)
