"""Ratings of players and of the sides of a scenario by the model of Bradley and Terry, on the scale of Elo.

Everybody also plays one imaginary draw against an average player. That keeps the rating of somebody who has
won every game finite, and makes the interval of a newcomer as wide as it should be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, exp, log, log10, sqrt
from operator import mul

from generator.diary.calibration import MARGIN, Calibration, calibrate
from generator.intervals import Z_95
from generator.results import Results
from generator.tournament.match import NO_SHOW

ELO_SCALE = 400.0  # points of Elo for odds of ten to one
ELO_PER_UNIT = ELO_SCALE / log(10)
AVERAGE_ELO = 1500
WANTED_MARGIN_ELO = 50  # half an interval that tells most club players apart
MAX_RATED_PLAYERS = 100  # those with the most games; the cost grows with the cube of their number
MAX_MOMENTS = 16  # points of a line over time
MAX_STEPS, MAX_STEP, PRECISION = 50, 2.0, 1e-6  # of Newton's method
HALF = 0.5
SCORES = {"first": 1.0, "second": 0.0, "nobody": HALF}

#: Points of one player against another.
Points = Mapping[tuple[str, str], float]


def get_expected_score(elo: float) -> float:
    """Return the expected score of the side with this lead in Elo."""
    return 1 / (1 + 10 ** (-elo / ELO_SCALE))


def get_elo(score: float) -> float:
    """Return the lead in Elo for an expected score, kept finite."""
    score = min(max(score, 1e-3), 1 - 1e-3)
    return ELO_SCALE * log10(score / (1 - score))


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value))


# ------------------------------------------------------------------------------------------------ the fit


@dataclass(frozen=True, slots=True)
class Fit:
    """Strengths as logarithms of odds against the average of all players, and how sure they are."""

    strengths: Mapping[str, float]
    columns: Mapping[str, Sequence[float]]  # of the inverse of the information's Cholesky factor

    def get_elo(self, name: str) -> float:
        return AVERAGE_ELO + ELO_PER_UNIT * self.strengths[name]

    def get_margin(self, name: str, other: str = "") -> float:
        """Return half the 95 % interval of a rating, or of its difference from another, in Elo."""
        column = self.columns[name]
        if other:
            column = [one - two for one, two in zip(column, self.columns[other], strict=True)]
        return ELO_PER_UNIT * Z_95 * sqrt(sum(map(mul, column, column)))


def fit_strengths(points: Points) -> Fit:
    """Return the most likely strengths (Bradley and Terry 1952), with their errors."""
    strengths, factor = _find_strengths(points)
    columns = _invert(factor)
    mean = [sum(values) / len(columns) for values in zip(*columns, strict=True)]
    centred = ([one - two for one, two in zip(column, mean, strict=True)] for column in columns)
    return Fit(_centre(strengths), dict(zip(strengths, centred, strict=True)))


def _centre(strengths: Mapping[str, float]) -> dict[str, float]:
    mean = sum(strengths.values()) / max(1, len(strengths))
    return {name: value - mean for name, value in strengths.items()}


def _find_strengths(
    points: Points, start: Mapping[str, float] | None = None
) -> tuple[dict[str, float], list[list[float]]]:
    """Return the strengths by Newton's method, and the Cholesky factor of their information."""
    names = sorted({name for pair in points for name in pair})
    places = {name: place for place, name in enumerate(names)}
    played: dict[tuple[int, int], float] = {}
    scored = [0.0] * len(names)
    for (one, other), value in points.items():
        if one != other:
            low, high = sorted((places[one], places[other]))
            played[low, high] = played.get((low, high), 0.0) + value
            scored[places[one]] += value
    strengths = [(start or {}).get(name, 0.0) for name in names]
    factor, step = _step(strengths, played, scored)
    for _ in range(MAX_STEPS):
        if max(map(abs, step), default=0.0) < PRECISION:
            break
        moves = (min(max(by, -MAX_STEP), MAX_STEP) for by in step)
        strengths = [value + move for value, move in zip(strengths, moves, strict=True)]
        factor, step = _step(strengths, played, scored)
    return dict(zip(names, strengths, strict=True)), factor


