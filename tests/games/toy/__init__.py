"""The toy game of the tests and of docs/adding-a-game.md, as a package that pip can install.

``install()`` adds it to this process without pip.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

LAYERS = Path(__file__).parent / "horah_toy"


def install() -> None:
    """Put the toy beside the games of every layer; doing it twice is as good as once."""
    for home, folder in _homes():
        if folder not in home:
            home.append(folder)
    _look_again()


def remove() -> None:
    """Take the toy away again."""
    for home, folder in _homes():
        if folder in home:
            home.remove(folder)
    _look_again()


def _homes() -> Iterator[tuple[list[str], str]]:
    for layer in ("schemas", "catalogs", "generator", "exports", "web"):
        yield import_module(f"{layer}.games").__path__, str(LAYERS / layer / "games")  # type: ignore[misc]


def _look_again() -> None:
    from generator.game import clear_game_caches
    from schemas import validation
    from web.games.registry import games as web_games

    for found in (
        validation.names,
        validation.tables,
        validation.schema,
        validation.find_schema_name,
        validation.referable_schemas,
        validation.validator,
    ):
        found.cache_clear()
    import_module("catalogs.game").games.cache_clear()
    web_games.cache_clear()
    clear_game_caches()
