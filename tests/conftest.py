"""Shared fixtures: the same environment and the same examples in every run."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from web.cli.i18n import VARIABLE

settings.register_profile(
    "same",
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine must not fail a test
)
settings.register_profile("explore", settings.get_profile("same"), derandomize=False, max_examples=1_000)
settings.load_profile("same")

PRODUCT_PREFIX = "HORAH_"
TEST_PREFIX = "HORAH_TEST_"
CLEARED_VARIABLES = ("DATABASE_URL", "COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "LANGUAGE", "LANG")

for name in tuple(os.environ):
    ours = name.startswith(PRODUCT_PREFIX) and not name.startswith(TEST_PREFIX)
    # a developer's own settings must not affect tests
    if ours or name in CLEARED_VARIABLES or name.startswith("LC_"):
        del os.environ[name]


gc.set_threshold(20_000, 10, 10)  # as on a server; collecting every few hundred objects is slow


def pytest_collection_finish() -> None:
    """Freeze everything loaded so far, so that the garbage collector skips it."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def reset_environment() -> Iterator[None]:
    """Reset the language, because ``--lang`` sets it for the whole process."""
    before = os.environ.get(VARIABLE)
    yield
    os.environ.pop(VARIABLE, None)
    if before is not None:
        os.environ[VARIABLE] = before


@pytest.fixture(scope="module")
def toy_game() -> Iterator[None]:
    """Install the toy game for the tests of a module, and remove it afterwards."""
    from tests.games import toy

    toy.install()
    yield
    toy.remove()
