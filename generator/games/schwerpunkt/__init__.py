"""Schwerpunkt: battles of the industrial age.

==============  ==========================================================================================
``battle``      the author's document as objects; ``clock``: its boxes
``checks``      the validation rules and the completeness report; ``skeleton``: a random start for an author
``contest``     5.0: the contest for the activation and its points; ``pace``: the expected activations
``state``       map, clock and tracks; ``effects``: changes of counters
``combat``      9.0: arithmetic of fire, assault, barrage and cohesion
``play``        the procedure at a table
``views``       views by seat
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
