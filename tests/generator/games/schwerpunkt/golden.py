"""``python -m tests.generator.games.schwerpunkt.golden``: make the golden transcripts of this game.

People answer almost everything in this game; a random player does so here. An existing file is not written
again.
"""

from __future__ import annotations

from random import Random
from typing import Any

from generator.games.schwerpunkt.procedure import PLAY
from generator.session import begin
from tests.golden.make import keep
from tests.golden.replaying import FOLDER

from .battles import catalog, make_complete
from .playing import play

PLAYS: dict[str, tuple[str, int, dict[str, Any]]] = {  # seed, answers before the end, settings
    "example": ("9.golden", 90, {}),
    "whole": ("12.golden", 150, {"battle": make_complete()}),
    "account": ("5.golden", 90, {"battle": make_complete(), "resolve": False}),
    "companion": ("3.golden", 60, {"battle": make_complete(), "mode": "companion"}),
    "sealed-typed": ("1.golden", 90, {"battle": make_complete(), "stakes": "sealed", "dice": "typed"}),
}


def main() -> None:
    for name, (seed, end_after, settings) in PLAYS.items():
        if not (FOLDER / f"schwerpunkt-{name}.json").exists():
            session = begin(PLAY, catalog(), PLAY.read(catalog(), {"mode": "strict", **settings}), seed)
            play(session, Random(seed), end_after=end_after)
            keep(f"schwerpunkt-{name}", session)


if __name__ == "__main__":
    main()
