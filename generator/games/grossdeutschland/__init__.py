"""Grossdeutschland Panzer: four battles, two event cups, one activation cup; and scenarios of one's own."""

from __future__ import annotations

from generator.game import Game
from generator.tournament.match import Match


def game() -> Game:
    from .authoring.checks import SCENARIO
    from .battle import SIDES
    from .procedure import PLAY, PLAY_1, PLAY_2, PLAY_3

    return Game("grossdeutschland", (PLAY, PLAY_3, PLAY_2, PLAY_1), (SCENARIO,), Match(SIDES))
