"""Games in installed packages, found by their entry point ``horah.games``.

Such a package has the same folders as this one: ``schemas/games/<game>``, ``catalogs/games/<game>`` with its
data in ``catalogs/data/<game>``, and so on. Each layer adds the folders to the path of its ``games`` package.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

ENTRY_POINT_GROUP = "horah.games"


@cache
def package_folders() -> tuple[Path, ...]:
    """Return the folders of the installed packages that bring a game, without importing them."""
    names = sorted({point.module for point in entry_points(group=ENTRY_POINT_GROUP)})
    specs = (find_spec(name) for name in names)
    return tuple(Path(place) for spec in specs if spec for place in spec.submodule_search_locations or ())


def game_folders(layer: str) -> Iterator[str]:
    """Yield the folders with games that other packages bring for a layer."""
    for folder in package_folders():
        if (folder / layer / "games").is_dir():
            yield str(folder / layer / "games")
