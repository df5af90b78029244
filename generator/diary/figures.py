"""Totals of battles: a player's figures, and a club's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .calibration import Calibration, calibrate
from .model import Battle, Diary, Fighter

HALF = 0.5


@dataclass(slots=True)
class Tally:
    """Battles fought, won and drawn; of those with rehearsed odds, the actual and the expected score."""

    fought: int = 0
    won: int = 0
    drawn: int = 0
    judged: int = 0
    scored: float = 0.0  # score of the judged battles: one for a victory, a half for a draw
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
    """Overall figures, and the same by side, posture, nation and map; ``players`` are the members of a club,
    or the opponents of a player.
    """

    whole: Tally = field(default_factory=Tally)
    sides: dict[str, Tally] = field(default_factory=dict)
    postures: dict[str, Tally] = field(default_factory=dict)
    nations: dict[str, Tally] = field(default_factory=dict)
    maps: dict[str, Tally] = field(default_factory=dict)
    players: dict[str, Tally] = field(default_factory=dict)
    calibration: Calibration | None = None  # results against the odds shown; for the first side of a club


def count_club_figures(diary: Diary) -> Figures:
    """Return the figures of all players. In ``whole`` and ``maps`` the victories of the first side count."""
    names = {name.casefold(): name for name in diary.players}
    figures, judged = Figures(), []
    for battle in _only_fought(diary.battles):
        for side, fighter, _, share, odds in _view_by_side(battle):
            _count_as(figures, side, fighter, share, odds)
            _get_tally(figures.players, names[fighter.name.casefold()]).add(share, odds)
            if side == "first":
                _count_where(figures, battle, share, odds)
                judged += [] if odds is None else [(odds, share)]
    figures.calibration = calibrate(judged)
    return figures


def count_player_figures(diary: Diary, name: str) -> Figures:
    """Return the figures of one player; ``players`` holds the opponents."""
    names = {each.casefold(): each for each in diary.players}
    figures, judged = Figures(), []
    for battle in _only_fought(diary.battles):
        for side, fighter, other, share, odds in _view_by_side(battle):
            if fighter.name.casefold() == name.casefold():
                _count_as(figures, side, fighter, share, odds)
                _count_where(figures, battle, share, odds)
                _get_tally(figures.players, names[other.name.casefold()]).add(share, odds)
                judged += [] if odds is None else [(odds, share)]
    figures.calibration = calibrate(judged)
    return figures


def _only_fought(battles: Iterable[Battle]) -> Iterator[Battle]:
    return (each for each in battles if each.winner)


def _view_by_side(battle: Battle) -> Iterator[tuple[str, Fighter, Fighter, float, float | None]]:
    """Yield the battle from each side: side, fighter, opponent, share of the victory, odds."""
    share = {"first": 1.0, "second": 0.0, "nobody": HALF}[battle.winner]
    odds = battle.odds
    yield "first", battle.first, battle.second, share, odds
    yield "second", battle.second, battle.first, 1 - share, None if odds is None else 1 - odds


def _count_as(figures: Figures, side: str, fighter: Fighter, share: float, odds: float | None) -> None:
    """Count by side, posture and nation."""
    _get_tally(figures.sides, side).add(share, odds)
    if fighter.posture:
        _get_tally(figures.postures, fighter.posture).add(share, odds)
    if fighter.nation:
        _get_tally(figures.nations, fighter.nation).add(share, odds)


def _count_where(figures: Figures, battle: Battle, share: float, odds: float | None) -> None:
    figures.whole.add(share, odds)
    if battle.map:
        _get_tally(figures.maps, battle.map).add(share, odds)


def _get_tally(of: dict[str, Tally], name: str) -> Tally:
    return of.setdefault(name, Tally())
