"""Tournaments: one ranking of all players per round, and points from it.

Winners stand above losers and are ordered by how they won; losers stand in the reverse order of those who
beat them. Where the text is open the recommended reading is the default: an absent player is ranked last with
no points, wiping out the enemy counts as surrender, the chit that wins with all objectives counts as
objective 5. The text says nothing about byes: a player with a bye counts as a winner by no-show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal

from catalogs.games.combat_commander.model import Tournament
from schemas.errors import HorahError

Ending = Literal["surrender", "elimination", "all_objectives", "points", "initiative", "no_show"]
Absent = Literal["last", "mirror"]
Ranking = tuple[tuple[str, ...], ...]  # best first; players in one tuple are tied


@dataclass(frozen=True, slots=True)
class Game:
    """One finished game of a round, as its winner reports it."""

    winner: str
    loser: str  # "" for a bye
    how: str  # class of the victory, by its id in the catalogue
    time: int = 0  # Time space at the end
    casualties: int = 0  # the winner's own
    vp: int = 0  # the winner's margin


def get_win_class(
    ending: Ending, *, holds_objective_5: bool = False, objective_5_counts: bool = False
) -> str:
    """Return the class of a victory; objective 5 decides if the winner holds it and a chit values it."""
    if ending == "elimination":
        return "surrender"
    if ending == "all_objectives":
        return "objective_5"
    if ending in ("points", "initiative") and holds_objective_5 and objective_5_counts:
        return "objective_5"
    return "vp" if ending == "points" else ending


def rank_players(games: Iterable[Game], scoring: Tournament, absent: Absent = "last") -> Ranking:
    """Return the ranking of a round, ties in one tuple."""
    played = tuple(games)
    _refuse_double(played)

    def order(game: Game) -> tuple[int, ...]:
        return _sort_key(game, scoring)

    tied = [tuple(same) for _, same in groupby(sorted(played, key=order), key=order)]
    winners = [tuple(game.winner for game in same) for same in tied]
    losers = [tuple(game.loser for game in same if game.loser) for same in reversed(tied)]
    if absent == "last" and tied and tied[-1][0].how == "no_show":
        losers = [*losers[1:], losers[0]]
    return tuple(place for place in winners + losers if place)


def compute_round_points(
    games: Iterable[Game], scoring: Tournament, absent: Absent = "last"
) -> dict[str, Fraction]:
    """Return each player's points: for every player ranked below, and fewer for every player tied."""
    played = tuple(games)
    places = rank_players(played, scoring, absent)
    below = sum(len(place) for place in places)
    points: dict[str, Fraction] = {}
    for place in places:
        below -= len(place)
        earned = scoring.points_below * below + scoring.points_tied * (len(place) - 1)
        points.update(dict.fromkeys(place, earned))
    if absent == "last":
        points.update({game.loser: Fraction(0) for game in played if game.how == "no_show" and game.loser})
    return points


def _sort_key(game: Game, scoring: Tournament) -> tuple[int, ...]:
    """Return the sort key of a winner: the class, then its criteria, lower first."""
    keys = {
        "time_plus_casualties": game.time + game.casualties,
        "casualties": game.casualties,
        "more_vp": -game.vp,
    }
    for place, row in enumerate(scoring.classes):
        if row.id == game.how:
            return place, *(keys[key] for key in row.order)
    raise HorahError("NO_CLASS", given=game.how, known=tuple(row.id for row in scoring.classes))


def _refuse_double(games: Sequence[Game]) -> None:
    seen: Mapping[str, int] = Counter(name for game in games for name in (game.winner, game.loser) if name)
    twice = sorted(name for name, times in seen.items() if times > 1)
    if twice:
        raise HorahError("PLAYED_TWICE", players=twice)
