"""How many activations a battle gives each side, from the values of its headquarters and its length.

What is expected is calculated exactly; how it scatters is counted over many runs.

Each side always contends with the headquarters that stands best: the lowest command factor, with 3 added
while it is Just Activated. Then the markers of a side are those of its last activations in a row, and the
whole course is a chain of (box, whose row, how long). ``lean`` is what a side adds besides at every contest,
such as -2 for a reserve. The clock stands still at a total of 0 or less, so a box may see several contests.
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

SMALL = 1e-12  # of a chance: not followed further
MOST_BOXES = 1500
MOST_LEAN = 6  # more would let the clock stand
MOST_ROUNDS = 500  # contests in one box
RUNS = 2000
SAME = 1  # the runs are the same every time
Row = tuple[str, int]  # whose activations came last, and how many in a row; ("", 0) before the first
Odds = dict[tuple[str, int], float]  # who wins, and with which total


@dataclass(frozen=True, slots=True)
class Pace:
    """What a battle may be expected to give."""

    boxes: int
    mean: Mapping[str, float]
    chances: Mapping[
        str, Mapping[int, float]
    ]  # by side: number of activations -> how often it came in the runs
    contests: float  # how many there are on average
    stride: float  # boxes a contest on average
    factors: Mapping[str, tuple[int | None, ...]] = field(default_factory=dict)


def contest(die: int, blue: int, red: int) -> Odds:
    """5.3: who wins with which total, for two modifiers; ties are rolled again."""
    counted: dict[tuple[str, int], int] = {}
    for own in range(1, die + 1):
        for other in range(1, die + 1):
            totals = {"blue": own + blue, "red": other + red}
            if totals["blue"] != totals["red"]:
                who = min(SIDES, key=lambda side: totals[side])
                counted[(who, totals[who])] = counted.get((who, totals[who]), 0) + 1
    whole = sum(counted.values())
    return {key: count / whole for key, count in counted.items()}


def best(factors: Sequence[int], activated: int, penalty: int) -> int:
    """The best modifier of a side whose last so many activations were in a row."""
    standing = list(factors)
    for _ in range(activated):
        place = min(range(len(standing)), key=lambda n: (standing[n], n))
        if standing[place] < factors[place] + penalty:
            standing[place] = factors[place] + penalty
    return min(standing)


def pace(catalog: Catalog, battle: Battle, lean: Mapping[str, int] | None = None) -> Pace:
    """The expected number of activations of each side, and the chance of every number."""
    last = battle.clock.last
    if last is None or not 0 < last <= MOST_BOXES:
        raise HorahError("PACE.clock", most=MOST_BOXES)
    if any(abs(by) > MOST_LEAN for by in (lean or {}).values()):
        raise HorahError("PACE.lean", most=MOST_LEAN)
    factors = {
        side: tuple(hq.command or 0 for hq in battle.hqs.values() if hq.side == side) for side in SIDES
    }
    if not all(factors.values()):
        raise HorahError("PACE.hqs")
    told = {side: tuple(hq.command for hq in battle.hqs.values() if hq.side == side) for side in SIDES}
    chain = _Chain(catalog.figures["die"], catalog.figures["just_activated"], factors, lean or {}, last)
    mean, dice = chain.expected(), Random(SAME)
    runs = [chain.run(dice) for _ in range(RUNS)]
    chances = {side: _scatter([run[side] for run in runs]) for side in SIDES}
    contests = sum(mean.values())
    return Pace(last, mean, chances, contests, last / contests, told)


def _scatter(numbers: Sequence[int]) -> dict[int, float]:
    """How often each number came."""
    count = Counter(numbers)
    return {number: count[number] / len(numbers) for number in sorted(count)}


class _Chain:
    """The course of the clock as a chain."""

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
        """Who wins, how far the clock goes, and the chance, after a row of activations."""
        standing = {
            side: best(self.factors[side], row[1] if row[0] == side else 0, self.penalty)
            + self.lean.get(side, 0)
            for side in SIDES
        }
        found = contest(self.die, standing["blue"], standing["red"])
        joined: dict[tuple[str, int], float] = {}
        for (who, total), chance in found.items():
            key = (who, max(0, total))
            joined[key] = joined.get(key, 0.0) + chance
        return tuple((who, go, chance) for (who, go), chance in joined.items())

    def follows(self, row: Row, who: str) -> Row:
        """A row grows no longer than the headquarters there are: then all are Just Activated."""
        return (who, min(row[1] + 1, len(self.factors[who]))) if row[0] == who else (who, 1)

    def patience(self, rounds: int) -> int:
        """One more contest in the same box; with such values the clock may stand for ever."""
        if rounds >= MOST_ROUNDS:
            raise HorahError("PACE.still", most=MOST_ROUNDS)
        return rounds + 1

    def expected(self) -> dict[str, float]:
        """The expected number of activations of each side until the last box is reached, exactly."""
        boxes: list[dict[Row, float]] = [{} for _ in range(self.last)]
        boxes[0][("", 0)] = 1.0
        mean = dict.fromkeys(SIDES, 0.0)
        for box in range(self.last):
            waiting, rounds = boxes[box], 0
            while waiting:
                rounds = self.patience(rounds)
                still: dict[Row, float] = {}
                for row, chance in waiting.items():
                    for who, go, odds in self.odds(row):
                        part = chance * odds
                        mean[who] += part
                        if part < SMALL or box + go >= self.last:
                            continue
                        place = still if go == 0 else boxes[box + go]
                        after = self.follows(row, who)
                        place[after] = place.get(after, 0.0) + part
                waiting = still
            boxes[box] = {}
        return mean

    def run(self, dice: Random) -> dict[str, int]:
        """One course of the clock."""
        box, row, count, still = 0, ("", 0), dict.fromkeys(SIDES, 0), 0
        while box < self.last:
            whole, found = self.wheel(row)
            who, go, _ = dice.choices(found, cum_weights=whole)[0]
            count[who] += 1
            box, row, still = box + go, self.follows(row, who), self.patience(0 if go else still)
        return count

    @cache  # noqa: B019 - lives as long as its chain
    def wheel(self, row: Row) -> tuple[list[float], tuple[tuple[str, int, float], ...]]:
        found = self.odds(row)
        return list(accumulate(odds for _, _, odds in found)), found
