"""A fight under way. It changes in place and never leaves the fight; what leaves is what it tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import FateCard, FateText, Side

from .modules.terrain import BARE, Lay, remade
from .pieces import NOWHERE, Radio, Unit, Weapon
from .board import BARRED, UNSEEN, Hex, Theatre

SIDES: tuple[Side, Side] = ("axis", "allied")
OTHER: Mapping[Side, Side] = {"axis": "allied", "allied": "axis"}
SIGN: Mapping[Side, int] = {"axis": 1, "allied": -1}  # the marker counts for the axis


class Card(NamedTuple):
    """1: a Fate card with everything that is printed on it."""

    number: int
    dice: FateCard
    text: FateText

    @property
    def total(self) -> int:
        return self.dice.white + self.dice.coloured


class Told(NamedTuple):
    """Something that happened, for the log and the film."""

    rule: str
    what: str
    facts: Mapping[str, Any]


class Ended(Exception):
    """6.3: the game is over, in the middle of whatever happens."""


@dataclass(slots=True, eq=False)
class Camp:
    """A player with his cards and his tracks."""

    side: Side
    faction: str
    posture: str
    quality: str
    hand_size: int
    orders: int
    discards: int
    late_discards: int  # cards that may go after orders were given (formations)
    surrender: int | None
    edge: str
    nationality: str | None
    deck: list[Card]
    pile: list[Card] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)  # on the map
    lost: list[Unit] = field(default_factory=list)  # on the Casualty track
    coming: dict[int, list[Unit]] = field(default_factory=dict)  # on the Time track
    radios: dict[int, Radio] = field(default_factory=dict)  # radios that come with them
    radio: Radio | None = None
    secret: list[str] = field(default_factory=list)  # objective chits
    sealed: bool = False  # nobody told which: they are drawn anew in each fight
    activated: bool = False  # O22.1, O23.1: by a Recover or a Rout
    zone: frozenset[Hex] = frozenset()
    loose: list[Weapon] = field(default_factory=list)  # weapons that nobody carries yet

    def holds(self, action: str) -> list[Card]:
        """The cards in hand with an action."""
        return [card for card in self.hand if card.text.action == action]


@dataclass(slots=True, eq=False)
class Options:
    """What players settled: optional rules, variants and house rules of the compilation."""

    optional: frozenset[str]
    variants: Mapping[str, str]

    def has(self, rule: str) -> bool:
        return rule in self.optional

    def reads(self, rule: str) -> str:
        return self.variants[rule]


@dataclass(slots=True, eq=False)
class Special:
    """The special rules of a fight, and the markers they bring."""

    rules: frozenset[str] = frozenset()
    urban: bool = False  # ST-7: melees wait for the Axis turn
    ground: Ground | None = None  # as it is printed
    lay: Lay = BARE
    razed: set[Hex] = field(default_factory=set)  # rubble that was part of a large building (ST-T1.3.2)
    sniper: Side | None = None  # ST-3: who has the Urban Sniper
    aim: int = 0  # and what it adds
    sewers: set[Hex] = field(default_factory=set)  # ST-T5
    starshells: set[Hex] = field(default_factory=set)  # NO-6
    armour: dict[Side, int] = field(default_factory=dict)  # NO-C2.3: radios that are tanks, by their attacks
    registered: set[Hex] = field(default_factory=set)  # NO-C2.5
    to_register: int = 0
    ground_support: bool = False  # NO-C2.6
    charges: dict[int, list[Weapon]] = field(default_factory=dict)  # NO-C2.2: on the Time track
    slower: dict[Side, int] = field(default_factory=dict)  # movement that a side lacks
    barrages: list[tuple[Side, str, int]] = field(default_factory=list)  # before the first turn


@dataclass(slots=True, eq=False)
class Fight:
    """The whole state of a fight."""

    catalog: Catalog
    ground: Theatre
    year: int
    camps: dict[Side, Camp]
    options: Options
    marker: int  # VP, positive for the axis
    time: int
    sudden_death: int
    initiative: Side
    turn_of: Side
    chits: list[str]  # open
    objectives: Mapping[int, frozenset[Hex]]
    control: dict[int, Side | None]
    mine_strength: int
    cup: list[str] = field(default_factory=list)  # chits that nobody has drawn
    at: list[list[Unit]] = field(default_factory=list)  # the units in each hex
    works: dict[Hex, str] = field(default_factory=dict)  # fortifications
    held: dict[Hex, Side] = field(default_factory=dict)  # who was last alone in a bunker or pillbox
    smoke: dict[Hex, int] = field(default_factory=dict)
    blaze: set[Hex] = field(default_factory=set)
    wrecks: list[Weapon] = field(default_factory=list)  # weapons in the box of the Casualty track
    stock: dict[str, int] = field(default_factory=dict)  # counters that are not in use
    called: set[str] = field(default_factory=set)  # leaders who came off a Support table (RS.7)
    names: int = 0
    turns: int = 0
    advances: int = 0
    triggered: bool = False  # a trigger is carried out: no other follows (1.9.1)
    event_rolls: bool = False
    mover: Sequence[Unit] = ()
    firing: Sequence[Unit] = ()  # who was activated to fire at those who move (A33.3)
    directed: Sequence[Unit] = ()  # who fires by an order that a spotter carries on (V8)
    winner: Side | None = None
    ending: str = ""
    told: list[Told] = field(default_factory=list)
    telling: bool = False
    sources: dict[str, dict[Side, int]] = field(default_factory=dict)  # where VP came from
    fallen: dict[Hex, int] = field(default_factory=dict)
    changed: dict[int, int] = field(default_factory=dict)  # how often objectives changed hands
    roll: Any = None  # what was rolled last, for whoever may have it rolled again
    attack: Any = None
    lookups: int = 0
    on: dict[str, Any] = field(default_factory=dict)  # what a trigger starts, by its name
    special: Special = field(default_factory=Special)

    def plays(self, rule: str) -> bool:
        """Is a special rule in force?"""
        return rule in self.special.rules

    def locked(self, hex_: Hex) -> bool:
        """ST-7.1: a melee hex, where that rule holds."""
        return self.special.urban and len({unit.side for unit in self.at[hex_]}) > 1

    def relay(self, **changes: Any) -> None:
        """The ground is made ready again, with what now lies on it."""
        special = self.special
        assert special.ground is not None
        special.lay = replace(special.lay, **changes)
        self.ground = remade(self.catalog, special.ground, special.lay)

    # Who is where

    def tell(self, rule: str, what: str, **facts: Any) -> None:
        if self.telling:
            self.told.append(Told(rule, what, facts))

    def here(self, hex_: Hex, side: Side) -> list[Unit]:
        return [unit for unit in self.at[hex_] if unit.side == side]

    def enemy_in(self, hex_: Hex, side: Side) -> bool:
        return bool(self.at[hex_]) and any(unit.side != side for unit in self.at[hex_])

    def put(self, unit: Unit, hex_: Hex) -> None:
        if unit.hex != NOWHERE:
            self.at[unit.hex].remove(unit)
        unit.hex = hex_
        if hex_ != NOWHERE:
            self.at[hex_].append(unit)

    def name(self, kind: str) -> str:
        self.names += 1
        return f"{kind}{self.names}"

    def unit(self, id_: str) -> Unit:
        return next(unit for camp in self.camps.values() for unit in camp.units if unit.id == id_)

    # Figures of the moment

    def command_for(self, unit: Unit) -> int:
        """3.3.1.2: leaders in the hex add their command to squads and teams."""
        if unit.leads:
            return 0
        command = 0
        for each in self.at[unit.hex]:
            if each.leads and each.side == unit.side:
                command += each.command
        return command

    def _changes(self, unit: Unit, what: str) -> int:
        change = self.figure("rule.veteran", what) if unit.veteran else 0
        if unit.suppressed:
            change += self.figure("rule.suppressed", what)
        if self.works and self.works.get(unit.hex) == "wire":
            change += self.catalog.fight["rule.wire"].figures.get(what, 0)
        return change

    def fp(self, unit: Unit) -> int:
        return (unit.face.fp or 0) + self.command_for(unit) + self._changes(unit, "fp")

    def reach(self, unit: Unit) -> int:
        return (unit.face.range or 0) + self.command_for(unit) + self._changes(unit, "range")

    def moves(self, unit: Unit) -> int:
        """3.1.3: movement, less what a weapon costs."""
        weapon = (unit.weapon.counter.front.move or 0) if unit.weapon else 0
        tired = self.special.slower.get(unit.side, 0) if self.special.slower else 0
        return (unit.face.move or 0) + weapon + self.command_for(unit) + self._changes(unit, "move") + tired

    def bare_morale(self, unit: Unit) -> int:
        return (unit.face.morale or 0) + self.command_for(unit) + self._changes(unit, "morale")

    def morale(self, unit: Unit) -> int:
        """3.1.4: with the cover of the hex."""
        return self.bare_morale(unit) + self.cover(unit.hex, unit.side)

    def cover(self, hex_: Hex, side: Side, *, shells: bool = False, crossed: int = 0) -> int:
        """T78.3: the best of ground, fortification and hexside; a road takes one off."""
        best = self.ground.cover[hex_]
        work = self.works.get(hex_)
        if work is not None:
            row = self.catalog.fortifications[work]
            value = row.cover_artillery if shells else row.cover
            best = best if value is None else max(best, value)
        if crossed and not shells:
            best = max(best, crossed)
        if hex_ in self.ground.road:
            best += self.catalog.terrain["road"].cover["value"]
        if self.options.reads("8.2") == "b":
            many = -self.catalog.board.stacking
            for unit in self.at[hex_]:
                if unit.side == side:
                    many += unit.soldiers
            if many > 0:
                best += many * self.catalog.fight["rule.overstacking"].figures["cover"]
        return best

    def weapon_fp(self, unit: Unit, weapon: Weapon) -> int:
        """3.3.1.3: leaders help weapons without a white band that no leader carries."""
        return weapon.fp + (0 if weapon.ordnance else self.command_for(unit))

    def weapon_reach(self, unit: Unit, weapon: Weapon) -> int:
        return (weapon.counter.front.range or 0) + (0 if weapon.ordnance else self.command_for(unit))

    def can_shoot_weapon(self, unit: Unit) -> bool:
        """11.1, 13.2, T89, T95, F106.3: who may fire what he carries."""
        weapon = unit.weapon
        return (
            weapon is not None
            and not weapon.broken
            and not unit.broken
            and not unit.suppressed
            and unit.hex not in self.ground.water
            and self.works.get(unit.hex) != "wire"
        )

    def sees(self, one: Hex, other: Hex) -> int:
        """10: the hindrance between two hexes, UNSEEN where something blocks."""
        self.lookups += 1
        base = self.ground.view[one][other]
        if base == UNSEEN or not (self.smoke or self.blaze) or one == other:
            return base
        under = self.ground.between(one, other)
        if self.blaze and any(hex_ in self.blaze for hex_ in under):
            return UNSEEN
        if self.smoke:
            smoke = self.smoke
            thick = max(smoke.get(one, 0), smoke.get(other, 0))
            for hex_ in under:
                thick = max(thick, smoke.get(hex_, 0))
            return max(base, thick)
        return base

    def passable(self, hex_: Hex) -> bool:
        return self.ground.cover[hex_] != BARRED and hex_ not in self.blaze

    def can_smoke(self, hex_: Hex) -> bool:
        return hex_ not in self.ground.water and hex_ not in self.blaze

    def can_fortify(self, hex_: Hex) -> bool:
        """8.1.3, F100.3: one work in a hex, none in water or fire."""
        return hex_ not in self.works and self.can_smoke(hex_)

    def figures(self, hex_: Hex, side: Side) -> int:
        soldiers = 0
        for unit in self.at[hex_]:
            if unit.side == side:
                soldiers += unit.soldiers
        return soldiers

    def room(self, hex_: Hex, side: Side, soldiers: int) -> bool:
        return self.figures(hex_, side) + soldiers <= self.catalog.board.stacking

    def figure(self, id_: str, name: str) -> int:
        return self.catalog.fight[id_].figures[name]
