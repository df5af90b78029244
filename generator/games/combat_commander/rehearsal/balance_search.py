"""Search for a battle with near-even odds: a few fights first, more for promising battles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from catalogs.games.combat_commander import Catalog
from generator.intervals import wilson_interval
from generator.table import EVERYONE
from schemas.errors import HorahError

from ..battle.view import view_card
from .fight_builder import Document
from .rehearse import rehearse
from .summary import PERCENT

RULE = "rule.rehearsed_balance"
STAGES = ("first", "more", "all")
SEED = "1"  # seed of the fights, the same as on the pages


@dataclass(frozen=True, slots=True)
class EvaluatedBattle:
    """An evaluated battle: its fights, axis wins and whether it is fair."""

    seed: str
    fights: int
    wins: int
    fair: bool

    @property
    def imbalance(self) -> float:
        """Return the distance from even odds; a battle without fights counts as farthest."""
        return abs(self.wins / self.fights - 0.5) if self.fights else 1.0


def get_max_battles(catalog: Catalog) -> int:
    """Return the number of battles a search evaluates."""
    return catalog.fight[RULE].figures["battles"]


def get_fair_band(catalog: Catalog) -> tuple[int, int]:
    """Return the least and the most Axis victories of 100 in a fair battle."""
    figures = catalog.fight[RULE].figures
    return figures["low"], figures["high"]


def search_fair_battle(
    catalog: Catalog,
    seeds: Iterable[str],
    card_of: Callable[[str], Document],
    *,
    cores: int | None = None,
) -> Iterator[EvaluatedBattle]:
    """Yield evaluated battles until one is fair."""
    for seed in seeds:
        battle = evaluate_battle(catalog, card_of(seed), seed, cores=cores)
        yield battle
        if battle.fair:
            return


def evaluate_battle(
    catalog: Catalog, card: Document, seed: str, *, cores: int | None = None
) -> EvaluatedBattle:
    """Simulate a battle from its public view; stop as soon as its confidence interval leaves the band."""
    figures = catalog.fight[RULE].figures
    low, high = figures["low"] / PERCENT, figures["high"] / PERCENT
    public_card = view_card(card, EVERYONE)
    wins = done = 0
    for stage in STAGES:
        due = figures[stage] - done
        worker_count = cores if stage == STAGES[-1] else 1  # starting processes for a few fights does not pay
        try:
            outcomes = rehearse(
                public_card, catalog, SEED, due, cores=worker_count, start=done
            ).list_outcomes()
        except HorahError as fault:
            if fault.code not in ("NOT_REHEARSED", "NO_FIGHTING_GROUND"):
                raise
            return EvaluatedBattle(seed, 0, 0, fair=False)
        wins, done = wins + sum(outcome.winner == "axis" for outcome in outcomes), figures[stage]
        least, most = wilson_interval(wins, done)
        if most < low or least > high:
            return EvaluatedBattle(seed, done, wins, fair=False)
    return EvaluatedBattle(seed, done, wins, fair=low <= wins / done <= high)


def make_not_found_error(catalog: Catalog, tested: Iterable[EvaluatedBattle], seed: str) -> HorahError:
    """Return the error of a search without result, with the nearest battle."""
    battles = list(tested)
    best = min(
        (battle for battle in battles if battle.fights),
        key=lambda battle: (battle.imbalance, battle.seed),
        default=None,
    )
    if best is None:
        return HorahError("NO_REHEARSED_BALANCE.unfought", tries=len(battles), seed=seed)
    figures = catalog.fight[RULE].figures
    return HorahError(
        "NO_REHEARSED_BALANCE",
        tries=len(battles),
        seed=seed,
        low=figures["low"],
        high=figures["high"],
        wins=best.wins,
        fights=best.fights,
    )