def _step(
    strengths: Sequence[float], played: Mapping[tuple[int, int], float], scored: Sequence[float]
) -> tuple[list[list[float]], list[float]]:
    """Return the Cholesky factor of the information, and the step to better strengths."""
    size = len(strengths)
    information = [[0.0] * size for _ in range(size)]
    slope = list(scored)
    for place, value in enumerate(strengths):  # the imaginary draw
        share = _logistic(value)
        slope[place] += HALF - share
        information[place][place] = share * (1 - share)
    for (one, other), games in played.items():
        share = _logistic(strengths[one] - strengths[other])
        weight = games * share * (1 - share)
        slope[one] -= games * share
        slope[other] -= games * (1 - share)
        information[one][one] += weight
        information[other][other] += weight
        information[other][one] -= weight
    factor = _factorise(information)
    return factor, _solve(factor, slope)


def _factorise(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the Cholesky factor of a positive definite matrix, of which only the lower half is read."""
    factor: list[list[float]] = []
    for place, row in enumerate(matrix):
        own: list[float] = []
        for column in range(place):
            above = factor[column]
            own.append((row[column] - sum(map(mul, own, above))) / above[column])
        own.append(sqrt(row[place] - sum(map(mul, own, own))))
        factor.append(own)
    return factor


def _solve(factor: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    half: list[float] = []
    for row, value in zip(factor, right, strict=True):
        half.append((value - sum(map(mul, row, half))) / row[-1])
    found = [0.0] * len(half)
    for place in reversed(range(len(half))):
        found[place] = half[place] / factor[place][place]
        for column in range(place):
            half[column] -= factor[place][column] * found[place]
    return found


def _invert(factor: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the columns of the inverse of a lower triangular matrix."""
    size, columns = len(factor), []
    for place in range(size):
        column: list[float] = [0.0] * place
        for row in factor[place:]:
            wanted = float(len(column) == place)
            column.append((wanted - sum(map(mul, row, column))) / row[len(column)])
        columns.append(column)
    return columns


# ------------------------------------------------------------------------------------------------- a club


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played: who met, the score of the first, and what was played."""

    first: str
    second: str
    score: float
    day: str
    title: str
    odds: float | None


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating with half its 95 % interval, in Elo."""

    name: str
    elo: float
    margin: float
    games: int
    points: float

    @property
    def missing(self) -> int:
        """Games still to play until the interval is narrow enough; it narrows with their square root."""
        if self.margin <= WANTED_MARGIN_ELO:
            return 0
        return ceil(self.games * (self.margin / WANTED_MARGIN_ELO) ** 2) - self.games


@dataclass(frozen=True, slots=True)
class SideRating:
    """How often the first side of a scenario wins between equal players, with the 95 % interval."""

    title: str
    games: int
    share: float
    low: float
    high: float
    needed: int  # games until a share is known to ten points either way

    @property
    def verdict(self) -> str:
        """Tell which side is favoured, as far as the interval allows."""
        return "first" if self.low > HALF else "second" if self.high < HALF else "open"


@dataclass(frozen=True, slots=True)
class History:
    """Ratings over time: days, and for each player the Elo on each day; None before the first game."""

    days: tuple[str, ...]
    games: tuple[int, ...]
    lines: Mapping[str, tuple[float | None, ...]]


@dataclass(frozen=True, slots=True)
class ClubRatings:
    games: int
    players: tuple[Rating, ...]  # the strongest first
    unrated: int  # players with too few games among too many players
    lead: float  # Elo between the first two
    lead_margin: float  # half its interval
    sides: tuple[SideRating, ...]  # the most played first
    history: History
    calibration: Calibration | None

    @property
    def leader_is_sure(self) -> bool:
        return self.lead > self.lead_margin


def rate_results(results: Results) -> ClubRatings:
    """Rate the players and, apart from them, the sides of each scenario. No-shows do not count."""
    games = list_games(results)
    counts = Counter(name for game in games for name in (game.first, game.second))
    rated = {name for name, _ in counts.most_common(MAX_RATED_PLAYERS)}
    kept = [game for game in games if game.first in rated and game.second in rated]
    points = _count_points(kept)
    fit = fit_strengths(points)
    players = _list_ratings(fit, points)
    lead = margin = 0.0
    if len(players) > 1:
        lead = players[0].elo - players[1].elo
        margin = fit.get_margin(players[0].name, players[1].name)
    return ClubRatings(
        len(games),
        players,
        len(counts) - len(players),
        lead,
        margin,
        _rate_sides(games, fit.strengths),
        _rate_over_time(kept),
        calibrate((game.odds, game.score) for game in games if game.odds is not None),
    )


def list_games(results: Results) -> list[Game]:
    """Return the games of a results file in the order of their days, each name spelt as at first."""
    names: dict[str, str] = {}
    games = []
    for row in results.rows:
        battle = row.battle
        if battle.winner and battle.how != NO_SHOW:
            first, second = (names.setdefault(each.name.casefold(), each.name) for each in battle.fighters)
            score = SCORES[battle.winner]
            games.append(Game(first, second, score, battle.day, battle.title, battle.odds))
    return sorted(games, key=lambda game: game.day)


def _count_points(games: Iterable[Game]) -> dict[tuple[str, str], float]:
    points: dict[tuple[str, str], float] = {}
    for game in games:
        won, lost = (game.first, game.second), (game.second, game.first)
        points[won] = points.get(won, 0.0) + game.score
        points[lost] = points.get(lost, 0.0) + 1 - game.score
    return points


def _list_ratings(fit: Fit, points: Points) -> tuple[Rating, ...]:
    won, lost = dict.fromkeys(fit.strengths, 0.0), dict.fromkeys(fit.strengths, 0.0)
    for (one, other), value in points.items():
        won[one] += value
        lost[other] += value
    ratings = (
        Rating(name, fit.get_elo(name), fit.get_margin(name), round(won[name] + lost[name]), won[name])
        for name in fit.strengths
    )
    return tuple(sorted(ratings, key=lambda rating: (-rating.elo, rating.name)))


def _rate_over_time(games: Sequence[Game]) -> History:
    """Fit the games up to each of some days; each fit begins where the one before ended."""
    ends = [place for place in range(1, len(games) + 1) if _is_end_of_day(games, place)]
    wanted = (
        [ends[(len(ends) - 1) * step // (MAX_MOMENTS - 1)] for step in range(MAX_MOMENTS)] if ends else []
    )
    moments = list(dict.fromkeys(wanted))
    points: dict[tuple[str, str], float] = {}
    strengths: Mapping[str, float] = {}
    fits, before = [], 0
    for place in moments:
        for pair, value in _count_points(games[before:place]).items():
            points[pair] = points.get(pair, 0.0) + value
        strengths, before = _find_strengths(points, strengths)[0], place
        fits.append(_centre(strengths))
    names = sorted(strengths)
    lines = {
        name: tuple(AVERAGE_ELO + ELO_PER_UNIT * fit[name] if name in fit else None for fit in fits)
        for name in names
    }
    return History(tuple(games[place - 1].day for place in moments), tuple(moments), lines)


def _is_end_of_day(games: Sequence[Game], place: int) -> bool:
    return place == len(games) or games[place - 1].day == "" or games[place].day != games[place - 1].day


def _rate_sides(games: Iterable[Game], strengths: Mapping[str, float]) -> tuple[SideRating, ...]:
    by_title: dict[str, list[Game]] = {}
    titles: dict[str, str] = {}
    for game in games:
        if game.title:
            title = titles.setdefault(game.title.casefold(), game.title)
            by_title.setdefault(title, []).append(game)
    ratings = (_rate_side(title, played, strengths) for title, played in by_title.items())
    return tuple(sorted(ratings, key=lambda rating: (-rating.games, rating.title)))


def _rate_side(title: str, games: Sequence[Game], strengths: Mapping[str, float]) -> SideRating:
    """Fit the advantage of the first side, with the players' strengths as they are."""
    leads = [strengths.get(game.first, 0.0) - strengths.get(game.second, 0.0) for game in games]
    scored, advantage, information = sum(game.score for game in games), 0.0, 0.0
    for _ in range(MAX_STEPS):
        shares = [_logistic(advantage + lead) for lead in (0.0, *leads)]  # the first is the imaginary draw
        information = sum(share * (1 - share) for share in shares)
        step = (scored + HALF - sum(shares)) / information
        advantage += min(max(step, -MAX_STEP), MAX_STEP)
        if abs(step) < PRECISION:
            break
    margin = Z_95 / sqrt(information)
    share = _logistic(advantage)
    needed = ceil(Z_95**2 * share * (1 - share) / MARGIN**2)
    low, high = _logistic(advantage - margin), _logistic(advantage + margin)
    return SideRating(title, len(games), share, low, high, needed)
