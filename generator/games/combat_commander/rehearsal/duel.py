"""Duels of two commanders over random cards with sides swapped: score, sequential test and Elo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from itertools import count
from math import log, sqrt
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.intervals import Z_95
from generator.ratings import fit_strengths, get_elo, get_expected_score

from ..battle.make import make
from ..battle.settings import Settings
from .check import find_rehearsal_error
from .fight_builder import Document
from .outcome import simulate_fight
from .rehearse import Progress, create_process_pool, get_worker_catalog
from .state import OTHER

FIRST_SIDES: tuple[Side, Side] = ("axis", "allied")


@dataclass(frozen=True, slots=True)
class DuelFight:
    """One fight of a duel."""

    card: str  # seed of the card
    axis: str  # level of each side
    allied: str
    winner: Side
    ending: str
    turns: int
    advances: int
    marker: int
    idle: Mapping[str, int]  # turns without an order by side
    longest_idle: int
    postures: Mapping[str, str]

    def get_score(self, level: str) -> float:
        """Return 1 if a level won, else 0."""
        return float((self.axis if self.winner == "axis" else self.allied) == level)


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A sequential probability ratio test of two hypotheses about the difference in Elo."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05  # chance to accept elo1 although elo0 holds
    beta: float = 0.05  # chance to accept elo0 although elo1 holds

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the log-likelihood ratios at which elo0 and elo1 are accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def compute_llr(self, scores: Sequence[float]) -> float:
        """Return the log-likelihood ratio of the mean scores of cards, as a normal approximation."""
        size = len(scores)
        if size < 2:
            return 0.0
        mean = sum(scores) / size
        variance = sum((score - mean) ** 2 for score in scores) / (size - 1)
        if not variance:
            return 0.0
        low, high = get_expected_score(self.elo0), get_expected_score(self.elo1)
        return size * (high - low) * (2 * mean - low - high) / (2 * variance)

    def decide(self, scores: Sequence[float]) -> str:
        """Return whether the test accepts elo0, elo1, or goes on."""
        low, high = self.bounds
        llr = self.compute_llr(scores)
        return "elo1" if llr >= high else "elo0" if llr <= low else "open"


def draw_cards(catalog: Catalog, start: int, number: int) -> Iterator[tuple[str, Document]]:
    """Yield the first cards from a seed on that can be rehearsed."""
    for seed in count(start):
        if not number:
            return
        card = make(catalog, Settings(), str(seed)).card()
        if find_rehearsal_error(card, catalog) is None:
            number -= 1
            yield str(seed), card


def fight_both_ways(catalog: Catalog, seed: str, card: Document, levels: tuple[str, str]) -> list[DuelFight]:
    """Fight a card twice with the same seed, each level once on each side."""
    fights = []
    for side in FIRST_SIDES:
        kinds: dict[Side, str] = {side: levels[0], OTHER[side]: levels[1]}
        outcome = simulate_fight(card, catalog, f"duel-{seed}", kinds)
        fights.append(
            DuelFight(
                seed,
                kinds["axis"],
                kinds["allied"],
                outcome.winner,
                outcome.ending,
                outcome.turns,
                outcome.advances,
                outcome.marker,
                {name: outcome.idle[name] for name in FIRST_SIDES},
                outcome.longest_idle,
                {name: card["sides"][name]["posture"] for name in FIRST_SIDES},
            )
        )
    return fights


def _fight_in_worker(seed: str, card: Document, levels: tuple[str, str]) -> list[DuelFight]:
    return fight_both_ways(get_worker_catalog(), seed, card, levels)


def run_duel(
    catalog: Catalog,
    levels: tuple[str, str],
    *,
    start: int,
    cards: int,
    cores: int = 1,
    known: Iterable[DuelFight] = (),
    progress: Progress = lambda done, of: True,
) -> Iterator[list[DuelFight]]:
    """Yield the fights of each card as they end; cards that are known already are not fought again."""
    fought = Counter(fight.card for fight in known if {fight.axis, fight.allied} == set(levels))
    left = [pair for pair in draw_cards(catalog, start, cards) if fought[pair[0]] < len(FIRST_SIDES)]
    done = cards - len(left)
    runs = (
        (fight_both_ways(catalog, seed, card, levels) for seed, card in left)
        if cores == 1
        else _run_in_processes(catalog, left, levels, cores)
    )
    for fights in runs:
        done += 1
        yield fights
        if not progress(done, cards):
            return


def _run_in_processes(
    catalog: Catalog, cards: Sequence[tuple[str, Document]], levels: tuple[str, str], cores: int
) -> Iterator[list[DuelFight]]:
    pool = create_process_pool(catalog, cores)
    try:
        left = iter(cards)
        waiting: set[Future[list[DuelFight]]] = set()
        while True:
            for seed, card in left:
                waiting.add(pool.submit(_fight_in_worker, seed, dict(card), levels))
                if len(waiting) >= 2 * cores:
                    break
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def collect_scores(fights: Iterable[DuelFight], level: str) -> list[float]:
    """Return the mean score of a level on each card, in the order of the cards."""
    scores: dict[str, list[float]] = {}
    for fight in fights:
        scores.setdefault(fight.card, []).append(fight.get_score(level))
    ordered = sorted(scores.items(), key=lambda pair: (len(pair[0]), pair[0]))
    return [sum(values) / len(values) for _, values in ordered if len(values) == len(FIRST_SIDES)]


def summarise_duel(
    fights: Sequence[DuelFight], levels: tuple[str, str], test: SequentialTest
) -> dict[str, Any]:
    """Return score, Elo with its interval, the state of the test, and how the commanders behaved."""
    scores = collect_scores(fights, levels[0])
    size = len(scores)
    mean = sum(scores) / size if size else 0.5
    variance = sum((score - mean) ** 2 for score in scores) / max(1, size - 1)
    margin = Z_95 * sqrt(variance / size) if size else 0.5
    turns = sum(fight.turns for fight in fights)
    return {
        "levels": list(levels),
        "fights": len(fights),
        "score": mean,
        "interval": [max(0.0, mean - margin), min(1.0, mean + margin)],
        "elo": get_elo(mean),
        "elo_interval": [get_elo(mean - margin), get_elo(mean + margin)],
        "elo0": test.elo0,
        "elo1": test.elo1,
        "llr": test.compute_llr(scores),
        "bounds": list(test.bounds),
        "decision": test.decide(scores),
        "turns": turns / max(1, len(fights)),
        "longest_fight": max((fight.turns for fight in fights), default=0),
        "idle": sum(sum(fight.idle.values()) for fight in fights) / max(1, turns),
        "longest_idle": max((fight.longest_idle for fight in fights), default=0),
        "endings": dict(Counter(fight.ending for fight in fights).most_common()),
    }


def rate_levels(fights: Iterable[DuelFight]) -> dict[str, tuple[float, float]]:
    """Return the Elo of every level over the weakest, and half its 95 % interval (Bradley and Terry)."""
    wins: Counter[tuple[str, str]] = Counter()  # winner and loser
    for fight in fights:
        winner, loser = (fight.axis, fight.allied)[:: 1 if fight.winner == "axis" else -1]
        if winner != loser:
            wins[winner, loser] += 1
    fit = fit_strengths(wins)
    names = sorted(fit.strengths, key=lambda name: (-fit.strengths[name], name))
    return {
        name: (fit.get_elo(name) - fit.get_elo(names[-1]), fit.get_margin(name, names[-1])) for name in names
    }
