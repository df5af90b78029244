"""The battle at a table: the clock, activations, actions, fire and assault, supply, and the end.

===============  =========================================================================================
``cycle``        1.3, 5.0: choose, stake, roll, win, mark, act, clock, loser
``due``          6.2: what falls due in each box that the clock enters or crosses
``acts``         7.0-14.0: what an activated headquarters does with its points; ``forms``: how it is told
``fight``        9.0: fire, reaction, assault, barrage; ``air``: 19.0
===============  =========================================================================================
"""
