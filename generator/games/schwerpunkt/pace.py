"""Number of activations per side that a battle's headquarters and length give.

The mean is exact; the distribution is simulated.

Each side always contends with its best headquarters: the lowest command factor, plus 3 while it is Just
Activated. So a side's markers are those of its last activations in a row, and the course is a Markov chain of
(box, side, length of the row). ``lean`` is a constant modifier of a side, such as -2 for a reserve. The clock
stands still at a total of 0 or less, so a box may see several contests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from random import Random

from catalogs.games.schwerpunkt import Catalog
from schemas.errors import HorahError

from .battle import SIDES, Battle

MIN_PROBABILITY = 1e-12  # probability below which a branch is dropped
MAX_BOXES = 1500
MAX_LEAN = 6  # larger values would stop the clock
MAX_CONTESTS_PER_BOX = 500  # maximum number of contests in one box
SIMULATION_RUNS = 2000
SIMULATION_SEED = 1  # fixed seed: the runs are always the same
Row = tuple[str, int]  # side of the last activations and how many in a row; ("", 0) before the first
Odds = dict[tuple[str, int], float]  # (winner, total) -> probability


@dataclass(frozen=True, slots=True)
class Pace:
    """Expected activations of a battle."""

    boxes: int
    mean: Mapping[str, float]
    chances: Mapping[
        str, Mapping[int, float]
    ]  # by side: number of activations -> how often it came in the runs
    contests: float  # mean number of contests
    stride: float  # mean boxes per contest
    factors: Mapping[str, tuple[int | None, ...]] = field(default_factory=dict)


def compute_contest_odds(die: int, blue: int, red: int) -> Odds:
    """5.3: return the probabilities of winner and total for two modifiers; ties are rolled again."""
    counted: dict[tuple[str, int], int] = {}
    for own in range(1, die + 1):
        for other in range(1, die + 1):
            totals = {"blue": own + blue, "red": other + red}
            if totals["blue"] != totals["red"]:
                who = min(SIDES, key=lambda side: totals[side])
                counted[(who, totals[who])] = counted.get((who, totals[who]), 0) + 1
    whole = sum(counted.values())
    return {key: count / whole for key, count in counted.items()}


def find_best_modifier(factors: Sequence[int], activated: int, penalty: int) -> int:
    """Return the best modifier of a side after this many activations in a row."""
    standing = list(factors)
    for _ in range(activated):
        place = min(range(len(standing)), key=lambda n: (standing[n], n))
        if standing[place] < factors[place] + penalty:
            standing[place] = factors[place] + penalty
    return min(standing)


def compute_pace(catalog: Catalog, battle: Battle, lean: Mapping[str, int] | None = None) -> Pace:
    """Compute the mean number of activations of each side, and the simulated distribution."""
    last = battle.clock.last
    if last is None or not 0 < last <= MAX_BOXES:
        raise HorahError("PACE.clock", most=MAX_BOXES)
    if any(abs(by) > MAX_LEAN for by in (lean or {}).values()):
        raise HorahError("PACE.lean", most=MAX_LEAN)
    factors = {
        side: tuple(hq.command or 0 for hq in battle.hqs.values() if hq.side == side) for side in SIDES
    }
    if not all(factors.values()):
        raise HorahError("PACE.hqs")
    known_factors = {
        side: tuple(hq.command for hq in battle.hqs.values() if hq.side == side) for side in SIDES
    }
    chain = _Chain(catalog.figures["die"], catalog.figures["just_activated"], factors, lean or {}, last)
    mean, dice = chain.expected(), Random(SIMULATION_SEED)
    runs = [chain.run(dice) for _ in range(SIMULATION_RUNS)]
    chances = {side: _compute_frequencies([run[side] for run in runs]) for side in SIDES}
    contests = sum(mean.values())
    return Pace(last, mean, chances, contests, last / contests, known_factors)


def _compute_frequencies(numbers: Sequence[int]) -> dict[int, float]:
    """Return the relative frequency of each number."""
    count = Counter(numbers)
    return {number: count[number] / len(numbers) for number in sorted(count)}


class _Chain:
    """The course of the clock as a Markov chain."""

    def __init__(
        self,
        die: int,
        penalty: int,
        factors: Mapping[str, tuple[int, ...]],
        lean: Mapping[str, int],
        last: int,
    ) -> None:
        self.die, self.penalty, self.factors, self.lean, self.last = die, penalty, factors, lean, last

    @cache  # noqa: B019 - lives as long as its chain
    def odds(self, row: Row) -> tuple[tuple[str, int, float], ...]:
        """Return (winner, boxes, probability) after a row of activations."""
        standing = {
            side: find_best_modifier(self.factors[side], row[1] if row[0] == side else 0, self.penalty)
            + self.lean.get(side, 0)
            for side in SIDES
        }
        outcomes = compute_contest_odds(self.die, standing["blue"], standing["red"])
        joined: dict[tuple[str, int], float] = {}
        for (who, total), chance in outcomes.items():
            key = (who, max(0, total))
            joined[key] = joined.get(key, 0.0) + chance
        return tuple((who, go, chance) for (who, go), chance in joined.items())

    def next_row(self, row: Row, who: str) -> Row:
        """Return the next row, at most as long as the number of headquarters."""
        return (who, min(row[1] + 1, len(self.factors[who]))) if row[0] == who else (who, 1)

    def count_contest(self, rounds: int) -> int:
        """Count one more contest in the same box; raise if the clock may stand still for ever."""
        if rounds >= MAX_CONTESTS_PER_BOX:
            raise HorahError("PACE.still", most=MAX_CONTESTS_PER_BOX)
        return rounds + 1

    def expected(self) -> dict[str, float]:
        """Compute the exact mean number of activations of each side until the last box."""
        boxes: list[dict[Row, float]] = [{} for _ in range(self.last)]
        boxes[0][("", 0)] = 1.0
        mean = dict.fromkeys(SIDES, 0.0)
        for box in range(self.last):
            waiting, rounds = boxes[box], 0
            while waiting:
                rounds = self.count_contest(rounds)
                still: dict[Row, float] = {}
                for row, chance in waiting.items():
                    for who, go, odds in self.odds(row):
                        part = chance * odds
                        mean[who] += part
                        if part < MIN_PROBABILITY or box + go >= self.last:
                            continue
                        place = still if go == 0 else boxes[box + go]
                        after = self.next_row(row, who)
                        place[after] = place.get(after, 0.0) + part
                waiting = still
            boxes[box] = {}
        return mean

    def run(self, dice: Random) -> dict[str, int]:
        """Simulate one course of the clock."""
        box, row, count, still = 0, ("", 0), dict.fromkeys(SIDES, 0), 0
        while box < self.last:
            weights, outcomes = self.cumulative_odds(row)
            who, go, _ = dice.choices(outcomes, cum_weights=weights)[0]
            count[who] += 1
            box, row, still = box + go, self.next_row(row, who), self.count_contest(0 if go else still)
        return count

    @cache  # noqa: B019 - lives as long as its chain
    def cumulative_odds(self, row: Row) -> tuple[list[float], tuple[tuple[str, int, float], ...]]:
        outcomes = self.odds(row)
        return list(accumulate(odds for _, _, odds in outcomes)), outcomes
