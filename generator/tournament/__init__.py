"""Tournaments of any game: who plays whom on which side, what was reported, and how it stands.

==============  ==========================================================================================
``match``       what a game declares: sides, endings, figures, and how a round is scored
``model``       a tournament as it stands; ``file``: the same as a document
``pairing``     who plays whom: Swiss, knock-out, round robin; ``sides``: and on which side
``course``      what an organiser and the players do: enter, draw, report, correct
``standing``    points and places
``cards``       the battle of a table, rolled up for it
==============  ==========================================================================================
"""
