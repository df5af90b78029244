"""Diaries of any game: how battles ended, whoever fought them, and what they add up to.

==============  ==========================================================================================
``model``       a diary and a battle in it; ``file``: the same as a document
``course``      what its keeper does: enter, correct, strike out, fight again with sides swapped
``figures``     a player's figures and a club's
==============  ==========================================================================================
"""
