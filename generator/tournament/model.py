"""A tournament as it stands: who plays, what was drawn, what was reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from .match import Winner

System = Literal["swiss", "knockout", "round_robin"]
Battles = Literal["own", "named", "same", "each", "linked"]
SYSTEMS: tuple[System, ...] = get_args(System)
BATTLES: tuple[Battles, ...] = get_args(Battles)
ROLLED: tuple[Battles, ...] = ("same", "each")  # those that are rolled up by the program
ORGANISER = 0  # who reports or corrects, where it is no player
FEWEST, MOST = 2, 64  # players
MOST_ROUNDS = 63
LONGEST_NAME, LONGEST_TITLE, LONGEST_NOTE = 60, 80, 200


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays, from a round on and until one."""

    number: int
    name: str
    since: int = 1
    until: int | None = None

    def plays(self, round_number: int) -> bool:
        return self.since <= round_number and (self.until is None or round_number <= self.until)


@dataclass(frozen=True, slots=True)
class Report:
    """How a battle ended, and who says so: a player's number, or the organiser."""

    winner: Winner
    how: str
    figures: Mapping[str, int] = field(default_factory=dict)
    note: str = ""
    by: int = ORGANISER
    corrected: int = 0  # how often the organiser has


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of a round; who has nobody opposite has no opponent in this round."""

    table: int
    first: int
    second: int | None
    report: Report | None = None

    @property
    def players(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def winner(self) -> int | None:
        """Who goes on; nobody while it is not known."""
        if self.second is None:
            return self.first
        named = {"first": self.first, "second": self.second}
        return named.get(self.report.winner) if self.report else None

    @property
    def open(self) -> bool:
        return self.second is not None and self.report is None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is fought in a round.

    ``own``: as each table agrees; ``named``: a scenario for all; ``same``, ``each``: rolled up, one for all
    or one for each table; ``linked``: two cards side by side, for two tables at a time.
    """

    kind: Battles = "own"
    names: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    plan: Plan
    pairings: tuple[Pairing, ...]

    @property
    def open(self) -> tuple[int, ...]:
        """The tables that have not reported."""
        return tuple(each.table for each in self.pairings if each.open)

    def beside(self, table: int) -> int | None:
        """The table that plays the other of two linked cards; of an odd number the last plays alone."""
        other = table + 1 if table % 2 else table - 1
        return other if any(each.table == other and each.second for each in self.pairings) else None

    def name_at(self, table: int) -> str:
        """What is fought at a table, where it has a name."""
        if not self.plan.names:
            return ""
        return self.plan.names[0 if table % 2 or self.plan.kind != "linked" else 1]


@dataclass(frozen=True, slots=True)
class Tournament:
    game: str
    title: str
    system: System
    planned: int  # rounds; of a knock-out and a round robin their players decide
    seed: str
    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()
    given: int = 0  # the highest number that a player ever had: nobody gets the one of another

    def player(self, number: int) -> Player:
        return next(each for each in self.players if each.number == number)

    @property
    def last(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    def pairings(self) -> Iterator[Pairing]:
        for each in self.rounds:
            yield from each.pairings

    def playing(self, round_number: int) -> tuple[int, ...]:
        return tuple(each.number for each in self.players if each.plays(round_number))
