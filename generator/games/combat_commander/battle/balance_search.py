"""Search for a battle with rehearsed balance in a separate process, so that nobody else waits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import wait
from typing import Any

from catalogs.games.combat_commander import Catalog

from ..rehearsal.balance_search import EvaluatedBattle, evaluate_battle, get_max_battles
from ..rehearsal.rehearse import create_process_pool, get_worker_catalog
from .make import iterate_seeds, make_from_seed
from .settings import Settings, read_settings

SIGN_OF_LIFE_SECONDS = 15  # seconds


def search_in_process(
    catalog: Catalog, settings: Settings, seed: str, *, start: int = 0, calm: int = 0
) -> Iterator[EvaluatedBattle | None]:
    """Yield the battles tried, from number ``start`` on, until one is fair; None as a sign of life."""
    with create_process_pool(catalog, 1, calm) as pool:
        for candidate in list(iterate_seeds(seed, get_max_battles(catalog)))[start:]:
            evaluation = pool.submit(_evaluate_seed, settings.json(), candidate)
            while not wait([evaluation], SIGN_OF_LIFE_SECONDS).done:
                yield None
            tried = evaluation.result()
            yield tried
            if tried.fair:
                return


def _evaluate_seed(settings: Mapping[str, Any], seed: str) -> EvaluatedBattle:
    catalog = get_worker_catalog()
    return evaluate_battle(
        catalog, make_from_seed(catalog, read_settings(settings), seed).card(), seed, cores=1
    )
