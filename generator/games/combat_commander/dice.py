"""1.8, 1.9: two six-sided dice, from a seed, from the Fate decks, or typed in."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import FateCard
from generator.chance import Cups, Decks, Seeded
from generator.table import NO_ANSWER, Answer, Draw, Roll

DIE = range(1, 7)


class FateDecks(Decks[FateCard]):
    """1.8, 1.9: a Fate card gives a roll, or a random hex."""

    def read(self, card: FateCard, prompt: Roll | Draw) -> Answer:
        if isinstance(prompt, Roll):
            return [card.white, card.coloured]
        return card.hex if card.hex in prompt.cup else NO_ANSWER


def make_dice(catalog: Catalog, kind: str, seed: str) -> Seeded:
    """Return the source of rolls and draws that a setting names."""
    if kind == "fate":
        return FateDecks(seed, catalog.decks)
    return Cups(seed) if kind == "typed" else Seeded(seed)
