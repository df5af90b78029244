"""Combat Commander: battles, campaigns, authored scenarios, and who decides where no person does."""

from __future__ import annotations

from generator.game import Game


def game() -> Game:
    """Everything that can be played of it, and what people write for it."""
    from .ground.authored import BATTLEFIELD
    from .match import MATCH
    from .procedures import GAME, procedures
    from .studies import STUDIES

    return Game(GAME, procedures(), authored=(BATTLEFIELD,), match=MATCH, studies=STUDIES)
