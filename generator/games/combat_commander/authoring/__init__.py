"""Authoring: pricing, the design guide, the checks of a card, and what grows out of them.

=============  =========================================================================================
``pricing``    what every piece and side is worth, with the working
``guide``      what the design guide proposes for a card, with the working
``checks``     structure by the schema, meaning by the forty-eight checks (and K01 to K06 beside them)
``fixes``      the offered fixes, one or all
``meter``      both sides in figures, and the chosen VP, posture and surrender beside the guide's
``handicap``   a card for players of unequal experience
``scenario``   beginnings: from nothing, from a battle, from a few given fields
``linked``     battles played side by side
``filling``    a card out of what was typed; ``actions``: what the buttons of the workbench do to it
``merging``    two people changed the same card
``library``    finding cards; ``versions``: what changed between two; ``document``: cards from files
=============  =========================================================================================
"""
