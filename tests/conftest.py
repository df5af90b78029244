"""For every test: the same surroundings and the same examples in every run."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from web.language import VARIABLE

settings.register_profile(
    "same",
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine is no fault of the code
)
settings.register_profile("explore", settings.get_profile("same"), derandomize=False, max_examples=1_000)
settings.load_profile("same")

OURS = "HORAH_"
KEPT = "HORAH_TEST_"
SURROUNDINGS = ("DATABASE_URL", "COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "LANGUAGE", "LANG")

for name in tuple(os.environ):
    ours = name.startswith(OURS) and not name.startswith(KEPT)
    if ours or name in SURROUNDINGS or name.startswith("LC_"):  # a person's own settings decide no test
        del os.environ[name]


gc.set_threshold(20_000, 10, 10)  # as on a server, not after every few hundred objects


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end and need not be looked through again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def same_surroundings() -> Iterator[None]:
    """``--lang`` is told to the whole process; the next test has not heard of it."""
    before = os.environ.get(VARIABLE)
    yield
    os.environ.pop(VARIABLE, None)
    if before is not None:
        os.environ[VARIABLE] = before


@pytest.fixture(scope="module")
def toy_game() -> Iterator[None]:
    """The toy stands among the games as long as a module's tests run, and is gone for the next."""
    from tests.games import toy

    toy.install()
    yield
    toy.remove()
