"""How it stands: the points of every round, and the places. Who has as many as another shares his place.

Of a knock-out the place is how far one came; points then order those who fell in the same round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .match import Match, Played
from .model import Round, Tournament
from .sides import past


@dataclass(frozen=True, slots=True)
class Line:
    """A player in the standings; of rounds that he did not play his points are None."""

    place: int
    number: int
    points: Fraction
    by_round: tuple[Fraction | None, ...]
    played: int
    won: int
    byes: int
    lean: int  # times on the first side less those on the second
    came: int  # rounds in which he won or had no opponent, from the first on


def standings(tournament: Tournament, match: Match, catalog: Any) -> tuple[Line, ...]:
    """Everybody, best first. A round that is still played counts as far as its tables have reported."""
    rounds = [round_points(each, match, catalog) for each in tournament.rounds]
    before = past(tournament.pairings())
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
                came=_came(tournament, player.number),
            )
        )
    return _placed(tournament, lines)


def _placed(tournament: Tournament, lines: list[Line]) -> tuple[Line, ...]:
    knock_out = tournament.system == "knockout"

    def worth(line: Line) -> tuple[Fraction, Fraction]:
        return (Fraction(-line.came) if knock_out else Fraction(0)), -line.points

    ordered = sorted(lines, key=lambda line: (worth(line), line.number))
    places: dict[tuple[Fraction, Fraction], int] = {}
    for place, line in enumerate(ordered, start=1):
        places.setdefault(worth(line), place)
    return tuple(_at(line, places[worth(line)]) for line in ordered)


def _at(line: Line, place: int) -> Line:
    return replace(line, place=place)


def _came(tournament: Tournament, number: int) -> int:
    came = 0
    for each in tournament.rounds:
        if not any(one.winner == number for one in each.pairings):
            break
        came += 1
    return came


def round_points(played: Round, match: Match, catalog: Any) -> Mapping[int, Fraction]:
    """The points of a round as far as it has been reported; who had no opponent counts with the rest."""
    reported = [
        Played(each.first, each.second, each.report.winner, each.report.how, each.report.figures)
        for each in played.pairings
        if each.second is not None and each.report is not None
    ]
    byes = [each.first for each in played.pairings if each.second is None]
    return match.score(catalog, reported, byes)


def order_of(tournament: Tournament, match: Match, catalog: Any, lots: Mapping[int, int]) -> list[int]:
    """Everybody as a Swiss round is paired: by points, equal ones by lot."""
    points = {line.number: line.points for line in standings(tournament, match, catalog)}
    return sorted(points, key=lambda number: (-points[number], lots[number]))
