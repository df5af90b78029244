"""Standings: the points of every round, and the places; equal players share a place.

In a knock-out the place depends on the rounds survived; points order those who lost in the same round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .match import Match, Played
from .model import Round, Tournament
from .sides import collect_history


@dataclass(frozen=True, slots=True)
class Line:
    """A player in the standings; points of rounds not played are None."""

    place: int
    number: int
    points: Fraction
    by_round: tuple[Fraction | None, ...]
    played: int
    won: int
    byes: int
    lean: int  # games on the first side minus games on the second
    came: int  # rounds won or without an opponent, in a row from the first


def compute_standings(tournament: Tournament, match: Match, catalog: Any) -> tuple[Line, ...]:
    """Return all players, best first. An unfinished round counts as far as its tables have reported."""
    rounds = [score_round(each, match, catalog) for each in tournament.rounds]
    before = collect_history(tournament.pairings())
    lines = []
    for player in tournament.players:
        own = tuple(points.get(player.number) for points in rounds)
        tables = [each for each in tournament.pairings() if player.number in each.players]
        lines.append(
            Line(
                place=0,
                number=player.number,
                points=sum((each for each in own if each is not None), Fraction(0)),
                by_round=own,
                played=sum(each.report is not None for each in tables),
                won=sum(each.second is not None and each.winner == player.number for each in tables),
                byes=before.byes.get(player.number, 0),
                lean=before.lean.get(player.number, 0),
                came=_count_rounds_survived(tournament, player.number),
            )
        )
    return _assign_places(tournament, lines)


def _assign_places(tournament: Tournament, lines: list[Line]) -> tuple[Line, ...]:
    knock_out = tournament.system == "knockout"

    def worth(line: Line) -> tuple[Fraction, Fraction]:
        return (Fraction(-line.came) if knock_out else Fraction(0)), -line.points

    ordered = sorted(lines, key=lambda line: (worth(line), line.number))
    places: dict[tuple[Fraction, Fraction], int] = {}
    for place, line in enumerate(ordered, start=1):
        places.setdefault(worth(line), place)
    return tuple(replace(line, place=places[worth(line)]) for line in ordered)


def _count_rounds_survived(tournament: Tournament, number: int) -> int:
    came = 0
    for each in tournament.rounds:
        if not any(one.winner == number for one in each.pairings):
            break
        came += 1
    return came


def score_round(played: Round, match: Match, catalog: Any) -> Mapping[int, Fraction]:
    """Return the points of a round as far as it has been reported, byes included."""
    reported = [
        Played(each.first, each.second, each.report.winner, each.report.how, each.report.figures)
        for each in played.pairings
        if each.second is not None and each.report is not None
    ]
    byes = [each.first for each in played.pairings if each.second is None]
    return match.score(catalog, reported, byes)


def rank_for_pairing(
    tournament: Tournament, match: Match, catalog: Any, lots: Mapping[int, int]
) -> list[int]:
    """Return the players in the order for a Swiss round: by points, then by lot."""
    points = {line.number: line.points for line in compute_standings(tournament, match, catalog)}
    return sorted(points, key=lambda number: (-points[number], lots[number]))
