"""How a battle stands: everything that is followed at the table, and nothing that lies only on the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.table import EVERYONE, Seat

from ..battle import SIDES, Battle, Turn, Unit
from ..settings import ONE, Settings
from ..victory import Score, score, winner

WAITING, HERE, AWAY, OUT, LEFT = "waiting", "here", "away", "out", "left"  # of a counter
ACTED, PASSED, VOID, LED = "acted", "passed", "void", "led"  # what became of a chit
BUILDING, READY, BLOWN = "building", "ready", "blown"  # of a bridge
ENGINEERS, PIONEERS = "Eng", "Pioneer"  # as counters and formations are called
ANTI_AIR, LIGHT, GUNS = ("AA", "Flak"), "Lt", "guns"
BLACK = "black"  # in a cup: one that nobody has seen


@dataclass(frozen=True)
class Rules:
    """What does not change while a battle is played."""

    catalog: Catalog
    battle: Battle
    settings: Settings


@dataclass(frozen=True)
class EventCup:
    """10.3: a side's event chits: in the cup, discarded, black in hand, black used up.

    A chit that is dealt by its colour alone is called by it. Black chits lie unseen in a cup: which one it
    is, the secret part of the seed decides when it is drawn, so nothing can be read in the transcript before.
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
    supply: Mapping[str, int] = field(default_factory=dict)  # supply phases failed one after the other
    entries: Mapping[str, str] = field(default_factory=dict)  # formation -> letter by which it came
    met: frozenset[str] = frozenset()  # conditions of conditional arrivals
    cup: tuple[str, ...] = ()  # activation chits still to be drawn
    acted: Mapping[str, str] = field(default_factory=dict)  # formation -> what became of it this turn
    drawn: tuple[str, ...] = ()  # chits drawn this turn, in order
    active: str | None = None
    events: Mapping[str, EventCup] = field(default_factory=dict)
    seen: frozenset[str] = frozenset()  # red and blue chits dealt by name at least once
    holders: Mapping[str, str] = field(default_factory=dict)
    exits: tuple[str, ...] = ()
    clear: frozenset[str] = frozenset()  # of those, the ones whose road counts
    minus: int = 0
    scored: bool = False  # has the scoring side had a VP so far?
    bridges: Mapping[str, str] = field(default_factory=dict)
    builders: Mapping[str, str] = field(default_factory=dict)  # pontoon -> side
    ruins: frozenset[str] = frozenset()  # pontoons begun where a bridge had been blown
    riders: Mapping[str, str] = field(default_factory=dict)  # 9.5: foot unit -> the tracked one under it
    cleared: tuple[str, ...] = ()  # 16.1: hexes whose fortification counters engineers took away
    worked: frozenset[str] = frozenset()  # engineers that did so in this activation
    fought: bool = False  # has the formation at work attacked?
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
        return self.first.after(self.number)

    @property
    def score(self) -> Score:
        return score(self.battle, self.holders, self.clear, self.minus, self.settings.hexes)

    @property
    def winner(self) -> str | None:
        """Who would win with the VP of now; None for a draw."""
        return winner(self.battle, self.score.total)

    def seat(self, side: str) -> Seat:
        """Who answers for a side: its own seat, or whoever sits at a table for one."""
        return EVERYONE if self.settings.players == ONE else side

    def here(self, side: str, formation: str | None = None) -> tuple[str, ...]:
        """A side's counters on the map."""
        return tuple(
            unit.key
            for unit in self.battle.units.values()
            if unit.side == side
            and self.units[unit.key] == HERE
            and (formation is None or unit.formation == formation)
        )

    def hq_alive(self, formation: str) -> bool:
        """2.4: is the HQ of a formation still in play?"""
        return any(
            unit.hq and self.units[unit.key] not in (OUT, LEFT)
            for unit in self.battle.formations[formation].units
        )

    def engineers(self, side: str, formation: str | None = None) -> tuple[str, ...]:
        """16.0: a side's engineers on the map; Pioneers are engineers."""
        return tuple(unit for unit in self.here(side, formation) if self.is_engineer(unit))

    def is_engineer(self, unit: str) -> bool:
        known, (_, formation, name) = self.catalog.counters.get(unit), unit.split(":", 2)
        return known.engineers if known else ENGINEERS in (formation, name) or name.startswith(PIONEERS)

    def anti_air(self, side: str, *, light: bool) -> tuple[str, ...]:
        """10.7: a side's AA and Flak on the map, the light ones or the others."""
        return tuple(unit for unit in self.here(side) if self.guns(unit) == (LIGHT if light else GUNS))

    def guns(self, unit: str) -> str | None:
        """Which anti-air a counter is; of one that no table has, its name says it."""
        known, name = self.catalog.counters.get(unit), unit.split(":", 2)[2]
        if known:
            return LIGHT if known.light_anti_air else GUNS if known.anti_air else None
        if not any(mark in name for mark in ANTI_AIR):
            return None
        return LIGHT if LIGHT in name.split() else GUNS

    def wiped_out(self, formation: str) -> bool:
        """3.5: nothing is left of it."""
        return all(self.units[unit.key] in (OUT, LEFT) for unit in self.battle.formations[formation].units)

    def due(self, formation: str) -> bool:
        """4.0: has it come, or may it come this turn?"""
        found = self.battle.formations[formation]
        if found.condition is not None and found.condition not in self.met:
            return False
        return found.arrives is None or found.arrives <= self.turn

    def change(self, **fields: Any) -> State:
        return replace(self, **fields)

    def unit(self, key: str) -> Unit:
        return self.battle.units[key]


def begin(rules: Rules, first: Turn) -> State:
    """18.2-21.2: the counters as the set-up has them, assigned black chits in hand, others in the cups."""
    units = {
        unit.key: HERE if unit.starts_here else AWAY if unit.placement["kind"] == "off_map" else WAITING
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


def colour_of(catalog: Catalog, chit: str) -> str:
    """Blue, red or black."""
    found = catalog.chits.get(chit)
    return found.colour if found else chit
