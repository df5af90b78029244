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

GAME = Game(
    "schwerpunkt",
    "generator.games.schwerpunkt.procedure:PROCEDURES",
    authored_at="generator.games.schwerpunkt.authored:AUTHORED",
    match_at="generator.games.schwerpunkt.procedure:MATCH",
)
