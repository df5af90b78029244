"""Make a battle from a seed and settings: dice and commanders answer; search for a wished balance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catalogs.games.combat_commander import Catalog
from generator.chance import check_seed, open_part
from generator.session import Session, final_state, resume
from generator.table import Entry, Table
from generator.table.fast_run import final_state as bare_state
from schemas.errors import HorahError

from .card import Card, make_card
from .definition import BATTLE, answerers
from .procedure import new_battle, roll_up
from .settings import Settings
from .state import Battle

if TYPE_CHECKING:
    from ..rehearsal.balance_search import EvaluatedBattle


@dataclass(frozen=True, slots=True)
class Made:
    """A finished battle, with the table it was made on."""

    battle: Battle
    table: Table[Battle]
    seed: str | None

    def card(self) -> Card:
        return make_card(self.battle, self.table, self.seed)


def open_session(catalog: Catalog, settings: Settings, seed: str, entries: Sequence[Entry] = ()) -> Session:
    """Return the session of a battle as far as the transcript, dice and commanders take it."""
    session = resume(BATTLE, catalog, settings, check_seed(seed), entries)
    session.fill()
    return session


def make_state(catalog: Catalog, settings: Settings, seed: str) -> Battle:
    """Return the battle that :func:`make` gives, without a record of how it was made."""
    seed = find_seed(catalog, settings, seed)
    battle: Battle | None = final_state(BATTLE, catalog, settings, seed)
    return make_from_seed(catalog, settings, seed).battle if battle is None else battle


def make(catalog: Catalog, settings: Settings, seed: str) -> Made:
    """Return a finished battle; every choice must have a commander and every die a source."""
    return make_from_seed(catalog, settings, find_seed(catalog, settings, seed))


def make_from_seed(catalog: Catalog, settings: Settings, seed: str) -> Made:
    """Return the battle of exactly this seed."""
    table = open_session(catalog, settings, seed).table
    if table.state is None:
        asked = table.pending[0]
        raise HorahError("UNANSWERED", rule=asked.rule, seat=asked.seat, ask=asked.ask)
    return Made(table.state, table, seed)


def iterate_seeds(seed: str, count: int) -> Iterator[str]:
    """Yield seed, seed~1, seed~2 ...; a secret part stays behind the dot."""
    start, dot, secret = seed.partition(".")
    for number in range(count):
        yield f"{start}~{number}{dot}{secret}" if number else seed


def find_seed(
    catalog: Catalog,
    settings: Settings,
    seed: str,
    tell: Callable[[EvaluatedBattle], None] = lambda tried: None,
) -> str:
    """Return the first of seed, seed~1, seed~2 ... whose battle meets the wish for balance."""
    check_seed(seed)
    if settings.balance == "any":
        return seed
    if settings.balance == "rehearsed":
        return _find_rehearsed_seed(catalog, settings, seed, tell)
    battle = new_battle(catalog, settings)
    most = catalog.procedure.search_tries
    for tried in iterate_seeds(seed, most):
        rolled_up = bare_state(roll_up(battle), answerers(catalog, settings, tried))
        if rolled_up is not None and meets_balance(rolled_up, settings):
            return tried
    raise HorahError("NO_BALANCE", balance=settings.balance, tries=most, seed=open_part(seed))


def _find_rehearsed_seed(
    catalog: Catalog, settings: Settings, seed: str, tell: Callable[[EvaluatedBattle], None]
) -> str:
    """Return the seed of the first battle that rehearsals find fair."""
    from ..rehearsal.balance_search import make_not_found_error  # most battles are not simulated

    seen = []
    for tried in search_rehearsed(catalog, settings, seed):
        tell(tried)
        seen.append(tried)
        if tried.fair:
            return tried.seed
    raise make_not_found_error(catalog, seen, open_part(seed))


def search_rehearsed(
    catalog: Catalog, settings: Settings, seed: str, *, start: int = 0, cores: int | None = None
) -> Iterator[EvaluatedBattle]:
    """Yield rehearsed battles, from number ``start`` on, until one is fair."""
    from ..rehearsal.balance_search import get_max_battles, search_fair_battle

    due = list(iterate_seeds(seed, get_max_battles(catalog)))[start:]
    return search_fair_battle(
        catalog, due, lambda tried: make_from_seed(catalog, settings, tried).card(), cores=cores
    )


def meets_balance(battle: Battle, settings: Settings) -> bool:
    """Tell whether a battle has the wished balance before set-up."""
    if settings.balance == "even":
        return battle.marker == 0
    return abs(battle.marker) <= battle.catalog.procedure.close_marker
