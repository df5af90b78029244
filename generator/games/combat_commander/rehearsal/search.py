"""A battle whose odds lie near half: few fights of each first, more where it looks good."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from catalogs.games.combat_commander import Catalog
from generator.intervals import wilson
from generator.table import EVERYONE
from schemas.errors import HorahError

from ..battle.view import view_card
from .begin import Document
from .figures import HUNDRED
from .rehearse import rehearse

RULE = "rule.rehearsed_balance"
STAGES = ("first", "more", "all")
SEED = "1"  # of the fights, as on the pages


@dataclass(frozen=True, slots=True)
class Tried:
    """A battle that was looked at: how often the axis won, and whether that is fair."""

    seed: str
    fights: int
    wins: int
    fair: bool

    @property
    def off(self) -> float:
        """How far from half; what nobody could fight is farthest."""
        return abs(self.wins / self.fights - 0.5) if self.fights else 1.0


def tries(catalog: Catalog) -> int:
    """How many battles a search looks at."""
    return catalog.fight[RULE].figures["battles"]


def search(
    catalog: Catalog,
    seeds: Iterable[str],
    card_of: Callable[[str], Document],
    *,
    cores: int | None = None,
) -> Iterator[Tried]:
    """One battle after another, until one is fair."""
    for seed in seeds:
        found = looked_at(catalog, card_of(seed), seed, cores=cores)
        yield found
        if found.fair:
            return


def looked_at(catalog: Catalog, card: Document, seed: str, *, cores: int | None = None) -> Tried:
    """A battle by what all may see of it: given up as soon as its interval leaves the band."""
    figures = catalog.fight[RULE].figures
    low, high = figures["low"] / HUNDRED, figures["high"] / HUNDRED
    seen = view_card(card, EVERYONE)
    wins = done = 0
    for stage in STAGES:
        due = figures[stage] - done
        many = cores if stage == STAGES[-1] else 1  # a few fights are not worth processes of their own
        try:
            fought = rehearse(seen, catalog, SEED, due, cores=many, start=done).all()
        except HorahError as fault:
            if fault.code not in ("NOT_REHEARSED", "NO_FIGHTING_GROUND"):
                raise
            return Tried(seed, 0, 0, fair=False)
        wins, done = wins + sum(each.winner == "axis" for each in fought), figures[stage]
        least, most = wilson(wins, done)
        if most < low or least > high:
            return Tried(seed, done, wins, fair=False)
    return Tried(seed, done, wins, fair=low <= wins / done <= high)


def refusal(catalog: Catalog, tried: Iterable[Tried], seed: str) -> HorahError:
    """What a search that found nothing says, with the nearest it met."""
    all_ = list(tried)
    best = min((each for each in all_ if each.fights), key=lambda each: (each.off, each.seed), default=None)
    if best is None:
        return HorahError("NO_REHEARSED_BALANCE.unfought", tries=len(all_), seed=seed)
    figures = catalog.fight[RULE].figures
    return HorahError(
        "NO_REHEARSED_BALANCE",
        tries=len(all_),
        seed=seed,
        low=figures["low"],
        high=figures["high"],
        wins=best.wins,
        fights=best.fights,
    )
