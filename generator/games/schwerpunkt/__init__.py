"""Schwerpunkt: battles of the industrial age.

==============  ==========================================================================================
``battle``      the author's document as objects; ``clock``: its boxes
``checks``      the validation rules and the completeness report; ``skeleton``: a beginning by seed
``contest``     5.0: who is activated, with how many points; ``pace``: how many activations that makes
``state``       what stands on map, clock and tracks
``combat``      9.0: fire, assault, barrage, cohesion, with their workings
``play``        the procedure at a table
``views``       what a seat may see
==============  ==========================================================================================
"""

from __future__ import annotations

from generator.game import Game
from generator.tournament.match import Match


def game() -> Game:
    from .authored import BATTLE
    from .battle import SIDES
    from .procedure import PLAY, PLAY_1, PLAY_2, PLAY_3

    return Game("schwerpunkt", (PLAY, PLAY_3, PLAY_2, PLAY_1), authored=(BATTLE,), match=Match(SIDES))
