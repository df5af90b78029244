"""Known seeds, so that a test meets the same battles in every run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count

import pytest

CC = "web.games.combat_commander.service"
PLACES = (
    "web.service.tables.new_table_seed",
    f"{CC}.battles.new_battle_seed",
    f"{CC}.scenarios.new_battle_seed",
)


@contextmanager
def known_seeds(name: str) -> Iterator[None]:
    """Make the service take its seeds from a sequence that depends only on ``name``."""
    numbers = count()

    def seed() -> str:
        word = sha256(f"{name}/{next(numbers)}".encode()).hexdigest()
        return f"{word[:16]}.{word[16:32]}"

    with pytest.MonkeyPatch.context() as patched:
        for place in PLACES:
            patched.setattr(place, seed)
        yield
