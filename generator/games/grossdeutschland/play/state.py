"""State of a battle: everything followed at the table, without the positions on the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.table import EVERYONE, Seat

from ..battle import SIDES, Battle, Turn, Unit
from ..settings import ONE, Settings
from ..victory import Score, compute_score, find_winner

WAITING, HERE, AWAY, OUT, LEFT = "waiting", "here", "away", "out", "left"  # status of a counter
ACTED, PASSED, VOID, LED = "acted", "passed", "void", "led"  # status of a chit
BUILDING, READY, BLOWN = "building", "ready", "blown"  # status of a bridge
ENGINEERS, PIONEERS = "Eng", "Pioneer"  # names of counters and formations
ANTI_AIR_NAMES, LIGHT, GUNS = ("AA", "Flak"), "Lt", "guns"
BLACK = "black"  # an unseen black chit in a cup


@dataclass(frozen=True)
class Rules:
    """Constant data of a battle."""

    catalog: Catalog
    battle: Battle
    settings: Settings


@dataclass(frozen=True)
class EventCup:
    """10.3: a side's event chits: cup, discards, black in hand, black used up.

    A chit dealt by colour alone is named by it. Black chits are unseen in the cup: the secret part of the
    seed decides at the draw which one it is, so the transcript reveals nothing before.
    """

    cup: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    used: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    rules: Rules
    first: Turn
    number: int = 0  # turns since the first
    weather: str | None = None
    units: Mapping[str, str] = field(default_factory=dict)
    spent: frozenset[str] = frozenset()
    supply: Mapping[str, int] = field(default_factory=dict)  # consecutive supply phases failed
    entries: Mapping[str, str] = field(default_factory=dict)  # formation -> entry letter
    met: frozenset[str] = frozenset()  # ids of met conditions for arrivals
    cup: tuple[str, ...] = ()  # activation chits still to be drawn
    acted: Mapping[str, str] = field(default_factory=dict)  # formation -> chit status this turn
    drawn: tuple[str, ...] = ()  # chits drawn this turn, in order
    active: str | None = None
    events: Mapping[str, EventCup] = field(default_factory=dict)
    seen: frozenset[str] = frozenset()  # red and blue chits dealt by name at least once
    holders: Mapping[str, str] = field(default_factory=dict)
    exits: tuple[str, ...] = ()
    exits_counted: int = 0  # units that scored by leaving, where their names are not asked
    clear: frozenset[str] = frozenset()  # the exited units whose road was clear
    minus: int = 0
    scored: bool = False  # the scoring side has had a VP so far
    bridges: Mapping[str, str] = field(default_factory=dict)
    builders: Mapping[str, str] = field(default_factory=dict)  # pontoon -> side
    ruins: frozenset[str] = frozenset()  # pontoons begun on a blown bridge
    riders: Mapping[str, str] = field(default_factory=dict)  # 9.5: foot unit -> tracked carrier
    cleared: tuple[str, ...] = ()  # 16.1: hexes from which engineers removed fortifications
    worked: frozenset[str] = frozenset()  # engineers that did so in this activation
    fought: bool = False  # the active formation has attacked
    fired: frozenset[str] = frozenset()  # 10.2, 11.2: artillery that has fired this turn
    over: bool = False

    @property
    def battle(self) -> Battle:
        return self.rules.battle

    @property
    def catalog(self) -> Catalog:
        return self.rules.catalog

    @property
    def settings(self) -> Settings:
        return self.rules.settings

    @property
    def turn(self) -> Turn:
        return self.first.plus_turns(self.number)

    @property
    def score(self) -> Score:
        score = compute_score(self.battle, self.holders, self.clear, self.minus, self.settings.hexes)
        points = self.exits_counted * (self.battle.victory["exit"] or {"vp": 0})["vp"]
        return replace(score, exits=score.exits + points)

    @property
    def winner(self) -> str | None:
        """Winner with the current VP; None for a draw."""
        return find_winner(self.battle, self.score.total)

    def seat_of(self, side: str) -> Seat:
        """Return the seat that answers for a side; everyone at a table for one."""
        return EVERYONE if self.settings.players == ONE else side

    def units_on_map(self, side: str, formation: str | None = None) -> tuple[str, ...]:
        """Return a side's counters on the map."""
        return tuple(
            unit.key
            for unit in self.battle.units.values()
            if unit.side == side
            and self.units[unit.key] == HERE
            and (formation is None or unit.formation == formation)
        )

    def has_hq(self, formation: str) -> bool:
        """2.4: tell whether the HQ of a formation is still in play."""
        return any(
            unit.hq and self.units[unit.key] not in (OUT, LEFT)
            for unit in self.battle.formations[formation].units
        )

    def engineers(self, side: str, formation: str | None = None) -> tuple[str, ...]:
        """16.0: return a side's engineers on the map; Pioneers are engineers."""
        return tuple(unit for unit in self.units_on_map(side, formation) if self.is_engineer(unit))

    def is_engineer(self, unit: str) -> bool:
        known, (_, formation, name) = self.catalog.counters.get(unit), unit.split(":", 2)
        return known.engineers if known else ENGINEERS in (formation, name) or name.startswith(PIONEERS)

    def anti_air(self, side: str, *, light: bool) -> tuple[str, ...]:
        """10.7: return a side's light or other AA and Flak on the map."""
        return tuple(
            unit
            for unit in self.units_on_map(side)
            if self.get_anti_air_kind(unit) == (LIGHT if light else GUNS)
        )

    def get_anti_air_kind(self, unit: str) -> str | None:
        """Return the anti-air kind of a counter; a counter without data is judged by name."""
        known, name = self.catalog.counters.get(unit), unit.split(":", 2)[2]
        if known:
            return LIGHT if known.light_anti_air else GUNS if known.anti_air else None
        if not any(mark in name for mark in ANTI_AIR_NAMES):
            return None
        return LIGHT if LIGHT in name.split() else GUNS

    def is_wiped_out(self, formation: str) -> bool:
        """3.5: tell whether all units of a formation are gone."""
        return all(self.units[unit.key] in (OUT, LEFT) for unit in self.battle.formations[formation].units)

    def is_due(self, formation: str) -> bool:
        """4.0: tell whether the formation has arrived or may arrive this turn."""
        wanted = self.battle.formations[formation]
        if wanted.condition is not None and wanted.condition not in self.met:
            return False
        return wanted.arrives is None or wanted.arrives <= self.turn

    def change(self, **fields: Any) -> State:
        return replace(self, **fields)

    def unit(self, key: str) -> Unit:
        return self.battle.units[key]


def make_initial_state(rules: Rules, first: Turn) -> State:
    """18.2-21.2: make the initial state: units placed, assigned black chits in hand, others in the cups."""
    units = {
        unit.key: HERE if unit.starts_on_map else AWAY if unit.placement["kind"] == "off_map" else WAITING
        for unit in rules.battle.units.values()
    }
    cups = rules.battle.document["cups"]
    return State(
        rules,
        first,
        units=units,
        spent=frozenset(unit.key for unit in rules.battle.units.values() if unit.spent),
        events={
            side: EventCup(
                cup=("blue",) * cups[side]["blue"]
                + ("red",) * cups[side]["red"]
                + (BLACK,) * cups[side]["random"],
                hand=tuple(cups[side]["assigned"]),
            )
            for side in SIDES
        },
    )


def get_colour(catalog: Catalog, chit: str) -> str:
    """Return blue, red or black."""
    known = catalog.chits.get(chit)
    return known.colour if known else chit
