"""A game of three steps, made for the tests: the proof that a game is one folder in each layer.

``install()`` lets the house find it as it finds its own games.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

LAYERS = Path(__file__).parent / "layers"


def install() -> None:
    """Put the toy beside the games of every layer; doing it twice is as good as once."""
    from generator.game import forget
    from web.game import games as web_games

    for layer in ("schemas", "catalogs", "generator", "exports", "web"):
        home = import_module(f"{layer}.games").__path__
        folder = str(LAYERS / layer / "games")
        if folder not in home:
            home.append(folder)
    import_module("catalogs.game").games.cache_clear()
    web_games.cache_clear()
    forget()
