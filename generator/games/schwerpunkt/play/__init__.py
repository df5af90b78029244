"""Play of a battle at a table: clock, activations, actions, fire and assault, supply, and the end.

=================  ======================================================================================
``cycle``          1.3, 5.0: choose, stake, roll, win, mark, act, clock, loser
``clock_events``   6.2: events due in each box that the clock enters or crosses
``actions``        7.0-14.0: actions of an activated headquarters; ``action_checks``: their legality and cost
``forms``          forms of the reports
``fight``          9.0: fire, reaction, assault, barrage; ``air``: 19.0
=================  ======================================================================================
"""
