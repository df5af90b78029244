"""``python -m tests.generator.games.grossdeutschland.golden``: make the golden transcripts of this game.

People answer almost everything in this game; a random player does so here. An existing file is not written
again.
"""

from __future__ import annotations

from typing import Any

from catalogs.games.grossdeutschland import load
from tests.golden.make import keep
from tests.golden.replaying import FOLDER

from .playing import play_random

PLAYS: dict[str, tuple[str, dict[str, Any]]] = {
    "kursk": ("5.golden", {"battle": "kursk"}),
    "akhtyrka-typed": ("1945", {"battle": "akhtyrka", "dice": "typed", "chits": "typed"}),
    "mischurin-each": (
        "4.golden",
        {"battle": "mischurin_rog", "hexes": "each", "odds": "down", "supply": False},
    ),
    "lutchessa-one": (
        "1.golden",
        {"battle": "lutchessa", "players": "one", "roads": "end", "bridge": "three_dice"},
    ),
    "kursk-companion": ("6.golden", {"battle": "kursk", "mode": "companion"}),
}


def main() -> None:
    catalog = load()
    for name, (seed, settings) in PLAYS.items():
        if not (FOLDER / f"grossdeutschland-{name}.json").exists():
            keep(f"grossdeutschland-{name}", play_random(catalog, seed, **settings))


if __name__ == "__main__":
    main()
