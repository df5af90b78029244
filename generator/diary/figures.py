"""What battles add up to: a player's figures, and a club's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .model import Battle, Diary, Fighter

HALF = 0.5


@dataclass(slots=True)
class Tally:
    """So many fought, won and drawn; and of those with rehearsed odds, how many were won and were to be."""

    fought: int = 0
    won: int = 0
    drawn: int = 0
    judged: int = 0
    scored: float = 0.0  # of those: one for a victory, a half for a draw
    expected: float = 0.0

    def add(self, share: float, odds: float | None) -> None:
        self.fought += 1
        self.won += share == 1
        self.drawn += share == HALF
        if odds is not None:
            self.judged += 1
            self.scored += share
            self.expected += odds


@dataclass(slots=True)
class Figures:
    """Everything, and the same by what one fought as; ``players`` are all of a club, or one's opponents."""

    whole: Tally = field(default_factory=Tally)
    sides: dict[str, Tally] = field(default_factory=dict)
    postures: dict[str, Tally] = field(default_factory=dict)
    nations: dict[str, Tally] = field(default_factory=dict)
    maps: dict[str, Tally] = field(default_factory=dict)
    players: dict[str, Tally] = field(default_factory=dict)


def club(diary: Diary) -> Figures:
    """What wins, and who. Of the whole and of maps the victories are the first side's: each has another's."""
    names = {name.casefold(): name for name in diary.players}
    found = Figures()
    for battle in _fought(diary.battles):
        for side, fighter, _, share, odds in _seen(battle):
            _count_as(found, side, fighter, share, odds)
            _tally(found.players, names[fighter.name.casefold()]).add(share, odds)
            if side == "first":
                _count_where(found, battle, share, odds)
    return found


def player(diary: Diary, name: str) -> Figures:
    """One player's battles; whom he fought stands in the place of the players."""
    names = {each.casefold(): each for each in diary.players}
    found = Figures()
    for battle in _fought(diary.battles):
        for side, fighter, other, share, odds in _seen(battle):
            if fighter.name.casefold() == name.casefold():
                _count_as(found, side, fighter, share, odds)
                _count_where(found, battle, share, odds)
                _tally(found.players, names[other.name.casefold()]).add(share, odds)
    return found


def _fought(battles: Iterable[Battle]) -> Iterator[Battle]:
    return (each for each in battles if each.winner)


def _seen(battle: Battle) -> Iterator[tuple[str, Fighter, Fighter, float, float | None]]:
    """A battle with the eyes of each: side, fighter, opponent, his share of the victory, his odds."""
    share = {"first": 1.0, "second": 0.0, "nobody": HALF}[battle.winner]
    odds = battle.odds
    yield "first", battle.first, battle.second, share, odds
    yield "second", battle.second, battle.first, 1 - share, None if odds is None else 1 - odds


def _count_as(found: Figures, side: str, fighter: Fighter, share: float, odds: float | None) -> None:
    """By what one fought as."""
    _tally(found.sides, side).add(share, odds)
    if fighter.posture:
        _tally(found.postures, fighter.posture).add(share, odds)
    if fighter.nation:
        _tally(found.nations, fighter.nation).add(share, odds)


def _count_where(found: Figures, battle: Battle, share: float, odds: float | None) -> None:
    found.whole.add(share, odds)
    if battle.map:
        _tally(found.maps, battle.map).add(share, odds)


def _tally(of: dict[str, Tally], name: str) -> Tally:
    return of.setdefault(name, Tally())
