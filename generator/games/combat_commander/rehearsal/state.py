"""The mutable state of a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import FateCard, FateText, Side

from .board import BARRED, UNSEEN, Board, Hex
from .modules.terrain import NO_OVERLAY, TerrainOverlay, build_special_board
from .pieces import OFF_MAP, Radio, Unit, Weapon

SIDES: tuple[Side, Side] = ("axis", "allied")
OTHER: Mapping[Side, Side] = {"axis": "allied", "allied": "axis"}
SIGN: Mapping[Side, int] = {"axis": 1, "allied": -1}  # the VP marker is positive for the axis


class Card(NamedTuple):
    """1: a Fate card with all its printed parts."""

    number: int
    dice: FateCard
    text: FateText

    @property
    def total(self) -> int:
        return self.dice.white + self.dice.coloured


class LogEntry(NamedTuple):
    """An event of the fight, for the log and the film."""

    rule: str
    what: str
    facts: Mapping[str, Any]


class FightEnded(Exception):
    """6.3: raised when the fight ends, possibly in the middle of a procedure."""


@dataclass(slots=True, eq=False)
class Camp:
    """One side with its cards, units and tracks."""

    side: Side
    faction: str
    posture: str
    quality: str
    hand_size: int
    orders: int
    discards: int
    late_discards: int  # discards allowed after orders (formations)
    surrender: int | None
    edge: str
    nationality: str | None
    deck: list[Card]
    pile: list[Card] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)  # on the map
    lost: list[Unit] = field(default_factory=list)  # on the Casualty track
    coming: dict[int, list[Unit]] = field(default_factory=dict)  # on the Time track
    radios: dict[int, Radio] = field(default_factory=dict)  # radios of the reinforcements
    radio: Radio | None = None
    secret: list[str] = field(default_factory=list)  # objective chits
    sealed: bool = False  # the secret chits are unknown: draw them anew in each fight
    activated: bool = False  # O22.1, O23.1: by Recover or Rout in this turn
    zone: frozenset[Hex] = frozenset()
    loose: list[Weapon] = field(default_factory=list)  # weapons not yet carried by a unit

    def list_action_cards(self, action: str) -> list[Card]:
        """Return the cards in hand with an action."""
        return [card for card in self.hand if card.text.action == action]


@dataclass(slots=True, eq=False)
class Options:
    """Optional rules, variants and house rules in use."""

    optional: frozenset[str]
    variants: Mapping[str, str]

    def has(self, rule: str) -> bool:
        return rule in self.optional

    def get_variant(self, rule: str) -> str:
        return self.variants[rule]


@dataclass(slots=True, eq=False)
class Special:
    """Special rules of a fight and their markers."""

    rules: frozenset[str] = frozenset()
    urban: bool = False  # ST-7: melees are resolved in the Axis turn
    ground: Ground | None = None  # the printed ground, without changes
    overlay: TerrainOverlay = NO_OVERLAY
    razed: set[Hex] = field(default_factory=set)  # rubble that was part of a large building (ST-T1.3.2)
    sniper: Side | None = None  # ST-3: owner of the Urban Sniper
    aim: int = 0  # ST-3: bonus of the Urban Sniper
    sewers: set[Hex] = field(default_factory=set)  # ST-T5
    starshells: set[Hex] = field(default_factory=set)  # NO-6
    armour: dict[Side, int] = field(
        default_factory=dict
    )  # NO-C2.3: attacks per request, for radios that are tanks
    registered: set[Hex] = field(default_factory=set)  # NO-C2.5
    to_register: int = 0
    ground_support: bool = False  # NO-C2.6
    charges: dict[int, list[Weapon]] = field(default_factory=dict)  # NO-C2.2: on the Time track
    slower: dict[Side, int] = field(default_factory=dict)  # movement modifier of a side (negative)
    barrages: list[tuple[Side, str, int]] = field(
        default_factory=list
    )  # side, radio, count: bombardments before the first turn


@dataclass(slots=True, eq=False)
class Fight:
    """The complete state of a fight."""

    catalog: Catalog
    board: Board
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
    cup: list[str] = field(default_factory=list)  # chits not yet drawn
    units_at: list[list[Unit]] = field(default_factory=list)  # units by hex
    works: dict[Hex, str] = field(default_factory=dict)  # fortifications
    work_owners: dict[Hex, Side] = field(
        default_factory=dict
    )  # side that was last alone in a bunker or pillbox
    smoke: dict[Hex, int] = field(default_factory=dict)
    blaze: set[Hex] = field(default_factory=set)
    wrecks: list[Weapon] = field(default_factory=list)  # eliminated weapons, on the Casualty track
    stock: dict[str, int] = field(default_factory=dict)  # unused counters by reference
    arrived_leaders: set[str] = field(default_factory=set)  # leaders taken from a Support table (RS.7)
    unit_count: int = 0
    turns: int = 0
    orders_given: int = 0  # in the current turn
    advances: int = 0
    idle_turns: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))  # without an order
    idle_run: int = 0  # turns without an order since the last one
    longest_idle: int = 0
    discarded: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))  # cards
    triggered: bool = False  # a trigger is being resolved: no other follows (1.9.1)
    event_rolls: bool = False
    mover: Sequence[Unit] = ()
    opportunity_firers: Sequence[Unit] = ()  # units activated for Opportunity Fire at the movers (A33.3)
    spotter_group: Sequence[Unit] = ()  # units that fire with a spotter's activation (V8)
    winner: Side | None = None
    ending: str = ""
    log: list[LogEntry] = field(default_factory=list)
    log_enabled: bool = False
    sources: dict[str, dict[Side, int]] = field(default_factory=dict)  # VP by source
    fallen: dict[Hex, int] = field(default_factory=dict)
    changed: dict[int, int] = field(default_factory=dict)  # changes of control by objective
    subject: Any = None  # the last roll, or the subject of the current question; read by the bot
    attack: Any = None
    lookups: int = 0
    triggers: dict[str, Any] = field(default_factory=dict)  # trigger name -> procedure
    special: Special = field(default_factory=Special)

    def has_rule(self, rule: str) -> bool:
        """Return whether a special rule is in force."""
        return rule in self.special.rules

    def is_melee_locked(self, hex_: Hex) -> bool:
        """ST-7.1: return whether a hex is a melee hex under that rule."""
        return self.special.urban and len({unit.side for unit in self.units_at[hex_]}) > 1

    def update_overlay(self, **changes: Any) -> None:
        """Rebuild the board after a change of terrain."""
        special = self.special
        assert special.ground is not None
        special.overlay = replace(special.overlay, **changes)
        self.board = build_special_board(self.catalog, special.ground, special.overlay)

    # Units and hexes

    def record(self, rule: str, what: str, **facts: Any) -> None:
        if self.log_enabled:
            self.log.append(LogEntry(rule, what, facts))

    def record_unit(self, rule: str, what: str, unit: Unit, **facts: Any) -> None:
        """Record an event of one unit, with its side and hex."""
        if self.log_enabled:
            hex_ = self.board.names[unit.hex]
            self.record(rule, what, unit=unit.id, ref=unit.ref, who=unit.side, hex=hex_, **facts)

    def place_work(self, rule: str, hex_: Hex, kind: str) -> None:
        """F100: put a fortification in a hex."""
        self.works[hex_] = kind
        self.record(rule, "work", hex=self.board.names[hex_], work=kind)

    def remove_work(self, rule: str, hex_: Hex) -> None:
        """F100: remove the fortification of a hex."""
        kind = self.works.pop(hex_)
        self.record(rule, "work_gone", hex=self.board.names[hex_], work=kind)

    def list_units(self, hex_: Hex, side: Side) -> list[Unit]:
        return [unit for unit in self.units_at[hex_] if unit.side == side]

    def has_enemy(self, hex_: Hex, side: Side) -> bool:
        return bool(self.units_at[hex_]) and any(unit.side != side for unit in self.units_at[hex_])

    def place_unit(self, unit: Unit, hex_: Hex) -> None:
        if unit.hex != OFF_MAP:
            self.units_at[unit.hex].remove(unit)
        unit.hex = hex_
        if hex_ != OFF_MAP:
            self.units_at[hex_].append(unit)

    def make_id(self, kind: str) -> str:
        self.unit_count += 1
        return f"{kind}{self.unit_count}"

    def get_unit(self, id_: str) -> Unit:
        return next(unit for camp in self.camps.values() for unit in camp.units if unit.id == id_)

    # Current figures

    def get_command(self, unit: Unit) -> int:
        """3.3.1.2: return the command that leaders in the hex add to a squad or team."""
        if unit.leads:
            return 0
        command = 0
        for other in self.units_at[unit.hex]:
            if other.leads and other.side == unit.side:
                command += other.command
        return command

    def _get_modifiers(self, unit: Unit, what: str) -> int:
        change = self.get_figure("rule.veteran", what) if unit.veteran else 0
        if unit.suppressed:
            change += self.get_figure("rule.suppressed", what)
        if self.works and self.works.get(unit.hex) == "wire":
            change += self.catalog.fight["rule.wire"].figures.get(what, 0)
        return change

    def get_fp(self, unit: Unit) -> int:
        return (unit.face.fp or 0) + self.get_command(unit) + self._get_modifiers(unit, "fp")

    def get_range(self, unit: Unit) -> int:
        return (unit.face.range or 0) + self.get_command(unit) + self._get_modifiers(unit, "range")

    def get_move_points(self, unit: Unit) -> int:
        """3.1.3: return the movement points, reduced by the weapon."""
        weapon = (unit.weapon.counter.front.move or 0) if unit.weapon else 0
        tired = self.special.slower.get(unit.side, 0) if self.special.slower else 0
        return (
            (unit.face.move or 0)
            + weapon
            + self.get_command(unit)
            + self._get_modifiers(unit, "move")
            + tired
        )

    def get_bare_morale(self, unit: Unit) -> int:
        return (unit.face.morale or 0) + self.get_command(unit) + self._get_modifiers(unit, "morale")

    def get_morale(self, unit: Unit) -> int:
        """3.1.4: return the morale including the cover of the hex."""
        return self.get_bare_morale(unit) + self.get_cover(unit.hex, unit.side)

    def get_cover(self, hex_: Hex, side: Side, *, shells: bool = False, crossed: int = 0) -> int:
        """T78.3: return the best of terrain, fortification and hexside cover, reduced by a road."""
        best = self.board.cover[hex_]
        work = self.works.get(hex_)
        if work is not None:
            row = self.catalog.fortifications[work]
            value = row.cover_artillery if shells else row.cover
            best = best if value is None else max(best, value)
        if crossed and not shells:
            best = max(best, crossed)
        if hex_ in self.board.road:
            best += self.catalog.terrain["road"].cover["value"]
        if self.options.get_variant("8.2") == "b":
            excess = -self.catalog.board.stacking
            for unit in self.units_at[hex_]:
                if unit.side == side:
                    excess += unit.soldiers
            if excess > 0:
                best += excess * self.catalog.fight["rule.overstacking"].figures["cover"]
        return best

    def get_weapon_fp(self, unit: Unit, weapon: Weapon) -> int:
        """3.3.1.3: return the firepower of a weapon; leaders add their command unless it is ordnance."""
        return weapon.fp + (0 if weapon.ordnance else self.get_command(unit))

    def get_weapon_range(self, unit: Unit, weapon: Weapon) -> int:
        return (weapon.counter.front.range or 0) + (0 if weapon.ordnance else self.get_command(unit))

    def can_shoot_weapon(self, unit: Unit) -> bool:
        """11.1, 13.2, T89, T95, F106.3: return whether a unit may fire its weapon."""
        weapon = unit.weapon
        return (
            weapon is not None
            and not weapon.broken
            and not unit.broken
            and not unit.suppressed
            and unit.hex not in self.board.water
            and self.works.get(unit.hex) != "wire"
        )

    def get_hindrance(self, start: Hex, end: Hex) -> int:
        """10: return the hindrance between two hexes, or UNSEEN if sight is blocked."""
        self.lookups += 1
        base = self.board.view[start][end]
        if base == UNSEEN or not (self.smoke or self.blaze) or start == end:
            return base
        hexes_between = self.board.get_hexes_between(start, end)
        if self.blaze and any(hex_ in self.blaze for hex_ in hexes_between):
            return UNSEEN
        if self.smoke:
            smoke = self.smoke
            density = max(smoke.get(start, 0), smoke.get(end, 0))
            for hex_ in hexes_between:
                density = max(density, smoke.get(hex_, 0))
            return max(base, density)
        return base

    def is_passable(self, hex_: Hex) -> bool:
        return self.board.cover[hex_] != BARRED and hex_ not in self.blaze

    def can_smoke(self, hex_: Hex) -> bool:
        return hex_ not in self.board.water and hex_ not in self.blaze

    def can_fortify(self, hex_: Hex) -> bool:
        """8.1.3, F100.3: return whether a hex can be fortified: one work per hex, none in water or fire."""
        return hex_ not in self.works and self.can_smoke(hex_)

    def count_soldiers(self, hex_: Hex, side: Side) -> int:
        soldiers = 0
        for unit in self.units_at[hex_]:
            if unit.side == side:
                soldiers += unit.soldiers
        return soldiers

    def has_room(self, hex_: Hex, side: Side, soldiers: int) -> bool:
        return self.count_soldiers(hex_, side) + soldiers <= self.catalog.board.stacking

    def get_figure(self, id_: str, name: str) -> int:
        return self.catalog.fight[id_].figures[name]
