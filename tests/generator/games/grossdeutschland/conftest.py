"""Load the game's catalogue once."""

from __future__ import annotations

import pytest

from catalogs.games.grossdeutschland import Catalog, load


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load()
